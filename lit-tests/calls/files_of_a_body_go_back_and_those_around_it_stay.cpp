// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What a body does to files is of its schedule, from its first instruction on, and gone behind the call: also what it did before its
// first thread, and in the run for its effects. The program around it works on the system's files, before, between and behind its
// calls: a stream that it writes is written once, and one that it reads goes on where it was.
// RUN: %xblock_cxx -std=c++17 -g -O1 %s -o %t
// RUN: rm -f %t.body && %t %t 2>&1 | FileCheck %s
// RUN: not ls %t.body
// CHECK: xblock: complete{{.*}}: 1 schedule, 0 failures
// CHECK: xblock: call 2: complete{{.*}}: 1 schedule, 0 failures
// CHECK: read: 1 line, 2 line, 3 line
// CHECK: written: before between behind
// A stream that is left open would lead nowhere behind the call.
// CHECK: unsupported: a stream that was opened within xblock::explore() and is open at its end
#include "xblock/explore.h"

#include <cassert>
#include <cstdio>
#include <string>
#include <thread>

static std::string name, read_lines;

static void look(std::FILE *in) {
  char line[100];
  int n = 0;
  std::fscanf(in, "%d %99s", &n, line);
  read_lines += (read_lines.empty() ? "" : ", ") + std::to_string(n) + " " + line;
}

static void body() {
  std::string path = name + ".body";
  std::FILE *file = std::fopen(path.c_str(), "r"); // of no schedule before
  assert(!file);
  file = std::fopen(path.c_str(), "w");
  std::thread([&] { std::fputs("text", file); }).join();
  std::fclose(file);
  char text[5] = {};
  file = std::fopen(path.c_str(), "r");
  assert(std::fread(text, 1, 4, file) == 4 && std::string(text) == "text");
  std::fclose(file);
}

int main(int, char **argv) {
  name = argv[1];
  std::FILE *out = std::fopen((name + ".in").c_str(), "w");
  std::fputs("1 line\n2 line\n3 line\n", out);
  std::fclose(out);
  std::FILE *in = std::fopen((name + ".in").c_str(), "r");
  out = std::fopen((name + ".out").c_str(), "w");
  std::fputs("before ", out);
  look(in);
  assert(xblock::explore(body).verdict == xblock::verdict::complete);
  std::fputs("between ", out);
  look(in);
  assert(xblock::explore(body).verdict == xblock::verdict::complete);
  std::fputs("behind", out);
  look(in);
  std::fclose(out);
  std::fclose(in);
  std::printf("read: %s\n", read_lines.c_str());
  std::fflush(stdout);
  out = std::fopen((name + ".out").c_str(), "r");
  char text[100] = {};
  assert(std::fread(text, 1, 99, out) > 0);
  std::printf("written: %s\n", text);
  std::FILE *left = nullptr;
  xblock::result r = xblock::explore([&] { left = std::fopen((name + ".body").c_str(), "w"); });
  assert(r.verdict == xblock::verdict::unsupported && !left);
}
