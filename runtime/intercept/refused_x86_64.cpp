// A stub for each refused function of intercepts.def. Until threads are explored it goes on to the real one, with all
// its arguments as they are (so it is written in assembly); then it stops the run with the function's name.
#include "intercept/define.h"
#include "intercept/refused.h"

#include <cstring>

using namespace xblock;

extern "C" {
__attribute__((used, visibility("hidden"), noreturn)) void xblockRefused(const char *name) {
  const xblock_site *site = takeSite();
  RuntimeScope scope;
  static char what[256];
  strcpy(what, "call of ");
  strncat(what, name, sizeof what - strlen(what) - 1);
  unsupported(what, site);
}
}

// Of what a function works on: all but these are refused from the first thread on.
#define XBLOCK_WHEN_OF(family)                                                                     \
  "  .ifc " #family ",file\n  cmpb $0, xblockRefuseFiles(%rip)\n"                                  \
  "  .else\n  .ifc " #family ",network\n  cmpb $0, xblockRefuseFiles(%rip)\n"                      \
  "  .else\n  .ifc " #family ",system\n  cmpb $0, xblockRefuseFiles(%rip)\n"                       \
  "  .else\n  cmpb $0, xblockRefuseNow(%rip)\n  .endif\n  .endif\n  .endif\n"
#define XBLOCK_STUB(name, family)                                                                          \
  __asm__(".pushsection .data.xblock,\"aw\",@progbits\n"                                            \
          ".hidden xblock_real_" #name "\n.globl xblock_real_" #name "\n"                          \
          "xblock_real_" #name ": .quad 0\n"                                                       \
          ".popsection\n.pushsection .rodata.xblock,\"a\",@progbits\n"                              \
          "xblock_name_" #name ": .asciz \"" #name "\"\n"                                          \
          ".popsection\n.pushsection .text.xblock,\"ax\",@progbits\n"                               \
          ".p2align 4\n.globl __xblock_fn_" #name "\n.type __xblock_fn_" #name ",@function\n"                  \
          "__xblock_fn_" #name ":\n  .cfi_startproc\n"                                             \
          XBLOCK_WHEN_OF(family)                                                                       \
          "  je 2f\n"                                                                              \
          "  cmpl $0, _ZN6xblock12runtimeDepthE(%rip)\n"                                           \
          "  je 1f\n"                                                                              \
          "2: cmpq $0, xblock_real_" #name "(%rip)\n"                                               \
          "  je 1f\n"                                                                              \
          "  jmp *xblock_real_" #name "(%rip)\n"                                                   \
          "1: leaq xblock_name_" #name "(%rip), %rdi\n"                                            \
          "  pushq %rbp\n  .cfi_def_cfa_offset 16\n  .cfi_offset %rbp, -16\n"                      \
          "  movq %rsp, %rbp\n  .cfi_def_cfa_register %rbp\n  andq $-16, %rsp\n"                   \
          "  call xblockRefused\n  .cfi_endproc\n"                                                 \
          ".popsection\n");                                                                        \
  extern "C" void *xblock_real_##name;
#define XBLOCK_EXPORTED_STUB_Everywhere(name)                                                      \
  __asm__(".pushsection .text.xblock,\"ax\",@progbits\n"                                            \
          ".globl " #name "\n.type " #name ",@function\n" #name ":\n"                              \
          "  movq __xblock_call_site@GOTPCREL(%rip), %rax\n  movq $0, (%rax)\n"                    \
          "  jmp __xblock_fn_" #name "\n.popsection\n");
#define XBLOCK_EXPORTED_STUB_Instrumented(name)

#define XBLOCK_REFUSE(name, family, reach, note)                                                   \
  XBLOCK_STUB(name, family)                                                                           \
  XBLOCK_EXPORTED_STUB_##reach(name)
#include "xblock/intercepts.def"

namespace xblock {


void resolveRefused() {
#define XBLOCK_REFUSE(name, family, reach, note) xblock_real_##name = findReal(#name);
#include "xblock/intercepts.def"
}

} // namespace xblock
