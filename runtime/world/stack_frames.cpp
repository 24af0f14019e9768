#include "world/stack_frames.h"

#include "memory/layout_linux.h"
#include "world/function_names_linux.h"
#include "world/running.h"
#include "world/stack_slots.h"
#include "world/thread_table.h"

#include <span>

namespace xblock {

StackFrames stackFrames;

namespace {

/// The code whose frame the address is in, 0 if it is in none.
uint64_t pcOf(std::span<const FrameHere> frames, uint64_t address) {
  for (size_t i = 0; i + 1 < frames.size(); ++i)
    if (frames[i].low <= address && address < frames[i + 1].low)
      return frames[i].pc;
  return 0;
}

} // namespace

void StackFrames::begin() {
  frames_ = first_;
  pcs_.clear();
  walks_ = 0;
}

void StackFrames::stops() {
  RuntimeScope scope(RuntimeScope::Internal);
  FrameHere here[kMaxFrames];
  unsigned n = framesHere(here);
  if (index(running.thread) >= frames_.size())
    frames_.resize(index(running.thread) + 1);
  frames_[index(running.thread)].assign(here, here + n);
}

void StackFrames::uses(uint64_t address) {
  if (address - layout::kStacks >= layout::kStacksSize)
    return;
  RuntimeScope scope(RuntimeScope::Internal);
  ThreadId owner{static_cast<uint32_t>((address - layout::kStacks) / stacks.slot)};
  uint64_t pc = 0;
  if (owner == running.thread) {
    FrameHere here[kMaxFrames];
    pc = walks_++ < kMostWalks ? pcOf({here, framesHere(here)}, address) : 0;
  } else if (index(owner) < frames_.size() && !threadOf(owner).life.ended()) {
    pc = pcOf(frames_[index(owner)], address);
  }
  pcs_[address].insert(pc);
}

std::string StackFrames::functionOf(uint64_t address) const {
  auto found = pcs_.find(address);
  if (found == pcs_.end())
    return "";
  std::set<std::string> names;
  for (uint64_t pc : found->second)
    names.insert(pc ? nameCode(pc).function : "");
  return names.size() == 1 ? *names.begin() : "";
}

} // namespace xblock
