// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Breaks the rules for an engine; layers_test.py expects each to be found. Never run.
#include <cstdio>
#include <dlfcn.h>
#include <pthread.h>
#include <sys/mman.h>

namespace xblock {
void writeAll(int fd); // of another layer
void breakRules() {
  static pthread_mutex_t mutex;
  pthread_mutex_lock(&mutex);
  mprotect(nullptr, 0, PROT_NONE);
  std::fopen("", "");
  dlsym(nullptr, "");
  writeAll(1);
}
} // namespace xblock
