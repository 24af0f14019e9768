#include "world/strict_memory_linux.h"

#include "memory/page_guard_linux.h"
#include "memory/tracked_heap.h"
#include "support/check.h"
#include "world/call_targets_x86_64.h"
#include "world/function_names_linux.h"
#include "world/heap_errors.h"
#include "world/modules_linux.h"
#include "world/object_names_linux.h"
#include "world/process_world.h"
#include "world/stack_slots.h"
#include "world/trace.h"
#include "world/tracked_memory_linux.h"

#include <cerrno>

namespace xblock {

namespace {

/// The write that ended the block.
struct {
  uint64_t address = 0;
  uint64_t pc = 0;
  const xblock_site *call = nullptr; ///< of the last call by pointer, if the pass told of one
} foreignWrite;
uint64_t seenLate = 0; ///< what was written: looked for when the schedule is explained
int errorBefore = 0; ///< errno of the thread as the block began
bool stepping = false; ///< over a write to the suspected page

MemoryRange stackOfThread(ThreadId t) {
  uint64_t top = threadOf(t).stackTop;
  return {top - stacks.size, top};
}

/// What lies there; what is told of the block of the heap that it is in goes to failedMemory.
std::string objectAt(uint64_t low, uint64_t high) {
  HeapBlock block;
  failedMemory.clear();
  if (low - layout::kHeap >= layout::kHeapSize || !trackedHeap.nearest(low, block))
    return high == low + 1 ? nameObject(low) : nameObjects(low, high);
  failedMemory = memoryReportsOf(block);
  if (low < block.begin && block.begin < high)
    low = block.begin;
  std::string text = "a heap block of " + std::to_string(block.size) + " bytes";
  return low - block.begin < block.size ? "byte " + std::to_string(low - block.begin) + " of " + text : "the heap, beside " + text;
}

/// Of a write by a library that is not compiled anew.
struct Caller {
  std::string text{};                 ///< what follows the writer's name
  const char *compile = "that library"; ///< what is to be, so that there are hooks
};

/// By a call that does not say what it leads to: its place, as far as it is known. The pass tells of calls by pointer: with another, what it
/// told last is of an earlier one.
std::string placeOfCall(const CodeName &caller, uint64_t returns) {
  const xblock_site *site = foreignWrite.call;
  const bool here = site && site->line && site->function && caller.function == site->function && isCallByPointer(returns);
  return here ? caller.function + " at " + site->file + ":" + std::to_string(site->line) : told(caller);
}

/// The first code on the failed stack that is not of the library that wrote, or what it called, if that has left no frame: who called the
/// writer, unless the program did.
Caller callerOf(const CodeName &writer) {
  constexpr const char *kAny = "what is called there";
  for (unsigned i = 0; i < failedStack.count; ++i) {
    const bool isProgram = isProgramCode(reinterpret_cast<void *>(failedStack.pc[i]));
    const CodeName caller = nameCode(failedStack.pc[i]);
    if (!isProgram && caller.library == writer.library)
      continue;
    const uint64_t target = targetOfCall(failedStack.pc[i] + 1);
    if (const CodeName called = nameCode(target); target && called.library != writer.library) {
      const bool isOther = !isProgramCode(reinterpret_cast<void *>(target));
      return {", called through " + told(called), isOther ? "that library" : kAny};
    }
    if (!isProgram)
      return {", called by " + told(caller)};
    if (!target && writer.library.starts_with("libc.so"))
      return {", called from " + placeOfCall(caller, failedStack.pc[i] + 1), kAny};
    break;
  }
  return {};
}

std::string toldWrite() {
  const CodeName writer = nameCode(foreignWrite.pc);
  const bool isProgram = isProgramCode(reinterpret_cast<void *>(foreignWrite.pc));
  const Caller caller = isProgram ? Caller{} : callerOf(writer);
  std::string text = told(writer) + caller.text + " writes without hooks to " +
                     objectAt(foreignWrite.address, foreignWrite.address + 1) + ", which going back would not undo: ";
  if (isProgram)
    return text + "compile its file with xblock-clang";
  return text + "compile " + caller.compile + " with xblock-clang, or call it before the first thread is created";
}

} // namespace

void beginStrictMemory() {
  XBLOCK_CHECK(pageGuard.map());
  forEachAdopted([](void *, uint64_t low, uint64_t high) { pageGuard.watch(low, high); }, nullptr);
  for (auto [low, high] : moduleVariables())
    pageGuard.guard(low, high);
  pageGuard.guard(layout::kHeap, layout::kHeap + layout::kHeapSize);
  for (uint32_t i = 0; i < scalars.threads; ++i)
    guardStackOf(ThreadId{i});
}

void guardStackOf(ThreadId t) {
  auto [low, high] = stackOfThread(t);
  pageGuard.guard(low, high);
  constexpr uint64_t kFirstFrame = 4096;
  pageGuard.openQuietly(high - kFirstFrame, high);
}

void openStackOf(ThreadId t) {
  auto [low, high] = stackOfThread(t);
  pageGuard.run(low, high);
}

void beginStrictBlock(ThreadId t) {
  pageGuard.suspect(running.tracing ? seenLate : 0);
  pageGuard.closeAll();
  undoLog.save(); // no snapshot: an epoch
  openStackOf(t);
  foreignWrite = {};
  errorBefore = fiberTable[index(t)].error;
}

namespace {

void end(ThreadId t, Outcome &out, const std::string &message) {
  out.endUnsupported(t, message);
  out.failure.key = "write without hooks"; // seen late or at once
  running.foreignWrites = true;
}

} // namespace

void noteModelledFault() { errorBefore = EFAULT; }

void endStrictBlock(ThreadId t, Outcome &out) {
  if (foreignWrite.address) {
    end(t, out, toldWrite());
    return;
  }
  if (fiberTable[index(t)].error == EFAULT && errorBefore != EFAULT) {
    failedStack.count = 0;
    failedMemory.clear();
    end(t, out, "a system call that code without hooks made could not write to the program's memory (EFAULT): compile its library "
                "with xblock-clang, or call it before the first thread is created");
    return;
  }
  if (auto part = pageGuard.unnoted()) {
    failedStack.count = 0;
    end(t, out, "code without hooks wrote to " + objectAt(part->low, part->high) +
                    ", which going back would not undo: compile its library with xblock-clang");
    seenLate = part->low;
  }
}

Faulted strictFault(uint64_t address, const Interrupted &at) {
  bool suspected = pageGuard.isSuspected(address);
  if (suspected && (undoLog.holds(address) || !pageGuard.isGuarded(address) || !running.onFiber)) {
    pageGuard.stepOver(true);
    stepping = true;
    return Faulted::Step;
  }
  if (!suspected && !pageGuard.isClosed(address))
    return Faulted::Ours;
  if (!pageGuard.isGuarded(address)) {
    pageGuard.share(address);
    return Faulted::Again;
  }
  if (!running.onFiber)
    checkFailed("xblock writes to tracked memory that it did not save", __FILE_NAME__, __LINE__);
  foreignWrite = {address, at.pc, __xblock_call_site};
  unsupportedFromHandler("a write without hooks", at);
}

bool stepped() {
  if (!stepping)
    return false;
  pageGuard.stepOver(false);
  stepping = false;
  return true;
}

} // namespace xblock
