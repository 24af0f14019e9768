//===- process_world.h - the World that is this process -------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Threads are fibers on one OS thread; the explorer calls run() from the OS stack and is switched back to when the
// block ends. Going back restores stacks, heap, globals and thread_locals (undo_log.h) and the few numbers of Scalars.
//
// Invariants
//  1. One ProcessWorld exists, for the life of the process. prologue() comes first.
//  2. A fiber's stack is saved once an epoch, before it runs.
//  3. After run() returned Blocked, Failed or Unsupported the fiber is in the middle of its block: restore comes next.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "memory/undo_log.h"
#include "world/block_record.h"
#include "world/program.h"
#include "world/restore_check.h"
#include "world/thread_table.h"

#include <functional>
#include <string>
#include <vector>

namespace xblock {

class ShownAccesses;

/// Numbers of the state that are copied with every snapshot.
struct Scalars {
  uint32_t threads = 0; ///< created so far, ended ones included
  uint32_t arenas = 0;  ///< the most that threads ever was: who allocated what there is
  uint64_t outputLength = 0;
  uint64_t progress = 0;       ///< counts blocks that wrote memory outside their stack, or the state of a synchronisation
                               ///< object, started or ended a thread
  bool outside = false;        ///< of the regions to be searched (xblock/xblock.h)
  uint32_t spinners = 0;       ///< threads in waiting loops
  uint32_t idle = 0;           ///< threads that wait for what no notify gives, until their time comes (time_outs.h)
};
extern Scalars scalars;

/// Word by word: they were just written so, and a processor waits for stores of which it loads more than one at once.
inline void copyScalars(Scalars &to, const Scalars &from) {
  static_assert(sizeof(Scalars) % 8 == 0);
  uint64_t word;
  for (size_t i = 0; i < sizeof(Scalars); i += 8) {
    __builtin_memcpy(&word, reinterpret_cast<const char *>(&from) + i, 8);
    __asm__("" : "+r"(word)); // no vectors
    __builtin_memcpy(reinterpret_cast<char *>(&to) + i, &word, 8);
  }
}

/// Whether a thread but t has not ended.
bool othersLive(ThreadId t);

/// What runs on a fiber; set up before the first switch to it.
ThreadId createThread(void *(*entry)(void *), void *argument);

class ProcessWorld final : public Program {
public:
  /// Maps all memory. False if the address space is taken.
  static bool mapMemory();

  void prologue(void *(*entry)(void *), Outcome &out) override;
  bool explain(const Schedule &schedule, bool deadlock, Finding &finding, Ending &last, std::string *error) override;
  bool follow(const Schedule &schedule, const OnBlock &did, std::string *error) override;
  void explainPrologue(const Outcome &out, Finding &finding) override;

  /// After prologue() or this returned Split with exploreCalls.asked: the main line goes on with that call, or behind it, until
  /// what prologue() goes on until.
  void goOn(Outcome &out);
  /// The body of a call ran in the main line, as `schedule` says, from the state that goOn() left. False, with a message, if it does
  /// not fit; then the process is good for nothing more.
  bool runOnce(const Schedule &schedule, std::string *error);
  /// Behind that, or without it: threads that live on are left where they are, and numbers of threads begin anew.
  void endCall();

  struct OnBlocks {
    std::function<void(size_t number)> before = {};
    std::function<void(size_t number, const Outcome &out)> after = {};
  };
  /// From the state after the prologue; out tells of its last block. False, with a message, if it does not fit.
  bool runSchedule(const Schedule &schedule, Outcome &out, std::string *error, const OnBlocks &on);
  /// The same, and stops for the debugger where it fails as `known` tells; of a race, at its last block's access of the granule
  /// `key` at `place`; or at its end.
  bool debug(const Schedule &schedule, const Finding &known, uint64_t key, uint32_t place, std::string *error);

  std::string outputOf(int stream) override;
  void runFirstAgain() override;
  void writeTo(Writer &out) override;
  void readFrom(Reader &in) override;

  std::vector<ThreadId> initial() override;
  XBLOCK_RETURNS_ELSEWHERE void run(ThreadId t, std::span<const uint16_t> choices, Outcome &out) override;
  const Outcome *known(ThreadId t) override;
  bool available(Resource r) override;
  bool owner(Resource r, ThreadId &out) override;
  SnapshotId save() override;
  void restore(SnapshotId s) override;
  void discard(SnapshotId s) override;
  void refine(std::span<const LockEdge> edges) override;
  void promote(std::span<const uint32_t> places) override;
  void observe(std::span<const Resource> locks) override;

  /// Whether t may run a block now: it exists, lives and does not wait.
  bool canRun(ThreadId t) const;

private:
  struct alignas(64) Snapshot { // how many there are is a shift
    LogPosition position;
    Scalars scalars;
  };
  [[gnu::always_inline]] void enter(ThreadId t, Outcome &out, std::span<const uint16_t> choices);
  bool mayBeKnown() const;
  void saveStack(ThreadId t);
  bool noteProgress(ThreadId t, Outcome &out);
  void noteWaitingLoop(ThreadId t, Outcome &out);
  void recordSteps(const Schedule &schedule, const ShownAccesses &shown, Finding &finding);
  std::vector<uint16_t> decisionsToWait(ThreadId t, const std::string &key);
  void describeThreads(Finding &finding, bool deadlock, const Outcome &last);

  std::vector<Snapshot> snapshots_;
  FirstSchedule firstSchedule_;
  RestoreCheck restoreCheck_; ///< if running.verifies
  std::vector<uint32_t> stackSavedIn_; ///< epoch, by thread
  bool askedFor_ = false;              ///< known() was called last, and knew nothing
};

} // namespace xblock
