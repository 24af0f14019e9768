#include "world/watched_world_linux.h"

#include "memory/layout_linux.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace xblock {

Watch *openWatch() {
  const char *name = getenv("XBLOCK_WATCH");
  if (!name)
    return nullptr;
  long fd = syscall(SYS_openat, AT_FDCWD, name, O_RDWR | O_CLOEXEC);
  unsetenv("XBLOCK_WATCH");
  if (fd < 0)
    return nullptr;
  // Where a write of the program with a hook is a wild one, and not done.
  static_assert(sizeof(Watch) <= layout::kWatchSize);
  void *p = mmap(reinterpret_cast<void *>(layout::kWatch), sizeof(Watch), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED_NOREPLACE,
                 static_cast<int>(fd), 0);
  syscall(SYS_close, fd);
  if (p == MAP_FAILED)
    return nullptr;
  auto *watch = static_cast<Watch *>(p);
  watch->phase = Phase::Before;
  return watch;
}

WatchedWorld::WatchedWorld(World &world, Watch &watch)
    : world_(world), watch_(watch), deaths_(parseDeaths({watch.deaths, strnlen(watch.deaths, sizeof watch.deaths)})) {
  watch_.steps = 0;
}

/// As the last of the schedule so far.
void WatchedWorld::note(const Step &step) {
  if (path_.size() >= Watch::kMostSteps)
    return;
  WatchedStep &to = watch_.step[path_.size()];
  to.thread = index(step.thread);
  to.cut = static_cast<char>(step.cut.where);
  to.cutNumber = step.cut.number;
  to.count = static_cast<uint16_t>(std::min<size_t>(step.choices.size(), UINT16_MAX));
  std::copy_n(step.choices.begin(), std::min<size_t>(to.count, WatchedStep::kMostChoices), to.choices);
  __atomic_store_n(&watch_.steps, static_cast<uint32_t>(path_.size() + 1), __ATOMIC_RELEASE);
}

const Death *WatchedWorld::deathAt(const Step &next) const {
  for (const Death &d : deaths_)
    if (d.boundaries == watch_.boundaries && d.schedule.size() == path_.size() + 1 && d.schedule.back() == next &&
        std::equal(path_.begin(), path_.end(), d.schedule.begin()))
      return &d;
  return nullptr;
}

void WatchedWorld::run(ThreadId t, std::span<const uint16_t> choices, Outcome &out) {
  Step step{t, {choices.begin(), choices.end()}, {}};
  if (const Death *death = deathAt(step)) {
    metLast_ |= death == &deaths_.back();
    out.clear();
    out.ending = Ending::Failed;
    out.failure = {.kind = FailureKind::Death,
                   .message = "the process that explores " + death->what + " in this block, or of what an earlier one did to its memory",
                   .thread = t,
                   .key = "death:" + death->what + std::to_string(index(t))};
    out.data.setEverything();
  } else {
    note(step);
    world_.run(t, choices, out);
  }
  step.choices.clear();
  for (const Decision &d : out.decisions)
    step.choices.push_back(d.taken);
  step.cut = out.cut;
  note(step);
  path_.push_back(std::move(step));
}

SnapshotId WatchedWorld::save() {
  SnapshotId s = world_.save();
  depths_.resize(static_cast<uint32_t>(s) + 1);
  depths_.back() = path_.size();
  return s;
}

void WatchedWorld::restore(SnapshotId s) {
  world_.restore(s);
  path_.resize(depths_[static_cast<uint32_t>(s)]);
}

/// A number for them: under others the block of a schedule could be another.
void WatchedWorld::noteBoundaries() {
  uint64_t hash = 0;
  auto add = [&](uint64_t word) { hash = (hash ^ word) * 0x9e3779b97f4a7c15; };
  auto addLock = [&](Resource r) {
    add(static_cast<uint64_t>(r.kind));
    add(r.id);
  };
  for (const LockEdge &e : boundaries_.edges) {
    addLock(e.held);
    addLock(e.wanted);
  }
  for (uint32_t place : boundaries_.places)
    add(place + (uint64_t{1} << 32));
  for (Resource r : boundaries_.locks)
    addLock(r);
  watch_.boundaries = hash;
}

void WatchedWorld::refine(std::span<const LockEdge> edges) {
  world_.refine(edges);
  boundaries_.edges.assign(edges.begin(), edges.end());
  noteBoundaries();
}
void WatchedWorld::promote(std::span<const uint32_t> places) {
  world_.promote(places);
  boundaries_.places.assign(places.begin(), places.end());
  noteBoundaries();
}
void WatchedWorld::observe(std::span<const Resource> locks) {
  world_.observe(locks);
  boundaries_.locks.assign(locks.begin(), locks.end());
  noteBoundaries();
}

} // namespace xblock
