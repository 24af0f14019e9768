// The end of a thread by pthread_exit or cancellation, as in glibc: its stack is unwound, frame by frame, with the destructors of
// C++ and the cleanup attributes of C; where a frame is reached in which pthread_cleanup_push of plain C stands, its setjmp returns
// once more and runs the handler, and __pthread_unwind_next goes on from there.
#include "intercept/cancellation.h"
#include "intercept/define.h"
#include "memory/tracked_heap.h"
#include "intercept/thread_exit.h"

#include <csetjmp>
#include <pthread.h>
#include <unwind.h>

using namespace xblock;

namespace {

/// What the header's __pthread_unwind_buf_t has room for, behind the buffer of setjmp.
struct Cleanup {
  __jmp_buf registers;
  int maskSaved;
  Cleanup *outer;
  uint64_t frame; ///< the stack pointer of the function that it stands in
  int type;       ///< of cancellation, before
};
static_assert(sizeof(Cleanup) <= sizeof(__pthread_unwind_buf_t));
static_assert(offsetof(Cleanup, outer) == offsetof(__pthread_unwind_buf_t, __pad));

Cleanup *innermost() { return static_cast<Cleanup *>(threadOf(running.thread).cleanup); }

/// frame: of the function that called the intercept.
Cleanup *push(__pthread_unwind_buf_t *buffer, uint64_t frame) {
  touch(buffer, sizeof *buffer);
  auto *cleanup = reinterpret_cast<Cleanup *>(buffer);
  cleanup->outer = innermost();
  cleanup->frame = frame;
  change(running.thread).cleanup = cleanup;
  return cleanup;
}

Cleanup *pop(__pthread_unwind_buf_t *buffer) {
  auto *cleanup = reinterpret_cast<Cleanup *>(buffer);
  change(running.thread).cleanup = cleanup->outer;
  return cleanup;
}

_Unwind_Reason_Code stop(int, _Unwind_Action actions, _Unwind_Exception_Class, _Unwind_Exception *, _Unwind_Context *context,
                         void *) {
  bool end = actions & _UA_END_OF_STACK;
  if (Cleanup *cleanup = innermost(); cleanup && (end || _Unwind_GetCFA(context) >= cleanup->frame))
    longjmp(reinterpret_cast<__jmp_buf_tag *>(cleanup), 1);
  if (!end)
    return _URC_NO_REASON;
  finishThread();
}

/// A handler for all exceptions did not throw it again.
void caught(_Unwind_Reason_Code, _Unwind_Exception *) {
  failf(FailureKind::Abort, "the exception that ends %s (pthread_exit, pthread_cancel) was caught and not thrown again",
        ThreadName(running.thread).text);
}

[[noreturn]] void unwind() {
  // Those handlers run on this stack, above this frame: the object must not lie in it.
  auto *unwinding = static_cast<_Unwind_Exception *>(trackedHeap.allocate(index(running.thread), sizeof(_Unwind_Exception)));
  if (!unwinding)
    unsupported("out of memory for the end of a thread", nullptr);
  touch(unwinding, sizeof *unwinding);
  *unwinding = {};
  unwinding->exception_cleanup = caught;
  _Unwind_ForcedUnwind(unwinding, stop, nullptr);
  finishThread(); // the stack could not be unwound: only its destructors are lost
}

int setType(int type) {
  int before = 0;
  change(running.thread).cancel.setType(type, before);
  return before;
}

} // namespace

#define XBLOCK_CALLERS_FRAME (reinterpret_cast<uint64_t>(__builtin_frame_address(0)) + 16)

void xblock::unwindThread(void *result) {
  leaveAsynchronous([&] {
    ThreadState &t = change(running.thread);
    t.result = result;
    t.cancel.unwind();
  });
  unwind();
}

XBLOCK_EVERYWHERE(void, pthread_exit, (void *result), (result)) {
  if (!running.onFiber)
    unsupportedBeforeMain("pthread_exit outside a thread of the program");
  takeSite();
  unwindThread(result);
}

XBLOCK_INSTRUMENTED(void, __pthread_register_cancel, (__pthread_unwind_buf_t * buffer)) {
  takeSite();
  push(buffer, XBLOCK_CALLERS_FRAME);
  endAfterOwnChange();
}

XBLOCK_INSTRUMENTED(void, __pthread_unregister_cancel, (__pthread_unwind_buf_t * buffer)) {
  takeSite();
  pop(buffer);
  endAfterOwnChange();
}

XBLOCK_INSTRUMENTED(void, __pthread_register_cancel_defer, (__pthread_unwind_buf_t * buffer)) {
  takeSite();
  uint64_t frame = XBLOCK_CALLERS_FRAME;
  leaveAsynchronous([&] { push(buffer, frame)->type = setType(PTHREAD_CANCEL_DEFERRED); });
}

XBLOCK_INSTRUMENTED(void, __pthread_unregister_cancel_restore, (__pthread_unwind_buf_t * buffer)) {
  const xblock_site *site = takeSite();
  int type = pop(buffer)->type;
  setType(type);
  if (type == PTHREAD_CANCEL_ASYNCHRONOUS)
    cancellationPoint(site);
}

XBLOCK_INSTRUMENTED(void, __pthread_unwind_next, (__pthread_unwind_buf_t * buffer)) {
  takeSite();
  pop(buffer);
  unwind();
}

extern "C" __attribute__((used, visibility("hidden"))) void xblockSetjmp(const void *buffer) {
  takeSite();
  touch(buffer, sizeof(__jmp_buf_tag));
}

// setjmp keeps who called it: it must be jumped to. Going back by longjmp is refused by name.
__asm__(".pushsection .text.xblock,\"ax\",@progbits\n"
        ".globl __xblock_fn___sigsetjmp\n.type __xblock_fn___sigsetjmp,@function\n"
        "__xblock_fn___sigsetjmp:\n"
        "  pushq %rdi\n  pushq %rsi\n  subq $8, %rsp\n"
        "  call xblockSetjmp\n"
        "  addq $8, %rsp\n  popq %rsi\n  popq %rdi\n"
        "  jmp __sigsetjmp@PLT\n"
        ".popsection\n");
