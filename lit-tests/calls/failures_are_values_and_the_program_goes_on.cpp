// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Whatever goes wrong in a body is the failure of that call: the result has it as values, and the program goes on in the state that it
// called in. Each failure is replayed by the line that the result has. The exit code is the program's.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: not %t >%t.out 2>%t.err
// RUN: FileCheck %s <%t.out
// RUN: FileCheck %s --check-prefix=ERR <%t.err
// RUN: %python %S/Inputs/replay_all.py %xblock %t.out 9
//
// CHECK: assertion: failure assertion [[#]] assertion 'held == 1' failed
// CHECK: abort: failure abort
// CHECK: exception: failure exception [[#]] uncaught exception of type std::runtime_error: no more
// CHECK: crash: failure signal [[#]] SIGSEGV: {{read|write}} of address
// CHECK: deadlock: failure deadlock [[#]] {{.*}}waits for mutex
// CHECK: race: failure race [[#]] data race on
// CHECK: leak: failure heap [[#]] memory leak: {{.*}}12 bytes
// CHECK: exit: failure exit [[#]] the program exits with status 0 within xblock::explore()
// CHECK: at once: failure exception [[#]] uncaught exception of type int
// CHECK: within: unsupported unsupported [[#]] xblock::explore() within xblock::explore()
// CHECK: main's end: unsupported unsupported [[#]] the end of the thread that called xblock::explore(), within it
// CHECK: as it was
// CHECK: complete 2
// ERR: xblock: assertion: failure: 1 failure in 1 of 2 schedules (dpor)
// ERR: xblock: crash: failure: 1 failure in 1 of 2 schedules (dpor)
#include "xblock/explore.h"

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <pthread.h>
#include <stdexcept>
#include <thread>

static int held;
static std::mutex m, n;

template <typename Body> static void show(const char *name, Body body) {
  xblock::options how;
  how.name = name;
  xblock::result r = xblock::explore(body, how);
  assert(!r && !r.failures.empty());
  const xblock::failure &f = r.failures.front();
  std::printf("%s: %s %s %d %s\n", name, r.verdict == xblock::verdict::failure ? "failure" : "unsupported", f.kind.c_str(),
              static_cast<int>(f.line), f.message.c_str());
  if (!f.replay.empty())
    std::printf("REPLAY %s\n", f.replay.c_str());
  assert(r.report.find(f.message.substr(0, 20)) != std::string::npos && r.report.find(f.replay) != std::string::npos);
  assert(r.json.find(f.schedule) != std::string::npos);
}

template <typename A, typename B> static void beside(A a, B b) {
  std::thread first(a), second(b);
  first.join();
  second.join();
}

int main() {
  int *volatile nowhere = nullptr;
  std::string kept = "as it was";
  auto one = [] {
    std::lock_guard<std::mutex> lock(m);
    ++held;
  };
  show("assertion", [&] {
    kept = "changed";
    beside(one, [] {
      std::lock_guard<std::mutex> lock(m);
      assert(held == 1);
    });
  });
  show("abort", [&] { beside(one, [] { std::lock_guard<std::mutex> lock(m); if (held == 0) std::abort(); }); });
  show("exception", [&] { beside(one, [] { std::lock_guard<std::mutex> lock(m); if (held == 0) throw std::runtime_error("no more"); }); });
  show("crash", [&] { beside(one, [&] { std::lock_guard<std::mutex> lock(m); if (held == 0) *nowhere = 1; }); });
  show("deadlock", [&] {
    beside([] { std::lock_guard<std::mutex> a(m), b(n); }, [] { std::lock_guard<std::mutex> b(n), a(m); });
  });
  show("race", [&] { beside([] { held = 1; }, [] { held = 2; }); });
  show("leak", [&] { beside(one, [] { void *p = std::malloc(12); __asm__ volatile("" : : "r"(p) : "memory"); }); });
  show("exit", [&] { beside(one, [] { std::exit(0); }); });
  show("at once", [&] { throw 7; });
  show("within", [&] { beside(one, [] { xblock::explore([] {}); }); });
  show("main's end", [&] { pthread_exit(nullptr); });
  std::puts(kept.c_str());
  xblock::result r = xblock::explore([&] { beside(one, one); }, {});
  assert(r && held == 2);
  std::printf("complete %d\n", static_cast<int>(r.schedules));
  return 7;
}
