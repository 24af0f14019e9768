// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// --sarif and --junit write what the schemas of SARIF 2.1.0 and of JUnit XML ask for, for each verdict, and the same bytes twice but
// for the time.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: not %xblock run --sarif=%t.sarif --junit=%t.xml -- %t deadlock "an <argument> & more"
// RUN: %python %S/Inputs/ci_reports.py %t.sarif %t.xml deadlock 3
// RUN: FileCheck --input-file=%t.sarif %s
// RUN: FileCheck --check-prefix=XML --input-file=%t.xml %s
// RUN: not %xblock run --sarif=%t.2.sarif --junit=%t.2.xml -- %t deadlock "an <argument> & more"
// RUN: diff %t.sarif %t.2.sarif
// RUN: bash -c 'diff <(sed "s/ time=\"[^\"]*\"//g" %t.xml) <(sed "s/ time=\"[^\"]*\"//g" %t.2.xml)'
// RUN: not %xblock run --keep-going --sarif=%t.sarif --junit=%t.xml -- %t race
// RUN: %python %S/Inputs/ci_reports.py %t.sarif %t.xml assertion 3 race 3
// RUN: %xblock run --sarif=%t.sarif --junit=%t.xml -- %t right
// RUN: %python %S/Inputs/ci_reports.py %t.sarif %t.xml - complete
// RUN: not %xblock run --max-schedules=1 --sarif=%t.sarif --junit=%t.xml -- %t right
// RUN: %python %S/Inputs/ci_reports.py %t.sarif %t.xml - incomplete
// RUN: not %xblock run --sarif=%t.sarif --junit=%t.xml -- %t unsupported
// RUN: %python %S/Inputs/ci_reports.py %t.sarif %t.xml - unsupported
// RUN: not %xblock run --sarif=%t.no/such/folder/report.sarif -- %t right 2>&1 | FileCheck --check-prefix=NOWHERE %s
// NOWHERE: xblock: cannot write {{.*}}report.sarif: No such file or directory; check the path and its permissions
// CHECK: "ruleId": "deadlock"
// CHECK: "text": "main waits for {{.*}}"
// CHECK: "uri": "{{.*}}reports_for_code_hosts_and_ci.c"
// CHECK: "startLine": [[#@LINE+16]]
// XML: <testcase classname="xblock.dpor" name="reports_for_code_hosts_and_ci.c.tmp deadlock 'an &lt;argument&gt; &amp; more'"
// XML-NEXT: <failure type="deadlock" message="{{.*}}">
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static const char *what;
static int x;

static void *run(void *first) {
  pthread_mutex_t *second = first == &a ? &b : &a;
  if (strcmp(what, "deadlock") == 0) {
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
  } else if (strcmp(what, "race") == 0) {
    ++x;
  } else if (strcmp(what, "unsupported") == 0) {
    fork();
  } else {
    pthread_mutex_lock(&a);
    ++x;
    pthread_mutex_unlock(&a);
  }
  return NULL;
}

int main(int argc, char **argv) {
  (void)argc;
  what = argv[1];
  pthread_t one, two;
  pthread_create(&one, NULL, run, &a);
  pthread_create(&two, NULL, run, &b);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(strcmp(what, "race") != 0 || x == 2);
  return 0;
}
