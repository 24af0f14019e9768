// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: a modelled function that was called by a pointer did not know where, and accesses from nowhere are looked at for no race: the verdict of strcpy()
// by a pointer, beside a write of what it reads, was complete.
// RUN: %xblock_cc -g -O0 -fno-builtin %s -o %t
// RUN: bash -c 'for way in pointer qsort bsearch lfind; do %python %S/../explore/Inputs/explore.py %xblock -- %t $way -- verdict=failure failures~race \
// RUN:   "message~data race on text: .* reads at .*race_as_others_do.c:[23]" || exit 1; done'
#include <pthread.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

typedef int Comparison(const void *, const void *);
static char text[2][8] = {"abc", "abd"}, copy[8];
static char *(*volatile copies)(char *, const char *) = strcpy;
static const char *way;

static void *reads(void *unused) {
  size_t two = 2;
  if (!strcmp(way, "pointer"))
    copies(copy, text[0]);
  if (!strcmp(way, "qsort"))
    qsort(text, 2, 8, (Comparison *)strcmp);
  if (!strcmp(way, "bsearch"))
    bsearch("abc", text, 2, 8, (Comparison *)strcmp);
  if (!strcmp(way, "lfind"))
    lfind("abc", text, &two, 8, (Comparison *)strcmp);
  return unused;
}
static void *writes(void *unused) {
  text[1][2] = text[0][0] = 'a';
  return unused;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  way = argc > 1 ? argv[1] : "";
  pthread_create(&a, NULL, reads, NULL);
  pthread_create(&b, NULL, writes, NULL);
  pthread_join(a, NULL);
  return pthread_join(b, NULL);
}
