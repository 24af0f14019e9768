#include "start/debug_replay.h"

#include "engine/race_checks.h"
#include "world/object_names_linux.h"

#include <bit>
#include <optional>

namespace xblock {

namespace {

/// What the last block of a schedule that does not fail shows.
struct Shown {
  Finding finding;
  uint64_t key = 0;
  uint32_t place = 0;
};

std::string told(const RaceSide &side) {
  return std::string(ThreadName(side.thread).text) + (side.writes ? " writes" : " reads");
}

/// What the report of a race says of it too, but for the lines: gdb is at one of them.
std::string told(const RacePair &pair, FailureKind kind) {
  std::string object =
      nameObject(pair.key * 8 + static_cast<uint64_t>(std::countr_zero(pair.bytes)));
  if (kind == FailureKind::Race)
    return "data race on " + object + ": " + told(pair.first) + ", then " + told(pair.second);
  return "no lock protects " + object + " at all accesses: first " + told(pair.first) + ", then " +
         told(pair.second);
}

Shown lookForRace(ProcessWorld &world, const Schedule &schedule) {
  RaceChecks checks(Check::Lockset);
  std::optional<RacePair> found;
  FailureKind kind{};
  ProcessWorld::OnBlocks on;
  on.after = [&](size_t i, const Outcome &out) {
    checks.push(schedule[i].thread, out);
    if (i + 1 < schedule.size())
      return;
    kind = checks.races().empty() ? FailureKind::Lockset : FailureKind::Race;
    auto pairs = checks.races().empty() ? checks.unprotected() : checks.races();
    if (!pairs.empty())
      found = pairs.front();
  };
  Outcome out;
  std::string error; // it fitted a moment ago
  world.runSchedule(schedule, out, &error, on);
  Shown shown;
  Ending last{};
  world.explain(schedule, false, shown.finding, last, &error);
  shown.finding.failure = {};
  if (!schedule.empty())
    shown.finding.failure.thread = schedule.back().thread;
  if (found) {
    shown.finding.failure.kind = kind;
    shown.finding.failure.message = told(*found, kind);
    shown.key = found->key;
    shown.place = found->second.place;
  }
  return shown;
}

} // namespace

void debugReplay(ProcessWorld &world, const Schedule &schedule) {
  Shown shown;
  std::string error;
  Ending last{};
  Finding &finding = shown.finding;
  if (!world.explain(schedule, true, finding, last, &error))
    return; // which is told of next
  bool waits = false, repeats = false;
  for (const ThreadReport &t : finding.threads) {
    waits |=
        t.state == "ready" || t.waitsFor.kind == ResourceKind::None ? t.state != "ended" : false;
    repeats |= t.waitsFor.kind == ResourceKind::Change;
  }
  bool over = last == Ending::ProcessEnd || last == Ending::Failed || last == Ending::Unsupported;
  std::string message;
  for (const ThreadReport &t : finding.threads)
    if (t.waitsFor.kind != ResourceKind::None)
      message += (message.empty() ? "" : "; ") + t.name + " " + t.state;
  if (!over && !waits && !message.empty()) {
    finding.failure.kind = repeats ? FailureKind::Livelock : FailureKind::Deadlock;
    finding.failure.message = message;
  } else if (last != Ending::Failed && last != Ending::Unsupported) {
    shown = lookForRace(world, schedule);
  }
  world.debug(schedule, shown.finding, shown.key, shown.place, &error);
}

} // namespace xblock
