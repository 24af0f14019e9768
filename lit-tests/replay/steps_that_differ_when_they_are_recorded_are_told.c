// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// The steps of a schedule are recorded in one more run of it. A library without hooks counts calls, which nothing takes back: in that run
// the thread ends before its second region, so that the schedule does not fit. That is told; there was nothing.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: clang-19 -DLIBRARY -fPIC -shared %s -o libcalls.so
// RUN: %xblock_cc -g -O1 %s ./libcalls.so -Wl,-rpath,%t -o test
// RUN: %xblock replay --steps --json=report.json x1:1x3.0 -- ./test 2>&1 | FileCheck %s
// CHECK: steps
// CHECK-NEXT: none: the schedule did something else when it was run again for its steps: block {{[0-9]+}}: {{.+}}
// RUN: FileCheck --check-prefix=JSON --input-file=report.json %s
// JSON: "steps": [],
// JSON-NEXT: "whyNoSteps": "block {{[0-9]+}}: {{.+}}"
#ifdef LIBRARY
int calls;
int times_called(void) { return ++calls; }
#else
#include <pthread.h>

int times_called(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *run(void *unused) {
  pthread_mutex_lock(&m);
  ++n;
  pthread_mutex_unlock(&m);
  if (times_called() > 1)
    return unused;
  pthread_mutex_lock(&m);
  ++n;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
}
#endif
