#include "fiber/fiber.h"

namespace xblock {

// As jump_fcontext of Boost 1.74 leaves a fiber, so that it is what switches back; but for stmxcsr, which waits for whatever computes.
__asm__(".pushsection .text.xblock,\"ax\",@progbits\n.p2align 4\n"
        ".globl xblockSwitchFrom\n.hidden xblockSwitchFrom\n.type xblockSwitchFrom,@function\n"
        "xblockSwitchFrom:\n"
        "  leaq -0x38(%rsp), %rsp\n"
        "  movq %rdi, (%rsp)\n"
        "  movq %r12, 0x08(%rsp)\n  movq %r13, 0x10(%rsp)\n  movq %r14, 0x18(%rsp)\n  movq %r15, 0x20(%rsp)\n"
        "  movq %rbx, 0x28(%rsp)\n  movq %rbp, 0x30(%rsp)\n"
        "  movq %rsp, %rax\n"
        "  movq %rsi, %rsp\n"
        "  movq 0x38(%rsp), %r8\n"
        "  ldmxcsr (%rsp)\n  fldcw 0x04(%rsp)\n"
        "  movq 0x08(%rsp), %r12\n  movq 0x10(%rsp), %r13\n  movq 0x18(%rsp), %r14\n  movq 0x20(%rsp), %r15\n"
        "  movq 0x28(%rsp), %rbx\n  movq 0x30(%rsp), %rbp\n"
        "  leaq 0x40(%rsp), %rsp\n"
        "  xorl %esi, %esi\n  xorl %edx, %edx\n"
        "  movq %rax, %rdi\n"
        "  jmp *%r8\n"
        ".size xblockSwitchFrom,.-xblockSwitchFrom\n.popsection\n");

// What XBLOCK_RETURNS_ELSEWHERE makes of a return, by the name that compilers give it.
__asm__(".pushsection .text.xblock,\"ax\",@progbits\n.p2align 4\n"
        ".weak __x86_return_thunk\n.hidden __x86_return_thunk\n.type __x86_return_thunk,@function\n"
        "__x86_return_thunk:\n"
        "  popq %r11\n"
        "  jmp *%r11\n"
        ".size __x86_return_thunk,.-__x86_return_thunk\n.popsection\n");

uint64_t floatingPointControl() {
  struct {
    uint32_t vector;
    uint16_t x87, unused;
  } control = {};
  static_assert(sizeof control == sizeof(uint64_t));
  __asm__("stmxcsr %0\n fnstcw %1" : "=m"(control.vector), "=m"(control.x87));
  return __builtin_bit_cast(uint64_t, control);
}

} // namespace xblock
