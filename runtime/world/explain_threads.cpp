// How each thread stands where a schedule ended: what it waits for, who holds that, its stack.
#include "engine/deadlock.h"
#include "world/explorer_switch.h"
#include "world/heap_errors.h"
#include "world/heap_stacks.h"
#include "world/held_locks.h"
#include "world/output.h"
#include "world/process_world.h"
#include "world/running.h"
#include "world/trace.h"
#include "world/waiting_loops.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace xblock {

namespace {

std::vector<Frame> framesOf(const RawStack &raw) {
  std::vector<Frame> frames(raw.count);
  for (unsigned i = 0; i < raw.count; ++i)
    frames[i].pc = raw.pc[i];
  return frames;
}

/// Whether another thread, told in `out`, holds a lock of the program's own that the loop looks at.
bool findOwnLock(const ThreadState &spinner, ThreadId &out) {
  for (uint32_t i = 0; i < scalars.threads; ++i)
    for (uint32_t j = 0; j < threadTable[i].heldCount; ++j) {
      Resource lock = threadTable[i].held[j].lock;
      const uint64_t *read = spinner.quiet->granules, *end = read + spinner.quiet->reads;
      if (wholeLock(lock).kind != ResourceKind::OwnLock || &threadTable[i] == &spinner || std::find(read, end, lock.id >> 3) == end)
        continue;
      out = ThreadId{i};
      return true;
    }
  return false;
}

/// Blocks end where the program has them end.
struct WithoutCuts {
  WithoutCuts() { running.given = {}; }
  ~WithoutCuts() { running.replaying = before; }
  bool before = std::exchange(running.replaying, true);
};

bool waits(const Outcome &attempt) {
  return attempt.ending == Ending::Blocked || (attempt.nowWaiting && attempt.blockedOn.kind == ResourceKind::Change);
}

/// Whether the key of a deadlock has it.
bool isTold(const std::string &key, const Waiting &w) {
  const std::string one = keyOf(w);
  for (size_t at = key.find(one); at != key.npos; at = key.find(one, at + 1))
    if (at > 0 && (key[at - 1] == ':' || key[at - 1] == ',') && (at + one.size() == key.size() || key[at + one.size()] == ','))
      return true;
  return false;
}

} // namespace

void ProcessWorld::explainPrologue(const Outcome &out, Finding &finding) {
  finding.failure = out.failure;
  if (out.failure.kind == FailureKind::Heap)
    finding.memory = failedMemory;
  finding.output = output.text();
  ThreadReport main;
  main.name = ThreadName(ThreadId{0}).text;
  main.state = "failed";
  main.stack = framesOf(failedStack);
  finding.threads.push_back(main);
}

/// What t decides in its next block so that it waits, for what the key of the failure says if it says anything; else the first way.
std::vector<uint16_t> ProcessWorld::decisionsToWait(ThreadId t, const std::string &key) {
  constexpr int kMost = 10'000;
  std::vector<uint16_t> choices;
  std::optional<std::vector<uint16_t>> first;
  Outcome attempt;
  WithoutCuts without;
  SnapshotId here = save();
  for (int i = 0; i < kMost; ++i) {
    restore(here);
    run(t, choices, attempt);
    if (waits(attempt) && !first)
      first = choices;
    if (waits(attempt) && (key.empty() || isTold(key, {t, attempt.blockedOn}))) {
      first = choices;
      break;
    }
    if (!nextChoices(attempt.decisions, choices))
      break;
  }
  restore(here);
  discard(here);
  return first.value_or(std::vector<uint16_t>());
}

void ProcessWorld::describeThreads(Finding &finding, bool deadlock, const Outcome &last) {
  bool failed = last.ending == Ending::Failed || last.ending == Ending::Unsupported;
  finding.threads.clear();
  for (uint32_t i = 0; i < scalars.threads; ++i) {
    ThreadId t{i};
    ThreadReport report;
    report.thread = t;
    std::string loop; // what it reads
    report.name = ThreadName(t).text;
    const ThreadState &th = threadOf(t);
    auto frames = [&] {
      saveStack(t); // the thread runs to tell its stack, which changes where and how it is suspended
      return framesOf(stackOf(t));
    };
    if (failed && last.failure.thread == t) {
      report.state = "failed";
      report.stack = framesOf(failedStack);
    } else if (th.life.ended()) {
      report.state = "ended";
    } else if (th.spinning) {
      report.waitsFor = {ResourceKind::Change, spinsOn(th)};
      loop = tellLoop(t);
      report.stack = frames();
    } else if (th.waiting) {
      report.waitsFor = th.condition;
      report.stack = frames();
    } else if (deadlock) {
      Outcome attempt;
      const std::vector<uint16_t> choices = decisionsToWait(t, finding.failure.key);
      WithoutCuts without;
      SnapshotId here = save();
      running.tracing = true;
      run(t, choices, attempt);
      running.tracing = false;
      if (attempt.ending == Ending::Blocked) {
        report.waitsFor = attempt.blockedOn;
        report.stack = framesOf(blockedStack);
      } else if (attempt.nowWaiting && attempt.blockedOn.kind == ResourceKind::Change) {
        report.waitsFor = attempt.blockedOn;
        loop = tellLoop(t);
        report.stack = frames();
      }
      restore(here);
      discard(here);
    } else {
      report.state = "ready";
      report.stack = frames();
    }
    if (report.waitsFor.kind == ResourceKind::Change) {
      report.waitsForText = loop.empty() ? "nothing" : "a change of " + loop;
      report.state = loop.empty() ? "repeats a loop that reads and changes nothing" : "waits for " + report.waitsForText;
      report.hasOwner = !loop.empty() && th.spinning && findOwnLock(th, report.owner);
      if (report.hasOwner)
        report.state += std::string(", held by ") + ThreadName(report.owner).text;
    } else if (report.waitsFor.kind != ResourceKind::None) {
      report.waitsForText = describe(report.waitsFor);
      report.state = "waits for " + report.waitsForText;
      report.hasOwner = owner(report.waitsFor, report.owner);
      if (report.hasOwner)
        report.state += std::string(", held by ") + ThreadName(report.owner).text;
    }
    report.created = keptFrames(th.createdStack);
    finding.threads.push_back(report);
  }
}

} // namespace xblock
