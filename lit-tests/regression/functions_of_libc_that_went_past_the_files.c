// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What broke: these functions of a thread asked the system, which knows nothing of the model's descriptors (EBADF for what is open), changed its
// files, or read what a library keeps, and the verdict was complete: posix_fallocate with -D_FILE_OFFSET_BITS=64, readahead and the like;
// daemon(), which forks; on_exit; and fdopen(1), which failed.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: clang-19 -w -O1 -D_FILE_OFFSET_BITS=64 %s -o %t.native -lpthread && %t.native && rm -f file
// RUN: %xblock_cc -w -g -O1 -D_FILE_OFFSET_BITS=64 %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t -- verdict=complete schedules=1 failures=none
// RUN: not %xblock run -- %t sockatmark 2>&1 | FileCheck -DNAME=sockatmark %s
// RUN: not %xblock run -- %t fgetxattr 2>&1 | FileCheck -DNAME=fgetxattr %s
// RUN: not %xblock run -- %t statvfs 2>&1 | FileCheck -DNAME=statvfs64 %s
// RUN: not %xblock run -- %t on_exit 2>&1 | FileCheck -DNAME=on_exit %s
// RUN: not %xblock run -- %t daemon 2>&1 | FileCheck -DNAME=daemon %s
// RUN: not %xblock run -- %t setuid 2>&1 | FileCheck -DNAME=setuid %s
// RUN: not %xblock run -- %t getservbyport_r 2>&1 | FileCheck -DNAME=getservbyport_r %s
// CHECK: xblock: unsupported: call of [[NAME]] at
// RUN: not %xblock run -- %t fdopen 2>&1 | FileCheck --check-prefix=STREAM %s
// STREAM: xblock: unsupported: a stream of the descriptor of stdin, stdout or stderr at
#define _GNU_SOURCE
#undef NDEBUG
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#define FAILS(call, error) assert((errno = 0, (call) == -1) && errno == (error))

int isfdtype(int, int);
static const char *asked;

static int asks(const char *name) { return !strcmp(asked, name); }
static void ended(int status, void *unused) {}

static void *refused(void *u) {
  char bytes[512];
  struct statvfs space;
  struct servent service, *found;
  if (asks("sockatmark"))
    sockatmark(socket(AF_INET, SOCK_STREAM, 0));
  else if (asks("fgetxattr"))
    fgetxattr(open("file", O_RDWR | O_CREAT, 0600), "user.a", bytes, sizeof bytes);
  else if (asks("statvfs"))
    statvfs(".", &space);
  else if (asks("on_exit"))
    on_exit(ended, NULL);
  else if (asks("daemon"))
    daemon(1, 1);
  else if (asks("setuid"))
    setuid(getuid());
  else if (asks("getservbyport_r"))
    getservbyport_r(80, "tcp", &service, bytes, sizeof bytes, &found);
  else if (asks("fdopen"))
    fdopen(1, "w");
  return u;
}

static void *modelled(void *u) {
  struct stat s;
  int ends[2], fd = open("file", O_RDWR | O_CREAT, 0600), writer = open("file", O_WRONLY);
  assert(pipe(ends) == 0);
  assert(posix_fallocate(fd, 0, 10) == 0 && fstat(fd, &s) == 0 && s.st_size == 10);
  assert(posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED) == 0 && posix_fadvise(999, 0, 0, POSIX_FADV_DONTNEED) == EBADF);
  assert(readahead(fd, 0, 10) == 0 && sync_file_range(fd, 0, 10, 0) == 0 && syncfs(fd) == 0 && syncfs(ends[0]) == 0);
  FAILS(readahead(writer, 0, 10), EBADF);
  FAILS(readahead(ends[0], 0, 10), EINVAL);
  FAILS(sync_file_range(ends[0], 0, 10, 0), ESPIPE);
  FAILS(sync_file_range(fd, 0, 10, 64), EINVAL);
  FAILS(syncfs(999), EBADF);
  assert(isfdtype(fd, S_IFREG) == 1 && isfdtype(fd, S_IFSOCK) == 0 && isfdtype(ends[0], S_IFIFO) == 1);
  FAILS(isfdtype(999, S_IFREG), 0); // its errno stays
  return u;
}

int main(int argc, char **argv) {
  pthread_t t;
  asked = argc > 1 ? argv[1] : "";
  pthread_create(&t, NULL, argc > 1 ? refused : modelled, NULL);
  pthread_join(t, NULL);
}
