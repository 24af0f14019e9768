//===- loop_state_x86_64.h - the program's state as it calls the runtime --------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A waiting loop is known by its state where its block ends (waiting_loops.h): what the program has
// in the registers that a call keeps, and its stack from the return address on. To be taken before
// the runtime's own code runs, whose frames hold what differs from round to round: addresses of the
// runtime's memory, and what earlier calls left there. So each function that the program calls and
// in which a block can end keeps it first of all: every intercept (define.h), and the hooks but for
// their fast path.
//===------------------------------------------------------------------------------------------------===//
#pragma once

/// The exported function `name`, aligned, since pointers to member functions are even, which keeps that state in xblockLoopState, and goes on at `body`.
/// Both are strings. Keeps rax, the number of vector registers that variadic functions are given.
#define XBLOCK_KEEP_STATE(name, body)                                                              \
  __asm__(".pushsection .text.xblock,\"ax\",@progbits\n.p2align 4\n"                               \
          ".globl " name "\n.type " name ",@function\n" name ":\n"                                 \
          "  leaq xblockLoopState(%rip), %r11\n"                                                   \
          "  movq %rbx, 0(%r11)\n  movq %rbp, 8(%r11)\n  movq %r12, 16(%r11)\n"                    \
          "  movq %r13, 24(%r11)\n  movq %r14, 32(%r11)\n  movq %r15, 40(%r11)\n"                  \
          "  movq %rsp, 48(%r11)\n  movq $0, 56(%r11)\n  jmp " body "\n.popsection\n");

/// Defines the exported function __xblock_SYMBOL as one that keeps that state; what it does then
/// follows, as `function` in C++ and
/// __xblock_body_SYMBOL for the linker.
#define XBLOCK_KEEPING(type, symbol, function, parameters)                                         \
  XBLOCK_KEEP_STATE("__xblock_" #symbol, "__xblock_body_" #symbol)                                 \
  extern "C" __attribute__((visibility("protected"), used)) type function parameters __asm__(      \
      "__xblock_body_" #symbol);                                                                   \
  type function parameters
