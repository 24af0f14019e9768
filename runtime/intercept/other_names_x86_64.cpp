// Other names of functions with rows: libc has several for many of its functions.
#define XBLOCK_SAME(name, as)                                                                      \
  __asm__(".pushsection .text.xblock,\"ax\",@progbits\n.p2align 4\n"                               \
          ".globl __xblock_fn_" #name "\n.type __xblock_fn_" #name ",@function\n"                  \
          "__xblock_fn_" #name ":\n  jmp __xblock_fn_" #as "\n.popsection\n");
#include "xblock/intercepts.def"
