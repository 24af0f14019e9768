// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A device was read without end (--coverage=/dev/zero), and a pipe waited for. Of a file that is none of xblock's and of any size only the beginning
// is read, or it is told to be too large.
// RUN: rm -rf %t && mkdir %t && cd %t && %xblock_cc -g -O1 %s -o p && mkfifo pipe && truncate -s 3G huge
// RUN: bash -c 'refused() { timeout 60 "${@:2}" > out 2>&1; [ $? = 3 ] && [ $(wc -l < out) = 1 ] && grep -q -- "^xblock: $1" out || { echo "$@"; cat out; exit 1; }; }; \
// RUN:   refused "--coverage: cannot read /dev/zero: it is no regular file; give the name of one" %xblock run --coverage=/dev/zero -- ./p; \
// RUN:   refused "--coverage: cannot read huge: it has more than 1073741824 bytes; give the name of another file" %xblock run --coverage=huge -- ./p; \
// RUN:   refused "--expect-outcomes: cannot read /dev/zero: it is no regular file; give the name of one" %xblock run --expect-outcomes=/dev/zero -- ./p; \
// RUN:   refused "--expect-outcomes: cannot read pipe: it is no regular file" %xblock run --expect-outcomes=pipe -- ./p; \
// RUN:   refused "--expect-outcomes: cannot read huge: it has more than" %xblock run --expect-outcomes=huge -- ./p; \
// RUN:   refused "--resume: /dev/zero: it is no regular file" %xblock run --resume --frontier=/dev/zero -- ./p; \
// RUN:   refused "--resume: pipe: it is no regular file" %xblock run --resume --frontier=pipe -- ./p; \
// RUN:   refused "--resume: huge: it is damaged, or no frontier" %xblock run --resume --frontier=huge -- ./p; \
// RUN:   refused "--plugin=pipe cannot be loaded: it is no regular file" %xblock run --plugin=pipe -- ./p; \
// RUN:   refused "--native-log: cannot read /dev/zero: it is no regular file" %xblock run --policy=native --native-log=/dev/zero -- ./p; \
// RUN:   refused "--native-log: cannot read pipe: it is no regular file" %xblock run --policy=native --native-log=pipe -- ./p; \
// RUN:   refused "--native-log: cannot read huge: it has more than" %xblock run --policy=native --native-log=huge -- ./p; \
// RUN:   refused "schedule .pipe., character 1" %xblock replay pipe -- ./p; \
// RUN:   refused ".*it is no regular file\|.* is no regular file" %xblock run -- ./pipe'
#include <pthread.h>
#include <stddef.h>

static void *nothing(void *unused) { return unused; }

int main(void) {
  pthread_t one;
  pthread_create(&one, NULL, nothing, NULL);
  pthread_join(one, NULL);
  return 0;
}
