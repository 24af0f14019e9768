// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// --check=lockset tells of each variable that no lock protects at all accesses, also where there is
// no race: the order of these accesses is made by a flag.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/explore.py %xblock -- %t -- verdict=complete failures=none
// RUN: %python %S/Inputs/explore.py %xblock --check=lockset -- %t -- verdict=failure \
// RUN:   failures=lockset "message~no lock protects handed at all accesses: .*holding mutex lock.*holding nothing"
//
// The line that replays it shows it again.
// RUN: bash -c '%xblock run --check=lockset -- %t 2>&1 | grep -o "xblock replay --check=lockset x1:[^ ]*" | sort -u > %t.lines; [ $(wc -l < %t.lines) = 1 ]'
// RUN: bash -c 'read -r _ line < %t.lines; %xblock $line -- %t > %t.replay 2>&1; [ $? = 1 ]'
// RUN: FileCheck --check-prefix=REPLAY --input-file=%t.replay %s
// REPLAY: lockset: no lock protects handed at all accesses:
// REPLAY: xblock: replay: {{[0-9]+}} blocks, 1 variable without a lock
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int kept, handed;
static atomic_int ready;

static void *give(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  kept++;
  handed = 1;
  pthread_mutex_unlock(&lock);
  ready = 1;
  return NULL;
}

static void *take(void *unused) {
  (void)unused;
  if (ready)
    handed++;
  pthread_mutex_lock(&lock);
  kept++;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, give, NULL);
  pthread_create(&b, NULL, take, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
