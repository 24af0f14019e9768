//===- places.h - the functions of the program that stacks are in --------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// For coverage: what the symbolizer says, once for each address, and for all that are new together.
// Functions of the C++ library, of xblock's headers and of GoogleTest do not count, nor what runs a
// thread's function. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/coverage.h"

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace xblock {

class ProgramPlaces final : public Places {
public:
  struct Function {
    std::string name, file; ///< with its whole path
    uint32_t line = 0;      ///< the lowest that was seen
  };
  struct Place {
    std::string function, file;
    uint32_t line = 0;
    friend auto operator<=>(const Place &, const Place &) = default;
  };

  const Trail &trail(uint32_t number) override;
  std::span<const StandsIn> functions(uint32_t stack) override;

  /// The number of a function, of which this is a line.
  uint32_t numberOf(const std::string &name, const std::string &file, uint32_t line);
  const std::vector<Function> &functions() const { return functions_; }
  /// The innermost place of the program; no function if it is not known.
  Place placeOf(uint32_t stack);

private:
  void learnAll();

  struct Frame {
    StandsIn in;
    uint32_t line = 0;
  };
  std::unordered_map<uint64_t, std::vector<Frame>>
      known_;                                 ///< by address: the functions there, innermost first
  std::vector<std::vector<StandsIn>> stacks_; ///< by number - 1
  std::vector<uint32_t> lines_;               ///< by number - 1: of the innermost
  std::vector<Function> functions_;
  std::map<std::pair<std::string, std::string>, uint32_t> numbers_;
};

} // namespace xblock
