// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: printf with %.5ls told of all of a wide text, up to its zero: of one that has none, in a block of five characters, that was an overflow.
// RUN: %xblock_cc -g -O0 -w %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t 5 -- verdict=complete failures=none "stdout=abcde|abc|\n"
// The precision counts bytes: two characters of three each.
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t 0 -- verdict=complete failures=none "stdout=€€|\n"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t 6 -- verdict=failure failures=heap "message~^heap overflow: T1 reads 24 bytes"
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

static int precision;

static void *run(void *unused) {
  if (precision == 0) {
    wchar_t *euros = malloc(2 * sizeof *euros);
    euros[0] = euros[1] = 0x20ac;
    printf("%.6ls|\n", euros);
    free(euros);
    return unused;
  }
  wchar_t *text = malloc(5 * sizeof *text);
  wmemcpy(text, L"abcde", 5);
  printf("%.*ls|%.3ls|\n", precision, text, text);
  free(text);
  return unused;
}

int main(int argc, char **argv) {
  (void)argc;
  precision = atoi(argv[1]);
  if (precision == 0 && !setlocale(LC_ALL, "C.UTF-8"))
    return 9;
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
}
