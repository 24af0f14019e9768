//===- model_world.h - a World over a tiny program ----------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Blocks end where design.md section 3 says (model_world.cpp; what locks and accesses tell of a
// block is in model_locks.cpp and model_accesses.cpp). Snapshots are marks in the state's undo log.
// A breach of World's contract by the engine ends the test binary with a message.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/world.h"
#include "support/model_resources.h"
#include "support/model_state.h"

#include <set>

namespace xblock::test {

class ModelWorld : public World {
public:
  explicit ModelWorld(const Program &program) : program_(program), state_(program) {}

  std::vector<ThreadId> initial() override;
  void run(ThreadId t, std::span<const uint16_t> choices, Outcome &out) override;
  bool available(Resource r) override;
  bool owner(Resource r, ThreadId &out) override;
  SnapshotId save() override;
  void restore(SnapshotId s) override;
  void discard(SnapshotId s) override;
  void refine(std::span<const LockEdge> edges) override {
    boundaries_ = {edges.begin(), edges.end()};
  }

  void promote(std::span<const uint32_t> places) override {
    promoted_ = {places.begin(), places.end()};
  }

  void observe(std::span<const Resource> locks) override {
    observed_ = {locks.begin(), locks.end()};
  }

  const ModelState &state() const { return state_; }
  const std::set<LockEdge> &boundaries() const { return boundaries_; }
  size_t snapshots() const { return marks_.size(); }

private:
  bool holds(int t, Resource r) const;
  std::vector<Resource> needs(int t) const;
  bool acquire(int t, Did did, const std::vector<Resource> &needed, Outcome &out);
  void close(int t, Outcome &out);
  void noteReleased(Resource lock, Outcome &out);
  void noteTried(const Op &op, bool taken, Outcome &out);
  void arrived(int t, const Op &op, Outcome &out);
  bool endsBefore(int t, const Op &op, Outcome &out);
  int choose(const Op &op, std::span<const uint16_t> choices, Outcome &out);
  /// Adds what was done to out. True if the block ends after it.
  bool note(int t, const Op &op, Did did, Outcome &out);
  void access(int t, const Op &op, Outcome &out);
  bool plainAccess(int t, const Op &op, Outcome &out);
  void atomicAccess(int t, const Op &op, Outcome &out);
  static void lockEvents(const Op &op, const std::vector<Resource> &needed, bool shared, Did did,
                         Outcome &out);
  void fail(int t, const Op &op, Outcome &out);
  template <class Function> void eachHeld(int t, Function function) const;

  const Program &program_;
  ModelState state_;
  std::set<LockEdge> boundaries_;
  std::set<uint32_t> promoted_;
  std::set<Resource> observed_;
  std::vector<size_t> marks_;
  std::vector<int> waiters_;
  bool defined_ = true; ///< false after a blocked attempt, until restore()
};

template <class Function> void ModelWorld::eachHeld(int t, Function function) const {
  for (int m = 0; m < static_cast<int>(program_.mutexes.size()); ++m)
    if (state_.owner(m) == t)
      function(mutex(m));
  for (int l = 0; l < static_cast<int>(program_.rwLocks.size()); ++l) {
    if (state_.writer(l) == t)
      function(rwLock(l));
    if (state_.readerCount(l, t))
      function(rwReaders(l));
    if (state_.asked(l, t))
      function(rwWaiting(l));
  }
}

} // namespace xblock::test
