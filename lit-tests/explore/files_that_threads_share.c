// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What threads do to files: each order that can be told apart runs, from the same files each time, and the disk stays as it was.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d && echo old > data
// RUN: %xblock_cc -g -O1 %s -o %t
// RUN: clang-19 -O1 %s -o %t.native -lpthread
// RUN: rm -rf %t.n && cp -r %t.d %t.n && cd %t.n && %t.native append && %t.native exclusive && %t.native mkdir && %t.native replace \
// RUN:   && %t.native offset && %t.native shared && %t.native truncate && %t.native list && %t.native move && %t.native link \
// RUN:   && %t.native temporary && %t.native unlinked
//
// append: of each thread open, write, close. Two opens conflict (their numbers), an open and a close, and the two writes. The
// two threads' open and close come in 6 orders, less the one that two closes beside each other tell apart no more: 3 with the first
// open first, in 2 of which a write can come before or after the other: O C O C 1, O O (C C) 2; times 2.
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t append -- verdict=complete schedules=6 failures=none
// exclusive: who creates it. The other one's open fails, and has no number that a close could free.
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t exclusive -- verdict=complete schedules=2 failures=none
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t mkdir -- verdict=complete schedules=2 failures=none
// replace: the reader's open and close, the writer's and its rename. Open behind the rename: 1. Before it: the writer opens behind the
// reader's close, or between its open and close, or opens before it and closes behind its open, or before: 4.
// RUN: cd %t.d && %xblock run --outcomes -- %t replace 2>&1 | FileCheck --check-prefix=REPLACE %s
// REPLACE: 2 outcomes
// REPLACE-DAG: | new
// REPLACE-DAG: | old
// REPLACE: xblock: complete: 5 schedules
// unlinked: the name goes before the open, which then fails, or behind it: the read is the same whenever it comes.
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t unlinked -- verdict=complete schedules=2 failures=none
// offset: two reads of one open file: each byte goes to one of them.
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t offset -- verdict=complete schedules=2 failures=none
// shared: two prints to one stream.
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t shared -- verdict=complete schedules=2 failures=none
// truncate: a write at 3 and a cut to 1 byte: the size tells which came first.
// RUN: cd %t.d && %xblock run --outcomes -- %t truncate 2>&1 | FileCheck --check-prefix=TRUNCATE %s
// TRUNCATE: 2 outcomes
// TRUNCATE-DAG: | size 1
// TRUNCATE-DAG: | size 4
// TRUNCATE: xblock: complete: 2 schedules
// list: the names of a folder before a file is made, and behind it.
// RUN: cd %t.d && %xblock run --outcomes -- %t list 2>&1 | FileCheck --check-prefix=LIST %s
// The open of the list, its names and its close: the other open comes before them all, and its close before or behind the first
// open: 2; or in between, or behind them: 3.
// LIST: 2 outcomes
// LIST-DAG: | . .. cut data lines two{{$}}
// LIST-DAG: | . .. cut data lines more two{{$}}
// LIST: xblock: complete: 5 schedules
// move: a folder is renamed with what it holds, while another thread looks a file in it up.
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t move -- verdict=complete schedules=2 failures=none
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t link -- verdict=complete schedules=2 failures=none
// temporary: as append, without the writes: each has a file of its own.
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t temporary -- verdict=complete schedules=4 failures=none
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock --verify-restore --no-reexecute -- %t append -- verdict=complete schedules=6
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock --mode=sleep -- %t append -- verdict=complete failures=none
// A race for the file is found like any other.
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t check -- verdict=failure failures=assertion
// What was done before the first thread was done by the system; else the disk is as it was.
// RUN: cd %t.d && ls | FileCheck --check-prefix=DISK %s && FileCheck --check-prefix=OLD %s < %t.d/data
// DISK: {{^}}cut{{$}}
// DISK-NEXT: {{^}}data{{$}}
// DISK-NEXT: {{^}}here{{$}}
// DISK-NEXT: {{^}}lines{{$}}
// DISK-NEXT: {{^}}two{{$}}
// DISK-NOT: {{.}}
// OLD: {{^}}old{{$}}
#undef NDEBUG
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int fd, made[2];
static FILE *stream;
static char bytes[2];

static void *append(void *letter) {
  int out = open("log", O_CREAT | O_WRONLY | O_APPEND, 0644);
  assert(out >= 0 && write(out, letter, 1) == 1 && close(out) == 0);
  return NULL;
}
static void *exclusive(void *who) {
  int out = open("lock", O_CREAT | O_EXCL | O_WRONLY, 0600);
  assert(out >= 0 || errno == EEXIST);
  made[who != NULL] = out >= 0;
  if (out >= 0)
    close(out);
  return NULL;
}
static void *makeFolder(void *who) {
  int result = mkdir("folder", 0755);
  assert(result == 0 || errno == EEXIST);
  made[who != NULL] = result == 0;
  return NULL;
}
static void *replace(void *unused) {
  FILE *out = fopen("data.tmp", "w");
  assert(out && fputs("new\n", out) >= 0 && fclose(out) == 0 && rename("data.tmp", "data") == 0);
  return NULL;
}
static void *removeIt(void *unused) {
  assert(unlink("data") == 0);
  return NULL;
}
static void *readOne(void *to) {
  assert(read(fd, to, 1) == 1);
  return NULL;
}
static void *print(void *text) {
  assert(fprintf(stream, "%s\n", (char *)text) == 4);
  return NULL;
}
static void *cut(void *unused) {
  assert(ftruncate(fd, 1) == 0);
  return NULL;
}
static void *makeFile(void *unused) {
  int out = open("more", O_CREAT | O_WRONLY, 0644);
  assert(out >= 0 && close(out) == 0);
  return NULL;
}
static void *move(void *unused) {
  assert(rename("here", "there") == 0);
  return NULL;
}
static void *linkIt(void *unused) {
  assert(link("data", "other") == 0);
  return NULL;
}
static void *temporary(void *unused) {
  char path[] = "t-XXXXXX";
  int out = mkstemp(path);
  assert(out >= 0 && strcmp(path, "t-XXXXXX") != 0 && write(out, "x", 1) == 1 && lseek(out, 0, SEEK_END) == 1);
  assert(close(out) == 0 && unlink(path) == 0);
  return NULL;
}
static void *check(void *unused) {
  if (access("once", F_OK) != 0) {
    int out = open("once", O_CREAT | O_EXCL | O_WRONLY, 0600);
    assert(out >= 0);
    close(out);
  }
  return NULL;
}
static void readWhole(const char *path, char *to, size_t n) {
  FILE *in = fopen(path, "r");
  assert(in);
  size_t got = fread(to, 1, n - 1, in);
  to[got] = 0;
  assert(feof(in) && !ferror(in) && fclose(in) == 0);
}

int main(int argc, char **argv) {
  const char *mode = argv[1];
  pthread_t a, b;
  char text[64];
  struct stat status;
  if (!strcmp(mode, "append")) {
    pthread_create(&a, NULL, append, "a");
    pthread_create(&b, NULL, append, "b");
    pthread_join(a, NULL), pthread_join(b, NULL);
    readWhole("log", text, sizeof text);
    assert(!strcmp(text, "ab") || !strcmp(text, "ba"));
    assert(stat("log", &status) == 0 && status.st_size == 2 && S_ISREG(status.st_mode) && unlink("log") == 0);
  } else if (!strcmp(mode, "exclusive") || !strcmp(mode, "mkdir")) {
    void *(*work)(void *) = *mode == 'e' ? exclusive : makeFolder;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, "");
    pthread_join(a, NULL), pthread_join(b, NULL);
    assert(made[0] + made[1] == 1);
    assert(remove(*mode == 'e' ? "lock" : "folder") == 0);
  } else if (!strcmp(mode, "replace")) {
    pthread_create(&a, NULL, replace, NULL);
    readWhole("data", text, sizeof text);
    pthread_join(a, NULL);
    printf("%s", text);
    assert(!strcmp(text, "old\n") || !strcmp(text, "new\n"));
  } else if (!strcmp(mode, "unlinked")) {
    pthread_create(&a, NULL, removeIt, NULL);
    int in = open("data", O_RDONLY);
    assert(in >= 0 || errno == ENOENT);
    if (in >= 0)
      assert(read(in, text, 3) == 3);
    pthread_join(a, NULL);
    assert(access("data", F_OK) == -1);
  } else if (!strcmp(mode, "offset")) {
    FILE *out = fopen("two", "w");
    fputs("12", out);
    fclose(out);
    fd = open("two", O_RDONLY);
    pthread_create(&a, NULL, readOne, &bytes[0]);
    pthread_create(&b, NULL, readOne, &bytes[1]);
    pthread_join(a, NULL), pthread_join(b, NULL);
    assert(bytes[0] + bytes[1] == '1' + '2' && bytes[0] != bytes[1]);
    assert(unlink("two") == 0);
  } else if (!strcmp(mode, "shared")) {
    stream = fopen("lines", "w+"); // by the system: it is the model's as the first thread is made
    pthread_create(&a, NULL, print, "one");
    pthread_create(&b, NULL, print, "two");
    pthread_join(a, NULL), pthread_join(b, NULL);
    assert(ftell(stream) == 8);
    rewind(stream);
    assert(fgets(text, sizeof text, stream) && (!strcmp(text, "one\n") || !strcmp(text, "two\n")));
    assert(fclose(stream) == 0 && unlink("lines") == 0);
  } else if (!strcmp(mode, "truncate")) {
    fd = open("cut", O_CREAT | O_RDWR | O_TRUNC, 0644);
    pthread_create(&a, NULL, cut, NULL);
    assert(pwrite(fd, "x", 1, 3) == 1);
    pthread_join(a, NULL);
    assert(fstat(fd, &status) == 0 && (status.st_size == 1 || status.st_size == 4));
    printf("size %d\n", (int)status.st_size);
    assert(pread(fd, text, 8, 0) == status.st_size && text[0] == 0 && unlink("cut") == 0);
  } else if (!strcmp(mode, "list")) {
    pthread_create(&a, NULL, makeFile, NULL);
    DIR *folder = opendir(".");
    char all[256] = "";
    for (struct dirent *e; (e = readdir(folder));)
      strcat(strcat(all, *all ? " " : ""), e->d_name);
    closedir(folder);
    pthread_join(a, NULL);
    printf("%s\n", all);
    assert(unlink("more") == 0);
  } else if (!strcmp(mode, "move")) {
    assert(mkdir("here", 0755) == 0 || errno == EEXIST); // a run before left it
    fclose(fopen("here/file", "w"));
    pthread_create(&a, NULL, move, NULL);
    int found = access("here/file", F_OK) == 0;
    pthread_join(a, NULL);
    assert(found || errno == ENOENT);
    assert(access("there/file", F_OK) == 0 && access("here", F_OK) == -1);
    assert(rmdir("there") == -1 && errno == ENOTEMPTY);
    assert(unlink("there/file") == 0 && rmdir("there") == 0);
  } else if (!strcmp(mode, "link")) {
    pthread_create(&a, NULL, linkIt, NULL);
    assert(stat("data", &status) == 0 && status.st_nlink >= 1 && status.st_nlink <= 2);
    pthread_join(a, NULL);
    assert(stat("data", &status) == 0 && status.st_nlink == 2 && unlink("other") == 0);
  } else if (!strcmp(mode, "temporary")) {
    pthread_create(&a, NULL, temporary, NULL);
    temporary(NULL);
    pthread_join(a, NULL);
  } else {
    pthread_create(&a, NULL, check, NULL);
    check(NULL);
    pthread_join(a, NULL);
  }
  return 0;
}
