// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// The page of --html works in a browser, in dark and light, wide and narrow, by keys and by buttons, and shows what its data says:
// of failures, a deadlock, a race, what is unsupported, outcomes, a replay that does not fail, and a schedule of more than 1,000 blocks.
// REQUIRES: chromium
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: %xblock_cc -g -O1 %s -o %t.d/p
// RUN: cd %t.d && not %xblock run --keep-going --html=page.html -- ./p lost && %python -B %S/Inputs/page.py page.html
// RUN: cd %t.d && not %xblock run --html=page.html -- ./p deadlock && %python -B %S/Inputs/page.py page.html
// RUN: cd %t.d && not %xblock run --keep-going --html=page.html -- ./p race && %python -B %S/Inputs/page.py page.html
// RUN: cd %t.d && not %xblock run --html=page.html -- ./p unsupported && %python -B %S/Inputs/page.py page.html
// RUN: cd %t.d && %xblock run --outcomes --html=page.html -- ./p "an <img src=x onerror=alert(1)> &amp; more" && %python -B %S/Inputs/page.py page.html
// RUN: cd %t.d && %xblock replay --html=page.html x1:0.1x3.2x3.0 -- ./p lost && %python -B %S/Inputs/page.py page.html
// RUN: cd %t.d && not %xblock run --html=page.html -- ./p long && %python -B %S/Inputs/page.py page.html
//
// What the program writes stays text, and need be none.
// RUN: cd %t.d && not %xblock run --html=page.html -- ./p markup && %python -B %S/Inputs/page.py page.html
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static const char *what;
static int x;

static int is(const char *mode) { return strcmp(what, mode) == 0; }

static void add(int n) {
  pthread_mutex_lock(&a);
  x += n;
  pthread_mutex_unlock(&a);
}

static void *run(void *first) {
  pthread_mutex_t *second = first == &a ? &b : &a;
  if (is("deadlock")) {
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
  } else if (is("race")) {
    ++x;
  } else if (is("unsupported")) {
    fork();
  } else if (is("lost")) {
    pthread_mutex_lock(&a);
    int seen = x;
    pthread_mutex_unlock(&a);
    pthread_mutex_lock(&a);
    x = seen + 1;
    pthread_mutex_unlock(&a);
  } else {
    for (int i = 0; i < (is("long") ? 600 : 1); i++)
      add(1);
  }
  return NULL;
}

int main(int argc, char **argv) {
  (void)argc;
  what = argv[1];
  pthread_t one, two;
  if (is("markup")) {
    printf("</script><script>alert(1)</script><b onclick=\"alert(2)\">&lt;</b>\xff\xfe\n");
    fflush(stdout);
  }
  pthread_create(&one, NULL, run, &a);
  pthread_create(&two, NULL, run, &b);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  if (is("lost") || is("race"))
    assert(x == 2);
  if (is("long"))
    assert(x != 1200);
  if (is("markup"))
    abort();
  return 0;
}
