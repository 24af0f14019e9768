// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What no seed decides is the same in every run, in each process of a search, before the first thread and then; threads that draw
// do not affect each other: 1 schedule.
// RUN: %xblock_cxx -std=c++20 -g -O1 %s -o %t
// RUN: %xblock_cxx -std=c++20 -stdlib=libc++ -g -O1 %s -o %t.libcxx
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none schedules=1
// RUN: %python %S/Inputs/explore.py %xblock -- %t.libcxx -- verdict=complete failures=none schedules=1
// RUN: %xblock run -- %t > %t.one 2>/dev/null && %xblock run -- %t > %t.two 2>/dev/null && diff %t.one %t.two
// RUN: env -u XBLOCK_OPTIONS %xblock run --restore=reexecute -- %t > %t.three 2>/dev/null && diff %t.one %t.three
// What is drawn under a lock in two orders is the same for each thread: 2 schedules, in both of which they print the same.
// RUN: %python %S/Inputs/explore.py %xblock -- %t locked -- verdict=complete failures=none schedules=2
// RUN: %python %S/Inputs/explore.py %xblock -- %t.libcxx locked -- verdict=complete failures=none schedules=2
#include <cassert>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <random>
#include <set>
#include <stdexcept>
#include <sys/random.h>
#include <thread>
#include <unistd.h>

extern "C" std::uint32_t arc4random();
extern "C" void arc4random_buf(void *, size_t);
extern "C" std::uint32_t arc4random_uniform(std::uint32_t);

static unsigned early = std::random_device()();
static std::mutex mutex;

static std::uint64_t draw() {
  std::uint64_t a = 0, b = 0, c = 0;
  assert(getrandom(&a, sizeof a, 0) == sizeof a && getentropy(&b, sizeof b) == 0);
  arc4random_buf(&c, 7);
  std::random_device device("/dev/urandom");
  assert(device.entropy() == 32 && a != b && a >> 32 && b >> 32 && c >> 32);
  std::uniform_int_distribution<int> dice(1, 6);
  int thrown = dice(device);
  assert(thrown >= 1 && thrown <= 6 && arc4random_uniform(10) < 10 && arc4random_uniform(1) == 0);
  return a ^ b ^ c ^ device() ^ arc4random();
}

int main(int argc, char **) {
  std::uint64_t drawn[3];
  drawn[0] = draw();
  char many[300];
  assert(getentropy(many, sizeof many) == -1 && errno == EIO && getrandom(many, 1, 77) == -1 && errno == EINVAL);
  assert(getrandom(many, sizeof many, GRND_NONBLOCK) == sizeof many);
  assert(std::set<char>(many, many + sizeof many).size() > 100); // of 256; 176 are expected
  auto run = [&](int i) {
    if (argc == 1) {
      drawn[i] = draw();
      return;
    }
    std::lock_guard<std::mutex> guard(mutex);
    drawn[i] = draw();
    static std::uint64_t first[3];
    assert(first[i] == 0);
    first[i] = drawn[i];
    static volatile int last;
    last = i;
  };
  std::thread a(run, 1), b(run, 2);
  a.join();
  b.join();
  assert(drawn[0] != drawn[1] && drawn[1] != drawn[2] && drawn[0] != drawn[2]);
  if (argc == 1)
    try {
      std::random_device("no such source");
    return 1;
  } catch (const std::runtime_error &) {
  }
  std::printf("%x %llx %llx %llx\n", early, (unsigned long long)drawn[0], (unsigned long long)drawn[1], (unsigned long long)drawn[2]);
}
