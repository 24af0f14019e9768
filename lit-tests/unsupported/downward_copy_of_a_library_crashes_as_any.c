// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A copy that goes downwards on purpose (std; rep movsb; cld, as in glibc's memmove) has the direction flag set as it meets a wild pointer: that
// was no verdict, for the flag that "code left set". It is the failure that it is of any copy. Where a library without hooks does leave the flag
// set, a crash of that is no failure of the program, as before.
// RUN: mkdir -p %t && clang-19 -DLIBRARY -O1 -fPIC -shared %s -o %t/libcopies.so
// RUN: %xblock_cc -g -O1 %s %t/libcopies.so -Wl,-rpath,%t -o %t/program
// DEFINE: %{explore} = %python %S/../explore/Inputs/explore.py %xblock -- %t/program
// RUN: %{explore} copy -- verdict=failure "message~SIGSEGV: write of address 0xfff"
// RUN: %{explore} words -- verdict=failure "message~SIGSEGV: write of address"
// RUN: %{explore} fill -- verdict=failure "message~SIGSEGV: write of address"
// RUN: %{explore} leave -- verdict=unsupported "unsupported~left the direction flag set \(std without cld\)"
void copy_down(char *to, const char *from, unsigned long n);
void copy_words_down(long *to, const long *from, unsigned long n);
void fill_down(char *to, unsigned long n);
void leave_down(void);
void copy_up(char *to, const char *from, unsigned long n);

#ifdef LIBRARY
void copy_down(char *to, const char *from, unsigned long n) {
  to += n - 1, from += n - 1;
  __asm__ volatile("std\n\trep movsb\n\tcld" : "+D"(to), "+S"(from), "+c"(n)::"memory");
}
void copy_words_down(long *to, const long *from, unsigned long n) {
  to += n - 1, from += n - 1;
  __asm__ volatile("std\n\trep movsq\n\tnop\n\tcld" : "+D"(to), "+S"(from), "+c"(n)::"memory");
}
void fill_down(char *to, unsigned long n) {
  to += n - 1;
  __asm__ volatile("std\n\tnop\n\trep stosb\n\tcld" : "+D"(to), "+c"(n) : "a"(0) : "memory");
}
void leave_down(void) { __asm__ volatile("std"); }
void copy_up(char *to, const char *from, unsigned long n) { __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n)::"memory"); }
#else
#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long words[4];
static const char *how;

static void *run(void *wild) {
  pthread_mutex_lock(&lock);
  char kind = how[0];
  if (kind == 'c') {
    copy_down(wild, (char *)words, 16);
  } else if (kind == 'w') {
    copy_words_down(wild, words, 4);
  } else if (kind == 'f') {
    fill_down(wild, 16);
  } else {
    leave_down();
    copy_up(wild, (char *)words, 16);
  }
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(int argc, char **argv) {
  (void)argc;
  how = argv[1];
  pthread_t thread;
  pthread_create(&thread, NULL, run, (void *)0xff0);
  run((void *)0xff0);
  pthread_join(thread, NULL);
  return 0;
}
#endif
