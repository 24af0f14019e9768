// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// closedir gives a DIR back: a use of it behind that is a failure, which tells who closed it. dirfd was none, and no question of the order.
// RUN: %xblock_cc -g -O1 %s -o %t
//
// T2 closes under a mutex, and T3 uses the folder's list under it: before or behind: 1 of 2. closedir: whichever comes second fails, at its place.
// RUN: bash -c 'for how in readdir dirfd rewinddir telldir seekdir; do \
// RUN:   %python %S/Inputs/explore.py %xblock --keep-going -- %t $how -- verdict=failure schedules=2 failures=heap:1 "message~use after free: T3 .*[(]$how[)].*freed by T2" || exit 1; \
// RUN: done'
// RUN: %python %S/Inputs/explore.py %xblock --keep-going -- %t closedir -- verdict=failure failures=heap:1,heap:1 "message~use after free: T3 .*[(]closedir[)].*freed by T2"
// RUN: not %xblock run --verify-restore -- %t dirfd 2>&1 | FileCheck %s
// CHECK: {{^ +}}freed by T2
// CHECK-NEXT: #0 closes{{.*}}folders_used_behind_their_closedir.c:[[@LINE+13]]
#define _GNU_SOURCE
#undef NDEBUG
#include <assert.h>
#include <dirent.h>
#include <pthread.h>
#include <string.h>

static DIR *list;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *closes(void *u) {
  pthread_mutex_lock(&m);
  closedir(list);
  pthread_mutex_unlock(&m);
  return u;
}
static void *uses(void *how) {
  pthread_mutex_lock(&m);
#define USE(name, call) \
  if (!strcmp(how, name)) \
  (void)(call)
  USE("readdir", readdir(list) != NULL);
  USE("dirfd", dirfd(list));
  USE("rewinddir", (rewinddir(list), 0));
  USE("telldir", telldir(list));
  USE("seekdir", (seekdir(list, 0), 0));
  USE("closedir", closedir(list));
  pthread_mutex_unlock(&m);
  return NULL;
}
static void *nothing(void *u) { return u; }

int main(int count, char **arguments) {
  pthread_t a, b;
  pthread_create(&a, NULL, nothing, NULL); // the list is the model's
  pthread_join(a, NULL);
  assert((list = opendir(".")));
  pthread_create(&a, NULL, closes, NULL);
  pthread_create(&b, NULL, uses, arguments[count - 1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
