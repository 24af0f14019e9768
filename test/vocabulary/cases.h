//===- cases.h - small programs, each of which calls some function from two threads -----------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// CALLS(name, schedules, functions, why)   { ... }   a program that is right: with so many schedules, for the reason said
// MISUSE(name, message, functions)         { ... }   one that is wrong: it fails with a message that the regular expression
//                                                    matches
// `functions` are the names, with spaces between, that the program stands for. A program runs by its name; without a
// name, all of them are listed. See vocabulary.py.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Case {
  const char *kind, *name, *expected, *functions, *why;
  void (*run)(void);
};

#define CASE(kind, name, expected, functions, why)                                                 \
  static void run_##name(void);                                                                    \
  static const struct Case case_##name __attribute__((used, aligned(8), section("cases"))) = {     \
      kind, #name, expected, functions, why, run_##name};                                          \
  static void run_##name(void)
#define CALLS(name, schedules, functions, why) CASE("calls", name, #schedules, functions, why)
#define MISUSE(name, message, functions) CASE("misuse", name, message, functions, "")

/// Also where NDEBUG is defined.
#define must(condition)                                                                            \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                      \
      abort();                                                                                     \
    }                                                                                              \
  } while (0)

typedef void (*Part)(void);

static inline void *runPart(void *part) {
  (*(Part *)part)();
  return NULL;
}

/// T1 runs the first, main the second, and waits for T1.
static inline void both(Part first, Part second) {
  pthread_t thread;
  must(pthread_create(&thread, NULL, runPart, &first) == 0);
  second();
  must(pthread_join(thread, NULL) == 0);
}

extern const struct Case __start_cases[], __stop_cases[];

int main(int argc, char **argv) {
  for (const struct Case *c = __start_cases; c != __stop_cases; c++) {
    if (argc == 1)
      printf("%s\t%s\t%s\t%s\t%s\n", c->kind, c->name, c->expected, c->functions, c->why);
    else if (strcmp(argv[1], c->name) == 0)
      return c->run(), 0;
  }
  return argc != 1;
}
