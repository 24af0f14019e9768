// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A program with input from a file, from stdin, the clock and random numbers, with streams of C++ and of C: explored twice it prints the
// same bytes, and every schedule is given the same input.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d && printf "1 2 3\nfour\n" > input && printf "5 6\n" > stdin
// RUN: %xblock_cxx -g -O1 %s -o %t
// RUN: cd %t.d && %xblock run --outcomes --json=one.json -- %t < stdin > one.out 2> one.err
// RUN: cd %t.d && %xblock run --outcomes --json=two.json -- %t < stdin > two.out 2> two.err
// RUN: cd %t.d && cmp one.out two.out && cmp one.err two.err && FileCheck %s < one.err
// RUN: cd %t.d && %xblock run --outcomes --restore=reexecute -- %t < stdin > three.out 2> three.err && cmp one.out three.out && cmp one.err three.err
// A pipe as stdin is read to its end once.
// RUN: cd %t.d && bash -c "cat stdin | %xblock run --outcomes -- %t > four.out 2> four.err" && cmp one.out four.out && FileCheck %s < four.err
// RUN: cd %t.d && ls | FileCheck --check-prefix=DISK %s
//
// Who of the two comes first to the lock: 2.
// CHECK: 2 outcomes
// CHECK-DAG: T1 reads 1 and 5, then 2 and 6
// CHECK-DAG: T2 reads 1 and 5, then 2 and 6
// CHECK: xblock: complete: 2 schedules, 0 failures (dpor)
// DISK-NOT: written
#undef NDEBUG
#include <cassert>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <mutex>
#include <random>
#include <sstream>
#include <string>
#include <thread>

static std::mutex mutex;
static std::ifstream input;
static int turns;

static void work(int thread) {
  std::lock_guard guard(mutex);
  int fromFile = 0, fromStdin = 0;
  assert(input >> fromFile && std::cin >> fromStdin);
  std::fstream out("written", std::ios::out | std::ios::app);
  out << (turns ? ", then " : "T" + std::to_string(thread) + " reads ") << fromFile << " and " << fromStdin;
  ++turns;
}

int main() {
  input.open("input");
  std::srand(42);
  std::thread one(work, 1), two(work, 2);
  one.join(), two.join();
  std::ifstream in("written");
  std::stringstream text;
  text << in.rdbuf();
  std::cout << text.str() << "\n";
  std::string rest;
  assert(std::getline(input >> std::ws, rest) && rest == "3" && std::getline(input, rest) && rest == "four" && !std::getline(input, rest));
  assert(!(std::cin >> turns));
  auto now = std::chrono::system_clock::now().time_since_epoch().count();
  std::printf("%ld %d %u\n", static_cast<long>(now), std::rand(), std::random_device{}());
  int a = 0, b = 0, at = 0;
  char word[8], pair[3] = "??", *made = nullptr;
  double d = 0;
  assert(std::sscanf("12 x-ab", "%d x-%2c%n", &a, pair, &at) == 2 && a == 12 && pair[1] == 'b' && at == 7);
  assert(std::sscanf("7%,0x1F, 2.5e1 end", "%d%% , %x ,%lf%*s%s", &a, &b, &d, word) == 3 && a == 7 && b == 31 && d == 25);
  assert(std::sscanf("", "%d", &a) == EOF && std::sscanf("x", "%d", &a) == 0 && std::sscanf("k=v;", "%7[^=]=%m[^;]", word, &made) == 2);
  assert(word == std::string("k") && made == std::string("v"));
  std::free(made);
  FILE *scanned = std::fopen("input", "r");
  assert(std::fscanf(scanned, "%d%d %d %7s", &a, &b, &at, word) == 4 && a + b + at == 6 && word == std::string("four"));
  assert(std::fscanf(scanned, " %d", &a) == EOF && std::fclose(scanned) == 0);
  FILE *again = std::fopen("input", "r");
  assert(again && std::fgetc(again) == '1' && std::ungetc('1', again) == '1' && std::fgetc(again) == '1' && std::fseek(again, -1, SEEK_END) == 0);
  assert(std::fgetc(again) == '\n' && std::fgetc(again) == EOF && std::feof(again) && std::ftell(again) == 11 && std::fclose(again) == 0);
  return 0;
}
