//===- fuzz_table.cpp - prints the table of docs/search.md --------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
//   fuzz_table PROGRAMS [SEED [ROW]]
// Searches so many programs of each row's kind under sleep and dpor; with ROW, from 0, of that row
// only. With XBLOCK_FUZZ_COUNTS set, tells of each program under dpor. Exits with 1 if a
// search was wrong.
//===------------------------------------------------------------------------------------------------===//
#include "fuzz.h"

#include <cstdio>
#include <cstdlib>

namespace xblock::test {
namespace {

bool printRow(const Kind &kind, int programs, uint64_t seed) {
  bool counts = std::getenv("XBLOCK_FUZZ_COUNTS"), right = true;
  auto each = [&](const std::string &text, const Explored &e, bool wrong) {
    if (wrong)
      std::printf("wrong:\n%s\n", text.c_str());
    if (counts)
      std::printf("%lu %lu %lu\n%s\n", e.schedules, e.redundant, e.rounds, text.c_str());
    right &= !wrong;
  };
  Tally dpor = fuzz(Mode::Dpor, seed, programs, kind.flavour, each);
  Tally sleep = counts ? Tally{} : fuzz(Mode::Sleep, seed, programs, kind.flavour, each);
  std::printf("| %s | %d | %lu | %lu | %lu (%.2f %%) |\n", kind.name, dpor.deadlocking,
              sleep.schedules, dpor.schedules, dpor.redundant,
              100.0 * static_cast<double>(dpor.redundant) / static_cast<double>(dpor.schedules));
  std::fflush(stdout);
  return right;
}

} // namespace
} // namespace xblock::test

int main(int argc, char **argv) {
  int programs = argc > 1 ? std::atoi(argv[1]) : 0;
  uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  size_t row = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : ~size_t{0};
  auto kinds = xblock::test::kinds();
  if (programs <= 0 || (argc > 3 && row >= kinds.size())) {
    std::fprintf(stderr, "usage: fuzz_table PROGRAMS [SEED [ROW]]\n");
    return 3;
  }
  bool right = true;
  for (size_t i = 0; i < kinds.size(); ++i)
    if (argc <= 3 || i == row)
      right &= xblock::test::printRow(kinds[i], programs, seed + i);
  return right ? 0 : 1;
}
