// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// mkfifo between threads, and what moves and prints within the system: sendfile, copy_file_range, fallocate, dprintf, asprintf, scandir.
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: clang-19 -O1 %s -o %t.native -lpthread && cd %t.d && %t.native met && %t.native earlier && %t.native both && %t.native nonblocking && \
// RUN:   %t.native copies && %t.native texts && %t.native names
//
// met: open for reading waits for the open for writing, and the other way round; then a byte is read once it is written. Which end opens
// first, 2, and which is closed first, 2; one more runs that is like another. both: each thread opens its end of two pipes, in the same
// order. crossed: in other orders: a deadlock.
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t met -- verdict=complete "schedules<=5" failures=none
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t both -- verdict=complete failures=none
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t crossed -- verdict=failure failures=deadlock
// earlier: as met, but main made the pipe on disk before its first thread.
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t earlier -- verdict=complete "schedules<=5"
// The others are done by one thread, while main waits: 1.
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t nonblocking -- verdict=complete schedules=1 failures=none
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t copies -- verdict=complete schedules=1 failures=none
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t texts -- verdict=complete schedules=1 failures=none
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t names -- verdict=complete schedules=1 failures=none
#define _GNU_SOURCE
#undef NDEBUG
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *order[] = {"p", "q"};

static void *readEnds(void *u) {
  int n = u ? 2 : 1;
  for (int i = 0; i < n; ++i) {
    char c;
    int fd = open(order[i], O_RDONLY);
    assert(fd >= 0 && read(fd, &c, 1) == 1 && c == 'a' + i);
    close(fd);
  }
  return u;
}
static void *writeEnds(void *u) {
  int n = u ? 2 : 1;
  for (int i = 0; i < n; ++i) {
    int fd = open(order[i], O_WRONLY);
    char c = 'a' + i;
    assert(fd >= 0 && write(fd, &c, 1) == 1);
    close(fd);
  }
  return u;
}
static void *readFirst(void *u) {
  int p = open("p", O_RDONLY), q = open("q", O_WRONLY);
  close(p), close(q);
  return u;
}
static void *readSecond(void *u) {
  int q = open("q", O_RDONLY), p = open("p", O_WRONLY);
  close(p), close(q);
  return u;
}
static void *nonblocking(void *u) {
  char c;
  struct stat s;
  assert(mkfifo("p", 0600) == -1 && errno == EEXIST);
  assert(stat("p", &s) == 0 && S_ISFIFO(s.st_mode) && (s.st_mode & 0777) == 0600);
  assert(open("p", O_WRONLY | O_NONBLOCK) == -1 && errno == ENXIO);
  int in = open("p", O_RDONLY | O_NONBLOCK), out = open("p", O_WRONLY);
  assert(in >= 0 && out >= 0 && read(in, &c, 1) == -1 && errno == EAGAIN);
  assert(write(out, "xy", 2) == 2 && read(in, &c, 1) == 1 && c == 'x');
  assert(lseek(in, 0, SEEK_SET) == -1 && errno == ESPIPE);
  close(in), close(out);
  in = open("p", O_RDONLY | O_NONBLOCK); // what was left is lost
  assert(read(in, &c, 1) == 0);
  close(in);
  assert(unlink("p") == 0 && open("p", O_RDONLY) == -1 && errno == ENOENT);
  return u;
}
static void *copies(void *u) {
  char text[16] = "";
  int from = open("from", O_RDWR | O_CREAT | O_TRUNC, 0644), to = open("to", O_RDWR | O_CREAT | O_TRUNC, 0644), ends[2];
  assert(write(from, "0123456789", 10) == 10);
  off_t at = 2, toAt = 1;
  assert(sendfile(to, from, &at, 3) == 3 && at == 5 && lseek(from, 0, SEEK_CUR) == 10 && lseek(to, 0, SEEK_CUR) == 3);
  assert(sendfile(to, from, NULL, 3) == 0);
  at = 8;
  assert(copy_file_range(from, &at, to, &toAt, 100, 0) == 2 && at == 10 && toAt == 3);
  assert(pread(to, text, 16, 0) == 3 && !strcmp(text, "289"));
  assert(pipe(ends) == 0);
  at = 0;
  assert(sendfile(ends[1], from, &at, 4) == 4 && read(ends[0], text, 16) == 4 && !memcmp(text, "0123", 4));
  assert(sendfile(to, ends[0], NULL, 4) == -1 && errno == EINVAL);
  assert(fallocate(to, 0, 0, 100) == 0 && lseek(to, 0, SEEK_END) == 100);
  assert(fallocate(to, FALLOC_FL_KEEP_SIZE, 0, 200) == 0 && lseek(to, 0, SEEK_END) == 100);
  assert(fallocate(ends[1], 0, 0, 1) == -1 && errno == ESPIPE);
  assert(fallocate(to, 0, -1, 1) == -1 && errno == EINVAL && fallocate(99, 0, 0, 1) == -1 && errno == EBADF);
  return u;
}
static void *texts(void *u) {
  int ends[2];
  char text[16] = "", *own = NULL;
  assert(pipe(ends) == 0 && dprintf(ends[1], "%d-%s", 42, "x") == 4 && read(ends[0], text, 16) == 4 && !strcmp(text, "42-x"));
  assert(asprintf(&own, "%s%c", text, '!') == 5 && !strcmp(own, "42-x!"));
  free(own);
  close(ends[0]), close(ends[1]);
  assert(dprintf(ends[1], "x") == -1 && errno == EBADF);
  dprintf(1, "done\n");
  return u;
}
static int visible(const struct dirent *e) { return e->d_name[0] != '.'; }
static void *names(void *u) {
  struct dirent **all;
  mkdir("folder", 0755);
  close(open("folder/b", O_CREAT | O_WRONLY, 0644)), close(open("folder/a", O_CREAT | O_WRONLY, 0644)), mkdir("folder/c", 0755);
  assert(scandir("folder", &all, visible, alphasort) == 3);
  for (int i = 0; i < 3; ++i) {
    assert(all[i]->d_name[0] == 'a' + i && all[i]->d_name[1] == 0 && all[i]->d_type == (i < 2 ? DT_REG : DT_DIR));
    free(all[i]);
  }
  free(all);
  assert(scandir("nothing", &all, NULL, NULL) == -1 && errno == ENOENT);
  return u;
}

int main(int argc, char **argv) {
  const char *what = argv[1];
  pthread_t a, b;
  int two = !strcmp(what, "both"), crossed = !strcmp(what, "crossed");
  int earlier = !strcmp(what, "earlier");
  unlink("p"), unlink("q");
  if (earlier)
    assert(mkfifo("p", 0600) == 0);
  pthread_create(&a, NULL, !strcmp(what, "copies") ? copies : !strcmp(what, "texts") ? texts : names, NULL);
  pthread_join(a, NULL);
  assert((earlier || mkfifo("p", 0600) == 0) && mkfifo("q", 0600) == 0);
  if (!strcmp(what, "nonblocking")) {
    pthread_create(&a, NULL, nonblocking, NULL);
    pthread_join(a, NULL);
  } else if (!strcmp(what, "met") || earlier || two || crossed) {
    pthread_create(&a, NULL, crossed ? readFirst : readEnds, two ? &two : NULL);
    pthread_create(&b, NULL, crossed ? readSecond : writeEnds, two ? &two : NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
  }
}
