//===- watch.cpp - what the command sees of the process that explores ----------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "support/watch.h"

#include <charconv>

namespace xblock {

std::string print(const Death &death) {
  return std::to_string(death.boundaries) + ' ' + print(death.schedule) + ' ' + death.what + '\n';
}

std::vector<Death> parseDeaths(std::string_view text) {
  std::vector<Death> all;
  for (size_t end; (end = text.find('\n')) != text.npos; text.remove_prefix(end + 1)) {
    std::string_view line = text.substr(0, end);
    size_t one = line.find(' '), two = line.find(' ', one + 1);
    Death death;
    if (two == line.npos || std::from_chars(line.data(), line.data() + one, death.boundaries).ec != std::errc())
      continue;
    auto schedule = parseSchedule(line.substr(one + 1, two - one - 1), nullptr);
    if (!schedule || schedule->empty())
      continue;
    death.schedule = std::move(*schedule);
    death.what = line.substr(two + 1);
    all.push_back(std::move(death));
  }
  return all;
}

} // namespace xblock
