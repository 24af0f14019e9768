// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What oneTBB's headers allocate by libtbb.so is on the program's heap: aligned as there, given back as schedules are, and looked at.
// libtbb.so itself is not needed. One schedule without an argument, since the threads share nothing.
// RUN: %xblock_cxx -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete schedules=1 failures=none
// RUN: %python %S/Inputs/explore.py %xblock -- %t leak -- verdict=failure failures=heap "message~memory leak"
// RUN: %python %S/Inputs/explore.py %xblock -- %t again -- verdict=failure failures=heap "message~use after free"
// RUN: %python %S/Inputs/explore.py %xblock -- %t twice -- verdict=failure failures=heap "message~double free"
// RUN: %python %S/Inputs/explore.py %xblock --fail-malloc=1 -- %t -- verdict=failure failures=exception "message~bad_alloc"
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <thread>

namespace tbb::detail::r1 {
void *cache_aligned_allocate(std::size_t);
void cache_aligned_deallocate(void *);
void *allocate_memory(std::size_t);
void deallocate_memory(void *);
} // namespace tbb::detail::r1
using namespace tbb::detail::r1;

int main(int, char **words) {
  auto is = [&](const char *word) { return words[1] && strcmp(words[1], word) == 0; };
  auto use = [&] {
    auto *aligned = static_cast<int *>(cache_aligned_allocate(3 * sizeof(int)));
    assert(reinterpret_cast<uintptr_t>(aligned) % 128 == 0);
    auto *plain = static_cast<int *>(allocate_memory(sizeof(int)));
    *plain = aligned[2] = 1;
    deallocate_memory(plain);
    if (is("again"))
      *plain = 2;
    if (!is("leak"))
      cache_aligned_deallocate(aligned);
    if (is("twice"))
      cache_aligned_deallocate(aligned);
  };
  std::thread other(use);
  use();
  other.join();
}
