// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What these functions keep in libc, or change in what they made, is not rolled back, and they ran as they were. Each is refused by its name; before the first
// thread it works, and a name that libc has beside is that of the function.
// RUN: %xblock_cc -w -g -O0 -fno-builtin %s -o %t
// RUN: bash -c 'for call in argz_add_sep strfmon setlogmask posix_spawn_file_actions_init tfind dlerror textdomain setutent tcgetattr __libc_malloc obstack_free; do \
// RUN:   %python %S/../explore/Inputs/explore.py %xblock -- %t $call -- verdict=unsupported "unsupported~^call of $call at .*c:[0-9]" || exit 1; done'
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t __argz_count -- verdict=unsupported "unsupported~^call of argz_count at .*c:[0-9]"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t none -- verdict=complete failures=none schedules=1
#define _GNU_SOURCE
#include <argz.h>
#include <dlfcn.h>
#include <libintl.h>
#include <monetary.h>
#include <obstack.h>
#include <pthread.h>
#include <search.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>
#include <termios.h>
#include <utmp.h>

void *__libc_malloc(size_t);
static int order(const void *a, const void *b) { return strcmp(a, b); }
static void *tree;

static void *nothing(void *unused) { return unused; }

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
#define IS(name) (strcmp(what, #name) == 0)
  char *texts = NULL, money[20];
  size_t length = 0;
  struct termios settings;
  struct obstack stack;
  posix_spawn_file_actions_t actions;
  pthread_t thread;
  argz_add(&texts, &length, "a");
  tsearch("a", &tree, order);
  if (argz_count(texts, length) != 1 || !tfind("a", &tree, order))
    return 1;
  pthread_create(&thread, NULL, nothing, NULL);
  if (IS(argz_add_sep))
    argz_add_sep(&texts, &length, "b:c", ':');
  if (IS(__argz_count))
    __argz_count(texts, length);
  if (IS(strfmon))
    strfmon(money, sizeof money, "%n", 1.5);
  if (IS(setlogmask))
    setlogmask(0);
  if (IS(posix_spawn_file_actions_init))
    posix_spawn_file_actions_init(&actions);
  if (IS(tfind))
    tfind("a", &tree, order);
  if (IS(dlerror))
    dlerror();
  if (IS(textdomain))
    textdomain("a");
  if (IS(setutent))
    setutent();
  if (IS(tcgetattr))
    tcgetattr(0, &settings);
  if (IS(__libc_malloc))
    __libc_malloc(10);
  if (IS(obstack_free))
    (obstack_free)(&stack, NULL);
  return pthread_join(thread, NULL);
}
