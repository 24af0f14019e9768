// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// qsort told of its array as read and written before libc's function ran, which moves elements between calls of the program's comparison. Where the comparison ended a block, at a
// lock or behind a racing access, the next one moved elements without telling: going back did not bring them back, results were shown that no schedule has, and others missed.
// Elements are moved by the runtime now, each told of.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: %python %S/Inputs/cases.py %xblock %t.json %s %t
// RUN: %xblock run --quiet --leaks=always -- %t large
//
// Three calls: 2 with 1, 3 with 1, 3 with 2. The other thread sees the first element before or behind the whole sort, which holds a lock, and then how often was compared.
// CASE locks: 3 0 / 1 2 3, 3 1 / 1 2 3, 3 2 / 1 2 3, 3 3 / 1 2 3, 1 3 / 1 2 3
// {2, 1}: elements are copied, and put back in one step. The other thread looks at the second and then at the first before that, behind it, or one before and one behind.
// CASE looks: 2 1 / 1 2, 1 1 / 1 2, 1 2 / 1 2
// It writes 0 to the second before that is copied, between that and where both are put back, or behind.
// CASE writes: 0 0 / 0 2, 0 0 / 1 2, 0 0 / 1 0
// CASE large: 0 0 / 1 2
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;
static int numbers[3] = {2, 1}, first, other, calls;
static struct pair {
  int key, place;
} pairs[400];
static char mode;

static int compare(const void *a, const void *b) {
  if (mode == 'l') {
    pthread_mutex_lock(&k);
    ++calls;
    pthread_mutex_unlock(&k);
  }
  return *(const int *)a - *(const int *)b;
}

static void *sorts(void *unused) {
  if (mode == 'L')
    qsort(pairs, 400, sizeof *pairs, compare);
  else if (mode != 'l')
    qsort(numbers, 2, sizeof *numbers, compare);
  else {
    pthread_mutex_lock(&m);
    qsort(numbers, 3, sizeof *numbers, compare);
    pthread_mutex_unlock(&m);
  }
  return unused;
}

static void *others(void *unused) {
  if (mode == 'l') {
    pthread_mutex_lock(&m);
    first = numbers[0];
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&k);
    other = calls;
    pthread_mutex_unlock(&k);
  } else if (mode == 'w') {
    ((volatile int *)numbers)[1] = 0;
  } else if (mode == 'o') {
    other = ((volatile int *)numbers)[1];
    first = ((volatile int *)numbers)[0];
  }
  return unused;
}

int main(int argc, char **argv) {
  const char *name = argc > 1 ? argv[1] : "locks";
  mode = name[1] == 'a' ? 'L' : name[0] == 'w' ? 'w' : name[2] == 'c' ? 'l' : 'o';
  if (mode == 'l')
    numbers[0] = 3, numbers[1] = 2, numbers[2] = 1;
  for (int i = 0; i < 400; ++i)
    pairs[i] = (struct pair){(400 - i) / 3, i};
  pthread_t a, b;
  pthread_create(&a, NULL, sorts, NULL);
  pthread_create(&b, NULL, others, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  if (mode == 'L') { // and equal ones stay in order
    numbers[0] = 1, numbers[1] = 2;
    for (int i = 1; i < 400; ++i)
      if (pairs[i - 1].key > pairs[i].key || (pairs[i - 1].key == pairs[i].key && pairs[i - 1].place > pairs[i].place))
        numbers[0] = 0;
  }
  printf("%d %d / %d %d", first, other, numbers[0], numbers[1]);
  if (mode == 'l')
    printf(" %d", numbers[2]);
  puts("");
  return 0;
}
