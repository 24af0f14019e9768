// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Two threads take from a stack, and one gives back what it took first: each entry is there once.
#include <assert.h>
#include <ck_stack.h>
#include <pthread.h>
#include <stddef.h>

#ifndef POP
#define POP ck_stack_pop_mpmc
#endif

static ck_stack_t stack = CK_STACK_INITIALIZER;
static ck_stack_entry_t entries[3];

static void *other(void *unused) {
  (void)unused;
  ck_stack_entry_t *first = POP(&stack), *second = POP(&stack);
  if (first)
    ck_stack_push_mpmc(&stack, first);
  return second;
}

int main(void) {
  for (int i = 0; i < 3; i++)
    ck_stack_push_mpmc(&stack, &entries[i]);
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  ck_stack_entry_t *mine = POP(&stack);
  void *theirs;
  pthread_join(thread, &theirs);
  int seen[3] = {0, 0, 0};
  if (mine)
    seen[mine - entries]++;
  if (theirs)
    seen[(ck_stack_entry_t *)theirs - entries]++;
  for (ck_stack_entry_t *entry; (entry = POP(&stack));)
    assert(++seen[entry - entries] == 1);
  for (int i = 0; i < 3; i++)
    assert(seen[i] == 1);
}
