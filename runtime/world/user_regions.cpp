#include "world/user_regions.h"

#include "world/misuse.h"
#include "world/running.h"
#include "world/waiting_loops.h"

namespace xblock {

namespace {

/// Of the calling thread, how often it began what it has not ended; tracked.
uint64_t &changeIgnored() {
  uint64_t &ignored = threadOf(running.thread).ignored;
  undoLog.touch(&ignored, sizeof ignored);
  return ignored;
}

void noteIgnoring(bool ignores) {
  running.ignoring = ignores;
  accessRecorder.pause(ignores);
  if (!ignores || !running.exploring)
    return;
  running.ignoredSome = running.ignoredAny = true;
  forgetState();
}

} // namespace

void beginIgnoring() {
  if (changeIgnored()++)
    return;
  noteIgnoring(true);
  traceEvent("begin to ignore", nullptr, nullptr);
}

void endIgnoring() {
  if (!threadOf(running.thread).ignored)
    misuse(running.thread, "%s calls xblock_ignore_end() without xblock_ignore_begin()", ThreadName(running.thread).text);
  if (--changeIgnored())
    return;
  noteIgnoring(false);
  traceEvent("end of what is ignored", nullptr, nullptr);
}

void beginAtomic() {
  if (running.atomicDepth == 0) {
    boundaryBeforeBlocking();
    running.heldTogether = false;
    traceEvent("begin an atomic section", nullptr, nullptr);
  }
  ++running.atomicDepth;
}

void endAtomic() {
  if (running.atomicDepth == 0)
    misuse(running.thread, "%s calls xblock_atomic_end() without xblock_atomic_begin()", ThreadName(running.thread).text);
  if (--running.atomicDepth)
    return;
  traceEvent("end of the atomic section", nullptr, nullptr);
  if (running.heldTogether)
    boundary(Ending::Split);
}

void passOver() {
  if (!accessRecorder.enabled())
    unsupported("the first thread is created, or the first choice made, between xblock_atomic_begin() and xblock_atomic_end()", nullptr);
  if (threadOf(running.thread).waiting || running.out->nowWaiting)
    misuse(running.thread, "%s waits for others between xblock_atomic_begin() and xblock_atomic_end(), where none runs",
           ThreadName(running.thread).text);
  running.out->cut = {};
  running.endSite = nullptr;
  running.heldTogether = running.heldTogetherAny = running.keptOpen = true;
}

void splitSection() {
  if (!running.keptOpen)
    return;
  uint32_t depth = running.atomicDepth;
  running.atomicDepth = 0;
  running.heldTogether = false;
  boundary(Ending::Split);
  running.atomicDepth = depth; // in the next block
}

void mustBeInNoRegion() {
  if (threadOf(running.thread).ignored)
    misuse(running.thread, "%s ends between xblock_ignore_begin() and xblock_ignore_end()", ThreadName(running.thread).text);
  if (running.atomicDepth)
    misuse(running.thread, "%s ends between xblock_atomic_begin() and xblock_atomic_end()", ThreadName(running.thread).text);
}

} // namespace xblock
