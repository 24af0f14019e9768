// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What posix_memalign writes, and what std::pmr::monotonic_buffer_resource keeps in itself, had no place in the program, so that it was
// looked at for no race: "complete" of threads that use one without a lock, and --mode=sleep missed outcomes.
// RUN: %xblock_cxx -std=c++20 -g -O1 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t align -- verdict=failure failures~^race "message~data race on given"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t resource -- verdict=failure failures~^race
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t align locked -- verdict=complete failures=none schedules=2
// RUN: %python %S/../explore/Inputs/explore.py %xblock --keep-going -- %t resource locked -- verdict=complete failures=none schedules=2
#include <cstdlib>
#include <cstring>
#include <memory_resource>
#include <mutex>
#include <thread>

static void *given;
static char room[256];
static std::pmr::monotonic_buffer_resource resource(room, sizeof room);
static std::mutex mutex;
static bool isLocked;

template <typename Work> static void locked(Work work) {
  if (isLocked)
    mutex.lock();
  work();
  if (isLocked)
    mutex.unlock();
}

static void first(bool align) {
  if (!align)
    static_cast<void>(resource.allocate(8));
  else if (posix_memalign(&given, 64, 64))
    std::abort();
}
static void second(bool align) {
  if (!align)
    static_cast<void>(resource.allocate(8));
  else
    static_cast<void>(*static_cast<void *volatile *>(&given));
}

int main(int count, char **arguments) {
  const bool align = count > 1 && !std::strcmp(arguments[1], "align");
  isLocked = count > 2;
  std::thread a([&] { locked([&] { first(align); }); }), b([&] { locked([&] { second(align); }); });
  a.join();
  b.join();
  std::free(given);
}
