// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A call of xblock::explore() samples if its options say so, as values or in XBLOCK_OPTIONS: the first failure ends it, its schedule replays without
// policy or seed, the state behind the call is that of a schedule that ran to its end; and a death of the process is gone on behind.
// RUN: clang-19 -O1 -fPIC -shared %S/Inputs/kills.c -o %t.so
// RUN: %xblock_cxx -std=c++17 -g -O1 %s %t.so -o %t
// RUN: %t > %t.out 2>%t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck --check-prefix=ERR %s < %t.err
// RUN: %python %S/Inputs/replay_all.py %xblock %t.out 1
// RUN: env XBLOCK_OPTIONS="policy=random max-schedules=7" %t by-environment 2>&1 | FileCheck --check-prefix=ENVIRONMENT %s
// CHECK: lost: failure assertion
// CHECK: REPLAY {{.*}}x1:
// CHECK: right: 2 of 50
// CHECK: dies: death 1
// CHECK: auto: 0
// ERR: xblock: lost: failure: assertion in schedule {{[0-9]+}} (pct)
// ERR: xblock: right: incomplete: 50 schedules, 0 failures (surw)
// ERR: left: sampled only: 50 schedules by surw (seed 9)
// ERR: xblock: the process that explores died of SIGUSR1 after schedule
// ERR: xblock: dies: failure: {{.*}} of 20 schedules (random)
// ERR: xblock: auto: complete: 2 schedules, 0 failures (dpor)
// ENVIRONMENT: xblock: incomplete: 7 schedules, 0 failures (random)
#include "xblock/explore.h"

#include <cassert>
#include <csignal>
#include <cstdio>
#include <mutex>
#include <thread>

extern "C" void kill_process(int signal);

static std::mutex m;
static int n;

static int get() {
  std::lock_guard<std::mutex> lock(m);
  return n;
}
static void set(int to) {
  std::lock_guard<std::mutex> lock(m);
  n = to;
}
static void add() {
  std::lock_guard<std::mutex> lock(m);
  ++n;
}
template <typename Body> static void twice(Body body) {
  n = 0;
  std::thread a(body), b(body);
  a.join();
  b.join();
}

static xblock::result sampled(const char *name, const char *policy, std::uint64_t schedules, void (*body)()) {
  xblock::options how;
  how.name = name;
  how.policy = policy;
  how.maxSchedules = schedules;
  if (policy[0] != 'a')
    how.seed = 9;
  how.keepGoing = std::string(name) == "dies";
  return xblock::explore(body, how);
}

int main(int argc, char **) {
  if (argc > 1) {
    xblock::explore([] { twice(add); });
    return 0;
  }
  xblock::result lost = sampled("lost", "pct", 1000, [] { twice([] { set(get() + 1); }), assert(n == 2); });
  assert(lost.verdict == xblock::verdict::failure && lost.failures.size() == 1);
  std::printf("lost: failure %s\nREPLAY %s\n", lost.failures[0].kind.c_str(), lost.failures[0].replay.c_str());
  xblock::result right = sampled("right", "surw", 50, [] { twice(add); });
  assert(right.verdict == xblock::verdict::incomplete);
  std::printf("right: %d of %d\n", n, static_cast<int>(right.schedules));
  xblock::result dies = sampled("dies", "random", 20, [] {
    n = 0;
    std::thread a(add), b([] { get() ? void() : kill_process(SIGUSR1); });
    a.join();
    b.join();
  });
  assert(dies.schedules == 20 && dies.failures[0].count > 1 && dies.failures[0].count < 20);
  std::printf("dies: %s %d\n", dies.failures[0].kind.c_str(), static_cast<int>(dies.failures.size()));
  std::printf("auto: %d\n", static_cast<int>(sampled("auto", "auto", 1000, [] { twice(add); }).verdict));
}
