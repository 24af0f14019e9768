//===- nearest.cpp - the known word nearest to a mistyped one -----------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "options/nearest.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace xblock {

std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]; // distance of a[0,i) and b[0,j)
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      std::size_t replace = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replace, row[j + 1] + 1, row[j] + 1});
    }
  }
  return row.back();
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> known) {
  // Of those as near, one with the same first letter, which is seldom mistyped.
  auto distance = [&](std::string_view a) { return std::pair(editDistance(word, a), a.substr(0, 1) != word.substr(0, 1)); };
  return *std::min_element(known.begin(), known.end(),
                           [&](std::string_view a, std::string_view b) { return distance(a) < distance(b); });
}

} // namespace xblock
