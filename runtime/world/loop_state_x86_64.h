//===- loop_state_x86_64.h - the program's state as it calls the runtime --------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A waiting loop is known by its state at a visible step (waiting_loops.h): what the program has in the registers that a call
// keeps, and its stack from the return address on. To be taken before the runtime's own code runs, whose frames hold addresses of
// the runtime's memory, which differ from round to round.
//===------------------------------------------------------------------------------------------------===//
#pragma once

/// Defines the exported function `name`, which keeps that state in xblockLoopState, and goes on at `body`. Both are strings.
#define XBLOCK_KEEP_STATE(name, body)                                                              \
  __asm__(".pushsection .text.xblock,\"ax\",@progbits\n"                                            \
          ".globl " name "\n.type " name ",@function\n" name ":\n"                                 \
          "  leaq xblockLoopState(%rip), %rax\n"                                                   \
          "  movq %rbx, 0(%rax)\n  movq %rbp, 8(%rax)\n  movq %r12, 16(%rax)\n"                    \
          "  movq %r13, 24(%rax)\n  movq %r14, 32(%rax)\n  movq %r15, 40(%rax)\n"                  \
          "  movq %rsp, 48(%rax)\n  jmp " body "\n.popsection\n");
