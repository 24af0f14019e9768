//===- compute.c - one thread that computes and compresses --------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// compute sieve N | compute compress N: the primes below N; N rounds of compressing 64 KiB with a window of 4 KiB. What hooks
// cost where nothing is searched.
//===------------------------------------------------------------------------------------------------===//
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned sieve(unsigned n) {
  unsigned char *composite = calloc(n, 1);
  unsigned primes = 0;
  for (unsigned i = 2; i < n; i++) {
    if (composite[i])
      continue;
    primes++;
    for (unsigned long j = (unsigned long)i * i; j < n; j += i)
      composite[j] = 1;
  }
  free(composite);
  return primes;
}

enum { kInput = 64 << 10, kWindow = 4096, kShortest = 4, kLongest = 255 };
static unsigned char input[kInput], output[2 * kInput];
static int heads[1 << 12];

static unsigned hash(const unsigned char *p) { return (p[0] * 2654435761u ^ p[1] * 40503u ^ p[2] * 97u ^ p[3]) >> 4 & 4095; }

/// Matches by the last place with the same four bytes' hash.
static unsigned compress(void) {
  unsigned out = 0;
  memset(heads, -1, sizeof heads);
  for (unsigned at = 0; at + kShortest < kInput;) {
    unsigned h = hash(input + at);
    int before = heads[h];
    heads[h] = (int)at;
    unsigned length = 0;
    if (before >= 0 && at - (unsigned)before < kWindow)
      while (length < kLongest && at + length < kInput && input[(unsigned)before + length] == input[at + length])
        length++;
    if (length < kShortest) {
      output[out++] = 0;
      output[out++] = input[at++];
    } else {
      output[out++] = (unsigned char)length;
      output[out++] = (unsigned char)(at - (unsigned)before);
      output[out++] = (unsigned char)((at - (unsigned)before) >> 8);
      at += length;
    }
  }
  return out;
}

int main(int argc, char **argv) {
  unsigned n = argc > 2 ? (unsigned)atoi(argv[2]) : 0;
  if (argc > 2 && !strcmp(argv[1], "sieve")) {
    printf("%u primes\n", sieve(n));
    return 0;
  }
  if (argc < 3 || strcmp(argv[1], "compress")) {
    fprintf(stderr, "usage: compute sieve N | compute compress N\n");
    return 2;
  }
  unsigned seed = 1, size = 0;
  for (unsigned i = 0; i < kInput; i++) {
    seed = seed * 1103515245 + 12345;
    input[i] = (unsigned char)("the quick brown fox "[(seed >> 16) % 20]);
  }
  for (unsigned i = 0; i < n; i++) {
    input[i % kInput] ^= 1;
    size += compress();
  }
  printf("%u bytes\n", size);
  return 0;
}
