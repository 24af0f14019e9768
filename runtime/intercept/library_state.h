//===- library_state.h - what libraries keep that belongs to the program --------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#pragma once

namespace xblock {

/// Gives each thread its own copy of what libstdc++ keeps for it in thread_local variables. Once, before main.
void adoptLibraryState();

/// What facets of locales write is told of from here on: those that read and write numbers, time and money, and others.
void replaceFacets();
/// Functions that libstdc++ has in tables of virtual functions of its own are those of the model from here on.
void replaceTables();
/// What resources of <memory_resource> write is told of, and what they get from operator new is the program's.
void replaceResources();
/// One of those: its name, what stands in tables instead, and where that finds the real one.
/// In a list, made before main without memory of operator new, which may be the program's.
struct VirtualFunction {
  VirtualFunction(const char *name, void *here, void **real);
  const char *name;
  void *here, **real;
  VirtualFunction *next;
};

} // namespace xblock

/// An intercept is in tables of libstdc++, too (kTables). What the runtime itself calls goes on to the real one.
#define XBLOCK_IN_TABLES(name)                                                                     \
  __asm__(".pushsection .data.xblock,\"aw\",@progbits\n.globl xblock_in_library_" #name "\n.hidden xblock_in_library_" #name "\n"            \
          "xblock_in_library_" #name ": .quad 0\n"                                                 \
          ".popsection\n.pushsection .text.xblock,\"ax\",@progbits\n"                            \
          ".p2align 4\n.globl xblock_in_tables_" #name "\n.hidden xblock_in_tables_" #name "\n.type xblock_in_tables_" #name ",@function\n"    \
          "xblock_in_tables_" #name ":\n"                                                          \
          "  cmpl $0, _ZN6xblock12runtimeDepthE(%rip)\n  je 1f\n"                                 \
          "  jmp *xblock_in_library_" #name "(%rip)\n1: jmp __xblock_fn_" #name "\n.popsection\n"); \
  extern "C" __attribute__((visibility("hidden"))) char xblock_in_tables_##name[];                 \
  extern "C" __attribute__((visibility("hidden"))) void *xblock_in_library_##name;                 \
  static ::xblock::VirtualFunction in_tables_##name(#name, xblock_in_tables_##name, &xblock_in_library_##name);
