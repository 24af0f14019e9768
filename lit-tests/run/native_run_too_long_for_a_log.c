// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A native run that fails behind the end of what a log can hold: the report says that there is none, and why, and no file is written. The bound, of
// turns and of times told, is set low. A shorter run has a log with that bound, which replays.
// RUN: rm -rf %t && mkdir %t && cd %t && %xblock_cc -g -O1 %s -o p
// RUN: not env XBLOCK_NATIVE_RECORD=60 %xblock run --policy=native --json=r.json -- ./p turns > out 2>&1
// RUN: FileCheck --check-prefix=LONG %s < out
// RUN: %python -c "import json; f = json.load(open('r.json'))['failures'][0]; assert f['whyNoReplay'] == 'the run is too long for a log', f"
// RUN: not env XBLOCK_NATIVE_RECORD=60 %xblock run --policy=native -- ./p times > out 2>&1
// RUN: FileCheck --check-prefix=LONG %s < out
// RUN: bash -c '! ls *.xblock-native'
// RUN: not env XBLOCK_NATIVE_RECORD=60 %xblock run --policy=native -- ./p short > out 2>&1
// RUN: FileCheck --check-prefix=SHORT %s < out
// RUN: not %xblock run --policy=native --native-log=p.1.xblock-native -- ./p short 2>&1 | FileCheck --check-prefix=REPLAY %s
// RUN: not %xblock run --policy=native -- ./p turns > out 2>&1
// RUN: FileCheck --check-prefix=SHORT %s < out
// LONG: replay
// LONG-NEXT: none: the run is too long for a log
// LONG-NOT: native-log=
// LONG: xblock: failure
// SHORT: --native-log=p.1{{.*}}.xblock-native
// REPLAY: as in the log
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static sem_t here, there;
static int rounds;

static void *run(void *unused) {
  for (int i = 0; i < rounds; ++i) {
    sem_wait(&there);
    sem_post(&here);
  }
  return unused;
}

// At least two turns a round, and a time each.
int main(int argc, char **argv) {
  (void)argc;
  rounds = strcmp(argv[1], "turns") == 0 ? 200 : 3;
  sem_init(&here, 0, 0);
  sem_init(&there, 0, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  for (int i = 0; i < rounds; ++i) {
    sem_post(&there);
    sem_wait(&here);
  }
  pthread_join(thread, NULL);
  struct timespec now;
  for (int i = 0; i < 200 && strcmp(argv[1], "times") == 0; ++i)
    clock_gettime(CLOCK_MONOTONIC, &now);
  abort();
}
