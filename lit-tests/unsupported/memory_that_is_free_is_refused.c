// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// How much memory of the machine is free changes while the search runs; how much there is, and all else that sysconf tells, does not.
// RUN: %xblock_cc -DASKS="sysconf(_SC_AVPHYS_PAGES)" %s -o %t
// RUN: not %t 2>&1 | FileCheck %s --check-prefix=SYSCONF
// SYSCONF: unsupported: call of sysconf(_SC_AVPHYS_PAGES) at {{.*}}memory_that_is_free_is_refused.c:[[@LINE+12]] in run
// RUN: %xblock_cc -DASKS="get_avphys_pages()" %s -o %t
// RUN: not %t 2>&1 | FileCheck %s --check-prefix=PAGES
// PAGES: unsupported: call of get_avphys_pages at {{.*}}memory_that_is_free_is_refused.c:[[@LINE+9]] in run
// RUN: %xblock_cc -DASKS="(sysconf(_SC_PHYS_PAGES) + sysconf(_SC_PAGESIZE) + get_phys_pages())" %s -o %t
// RUN: %t 2>&1 | FileCheck %s --check-prefix=REST
// REST: complete: 1 schedule, 0 failures
#include <pthread.h>
#include <sys/sysinfo.h>
#include <unistd.h>

static void *run(void *arg) {
  return ASKS > 0 ? arg : NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, run, NULL);
  pthread_join(t, NULL);
}
