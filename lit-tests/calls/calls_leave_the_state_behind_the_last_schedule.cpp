// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Each schedule of a call begins in the state that the program called in, and the program goes on in the state behind the last of them,
// once: what main, the heap and variables held is changed by one run of the body, not by as many as there were schedules. A second
// call with the same body has the same counts, and begins with T1 again.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: %t >%t.out 2>%t.err
// RUN: FileCheck %s --check-prefix=OUT <%t.out
// RUN: FileCheck %s --check-prefix=ERR <%t.err
// The same, started by the command, whose options are defaults; the exit code is the program's.
// RUN: %xblock run --mode=sleep -- %t >%t.out 2>%t.err
// RUN: FileCheck %s --check-prefix=OUT <%t.out
// RUN: FileCheck %s --check-prefix=SLEEP <%t.err
// However states are restored; and each call has report files of its own.
// RUN: env XBLOCK_OPTIONS=restore=reexecute %t | FileCheck %s --check-prefix=OUT
// RUN: env XBLOCK_OPTIONS=verify-restore %t | FileCheck %s --check-prefix=OUT
// RUN: env XBLOCK_OPTIONS=memory=strict %t | FileCheck %s --check-prefix=OUT
// RUN: env XBLOCK_OPTIONS=json=%t.json %t | FileCheck %s --check-prefix=OUT
// RUN: grep '"summary": "xblock: complete' %t.json && grep '"summary": "xblock: call 2: complete' %t.2.json
// RUN: grep '"summary": "xblock: alone: complete' %t.alone.json
// A mistake in the options of the process ends it at once, one in those of a call is that call's; so is a call that a replay never comes to.
// RUN: not %xblock run --resume -- %t 2>&1 | FileCheck %s --check-prefix=RESUME
// RUN: not %xblock replay --call=nowhere x1:0 -- %t 2>&1 | FileCheck %s --check-prefix=NOWHERE
// RESUME: xblock: --resume is of a search of the whole program
// NOWHERE: xblock: the program came to 4 calls of xblock::explore(), and none of them is --call=nowhere
//
// Two threads that each take one lock once: 2 orders. With sleep sets only, main's joins come before or behind the ends of the threads
// as well: for each order of the two, either is joined where it has ended, or before: 2 more.
// OUT: before
// OUT-NEXT: in the body
// OUT-NEXT: complete
// OUT-NEXT: global 1 local 2 heap 3 list 2
// OUT-NEXT: in the body
// OUT-NEXT: complete
// OUT-NEXT: global 2 local 4 heap 6 list 4
// OUT-NEXT: the body without threads
// OUT-NEXT: complete 1 schedules, local 5
// ERR: xblock: complete: 2 schedules, 0 failures (dpor)
// ERR: xblock: call 2: complete: 2 schedules, 0 failures (dpor)
// ERR: xblock: alone: complete: 1 schedule, 0 failures (dpor)
// ERR: xblock: the options of xblock::explore(): unknown option 'mod'; the nearest is 'mode'
// SLEEP: xblock: complete: 4 schedules{{.*}}, 0 failures (sleep)
// SLEEP: xblock: call 2: complete: 2 schedules, 0 failures (dpor)
// SLEEP: xblock: alone: complete: 1 schedule, 0 failures (sleep)
#include "xblock/explore.h"

#include <cassert>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

static int global;

int main() {
  std::puts("before");
  int local = 0;
  auto heap = std::make_unique<int>(0);
  std::vector<std::unique_ptr<int>> list;
  std::mutex m;
  for (int call = 1; call <= 2; ++call) {
    const int were = global;
    auto body = [&] {
      std::puts("in the body");
      assert(global == were && local == 2 * were && *heap == 3 * were);
      ++global;
      auto work = [&] {
        std::lock_guard<std::mutex> lock(m);
        ++local;
        list.push_back(std::make_unique<int>(local));
      };
      std::thread a(work), b(work);
      a.join();
      b.join();
      *heap += 3;
    };
    xblock::options how;
    if (call == 2)
      how.mode = "dpor";
    xblock::result r = xblock::explore(body, how);
    assert(r && r.verdict == xblock::verdict::complete && r.failures.empty());
    assert(r.schedules == (r.summary.find("(dpor)") != std::string::npos ? 2 : 4));
    std::puts("complete");
    std::printf("global %d local %d heap %d list %zu\n", global, local, *heap, list.size());
  }
  xblock::options alone;
  alone.name = "alone";
  xblock::result r = xblock::explore([&] { std::puts("the body without threads"), ++local; }, alone);
  assert(r.verdict == xblock::verdict::complete);
  std::printf("complete %d schedules, local %d\n", static_cast<int>(r.schedules), local);
  assert(!list.empty() && *list.back() == 4);
  xblock::options wrong;
  wrong.more = "mod=sleep";
  r = xblock::explore([&] { ++local; }, wrong);
  assert(!r && r.verdict == xblock::verdict::usage && local == 5);
}
