#include "world/explorer_switch.h"

#include "fiber/fiber.h"
#include "world/modules_linux.h"
#include "world/running.h"
#include "world/stack_frames.h"
#include "world/strict_memory_linux.h"
#include "world/trails.h"

#include <cerrno>
#include <cxxabi.h>
#include <unwind.h>

namespace xblock {

// Named and used in leave_at_return_x86_64.cpp too.
[[gnu::used]] FiberContext explorer __asm__("xblockExplorer"); // suspended while the program runs
[[gnu::used]] RawStack *stackWanted __asm__("xblockStackWanted"); // a fiber that is switched to fills it and switches back

namespace {

// The Itanium C++ ABI, section 2.2.2.
struct ExceptionGlobals {
  void *caught;
  uint32_t uncaught;
};
ExceptionGlobals *exceptionGlobals;
int *errorNumber;
uint64_t control; ///< of floating point, of the explorer

void loadThreadGlobals(const FiberState &f) {
  exceptionGlobals->caught = f.caughtExceptions;
  exceptionGlobals->uncaught = f.uncaughtExceptions;
  *errorNumber = f.error;
}

void storeThreadGlobals(FiberState &f) {
  f.caughtExceptions = exceptionGlobals->caught;
  f.uncaughtExceptions = exceptionGlobals->uncaught;
  f.error = *errorNumber;
}

/// Gives each frame to the walk, from the innermost on, as long as that takes more.
template <typename Walk> _Unwind_Reason_Code visit(_Unwind_Context *context, void *walk) {
  int before = 0;
  uint64_t pc = _Unwind_GetIPInfo(context, &before);
  if (pc == 0)
    return _URC_END_OF_STACK;
  return static_cast<Walk *>(walk)->take(before ? pc : pc - 1, context) ? _URC_NO_REASON : _URC_END_OF_STACK;
}

struct StackWalk {
  RawStack *stack;
  unsigned skip;
  bool take(uint64_t pc, _Unwind_Context *) {
    if (skip) {
      --skip;
      return true;
    }
    stack->pc[stack->count++] = pc;
    return stack->count < kMaxFrames;
  }
};

struct FrameWalk {
  FrameHere *to;
  unsigned count;
  bool take(uint64_t pc, _Unwind_Context *context) {
    // What the unwinder calls the CFA here is the stack pointer of the frame, as it made its call.
    to[count++] = {pc, _Unwind_GetCFA(context)};
    return count < kMaxFrames;
  }
};

/// The last ones that are the program's.
struct OuterWalk {
  static constexpr uint64_t kKept = 64;
  uint64_t pc[kKept] = {};
  uint64_t seen = 0;
  bool take(uint64_t at, _Unwind_Context *) {
    if (isProgramCode(reinterpret_cast<void *>(at)))
      pc[seen++ % kKept] = at;
    return true;
  }
  /// REQUIRES: i < kKept. From the outermost on; 0 behind the innermost.
  uint64_t fromOuter(uint64_t i) const { return i < seen ? pc[(seen - 1 - i) % kKept] : 0; }
  /// How many lead to the recursion and once into it: up to the first that is there for the second time. 0: it is none.
  uint64_t intoRecursion() const {
    for (uint64_t i = 0; i < kKept && i < seen; ++i)
      for (uint64_t j = 0; j < i; ++j)
        if (fromOuter(i) == fromOuter(j))
          return i + 1;
    return seen >= 2 * kKept ? kKept : 0;
  }
};

void *beforeWalk[5]; ///< of __builtin_setjmp
bool walksGuarded = false;

/// The program may have written over its frames, and the unwinder then reads what they seem to say: a walk that faults has ended.
// Noinline: who saves registers for a jump back is no place for variables of others.
/// Whether none did.
__attribute__((noinline)) bool walkGuarded(_Unwind_Trace_Fn visitor, void *walk) {
  static int depth; // not among what the jump may lose
  depth = runtimeDepth;
  runtimeDepth = depth + 1; // locks of the unwinder are no step of the program; and no tick takes this for its code, and leaves it
  walksGuarded = true;
  bool whole = __builtin_setjmp(beforeWalk) == 0;
  if (whole)
    _Unwind_Backtrace(visitor, walk);
  walksGuarded = false;
  runtimeDepth = depth;
  return whole;
}

} // namespace

void leaveGuardedWalk() {
  if (!walksGuarded)
    return;
  walksGuarded = false;
  __builtin_longjmp(beforeWalk, 1);
}

unsigned framesHere(FrameHere (&to)[kMaxFrames]) {
  FrameWalk walk = {to, 0};
  walkGuarded(visit<FrameWalk>, &walk);
  return walk.count;
}

uint64_t outerEndOfStack() {
  OuterWalk walk;
  if (!walkGuarded(visit<OuterWalk>, &walk))
    return 0;
  uint64_t hash = 0;
  for (uint64_t i = 0, end = walk.intoRecursion(); i < end; ++i)
    hash = (hash ^ walk.fromOuter(i)) * 0x9e3779b97f4a7c15;
  return hash;
}

void initSwitch() {
  exceptionGlobals = reinterpret_cast<ExceptionGlobals *>(abi::__cxa_get_globals());
  errorNumber = &errno;
  control = floatingPointControl();
}

__attribute__((noinline)) RawStack stackHere(unsigned skip) {
  RawStack stack;
  StackWalk walk{&stack, skip + 2}; // this function's frame and that of walkGuarded()
  walkGuarded(visit<StackWalk>, &walk);
  return stack;
}

void switchToProgram(ThreadId t) {
  FiberState &f = fiberTable[index(t)];
  ExceptionGlobals mine = *exceptionGlobals;
  int error = *errorNumber;
  loadThreadGlobals(f);
  running.onFiber = true;
  xblockRefuseNow = running.exploring;
  xblockRefuseFiles = running.filesModelled;
  runtimeDepth = 0;
  __xblock_call_site = nullptr; // of an indirect call of another thread, perhaps
  FiberContext from = switchFrom(control, f.context);
  runtimeDepth = 1;
  xblockRefuseNow = xblockRefuseFiles = 0;
  running.onFiber = false;
  f.context = from;
  storeThreadGlobals(f);
  *exceptionGlobals = mine;
  *errorNumber = error;
}

extern "C" void xblockGiveStack();
/// Apart: what lies on a fiber's stack as it is left is saved with each block.
[[gnu::cold, gnu::noinline, gnu::used]] void xblockGiveStack() {
  while (stackWanted) {
    *stackWanted = stackHere(0);
    explorer = switchTo(explorer, nullptr).from;
  }
}

/// What a fiber does first whenever it is switched to, perhaps only since its stack is wanted.
void arrived(FiberContext from) {
  explorer = from;
  if (__builtin_expect(stackWanted != nullptr, 0))
    xblockGiveStack();
}

void switchToExplorer() {
  int depth = runtimeDepth;
  if (__builtin_expect(running.followsTrails, 0))
    trails.stops();
  if (__builtin_expect(running.keepsFrames, 0))
    stackFrames.stops();
  arrived(switchTo(explorer, nullptr).from);
  runtimeDepth = depth;
}

void leaveFiberForGood() {
  switchTo(explorer, nullptr);
  __builtin_unreachable();
}

RawStack stackOf(ThreadId t) {
  RawStack stack;
  if (running.strict)
    openStackOf(t);
  stackWanted = &stack;
  FiberState &f = fiberTable[index(t)];
  f.context = switchTo(f.context, nullptr).from;
  stackWanted = nullptr;
  return stack;
}

} // namespace xblock
