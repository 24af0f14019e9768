// A trampoline to the real one for each function of intercepts.def. Those that may wait run without the turn; those that
// only work on memory are events, and run within it. All arguments are kept, whatever the function's type is. A
// function that this library defines itself takes the place of its trampoline, which is weak.
#include "native/turn.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

extern "C" int __cxa_atexit(void (*)(void *), void *, void *) noexcept;
extern "C" int __register_atfork(void (*)(), void (*)(), void (*)(), void *) noexcept;

using namespace xblock::native;

namespace {

struct Function {
  void *real;
  const char *name;
  uint64_t withinTurn;
};

// glibc links these into each program and library, and has them under no name to look up.
int atExit(void (*function)()) { return __cxa_atexit(reinterpret_cast<void (*)(void *)>(function), nullptr, nullptr); }
int atQuickExit(void (*function)()) {
  const auto real = reinterpret_cast<int (*)(void (*)(), void *)>(dlsym(RTLD_NEXT, "__cxa_at_quick_exit"));
  return real(function, nullptr);
}
int atFork(void (*prepare)(), void (*parent)(), void (*child)()) { return __register_atfork(prepare, parent, child, nullptr); }

void *ofStaticLibrary(const char *name) {
  return !strcmp(name, "atexit")           ? reinterpret_cast<void *>(atExit)
         : !strcmp(name, "at_quick_exit")  ? reinterpret_cast<void *>(atQuickExit)
         : !strcmp(name, "pthread_atfork") ? reinterpret_cast<void *>(atFork)
                                           : nullptr;
}

} // namespace

extern "C" __attribute__((used, visibility("hidden"))) void *xblockNativeEnter(Function *slot) {
  int before = errno;
  if (slot->withinTurn)
    event();
  else
    giveBack();
  void *real = __atomic_load_n(&slot->real, __ATOMIC_RELAXED);
  if (!real) {
    real = dlsym(RTLD_NEXT, slot->name);
    if (!real) // the program's own
      real = dlsym(RTLD_DEFAULT, slot->name);
    if (!real)
      real = ofStaticLibrary(slot->name);
    if (!real && active())
      refuse("call of a function that no library has: ", slot->name);
    if (!real) {
      fprintf(stderr, "xblock: no library has %s\n", slot->name);
      abort();
    }
    __atomic_store_n(&slot->real, real, __ATOMIC_RELAXED);
  }
  errno = before;
  return real;
}

__asm__(".pushsection .text.xblock,\"ax\",@progbits\n"
        ".p2align 4\n.type xblockNativeJump,@function\n"
        "xblockNativeJump:\n  .cfi_startproc\n"
        "  subq $200, %rsp\n  .cfi_def_cfa_offset 208\n"
        "  movq %rdi, 0(%rsp)\n  movq %rsi, 8(%rsp)\n  movq %rdx, 16(%rsp)\n  movq %rcx, 24(%rsp)\n"
        "  movq %r8, 32(%rsp)\n  movq %r9, 40(%rsp)\n  movq %rax, 48(%rsp)\n  movq %r10, 56(%rsp)\n"
        "  movups %xmm0, 64(%rsp)\n  movups %xmm1, 80(%rsp)\n  movups %xmm2, 96(%rsp)\n  movups %xmm3, 112(%rsp)\n"
        "  movups %xmm4, 128(%rsp)\n  movups %xmm5, 144(%rsp)\n  movups %xmm6, 160(%rsp)\n  movups %xmm7, 176(%rsp)\n"
        "  movq %r11, %rdi\n  call xblockNativeEnter\n  movq %rax, %r11\n"
        "  movq 0(%rsp), %rdi\n  movq 8(%rsp), %rsi\n  movq 16(%rsp), %rdx\n  movq 24(%rsp), %rcx\n"
        "  movq 32(%rsp), %r8\n  movq 40(%rsp), %r9\n  movq 48(%rsp), %rax\n  movq 56(%rsp), %r10\n"
        "  movups 64(%rsp), %xmm0\n  movups 80(%rsp), %xmm1\n  movups 96(%rsp), %xmm2\n  movups 112(%rsp), %xmm3\n"
        "  movups 128(%rsp), %xmm4\n  movups 144(%rsp), %xmm5\n  movups 160(%rsp), %xmm6\n  movups 176(%rsp), %xmm7\n"
        "  addq $200, %rsp\n  .cfi_def_cfa_offset 8\n"
        "  jmp *%r11\n  .cfi_endproc\n.popsection\n");

#define XBLOCK_WITHIN_TURN(family, of) "  .ifc " #family "," #of "\n  .set xblockWithin, 1\n  .endif\n"
#define XBLOCK_TRAMPOLINE(name, family)                                                            \
  __asm__(".set xblockWithin, 0\n" XBLOCK_WITHIN_TURN(family, memory) XBLOCK_WITHIN_TURN(family, random)   \
              XBLOCK_WITHIN_TURN(family, cxx-container) XBLOCK_WITHIN_TURN(family, cxx-library)    \
          ".pushsection .rodata.xblock,\"a\",@progbits\n"                                          \
          "xblock_native_name_" #name ": .asciz \"" #name "\"\n"                                   \
          ".popsection\n.pushsection .data.xblock,\"aw\",@progbits\n.p2align 3\n"                  \
          "xblock_native_slot_" #name ": .quad 0, xblock_native_name_" #name "\n"                  \
          "  .if xblockWithin\n  .quad 1\n  .else\n  .quad 0\n  .endif\n"                          \
          ".popsection\n.pushsection .text.xblock,\"ax\",@progbits\n"                              \
          ".p2align 4\n.weak __xblock_fn_" #name "\n.type __xblock_fn_" #name ",@function\n"       \
          "__xblock_fn_" #name ":\n  .cfi_startproc\n"                                             \
          "  leaq xblock_native_slot_" #name "(%rip), %r11\n  jmp xblockNativeJump\n"              \
          "  .cfi_endproc\n.popsection\n");
#define XBLOCK_SAME(name, as)                                                                      \
  __asm__(".pushsection .text.xblock,\"ax\",@progbits\n.p2align 4\n"                               \
          ".weak __xblock_fn_" #name "\n.type __xblock_fn_" #name ",@function\n"                   \
          "__xblock_fn_" #name ":\n  jmp __xblock_fn_" #as "\n.popsection\n");
#define XBLOCK_INTERCEPT(name, family, reach, note) XBLOCK_TRAMPOLINE(name, family)
#define XBLOCK_REFUSE(name, family, reach, note) XBLOCK_TRAMPOLINE(name, family)
#include "xblock/intercepts.def"
