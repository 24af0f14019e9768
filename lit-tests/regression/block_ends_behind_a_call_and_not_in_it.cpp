// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// What broke: a modelled call tells of several accesses before it makes them, and a block that was cut behind a racing one of those ended within
// the call. So readv could read into one buffer of an array and one of another that took its place meanwhile, though a thread puts that there in one step ("ab-- --cd"), and
// what std::getline wrote was in a block that nobody knew to write it, and was not rolled back. Now blocks end behind such calls.
// RUN: %xblock_cxx -g -O1 -w %s -o %t
// RUN: printf abcd > %t.file
// RUN: %python %S/Inputs/these_outcomes.py %xblock %t.json %t readv %t.file -- "abcd ----" "---- abcd"
// RUN: %python %S/Inputs/these_outcomes.py %xblock %t.json %t writev %t.made -- "abcd" "ABCD"
// RUN: %python %S/Inputs/these_outcomes.py %xblock %t.json %t getline -- "0 after" "5 after"
// RUN: %python %S/Inputs/these_outcomes.py %xblock %t.json %t word -- "0 after" "5 after"
// A string that std::getline writes without a lock, beside who reads it, was no race, and one of its two outcomes was missed.
// RUN: not %xblock run -- %t getline 2>&1 | FileCheck --check-prefix=RACE %s
// RACE: data race on text
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <iostream>
#include <sstream>
#include <string>
#include <sys/uio.h>
#include <thread>
#include <unistd.h>

static char one[5] = "----", other[5] = "----";
static iovec parts[2], others[2];
static std::string text, from = "after";
static std::istringstream in;

int main(int, char **argv) {
  bool word = !strcmp(argv[1], "word");
  if (word || !strcmp(argv[1], "getline")) {
    in.str(from);
    size_t seen = 9;
    std::thread reads([&] { word ? bool(in >> text) : bool(std::getline(in, text)); });
    seen = *reinterpret_cast<volatile size_t *>(reinterpret_cast<char *>(&text) + 8); // races with the reader
    reads.join();
    printf("%zu %s\n", seen, text.c_str());
    return 0;
  }
  bool writes = !strcmp(argv[1], "writev");
  if (writes)
    strcpy(one, "abcd"), strcpy(other, "ABCD");
  for (int i = 0; i < 2; ++i)
    parts[i] = {one + 2 * i, 2}, others[i] = {other + 2 * i, 2};
  std::thread moves([&] {
    int fd = open(argv[2], writes ? O_RDWR | O_CREAT | O_TRUNC : O_RDONLY, 0600);
    writes ? writev(fd, parts, 2) : readv(fd, parts, 2);
    if (writes) {
      char got[5] = "";
      pread(fd, got, 4, 0);
      printf("%s\n", got);
    }
    close(fd);
  });
  memcpy(parts, others, sizeof parts);
  moves.join();
  if (!writes)
    printf("%s %s\n", one, other);
}
