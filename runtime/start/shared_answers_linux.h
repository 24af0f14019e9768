//===- shared_answers_linux.h - what was asked about addresses, once for all processes -----------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// With --restore=reexecute each schedule has a process of its own, and what one has learned of an address ended with it: a symbolizer ran
// for every schedule. Here it goes to memory that all processes share which are forked from the one that begins it. Private memory.
//
// Invariants
//  1. Records are appended and never changed; only those before `end` are read, and one that is killed as it appends leaves no part.
//  2. One process of them runs at a time: the explorer waits for the others.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace xblock {

class SharedAnswers {
public:
  /// With none. Without memory to share each process asks for itself.
  void begin();
  /// What was shared is no more.
  void end();
  /// Yes or no of the address, and a text. What does not fit is asked again by others.
  void append(uint64_t address, bool yes, std::string_view text);
  /// each(address, yes, text) for those that were appended since this process read them last, its own too.
  template <typename Each> void readNew(Each each) {
    if (!log_)
      return;
    const size_t end = log_->end.load(std::memory_order_acquire);
    while (read_ < end) {
      Record record;
      std::memcpy(&record, log_->bytes + read_, sizeof record);
      each(record.address, record.yes != 0, std::string_view(log_->bytes + read_ + sizeof record, record.size));
      read_ += sizeof record + record.size;
    }
  }

private:
  struct Record {
    uint64_t address, yes, size; ///< of the text behind it
  };
  struct Log {
    static constexpr size_t kSize = size_t{16} << 20; ///< taken as it is used
    std::atomic<size_t> end;
    char bytes[kSize];
  };
  Log *log_ = nullptr;
  size_t read_ = 0;
};

} // namespace xblock
