#include "world/trails.h"

#include "world/explorer_switch.h"
#include "world/modules_linux.h"
#include "world/running.h"

#include <utility>

namespace xblock {

Trails trails;

void Trails::begin() {
  used_ = takenCount_ = 0;
  end_ = {};
}

/// What is left out if there is no room: all of the stack, so that none is taken for another.
Trails::Walked Trails::walk() {
  // The unwinder may take locks of libraries, which is no step of the program.
  const bool reusable = running.reusable, known = running.inKnownCall,
             held = std::exchange(running.cutHeld, true);
  RawStack stack = stackHere(1);
  running.reusable = reusable;
  running.inKnownCall = known;
  running.cutHeld = held;
  Walked walked{used_, 0};
  if (used_ + stack.count > kMostWords)
    return walked;
  for (unsigned i = 0; i < stack.count; ++i)
    if (isProgramCode(reinterpret_cast<void *>(stack.pc[i])))
      words_[walked.begin + walked.size++] = stack.pc[i];
  used_ += walked.size;
  return walked;
}

void Trails::took(Resource lock) {
  // Room is left for where it stops.
  if (takenCount_ < kMostTaken && used_ + 2 * kMaxFrames <= kMostWords &&
      lock.kind != ResourceKind::Guard && lock.kind != ResourceKind::Once)
    taken_[takenCount_++] = {lock, walk()};
}

void Trails::stops() { end_ = walk(); }

uint32_t Trails::numberOf(Walked stack) {
  return numberOf(std::vector<uint64_t>(words_ + stack.begin, words_ + stack.begin + stack.size));
}

uint32_t Trails::numberOf(std::vector<uint64_t> stack) {
  if (stack.empty())
    return 0;
  auto [at, isNew] =
      stackNumbers_.try_emplace(std::move(stack), static_cast<uint32_t>(stacks_.size() + 1));
  if (isNew)
    stacks_.push_back(&at->first);
  return at->second;
}

uint32_t Trails::numberOf(Trail trail) {
  lastStack_ = trail.stack;
  auto [at, isNew] =
      trailNumbers_.try_emplace(std::move(trail), static_cast<uint32_t>(trails_.size() + 1));
  if (isNew)
    trails_.push_back(&at->first);
  return at->second;
}

uint32_t Trails::end() {
  Trail trail{.stack = numberOf(end_)};
  for (uint32_t i = 0; i < takenCount_; ++i)
    if (uint32_t stack = numberOf(taken_[i].at))
      trail.acquired.emplace_back(taken_[i].lock, stack);
  return numberOf(std::move(trail));
}

} // namespace xblock
