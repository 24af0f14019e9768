// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What is wrong with memory of operator new and delete is a failure: the wrong form of delete, one of another size or alignment,
// use of what a container has given back.
// RUN: %xblock_cxx -g -O1 -w -std=c++20 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t freeofnew -- verdict=failure failures=heap \
// RUN:   "message~^mismatch: free of a block of 4 bytes that operator new returned; allocated by T1 at .*cpp:[0-9]+$"
// RUN: %python %S/Inputs/explore.py %xblock -- %t deleteofmalloc -- verdict=failure failures=heap \
// RUN:   "message~^mismatch: operator delete of a block of 4 bytes that malloc returned;"
// RUN: %python %S/Inputs/explore.py %xblock -- %t arrayofone -- verdict=failure failures=heap \
// RUN:   "message~^mismatch: operator delete\[\] of a block of 4 bytes that operator new returned;"
// RUN: %python %S/Inputs/explore.py %xblock -- %t oneofarray -- verdict=failure failures=heap \
// RUN:   "message~^mismatch: operator delete of a block of 16 bytes that operator new\[\] returned;"
// RUN: %python %S/Inputs/explore.py %xblock -- %t reallocofnew -- verdict=failure failures=heap \
// RUN:   "message~^mismatch: realloc of a block of 4 bytes that operator new returned;"
// RUN: %python %S/Inputs/explore.py %xblock -- %t size -- verdict=failure failures=heap \
// RUN:   "message~^mismatch: operator delete of 4 bytes, which are a block of 40 bytes; allocated by T1"
// RUN: %python %S/Inputs/explore.py %xblock -- %t alignment -- verdict=failure failures=heap \
// RUN:   "message~^mismatch: operator delete with no alignment of a block that operator new returned with alignment 64;"
// RUN: %python %S/Inputs/explore.py %xblock -- %t element -- verdict=failure failures=heap \
// RUN:   "message~^use after free: T1 writes 4 bytes at 0x[0-9a-f]+, 4 bytes into a freed block of 12 bytes; freed by T1 at .*errors_of_cxx.*, allocated by T1 at .*errors_of_cxx"
// RUN: %python %S/Inputs/explore.py %xblock -- %t node -- verdict=failure failures=heap "message~^use after free: T1 reads"
// RUN: not %xblock run -- %t element 2>&1 | FileCheck %s
// CHECK: freed by T1
// CHECK: #{{[0-9]+}} change(std::vector<int, std::allocator<int>>&)
// CHECK: allocated by T1
// CHECK: #{{[0-9]+}} work()
#include <cstdlib>
#include <cstring>
#include <map>
#include <new>
#include <thread>
#include <vector>

struct Small {
  int x;
};
struct Large : Small { // without a virtual destructor
  long y[4];
};

static const char *how;

template <typename T> static T *hidden(T *p) {
  asm volatile("" : "+r"(p));
  return p;
}

__attribute__((noinline)) static void change(std::vector<int> &v) { v.push_back(4); }

__attribute__((noinline)) static void work() {
#define IS(name) (strcmp(how, #name) == 0)
  if (IS(freeofnew)) {
    free(hidden(new int));
  } else if (IS(deleteofmalloc)) {
    delete hidden(static_cast<int *>(malloc(4)));
  } else if (IS(arrayofone)) {
    delete[] hidden(new int);
  } else if (IS(oneofarray)) {
    delete hidden(new int[4]);
  } else if (IS(reallocofnew)) {
    hidden(realloc(hidden(new int), 8));
  } else if (IS(size)) {
    delete hidden<Small>(new Large);
  } else if (IS(alignment)) {
    ::operator delete(hidden(::operator new(64, std::align_val_t(64))));
  } else if (IS(element)) {
    std::vector<int> v{1, 2, 3};
    int *second = &v[1];
    change(v);
    *hidden(second) = 2;
  } else if (IS(node)) {
    std::map<int, int> m{{1, 2}, {3, 4}};
    auto i = m.find(1);
    m.erase(1);
    exit(i->second == 77);
  }
}

int main(int, char **argv) {
  how = argv[1];
  std::thread thread(work);
  thread.join();
}
