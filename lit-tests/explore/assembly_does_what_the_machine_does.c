// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What xblock takes templates of inline assembly for is what the machine does: the same program without xblock prints the
// same. Each operation in each width on 16 * 16 pairs of values at the edges of the widths, with the flags, and bits before,
// within and behind an operand; 23,280 lines.
// RUN: clang-19 -w %s -o %t.native && %t.native > %t.native.txt
// RUN: %xblock_cc -w -O0 %s -o %t.O0 && %t.O0 > %t.O0.txt 2> %t.err && FileCheck %s --input-file=%t.err
// RUN: %xblock_cc -w -O2 %s -o %t.O2 && %t.O2 > %t.O2.txt 2> %t.err && FileCheck %s --input-file=%t.err
// RUN: diff %t.native.txt %t.O0.txt
// RUN: diff %t.native.txt %t.O2.txt
// CHECK: complete: 1 schedule, 0 failures
#include <stdint.h>
#include <stdio.h>
uint64_t mem[8];
static void tell(const char *what, uint64_t a, uint64_t b) {
  printf("%s %llx %llx\n", what, (unsigned long long)a, (unsigned long long)b);
}
#define OPS(S, T, R)                                                                                                             \
  static void ops_##S(T x, T y, uint64_t upper) {                                                                                \
    T *m = (T *)&mem[2];                                                                                                         \
    T r;                                                                                                                         \
    unsigned char z;                                                                                                             \
    mem[2] = upper;                                                                                                              \
    *m = x;                                                                                                                      \
    r = y;                                                                                                                       \
    __asm__ volatile("xchg" #S " %0, %1" : "+m"(*m), "+q"(r) : : "memory");                                                      \
    tell("xchg" #S, mem[2], r);                                                                                                  \
    mem[2] = upper;                                                                                                              \
    *m = x;                                                                                                                      \
    r = y;                                                                                                                       \
    __asm__ volatile("lock; xadd" #S " %1, %0; setz %2" : "+m"(*m), "+q"(r), "=q"(z) : : "memory", "cc");                        \
    tell("xadd" #S, mem[2], r + ((uint64_t)z << 60));                                                                            \
    mem[2] = upper;                                                                                                              \
    *m = x;                                                                                                                      \
    r = y;                                                                                                                       \
    __asm__ volatile("lock add" #S " %2, %0; setc %1" : "+m"(*m), "=q"(z) : "q"(r) : "memory", "cc");                            \
    tell("add" #S, mem[2], z);                                                                                                   \
    *m = x;                                                                                                                      \
    __asm__ volatile("lock sub" #S " %2, %0\n\tsetc %1" : "+m"(*m), "=q"(z) : "iq"(r) : "memory", "cc");                         \
    tell("sub" #S, mem[2], z);                                                                                                   \
    *m = x;                                                                                                                      \
    __asm__ volatile("lock sub" #S " %2, %0\n\tsets %1" : "+m"(*m), "=q"(z) : "iq"(r) : "memory", "cc");                         \
    tell("sub" #S, mem[2], z);                                                                                                   \
    *m = x;                                                                                                                      \
    __asm__ volatile("lock and" #S " %2, %0\n\tsetnz %1" : "+m"(*m), "=q"(z) : "iq"(r) : "memory", "cc");                        \
    tell("and" #S, mem[2], z);                                                                                                   \
    *m = x;                                                                                                                      \
    __asm__ volatile("lock or" #S " $3, %0\n\tsete %1" : "+m"(*m), "=q"(z) : : "memory", "cc");                                  \
    tell("or" #S, mem[2], z);                                                                                                    \
    *m = x;                                                                                                                      \
    __asm__ volatile("xor" #S " $-3, %0\n\tsetnc %1" : "+m"(*m), "=q"(z) : : "memory", "cc");                                    \
    tell("xor" #S, mem[2], z);                                                                                                   \
    *m = x;                                                                                                                      \
    __asm__ volatile("lock inc" #S " (%1); setz %0" : "=q"(z) : "r"(m) : "memory", "cc");                                        \
    tell("inc" #S, mem[2], z);                                                                                                   \
    *m = x;                                                                                                                      \
    __asm__ volatile("dec" #S " -8(%1); setz %0" : "=q"(z) : "r"(m + 8 / sizeof(T)) : "memory", "cc");                           \
    tell("dec" #S, mem[2], z);                                                                                                   \
    *m = x;                                                                                                                      \
    __asm__ volatile("lock; not" #S " %0" : "+m"(*m) : : "memory", "cc");                                                        \
    tell("not" #S, mem[2], 0);                                                                                                   \
    *m = x;                                                                                                                      \
    r = y;                                                                                                                       \
    __asm__ volatile("mov" #S " %1, %0" : "=q"(r) : "m"(*m) : "memory");                                                         \
    tell("mov" #S, mem[2], r);                                                                                                   \
    __asm__ volatile("mov" #S " %1, %0" : "=m"(*m) : "q"(y) : "memory");                                                         \
    tell("mov" #S, mem[2], r);                                                                                                   \
    __asm__ volatile("mov" #S " $7, %0" : "=m"(*m) : : "memory");                                                                \
    tell("mov" #S, mem[2], r);                                                                                                   \
    r = y;                                                                                                                       \
    __asm__ volatile("shl" #S " $3, %0; shr" #S " $1, %0" : "+q"(r) : : "memory", "cc");                                         \
    tell("shift" #S, r, 0);                                                                                                      \
    for (int same = 0; same < 2; ++same) {                                                                                       \
      T old = same ? x : y, fresh = (T)(x + 5);                                                                                  \
      mem[2] = upper;                                                                                                            \
      *m = x;                                                                                                                    \
      __asm__ volatile("lock cmpxchg" #S " %3, %0" : "+m"(*m), "=@ccz"(z), "+a"(old) : "q"(fresh) : "memory", "cc");             \
      tell("cmpxchg" #S, mem[2], old + ((uint64_t)z << 60));                                                                     \
      old = same ? x : y;                                                                                                        \
      *m = x;                                                                                                                    \
      __asm__ volatile("lock; cmpxchg" #S " %3, %0; setz %1;" : "+m"(*m), "=q"(z), "+a"(old) : "q"(fresh) : "memory", "cc");     \
      tell("cmpxchg" #S, mem[2], old + ((uint64_t)z << 60));                                                                     \
      old = same ? x : y;                                                                                                        \
      *m = x;                                                                                                                    \
      __asm__ volatile("lock\n cmpxchg %2, %1" : "+a"(old), "+m"(*m) : R(fresh) : "memory");                                     \
      tell("cmpxchg", mem[2], old);                                                                                              \
    }                                                                                                                            \
  }
OPS(b, uint8_t, "q")
OPS(w, uint16_t, "r") OPS(l, uint32_t, "r") OPS(q, uint64_t, "r")
#define BITS(S, T, M)                                                                                                            \
  static void bits_##S(T index) {                                                                                                \
    unsigned char c;                                                                                                             \
    mem[2] = 0x123456789abcdef0;                                                                                                 \
    __asm__ volatile("lock bts" #S " %" M "2, %0; setc %1" : "+m"(mem[2]), "=q"(c) : "q"(index) : "memory", "cc");               \
    tell("bts" #S, mem[2] ^ mem[1] ^ mem[3], c);                                                                                 \
    __asm__ volatile("lock btr" #S " %" M "2, %0; setc %1" : "+m"(mem[2]), "=q"(c) : "q"(index) : "memory", "cc");               \
    tell("btr" #S, mem[2] ^ mem[1] ^ mem[3], c);                                                                                 \
    __asm__ volatile("lock btc" #S " %" M "2, %0" : "+m"(mem[2]), "=@ccc"(c) : "q"(index) : "memory", "cc");                     \
    tell("btc" #S, mem[2] ^ mem[1] ^ mem[3], c);                                                                                 \
  }
    BITS(w, unsigned short, "w") BITS(l, unsigned, "") BITS(q, uint64_t, "") static void wide(uint64_t low, uint64_t high) {
  static uint64_t target[2] __attribute__((aligned(16)));
  unsigned char z;
  uint64_t v[2], compare[2] = {3, high};
  target[0] = 3;
  target[1] = 4;
  __asm__ volatile("movq %%rdx, %%rcx;movq %%rax, %%rbx; lock cmpxchg16b %2;"
                   : "=a"(v[0]), "=d"(v[1])
                   : "m"(*target), "0"(low), "1"(high)
                   : "rbx", "rcx", "memory", "cc");
  tell("load", v[0], v[1]);
  tell("load", target[0], target[1]);
  __asm__ volatile("movq 0(%4), %%rax; movq 8(%4), %%rdx; lock cmpxchg16b %0; setz %1"
                   : "+m"(*target), "=q"(z)
                   : "b"(low), "c"(high), "q"(compare)
                   : "memory", "cc", "%rax", "%rdx");
  tell("cas", target[0], target[1] + ((uint64_t)z << 60));
}
int main(void) {
  const uint64_t values[] = {0,
                             1,
                             2,
                             0x7f,
                             0x80,
                             0xff,
                             0x7fff,
                             0x8000,
                             0xffff,
                             0x7fffffff,
                             0x80000000,
                             0xffffffff,
                             0x7fffffffffffffff,
                             0x8000000000000000,
                             ~0ull,
                             0x123456789abcdef0};
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 16; ++j) {
      uint64_t x = values[i], y = values[j];
      ops_b(x, y, 0xaaaaaaaaaaaaaaaa);
      ops_w(x, y, 0xaaaaaaaaaaaaaaaa);
      ops_l(x, y, 0xaaaaaaaaaaaaaaaa);
      ops_q(x, y, 0);
    }
  for (int i = -64; i < 128; ++i) {
    bits_w(i);
    bits_l(i);
    bits_q((int64_t)i);
  }
  for (int i = 2; i < 6; ++i)
    for (int j = 2; j < 6; ++j)
      wide(i, j);
}
