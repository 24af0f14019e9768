// Switches to a thread load its floating point control without asking for that of the search, which is not asked for: the rounding of each thread
// has to stay its own in every schedule, be inherited by the threads that it creates, and come back with a snapshot.
// RUN: %xblock_cc -O1 %s -o %t -lm
// RUN: %xblock run --mode=exitblock -- %t 2>&1 | FileCheck %s
// RUN: %xblock run --mode=exitblock --reuse=none -- %t 2>&1 | FileCheck %s
// RUN: %xblock run --mode=exitblock --restore=reexecute -- %t 2>&1 | FileCheck %s
// RUN: %xblock run --mode=exitblock --verify-restore -- %t 2>&1 | FileCheck %s
// CHECK-NOT: failure:
// CHECK: xblock: complete
#include <assert.h>
#include <fenv.h>
#include <pthread.h>
#include <xmmintrin.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile double one = 1, seven = 7;
static volatile long double longOne = 1, longSeven = 7;
static int turns;

static void look(int rounding, unsigned zeroes) {
  assert(fegetround() == rounding);
  assert((_mm_getcsr() & 0x8000) == zeroes);
  assert((one / seven > 1.0 / 7) == (rounding == FE_UPWARD)); // a seventh is rounded down in both formats
  assert((longOne / longSeven > 1.0L / 7) == (rounding == FE_UPWARD));
}

static void *child(void *unused) {
  look(FE_UPWARD, 0x8000);
  return unused;
}

static void *run(void *rounding) {
  int mine = rounding ? FE_UPWARD : FE_TONEAREST;
  if (rounding) {
    fesetround(FE_UPWARD);
    _mm_setcsr(_mm_getcsr() | 0x8000);
  }
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    turns++;
    look(mine, rounding ? 0x8000 : 0);
    pthread_mutex_unlock(&lock);
    look(mine, rounding ? 0x8000 : 0);
  }
  if (rounding) {
    pthread_t thread;
    pthread_create(&thread, NULL, child, NULL);
    pthread_join(thread, NULL);
  }
  look(mine, rounding ? 0x8000 : 0);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, run, NULL);
  pthread_create(&b, NULL, run, &lock);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  look(FE_TONEAREST, 0);
  return turns != 4;
}
