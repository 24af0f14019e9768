#include "world/debugger.h"

#include "world/process_world.h"
#include "world/running.h"

extern "C" {
/// A debugger's breakpoint.
__attribute__((noinline, visibility("default"))) void __xblock_stopped() {
  __asm__ volatile("" ::: "memory");
}
__attribute__((visibility("default"))) xblock::Debugged __xblock_debugged;
}

namespace xblock {

Debugger debugger;

void Debugger::know(const Finding &finding) {
  bool fails = !finding.failure.message.empty();
  __xblock_debugged.kind = fails ? name(finding.failure.kind) : "";
  message_ = finding.failure.message;
  __xblock_debugged.message = message_.c_str();
  told_.clear();
  for (const ThreadReport &t : finding.threads)
    told_.push_back({t.name, t.state});
  __xblock_debugged.thread = index(finding.failure.thread);
  tell();
}

void Debugger::arm(uint64_t key, uint32_t place) {
  armed_ = true;
  key_ = key;
  place_ = place;
}

void Debugger::stopAtFailure() {
  armed_ = false;
  __xblock_debugged.kind =
      running.out->ending == Ending::Unsupported ? "unsupported" : name(running.out->failure.kind);
  if (message_.empty()) // else it was told already, with more than is known here
    __xblock_debugged.message = running.out->failure.message.c_str();
  __xblock_debugged.thread = index(running.thread);
  tell();
  stopped_ = true;
  __xblock_stopped();
}

void Debugger::stopAtAccess(const void *p, size_t n) {
  auto begin = reinterpret_cast<uint64_t>(p) >> 3,
       end = (reinterpret_cast<uint64_t>(p) + n - 1) >> 3;
  if (key_ < begin || key_ > end)
    return;
  armed_ = false;
  __xblock_debugged.thread = index(running.thread);
  tell();
  stopped_ = true;
  __xblock_stopped();
}

void Debugger::stopHere(const char *where) {
  __xblock_debugged.where = where;
  tell();
  stopped_ = true;
  __xblock_stopped();
}

namespace {

DebuggedThread threads[layout::kMaxThreads];
char names[layout::kMaxThreads][sizeof ThreadName::text];

const char *stateOf(const ThreadState &t, bool runs) {
  return runs             ? "runs"
         : t.life.ended() ? "ended"
         : t.spinning     ? "repeats a loop that changes nothing"
         : t.waiting      ? "waits"
                          : "ready";
}

} // namespace

/// Brings what the debugger reads up to date.
void Debugger::tell() {
  for (uint32_t i = 0; i < scalars.threads; ++i) {
    const ThreadState &th = threadTable[i];
    DebuggedThread &t = threads[i];
    t = {};
    t.number = i;
    t.begins = reinterpret_cast<uint64_t>(th.start);
    t.low = th.stackLow;
    t.top = th.stackTop;
    bool runs = running.onFiber && index(running.thread) == i;
    if (runs) {
      t.flags = DebuggedThread::kRuns;
    } else if (th.life.ended()) {
      t.flags = DebuggedThread::kEnded;
    } else {
      t.registers = registersOf(fiberTable[i].context);
      // The frames of a thread that has begun lie between.
      constexpr uint64_t kNoFrames = 64;
      t.flags = th.stackTop - t.registers.rsp < kNoFrames ? DebuggedThread::kNotBegun : 0;
    }
    __builtin_memcpy(names[i], ThreadName(ThreadId{i}).text, sizeof names[i]);
    t.name = i < told_.size() ? told_[i].name.c_str() : names[i];
    t.state = i < told_.size() ? told_[i].state.c_str() : stateOf(th, runs);
  }
  __xblock_debugged.count = scalars.threads;
  __xblock_debugged.threads = threads;
}

} // namespace xblock
