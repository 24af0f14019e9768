// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What several native threads wrote came in another order in a replay, which gave each of them no turn to write. Each run of this program fails; what it
// wrote by the functions that write, to one stream, to one file, and under the lock of a stream that makes others wait, is written again by its log.
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: rm -rf %t.dir
// RUN: mkdir %t.dir
// RUN: bash -c 'cd %t.dir; for seed in {1..8}; do rm -f *.xblock-native; %xblock run --policy=native --seed=$seed --noise-probability=20 --stuck-seconds=60 -- %t > err 2>&1; [ $? = 1 ] && grep "^    | " err > first && [ $(wc -l < first) = 180 ] || exit 1; for i in 1 2 3; do %xblock run --policy=native --stuck-seconds=60 --native-log=$(ls *.xblock-native) -- %t > err 2>&1; [ $? = 1 ] && grep "^    | " err > again && cmp first again && grep -q "exit, as in the log" err || exit 1; done; done'
// What is written to a pipe may have to wait until another thread reads it: that one has its turns.
// RUN: bash -c 'cd %t.dir; for seed in 1 2 3; do rm -f *.xblock-native; %xblock run --policy=native --seed=$seed --stuck-seconds=60 -- %t pipe > err 2>&1; [ $? = 1 ] && grep -q "^    | read 200000$" err || exit 1; %xblock run --policy=native --stuck-seconds=60 --native-log=$(ls *.xblock-native) -- %t pipe > err 2>&1; [ $? = 1 ] && grep -q "^    | read 200000$" err && grep -q "exit, as in the log" err || exit 1; done'
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum { kTimes = 5, kSize = 200000 };
static int ends[2];
static char given[kSize], taken[kSize];

static void *writes(void *number) {
  int me = (int)(long)number;
  char line[] = "0 by write\n", other[] = "0 by fwrite\n", last[] = "0 by writev\n";
  line[0] = other[0] = last[0] = (char)('0' + me);
  struct iovec parts = {last, sizeof last - 1};
  for (int i = 0; i < kTimes; ++i) {
    printf("%d.%d by printf\n", me, i);
    fprintf(stderr, "%d.%d by fprintf\n", me, i);
    putchar('0' + me);
    fputc('0' + me, stdout);
    puts(" by puts");
    fputs(other, stdout);
    fwrite(other, 1, sizeof other - 1, stderr);
    fflush(stdout);
    dprintf(1, "%d.%d by dprintf\n", me, i);
    write(1, line, sizeof line - 1);
    writev(2, &parts, 1);
    flockfile(stdout);
    printf("%d has ", me);
    printf("both of %d\n", i);
    putc_unlocked('0' + me, stdout);
    putchar_unlocked('\n');
    funlockfile(stdout);
    if (ftrylockfile(stdout) == 0) {
      puts("tried");
      funlockfile(stdout);
    } else {
      puts("tried in vain");
    }
    fwrite(other, 1, sizeof other - 1, stdout);
  }
  return NULL;
}

static void *reads(void *unused) {
  for (size_t n = 0; n < kSize;) {
    ssize_t more = read(ends[0], taken + n, kSize - n);
    if (more <= 0)
      break;
    n += (size_t)more;
  }
  return unused;
}
static void *fills(void *unused) {
  for (size_t n = 0; n < kSize;)
    n += (size_t)write(ends[1], given + n, kSize - n);
  return unused;
}

int main(int argc, char **argv) {
  (void)argv;
  pthread_t threads[3];
  setvbuf(stdout, NULL, _IOFBF, 100);
  if (argc > 1) {
    memset(given, 'x', sizeof given);
    if (pipe(ends))
      return 1;
    pthread_create(&threads[0], NULL, reads, NULL);
    pthread_create(&threads[1], NULL, fills, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    printf("read %zu\n", memcmp(given, taken, kSize) ? 0 : (size_t)kSize);
    return 3;
  }
  for (long i = 0; i < 3; ++i)
    pthread_create(&threads[i], NULL, writes, (void *)i);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], NULL);
  return 3;
}
