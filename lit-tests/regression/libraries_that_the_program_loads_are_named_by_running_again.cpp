// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// With --restore=reexecute other processes run the program, and this one had not loaded what it loads before its first thread (dlopen): their
// functions were "(unknown)" in reports, without lines. The report and the coverage are those by snapshots.
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: %xblock_cxx -g -O0 -shared -fPIC -DLIBRARY %s -o %t.d/lib.so
// RUN: %xblock_cxx -g -O0 %s -o %t.d/p
// RUN: cd %t.d && not %xblock run --coverage=snapshot -- ./p > snapshot.text 2>&1
// RUN: cd %t.d && not %xblock run --coverage=again --restore=reexecute -- ./p > again.text 2>&1
// RUN: cd %t.d && cmp snapshot again && cmp snapshot.text again.text
// RUN: FileCheck --input-file=%t.d/again.text %s
// CHECK: assertion 'n < 4' failed in
// CHECK: addInLibrary {{.*}}.cpp:[[@LINE+11]]
#ifdef LIBRARY
#include <cassert>
#include <mutex>

static std::mutex m;
static int n;
extern "C" void addInLibrary() {
  for (int i = 0; i < 2; ++i) {
    std::lock_guard guard(m);
    ++n;
    assert(n < 4);
  }
}
#else
#include <dlfcn.h>
#include <thread>

int main() {
  void *library = dlopen("./lib.so", RTLD_NOW);
  auto add = reinterpret_cast<void (*)()>(dlsym(library, "addInLibrary"));
  std::thread other(add);
  add();
  other.join();
}
#endif
