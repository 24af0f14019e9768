// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What libstdc++ calls for the explorer can be a copy of a template that the program has, with hooks. They put the explorer's own
// memory on the log, and the next state that was gone back to broke its heap. Here the report is made so; gdb stops where the stack
// that is in use would be put there.
// RUN: %xblock_cxx -g %s -o %t
// RUN: %xblock replay x1:0 --gdb --gdb-args='-batch \
// RUN:   -ex "break xblock::UndoLog::pushChunk if (unsigned long)$rsi - (unsigned long)$rsp < 1000000" -ex continue' \
// RUN:   -- %t 2>&1 | FileCheck %s
// CHECK: xblock: assertion: {{.*}}'shared == 1'
// CHECK: Breakpoint {{[0-9]+}} at {{0x[0-9a-f]+}}
// CHECK-NOT: {{pushChunk|Error}}
// CHECK: xblock: replay: 1 block, assertion
#include <cassert>
#include <string>
#include <thread>

template class std::basic_string<char>;

static int shared;

int main() {
  std::thread other([] { shared = 1; });
  assert(shared == 1);
  other.join();
}
