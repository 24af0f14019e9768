// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// XBLOCK_OPTIONS with a seed, or others of some policies, and no policy: they are for the calls whose policy takes them. They were refused before the
// first call, so that a sample that XBLOCK_SAMPLE makes could not have another seed. With a policy there they are of that one, as before.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: env XBLOCK_OPTIONS="seed=7 depth=4 preemptions=1 noise=sleep" %t 2>&1 | FileCheck %s
// RUN: bash -c 'XBLOCK_OPTIONS=seed=7 %xblock run -- %t 2>&1 | grep -q "(seed 7)"'
// RUN: bash -c '%xblock run --seed=8 -- %t 2>&1 | grep -q "(seed 8)"'
// RUN: bash -c 'XBLOCK_OPTIONS="seed=0x" %t 2> %t.out; [ $? = 3 ] && grep -q "^xblock: XBLOCK_OPTIONS: .*seed" %t.out'
// CHECK: xblock: random: incomplete: 5 schedules, 0 failures (random)
// CHECK: left: sampled only: 5 schedules by random (seed 7)
// CHECK: xblock: pct: incomplete: 5 schedules, 0 failures (pct)
// CHECK: left: sampled only: 5 schedules by pct (seed 7, depth 4)
// CHECK: xblock: noise: incomplete: 5 schedules, 0 failures (noise)
// CHECK: left: sampled only: 5 schedules by noise (seed 7, sleep noise
// CHECK: xblock: own: incomplete: 5 schedules, 0 failures (random)
// CHECK: left: sampled only: 5 schedules by random (seed 3)
// CHECK: xblock: search: complete up to what follows: {{[0-9]+}} schedules, 0 failures (dpor)
#include "xblock/explore.h"

#include <mutex>
#include <thread>

static std::mutex m;
static int n;

static void add() {
  for (int i = 0; i < 3; ++i) {
    std::lock_guard<std::mutex> lock(m);
    ++n;
  }
}

static void explored(const char *name, const char *policy, const char *more) {
  xblock::options how;
  how.name = name;
  if (policy[0]) {
    how.policy = policy;
    how.maxSchedules = 5;
  }
  how.more = more;
  xblock::explore(
      [] {
        std::thread a(add), b(add);
        a.join();
        b.join();
      },
      how);
}

int main() {
  explored("random", "random", "");
  explored("pct", "pct", "");
  explored("noise", "noise", "");
  explored("own", "random", "seed=3");
  explored("search", "", "");
}
