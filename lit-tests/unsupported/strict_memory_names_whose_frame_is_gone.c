// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A function without hooks ends in a call of memset (a loop that the compiler knows, a tail call), so that its frame is gone as memset writes:
// --memory=strict named memset of libc.so.6 only, which nobody can compile anew. It names the function that the program called, by the call
// itself: through the linker's stub or by the loader's slot; where two libraries end in calls of each other, the one that was called. Of a call
// by a pointer it tells the place.
// RUN: mkdir -p %t && clang-19 -DFILLS -O2 -fPIC -shared %s -o %t/libfills.so
// RUN: clang-19 -DPASSES -O2 -fPIC -shared %s %t/libfills.so -Wl,-rpath,%t -o %t/libpasses.so
// RUN: clang-19 -DOBJECT -O2 -c %s -o %t/object.o
// RUN: %xblock_cc -g -O1 %s %t/object.o %t/libpasses.so %t/libfills.so -Wl,-rpath,%t -o %t/program
// RUN: %xblock_cc -g -O1 -fno-plt %s %t/object.o %t/libpasses.so %t/libfills.so -Wl,-rpath,%t -o %t/slots
// RUN: %xblock_cc -g -O1 -fuse-ld=lld -Wl,-z,force-ibt %s %t/object.o %t/libpasses.so %t/libfills.so -Wl,-rpath,%t -o %t/ibt
// DEFINE: %{strict} = %python %S/../explore/Inputs/explore.py %xblock --memory=strict --
// RUN: %xblock_cc -g -O1 -fno-plt -Wl,-z,norelro %s %t/object.o %t/libpasses.so %t/libfills.so -Wl,-rpath,%t -o %t/writable
// RUN: %{strict} %t/program fill -- verdict=unsupported \
// RUN:   "unsupported~^.* of libc.so.6, called through fill of libfills.so writes without hooks to page, which .*: compile that library"
// RUN: %{strict} %t/slots fill -- verdict=unsupported "unsupported~, called through fill of libfills.so writes"
// RUN: %{strict} %t/ibt fill -- verdict=unsupported "unsupported~, called through fill of libfills.so writes"
// RUN: %{strict} %t/program pass -- verdict=unsupported "unsupported~, called through pass of libpasses.so writes .*: compile that library"
// RUN: %{strict} %t/program calls -- verdict=unsupported "unsupported~, called by calls of libpasses.so writes .*: compile that library"
// RUN: %{strict} %t/program chain -- verdict=unsupported "unsupported~, called through fill of libfills.so writes .*: compile that library"
// RUN: %{strict} %t/program object -- verdict=unsupported "unsupported~, called through object of the program writes .*: compile what is called there"
// RUN: %{strict} %t/program pointer -- verdict=unsupported \
// RUN:   "unsupported~ of libc.so.6, called from run at .*frame_is_gone.c:%(line+57) writes without hooks to page, which .*: compile what is called there"
// By a slot that may be written (no RELRO) it does not tell: not the place of a call by a pointer before it.
// RUN: %{strict} %t/writable stale -- verdict=unsupported "unsupported~, called from run of the program writes without hooks to page, which"
// The library's own writes are told as before, whoever it was called by.
// RUN: %{strict} %t/program own -- verdict=unsupported "unsupported~^own of libfills.so writes without hooks to page, which"
#include <string.h>
void fill(char *to);
void own(char *to);
void pass(char *to);
void calls(char *to);
int chain(char *to);
void object(char *to);

#if defined FILLS
void fill(char *to) { memset(to, 1, 2000); }
void own(char *to) {
  if (to)
    *(volatile char *)to = 1;
}
#elif defined PASSES
void pass(char *to) { fill(to); }
void calls(char *to) {
  memset(to, 1, 2000);
  __asm__ volatile("");
}
int chain(char *to) {
  fill(to);
  __asm__ volatile("");
  return 1;
}
#elif defined OBJECT
void object(char *to) { memset(to, 1, 2000); }
#else
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Alignas(4096) char page[4096];
static const char *how;
static void (*volatile pointer)(char *) = fill, (*volatile harmless)(char *) = own;

static void *run(void *unused) {
  pthread_mutex_lock(&lock);
  if (!strcmp(how, "fill"))
    fill(page);
  else if (!strcmp(how, "pass"))
    pass(page);
  else if (!strcmp(how, "calls"))
    calls(page);
  else if (!strcmp(how, "chain"))
    chain(page);
  else if (!strcmp(how, "object"))
    object(page);
  else if (!strcmp(how, "own"))
    own(page);
  else if (!strcmp(how, "stale"))
    harmless(NULL), fill(page);
  else
    pointer(page);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(int argc, char **argv) {
  (void)argc;
  how = argv[1];
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], NULL, run, NULL);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  return 0;
}
#endif
