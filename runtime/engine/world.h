//===- world.h - all that the engine knows of what it explores ----------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The search runs blocks of threads in a World and goes back by snapshots. ProcessWorld is a real program,
// ReexecuteWorld runs the program again from the start for every state, ModelWorld (test/support) a tiny program as
// data.
//
// Contract
//  1. A world starts with one or more live threads (initial()).
//  2. run(t, ...) executes t from where it stands to the next boundary (design.md section 3). If t cannot go on because
//     of a resource (Ending::Blocked), the state is undefined until restore(); nothing else may be called but restore()
//     and, if it was the last thing done, explaining the schedule.
//  3. Snapshots are last in, first out: restore(s) drops every snapshot taken after s and keeps s; discard(s) is only
//     called for the newest one.
//  4. The same state, thread and choices give the same outcome, byte for byte.
//  5. The explorer calls the world from its own stack, never from inside the program.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/access_set.h"
#include "support/failure.h"
#include "support/ids.h"
#include "support/schedule.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace xblock {

enum class Ending : uint8_t {
  Exit,        ///< a lock was released, by unlock or by wait
  Split,       ///< a boundary without a release: thread creation, an atomic access, a notify outside every lock, ...
  Death,       ///< the thread ended
  Blocked,     ///< the thread needs `blockedOn`, which is taken; it goes back to the start of the block
  ProcessEnd,  ///< the program ended (return from main, exit), whatever the other threads were doing
  Failed,      ///< `failure` says how; the schedule ends here
  Unsupported, ///< the program did what is not modelled: `failure.message` says what and where; the search stops
};

/// A decision met in a block.
struct Decision {
  uint16_t taken = 0;        ///< 0 <= taken < alternatives
  uint16_t alternatives = 1; ///< ways it could go
  friend bool operator==(const Decision &, const Decision &) = default;
};

/// Sets `choices` to the next alternative of the last of these decisions that has one. False if none has.
inline bool nextChoices(std::span<const Decision> decisions, std::vector<uint16_t> &choices) {
  for (size_t i = decisions.size(); i-- > 0;) {
    if (decisions[i].taken + 1 >= decisions[i].alternatives)
      continue;
    choices.clear();
    for (size_t j = 0; j < i; ++j)
      choices.push_back(decisions[j].taken);
    choices.push_back(static_cast<uint16_t>(decisions[i].taken + 1));
    return true;
  }
  return false;
}

/// Two ids that belong together: a thread and what it waits for.
struct Waiting {
  ThreadId thread{};
  Resource resource;
  friend bool operator==(const Waiting &, const Waiting &) = default;
};

/// Somebody wanted `wanted` while holding `held`.
struct LockEdge {
  Resource held, wanted;
  friend auto operator<=>(const LockEdge &, const LockEdge &) = default;
};

/// C++ memory orders, in the numbering of memory_order.
enum class Order : uint8_t { Relaxed, Consume, Acquire, Release, AcqRel, SeqCst };
constexpr bool acquires(Order o) { return o != Order::Relaxed && o != Order::Release; }
constexpr bool releases(Order o) { return o >= Order::Release; }

/// What orders a block's accesses among those of other threads, and the accesses themselves. An atomic read is Load,
/// then Access; an atomic write Access, then Store; one that does both Load, Access, Store.
struct RaceEvent {
  enum class Kind : uint8_t {
    Access,  ///< of memory: key, masks, place, locks
    Free,    ///< `count` keys from `key` on are no variables any more; their last Access came before
    Join,    ///< the end of `thread` was waited for
    Create,  ///< what was done so far comes before all that `thread` does, which was created
    Hand,    ///< the same of what it does from here: woken
    Receive, ///< what was sent to `key` comes before what follows: semaphore taken, static guard
    Send,    ///< what was done so far is sent to `key`, in place of what was there; `shared`: beside it
    Acquire, ///< lock `key` was taken; `shared`: for reading
    Release, ///< it was given back
    Load,    ///< the atomic object `key` was read
    Store,   ///< it was written; `shared`: right after the Load, as one step
    Fence,   ///< of `order`
  };
  Kind kind{};
  uint8_t reads = 0; ///< a bit for each byte
  uint8_t writes = 0;
  bool atomic = false; ///< Access
  bool shared = false;
  Order order = Order::SeqCst; ///< Load, Store, Fence
  ThreadId thread{};
  uint64_t key = 0;         ///< Access, Free: as in AccessEntry; else any number of the object
  uint32_t place = 0;       ///< where in the program: what World::promote() takes
  uint32_t locksBegin = 0;  ///< the locks held: Outcome::locks[locksBegin, locksEnd),
  uint32_t locksShared = 0; ///< those before this for reading only
  uint32_t locksEnd = 0;
  uint32_t count = 0;
  friend bool operator==(const RaceEvent &, const RaceEvent &) = default;
};

/// What a block did. The engine owns one and passes it to run() again and again; run() clears it first.
struct Outcome {
  Ending ending = Ending::Exit;
  Resource blockedOn;              ///< Blocked: what the thread waits for; if nowWaiting, the condition variable
  bool nowWaiting = false;         ///< the thread waits to be notified (it is not enabled until then)
  AccessSet data;                  ///< memory read and written, semaphores and other counters
  AccessSet sync;                  ///< condition variables used (a write); locks acquired: a write if held at the end,
                                   ///< else a read
  std::vector<Resource> acquired;  ///< locks taken in the block (for Blocked: also the one that was wanted)
  std::vector<Resource> released;  ///< locks held as the block began and no longer
  std::vector<ThreadId> started;   ///< threads created, in order
  std::vector<Waiting> woken;      ///< notified threads, and what each needs to go on (its mutex)
  std::vector<ThreadId> joined;    ///< threads whose end was waited for
  std::vector<Decision> decisions; ///< in the order met
  std::vector<Resource> holding;   ///< locks held as the block began; `released` are some of them
  std::vector<Resource> wanted;    ///< for wait-for graphs, here and below also of attempts that were Blocked: what the
                                   ///< thread needed to go on, had it or not: locks that it did not hold, ends of
                                   ///< threads, ...
  std::vector<LockEdge> ordered;   ///< the same, once for each lock held at that moment (a wait's own mutex is not)
  bool outside = false;            ///< what follows is outside the regions to be searched: one schedule is enough
  Cut cut;                         ///< the block ended at a boundary of refine(), promote() or observe()
  uint32_t trail = 0;              ///< a number for where the thread was, if that is of use (engine/coverage.h); else 0
  std::vector<Resource> owed;      ///< what it gave to others: posts, notifies, arrivals at barriers
  std::vector<Resource> tried;     ///< locks that a try-lock took or found taken; see observe()
  std::vector<RaceEvent> events;   ///< in program order; may be empty if no access is ever to be promoted or checked
  std::vector<Resource> locks;     ///< the locks of events
  Failure failure;                 ///< Failed and Unsupported
  void clear();
  /// Becomes equal to a block's that did not fail.
  void assign(const Outcome &other);
  void endUnsupported(ThreadId t, const std::string &message) {
    ending = Ending::Unsupported;
    failure = {.kind = FailureKind::Misuse, .message = message, .thread = t, .key = message};
  }
};

/// Whether two blocks that did not fail did the same.
bool sameSteps(const Outcome &a, const Outcome &b);

/// Where blocks end beside the fixed boundaries: see World::refine(), promote() and observe().
struct Boundaries {
  std::vector<LockEdge> edges;
  std::vector<uint32_t> places;
  std::vector<Resource> locks;
};

class World {
public:
  virtual ~World() = default;

  /// The live threads of the state the search begins in, in the order the first schedule prefers them.
  virtual std::vector<ThreadId> initial() = 0;

  /// Runs the next block of t. The first choices.size() decisions met take those alternatives, later ones 0.
  virtual void run(ThreadId t, std::span<const uint16_t> choices, Outcome &out) = 0;

  /// What run(t, {}, out) does, if that is known without running it: the state is then as run() leaves it. Not to be
  /// changed, and valid until the next call of run() or known(). Null if it is not known: then run() of t is called
  /// next.
  virtual const Outcome *known(ThreadId t) {
    static_cast<void>(t);
    return nullptr;
  }

  /// Whether a thread blocked on r could go on now.
  virtual bool available(Resource r) = 0;

  /// The locks t holds now, for wait-for graphs; the thread that holds r, if any.
  virtual bool owner(Resource r, ThreadId &out) = 0;

  virtual SnapshotId save() = 0;
  virtual void restore(SnapshotId s) = 0;
  virtual void discard(SnapshotId s) = 0;

  /// Sets where blocks end, beside the fixed boundaries: before a lock is acquired that the thread does not hold, if it
  /// holds a lock with {held, wanted} among these edges and the block has begun to run (design.md section 3, boundary
  /// refinement). Called at the start of each round of a search, and before a schedule is run again, with the
  /// boundaries it was found with. Part of no state; survives restore().
  virtual void refine(std::span<const LockEdge> edges) { static_cast<void>(edges); }

  /// The same for accesses that could race: a block ends right after a plain access at one of these places. Sorted.
  virtual void promote(std::span<const uint32_t> places) { static_cast<void>(places); }

  /// The same for locks on which a try-lock was made (Outcome::tried), which sees who holds them, and for threads that
  /// were asked to end (ResourceKind::Cancel), whose blocks end at each cancellation point, and threads that several
  /// join (ResourceKind::Join; of a join that may not wait until the end, Outcome::tried; else the end is wanted): a
  /// block ends where a join begins to wait. Of a lock: a block ends right after it took one of these, and who gives
  /// one back writes its key in Outcome::sync. Sorted. A try-lock itself always ends its block, reads the key and, if
  /// it took the lock, writes it; what it took is not among Outcome::acquired, since no lock that was taken could have
  /// kept it from running.
  virtual void observe(std::span<const Resource> locks) { static_cast<void>(locks); }

  void endBlocksAt(const Boundaries &b) {
    refine(b.edges);
    promote(b.places);
    observe(b.locks);
  }
};

} // namespace xblock
