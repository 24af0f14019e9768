// The end of a block as the last that a call of the program does: the runtime's frames have returned, and none of them lies on
// the stack, which is saved with each block. The fiber is left as jump_fcontext of Boost 1.74 leaves one
// (fiber/saved_registers_x86_64.cpp).
#include "world/explorer_switch.h"
#include "world/running.h"

namespace xblock {

// switchToExplorer() and what endBlock() does behind it, but for a call's state, of which nothing is left. Floating point
// control is that of the program now, and is loaded only where the explorer's is another one, since that waits for whatever
// computes. It returns to the program by a jump, as XBLOCK_RETURNS_ELSEWHERE.
[[gnu::naked]] int xblockLeaveAtReturn() {
  __asm__("  .cfi_def_cfa_offset 8\n"
          "  leaq -0x40(%%rsp), %%rsp\n  .cfi_adjust_cfa_offset 0x40\n"
          "  stmxcsr (%%rsp)\n  fnstcw 0x04(%%rsp)\n"
          "  movq %%r12, 0x08(%%rsp)\n  movq %%r13, 0x10(%%rsp)\n  movq %%r14, 0x18(%%rsp)\n  movq %%r15, 0x20(%%rsp)\n"
          "  movq %%rbx, 0x28(%%rsp)\n  movq %%rbp, 0x30(%%rsp)\n"
          "  leaq 3f(%%rip), %%rcx\n  movq %%rcx, 0x38(%%rsp)\n"
          "  movq %%rsp, %%rax\n"
          "  movq xblockExplorer(%%rip), %%rsp\n"
          "  movl (%%rsp), %%ecx\n  cmpl %%ecx, (%%rax)\n  jne 5f\n"
          "1:movzwl 0x04(%%rsp), %%ecx\n  cmpw %%cx, 0x04(%%rax)\n  jne 6f\n"
          "2:movq 0x38(%%rsp), %%r8\n"
          "  movq 0x08(%%rsp), %%r12\n  movq 0x10(%%rsp), %%r13\n  movq 0x18(%%rsp), %%r14\n  movq 0x20(%%rsp), %%r15\n"
          "  movq 0x28(%%rsp), %%rbx\n  movq 0x30(%%rsp), %%rbp\n"
          "  leaq 0x40(%%rsp), %%rsp\n"
          "  xorl %%edx, %%edx\n  movq %%rax, %%rdi\n  jmp *%%r8\n"
          // Here the thread goes on.
          "  .cfi_def_cfa_offset 8\n"
          "3:movq %%rax, xblockExplorer(%%rip)\n"
          "  cmpq $0, xblockStackWanted(%%rip)\n  jne 7f\n"
          "4:movb $1, %c[known](%%rip)\n"
          "  xorl %%eax, %%eax\n  popq %%r11\n  .cfi_adjust_cfa_offset -8\n  jmp *%%r11\n"
          "5:ldmxcsr (%%rsp)\n  jmp 1b\n"
          "6:fldcw 0x04(%%rsp)\n  jmp 2b\n"
          "  .cfi_def_cfa_offset 8\n"
          "7:subq $8, %%rsp\n  .cfi_adjust_cfa_offset 8\n  call xblockGiveStack\n  addq $8, %%rsp\n  .cfi_adjust_cfa_offset -8\n"
          "  jmp 4b\n"
          :
          : [known] "i"(&running.inKnownCall));
}

} // namespace xblock
