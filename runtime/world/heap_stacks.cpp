#include "world/heap_stacks.h"

#include "memory/kept_stacks.h"
#include "world/explorer_switch.h"
#include "world/running.h"

#include <dlfcn.h>

namespace xblock {

uint32_t keepStack(const void *frame, const void *caller) {
  if (__builtin_expect(running.tracing, 0)) {
    RuntimeScope scope;
    bool cutPending = running.cutPending; // the walk calls what is intercepted; the block ends behind the allocator
    running.cutPending = false;
    RawStack stack = stackHere(1);
    running.cutPending = cutPending;
    return keptStacks.keep({stack.pc, stack.count});
  }
  constexpr unsigned kMost = 16;
  uint64_t pcs[kMost] = {reinterpret_cast<uint64_t>(caller) - 1};
  unsigned count = 1;
  auto at = reinterpret_cast<uint64_t>(frame);
  const uint64_t end = running.onFiber ? running.stackLow + running.stackSize - 16 : 0;
  while (count < kMost) {
    uint64_t up = *reinterpret_cast<const uint64_t *>(at);
    if (up <= at || up > end || up % 8)
      break;
    at = up;
    uint64_t pc = reinterpret_cast<const uint64_t *>(at)[1];
    if (!pc)
      break;
    pcs[count++] = pc - 1;
  }
  return keptStacks.keep({pcs, count});
}

uint32_t keepStackToTell() {
  if (!running.tracing && running.exploring)
    return 0;
  bool cutPending = running.cutPending; // as above
  running.cutPending = false;
  RawStack stack = stackHere(1);
  running.cutPending = cutPending;
  return keptStacks.keep({stack.pc, stack.count});
}

std::vector<Frame> keptFrames(uint32_t number) {
  std::vector<Frame> frames;
  for (uint64_t pc : keptStacks.of(number)) {
    Dl_info info;
    if (!frames.empty() && !dladdr(reinterpret_cast<void *>(pc), &info))
      break;
    frames.emplace_back().pc = pc;
  }
  return frames;
}

} // namespace xblock
