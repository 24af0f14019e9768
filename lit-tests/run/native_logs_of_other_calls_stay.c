// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// The log of a failing native run replaced that of another call whose run had the same number: other arguments, another seed, another program of
// the name. Now it has another name; the same call again replaces its own. A folder where no log can be made is told before the first run.
// RUN: rm -rf %t && mkdir -p %t/other && cd %t && %xblock_cc -g -O1 %s -o %t/p && cp p other/p
// RUN: bash -c '%xblock run --policy=native -- ./p > out 2>&1; [ $? = 1 ] && grep -q -- "--native-log=p.1.xblock-native -- ./p" out && cp p.1.xblock-native first'
// RUN: bash -c '%xblock run --policy=native -- ./p again > out 2>&1; [ $? = 1 ] && grep -q -- "--native-log=p.1.2.xblock-native -- ./p again" out && cmp p.1.xblock-native first'
// RUN: bash -c '%xblock run --policy=native --seed=2 -- ./p > out 2>&1; [ $? = 1 ] && grep -q -- "--native-log=p.1.3.xblock-native" out'
// RUN: bash -c '%xblock run --policy=native -- other/p > out 2>&1; [ $? = 1 ] && grep -q -- "--native-log=p.1.4.xblock-native" out'
// RUN: bash -c 'for i in 1 2; do %xblock run --policy=native --max-schedules=7 -- ./p again > out 2>&1; [ $? = 1 ] && grep -q -- "--native-log=p.1.2.xblock-native" out || exit 1; done; [ $(ls *.xblock-native | wc -l) = 4 ] && cmp p.1.xblock-native first'
// RUN: bash -c 'for log in p.1 p.1.3; do %xblock run --policy=native --native-log=$log.xblock-native -- ./p > out 2>&1; [ $? = 1 ] && grep -q "as in the log" out || exit 1; done'
// RUN: bash -c 'rm *.xblock-native; echo mine > p.1.xblock-native; mkdir p.1.2.xblock-native; %xblock run --policy=native -- ./p > out 2>&1; [ $? = 1 ] && grep -q -- "--native-log=p.1.3.xblock-native" out && [ "$(cat p.1.xblock-native)" = mine ]'
// RUN: bash -c 'rm ran; cd /proc && %xblock run --policy=native -- %t/p %t/ran > %t/out 2>&1; [ $? = 3 ] && [ $(wc -l < %t/out) = 1 ] && grep -q "^xblock: no log of a failing run could be written into this folder: .*; start it in a folder where files can be made" %t/out && [ ! -e %t/ran ]'
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  fclose(fopen(argc > 1 ? argv[1] : "ran", "w"));
  abort();
}
