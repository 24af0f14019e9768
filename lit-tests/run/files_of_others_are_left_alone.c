// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// --frontier overwrote, and then removed, whatever file it named; --coverage put a regular file where a device or a link was. An option
// with an empty value took the next option for it, and a file of that name was left. And where the program has code without hooks, which
// locks, the verdict was complete.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: bash -c 'echo precious > %t.notes; %xblock run --quiet --frontier=%t.notes -- %t > %t.out 2>&1; [ $? = 3 ] && grep -qx precious %t.notes'
// RUN: FileCheck --check-prefix=NOTES --input-file=%t.out %s
// NOTES: xblock: --frontier: {{.*}}.notes is there, and no search is kept in it: it would be lost; name another file
// RUN: bash -c '%xblock run --quiet --frontier=%t.nowhere/f -- %t > %t.out 2>&1; [ $? = 3 ]'
// RUN: FileCheck --check-prefix=NOWHERE --input-file=%t.out %s
// NOWHERE: xblock: --frontier: {{.*}}.nowhere/f cannot be written: No such file or directory; name another file
// RUN: bash -c 'rm -f %t.cov %t.link; %xblock run --quiet --policy=random --coverage=%t.cov -- %t; [ $? = 2 ]; chmod 640 %t.cov; ln -s $(basename %t.cov) %t.link'
// RUN: bash -c '%xblock run --quiet --policy=random --coverage=%t.link -- %t; [ $? = 2 ] && [ -L %t.link ] && [ $(stat -c %%a %t.cov) = 640 ] && grep -q "\"runs\": *2" %t.cov'
// RUN: bash -c 'rm -f %t.pipe; mkfifo %t.pipe; (cat %t.pipe > %t.piped &); %xblock run --quiet --policy=random --coverage-html=%t.pipe -- %t; [ $? = 2 ] && [ -p %t.pipe ]'
// RUN: bash -c 'cd %T; %xblock run --quiet --html= --max-schedules=3 -- %t > %t.out 2>&1; [ $? = 3 ] && [ ! -e --max-schedules=3 ]'
// RUN: FileCheck --check-prefix=EMPTY --input-file=%t.out %s
// EMPTY: xblock: option 'html' names a file, and has no name: html=FILE
//
// RUN: clang-19 -DLIBRARY -g -c %s -o %t.o
// RUN: %xblock_cc -DPROGRAM -g -O1 %s %t.o -o %t.mixed
// RUN: bash -c '%xblock run -- %t.mixed > %t.out 2>&1; [ $? = 0 ]'
// RUN: FileCheck --check-prefix=MIXED --input-file=%t.out %s
// MIXED: xblock: complete up to what follows: {{.*}} 0 failures
// MIXED: up to: what code of the program without hooks reads and writes, as that which takes a lock in
// MIXED: files_of_others_are_left_alone.c:[[# @LINE + 11]]): compile all of it
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

void *inc(void *unused);
extern int count;
#ifndef PROGRAM
int count;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *inc(void *unused) {
  pthread_mutex_lock(&m);
  int before = count;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
#ifdef LIBRARY
  count = before + 1; // lost, if both read first: unseen
#else
  ++count;
  (void)before;
#endif
  pthread_mutex_unlock(&m);
  return unused;
}
#endif
#ifndef LIBRARY
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, inc, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(count == 2);
  return 0;
}
#endif
