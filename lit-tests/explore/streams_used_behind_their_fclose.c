// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A FILE that was closed was given back: a use of it is a failure of kind heap, which tells who closed it, and where. It was refused, as leading out of the
// process, where the stream was opened before the first thread, and another stream opened meanwhile took its place.
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: %xblock_cc -g -O1 %s -o %t
//
// raced: T1 closes, T2 prints, no lock: one first or the other; the use behind it fails. locked: the same under a mutex. Each: 1 of 2.
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock --keep-going -- %t raced -- verdict=failure schedules=2 failures=heap:1 "message~use after free: T2 calls fputs with a stream that was closed"
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock --keep-going -- %t locked -- verdict=failure schedules=2 failures=heap:1 "message~T2 calls fprintf with a stream"
// RUN: cd %t.d && not %xblock run -- %t raced 2>&1 | FileCheck --check-prefix=RACED %s
// RACED: use after free: T2 calls fputs with a stream that was closed
// RACED: puts_{{.*}}streams_used_behind_their_fclose.c:[[@LINE+42]]
// RACED: closed by T1
// RACED-NEXT: #0 closes{{.*}}streams_used_behind_their_fclose.c:[[@LINE+36]]
// RUN: cd %t.d && %python %S/../replay/Inputs/replay.py %xblock 10 heap -- %t raced
//
// twice: T1 and T2 close, one of them too late, whichever: 2 schedules fail.
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock --keep-going -- %t twice -- verdict=failure failures=heap:2 "message~calls fclose with a stream"
// within: opened, closed and used by one thread while threads are explored; early: closed by main before, where what is compiled inline reads
// memory of libc: every schedule fails.
// RUN: cd %t.d && bash -c 'for what in fread fgets fflush fseek ftell ungetc feof fileno flockfile ftrylockfile setvbuf getc_unlocked putc_unlocked freopen getline; do \
// RUN:   for when in within early; do \
// RUN:     case $when-$what in early-?etc_unlocked|early-?utc_unlocked) continue;; esac; \
// RUN:     %xblock run --verify-restore -- %t $when $what 2>&1 | grep -q "main calls $(echo $what | sed s/getc_unlocked/fgetc/\;s/putc_unlocked/fputc/) with a stream that was closed" || { echo $when $what; exit 1; }; \
// RUN:   done; done'
// RUN: cd %t.d && not %xblock run -- %t early fflush 2>&1 | FileCheck --check-prefix=EARLY %s
// EARLY: {{^ +}}closed by main
// EARLY-NEXT: #0 main{{.*}}streams_used_behind_their_fclose.c
//
// look: fileno and flockfile come before T2's fclose, or fail behind it: 1 of 2, and 1 that ends before it
// fails again, since T1 has its end left where main fails.
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock --keep-going -- %t look -- verdict=failure schedules=3 redundant=1 failures=heap:1 "message~main calls fileno"
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock --keep-going -- %t lock -- verdict=failure schedules=3 redundant=1 failures=heap:1 "message~main calls flockfile"
// anew: what is opened anew is another stream, wherever it lies. stdin: is none that is given back.
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t anew -- verdict=complete schedules=1 failures=none
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t stdin -- verdict=unsupported "unsupported~getc.* of the closed stdin" < /dev/null
#undef NDEBUG
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *file;
static const char *volatile text = "text";
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *closes(void *u) {
  fclose(file);
  return u;
}
static void *puts_(void *u) {
  fputs(text, file);
  return u;
}
static void *closesLocked(void *u) {
  pthread_mutex_lock(&m);
  fclose(file);
  pthread_mutex_unlock(&m);
  return u;
}
static void *printsLocked(void *u) {
  pthread_mutex_lock(&m);
  fprintf(file, "%d\n", 1);
  pthread_mutex_unlock(&m);
  return u;
}
static void *nothing(void *u) { return u; }

static void use(const char *how) {
  char text[4];
  char *line = NULL;
  size_t size = 0;
#define USE(name, call) \
  if (!strcmp(how, name)) \
  (void)(call)
  USE("fread", fread(text, 1, 1, file) == 1);
  USE("fgets", fgets(text, 4, file) != NULL);
  USE("fflush", fflush(file));
  USE("fseek", fseek(file, 0, SEEK_SET));
  USE("ftell", ftell(file));
  USE("ungetc", ungetc('c', file));
  USE("feof", feof(file));
  USE("fileno", fileno(file));
  USE("flockfile", (flockfile(file), 0));
  USE("ftrylockfile", ftrylockfile(file));
  USE("setvbuf", setvbuf(file, NULL, _IOLBF, 0));
  USE("getc_unlocked", getc_unlocked(file));
  USE("putc_unlocked", putc_unlocked('c', file));
  USE("freopen", freopen("other", "w", file) != NULL);
  USE("getline", getline(&line, &size, file));
}

int main(int count, char **arguments) {
  const char *what = arguments[1];
  pthread_t a, b = 0;
#define START(name, first, second) \
  if (!strcmp(what, name)) pthread_create(&a, NULL, first, NULL), pthread_create(&b, NULL, second, NULL)
  file = fopen("file", "w+");
  assert(fputs("some text\n", file) >= 0 && fseek(file, 0, SEEK_SET) == 0);
  START("raced", closes, puts_);
  START("locked", closesLocked, printsLocked);
  START("twice", closes, closes);
  if (b) {
    pthread_join(a, NULL), pthread_join(b, NULL);
    return 0;
  }
  if (!strcmp(what, "early")) {
    fclose(file);
    fclose(fopen("another", "w"));
    fclose(fopen("third", "w"));
    pthread_create(&a, NULL, nothing, NULL);
    use(arguments[2]);
  } else if (!strcmp(what, "within")) {
    pthread_create(&a, NULL, nothing, NULL);
    pthread_join(a, NULL);
    file = freopen("within", "w+", file);
    FILE *own = fopen("own", "w+");
    fputs("some text\n", own), rewind(own);
    assert(fgetc(own) == 's');
    fclose(file);
    file = own;
    fclose(file);
    fclose(fopen("another", "w"));
    use(arguments[2]);
  } else if (!strcmp(what, "look") || !strcmp(what, "lock")) {
    pthread_create(&a, NULL, closes, NULL);
    if (!strcmp(what, "look")) {
      assert(fileno(file) >= 0);
    } else {
      flockfile(file);
      funlockfile(file);
    }
    pthread_join(a, NULL);
  } else if (!strcmp(what, "anew")) {
    fclose(file);
    pthread_create(&a, NULL, nothing, NULL);
    pthread_join(a, NULL);
    for (int i = 0; i < 600; i++) {
      FILE *again = fopen("again", "w");
      assert(again && fputs("text", again) >= 0 && fileno(again) > 2 && fclose(again) == 0);
    }
    FILE *all[200];
    for (int i = 0; i < 200; i++)
      assert((all[i] = fopen("again", "r")) && getc_unlocked(all[i]) == 't');
    for (int i = 0; i < 200; i++)
      assert(fclose(all[i]) == 0);
    file = fopen("again", "r");
    assert((file = freopen("again", "r", file)) && fgetc(file) == 't');
    fclose(file);
  } else if (!strcmp(what, "stdin")) {
    pthread_create(&a, NULL, nothing, NULL);
    fclose(stdin);
    getchar();
  }
}
