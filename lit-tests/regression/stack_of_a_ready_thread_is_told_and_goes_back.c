// RUN: %xblock_cc -g %s -o %t
// RUN: not %xblock run --verify-restore -- %t 2>&1 | FileCheck %s
// The failure's shortest schedule does not run main, which is suspended where it created the thread, and runs to tell its stack for
// the report. What that changes of its stack went not back, and --verify-restore took it for a write without hooks.
// One of 2 orders of two regions of one lock fails, the second.
// CHECK: main  ready
// CHECK-NEXT: #0 main
// CHECK: {{^}}xblock: failure: 1 failure in 1 of 2 schedules (dpor){{$}}
#include <pthread.h>
#include <xblock/xblock.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *f(void *p) {
  pthread_mutex_lock(&m);
  xblock_assert(x == 1);
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
