// What xblock::explore() of xblock/explore.h calls.
#include "memory/undo_log.h"
#include "support/report_streams_linux.h"
#include "support/verdict_signal_linux.h"
#include "world/explore_call.h"
#include "world/explorer_switch.h"
#include "world/leaks.h"
#include "world/loop_state_x86_64.h"
#include "world/output.h"
#include "world/running.h"

#define XBLOCK_VISIBLE __attribute__((visibility("default"), used))

using namespace xblock;

/// For whoever walks over the stack, the unwinder too, the body's is the outermost frame: an exception that leaves it is uncaught where
/// it is thrown, and stacks are those that a program would have whose main is the body.
extern "C" void xblockCallBody(void (*body)(void *), void *argument);
__asm__(".pushsection .text.xblock,\"ax\",@progbits\n.p2align 4\n"
        ".globl xblockCallBody\n.hidden xblockCallBody\n.type xblockCallBody,@function\n"
        "xblockCallBody:\n"
        "  .cfi_startproc\n  .cfi_undefined rip\n"
        "  subq $8, %rsp\n  movq %rdi, %rax\n  movq %rsi, %rdi\n  call *%rax\n  addq $8, %rsp\n  ret\n"
        "  .cfi_endproc\n.popsection\n");

namespace {

/// What checkLeaks(Left::Calling) looks at, once the body is over: the stack from here on, with the registers that calls keep.
[[gnu::noinline]] void lookForLeaks(bool before) {
  __builtin_unwind_init();
  uint64_t stack;
  __asm__("movq %%rsp, %0" : "=r"(stack));
  for (unsigned i = 0; i < 6; ++i)
    xblockLoopState[i] = 0;
  xblockLoopState[6] = stack;
  before ? noteLostBefore() : checkLeaks(Left::Calling);
}

} // namespace

XBLOCK_KEEPING(void, explore, exploreHere, (const __xblock_exploration *call)) {
  takeSite();
  if (!running.onFiber) {
    writeReport(2, "xblock: xblock::explore() is called before main, or after it: call it from main\n");
    endWithVerdict(3);
  }
  if (exploreCalls.inBody)
    unsupported("xblock::explore() within xblock::explore()", nullptr);
  if (running.exploring)
    unsupported("xblock::explore() while other threads live", nullptr);
  exploreCalls.asked = call;
  running.out->ending = Ending::Split;
  switchToExplorer();
  if (!exploreCalls.runsBody)
    return;
  exploreCalls.inBody = true;
  {
    RuntimeScope scope;
    exploreCalls.beforeBody();
    lookForLeaks(true);
  }
  xblockCallBody(call->body, call->argument);
  if (running.cutPending)
    cutNow();
  {
    RuntimeScope scope;
    exploreCalls.afterBody();
  }
  lookForLeaks(false);
  running.out->ending = Ending::ProcessEnd;
  switchToExplorer(); // from where only the main line comes back
}

extern "C" {
XBLOCK_VISIBLE unsigned long __xblock_result_number(__xblock_result what, unsigned long i) { return callAnswers.number(what, i); }
XBLOCK_VISIBLE const char *__xblock_result_text(__xblock_result what, unsigned long i) { return callAnswers.text(what, i); }
XBLOCK_VISIBLE int __xblock_searches() { return exploreCalls.searches; }
XBLOCK_VISIBLE void __xblock_probe_begin() {
  undoLog.save(); // no snapshot: an epoch, in which nothing was written
  __xblock_look = 1;
}
XBLOCK_VISIBLE int __xblock_probe_end(const void *p) {
  __xblock_look = accessRecorder.enabled() || running.looksAtEach();
  return undoLog.holds(p);
}
}

XBLOCK_KEEPING(void, fail, failHere, (const char *message)) {
  takeSite();
  if (running.onFiber && !runtimeDepth)
    failf(FailureKind::Assertion, "%s", message);
}
