#include "world/steps.h"

#include "support/library_headers.h"
#include "world/held_locks.h"
#include "world/object_names_linux.h"
#include "world/running.h"

#include <algorithm>
#include <cstring>
#include <sys/uio.h>
#include <unistd.h>

namespace xblock {

StepRecorder steps;

namespace {

constexpr size_t kMostStacks = 1 << 16; // steps with one, as for the trace

/// A number, if it has a width of one; else the bytes in hex, as many as were kept.
std::string shownValue(const unsigned char *bytes, uint32_t size, size_t kept) {
  if (size == 1 || size == 2 || size == 4 || size == 8 || size == 16) {
    unsigned __int128 value = 0;
    memcpy(&value, bytes, size);
    std::string text;
    do
      text.insert(text.begin(), static_cast<char>('0' + static_cast<int>(value % 10)));
    while (value /= 10);
    return text;
  }
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (size_t i = 0; i < std::min<size_t>(size, kept); ++i)
    text += std::string(i ? " " : "") + kDigits[bytes[i] >> 4] + kDigits[bytes[i] & 15];
  return size > kept ? text + " ..." : text;
}

/// For the search it writes; what is there does not change.
bool isFree(const TracedEvent &e) { return strcmp(e.verb, "free") == 0; }

bool hasPlace(const xblock_site *site) { return site && !isLibraryHeader(site->file); }

} // namespace

std::vector<HeldFor> locksOf(ThreadId t) {
  const ThreadState &th = threadOf(t);
  std::vector<HeldFor> locks;
  for (uint32_t i = 0; i < th.heldCount; ++i) {
    Resource lock = th.held[i].lock;
    if (lock.kind != ResourceKind::RwWaiting) // it only asks for that
      locks.push_back({wholeLock(lock), isForReading(lock)});
  }
  return locks;
}

/// Without touching it: an access that the program is about to make may be of anything.
StepRecorder::Value StepRecorder::valueAt(uint64_t address, size_t n) {
  Value value;
  n = std::min(n, kBytes);
  iovec to{value.bytes, n}, from{reinterpret_cast<void *>(address), n};
  value.known = n && process_vm_readv(getpid(), &to, 1, &from, 1, 0) == static_cast<ssize_t>(n);
  return value;
}

void StepRecorder::begin(const ShownAccesses &shown, const std::vector<AccessReport> &accesses,
                         uint64_t most) {
  *this = {};
  shown_ = &shown;
  most_ = most;
  accesses_ = accesses;
  seenIn_.assign(accesses.size(), 0);
}

void StepRecorder::add(TracedEvent event) {
  settle(true);
  if (event.size && !shown_->has(event.thread, event.address, event.size))
    return;
  Recorded step;
  step.event = std::move(event);
  const TracedEvent &e = step.event;
  step.holding = locksOf(e.thread);
  bool exchanged = e.size && e.write && exchanged_ == e.address;
  if (exchanged) { // it is done
    step.before = before_;
    step.after = valueAt(e.address, e.size);
  } else if (e.size) {
    step.before = valueAt(e.address, e.size);
  }
  exchanged_ = 0;
  if (!hasPlace(e.site) && stacks_ < kMostStacks) {
    ++stacks_;
    RawStack here = stackHere(0);
    step.event.pcs.assign(here.pc, here.pc + here.count);
  }
  bool writes = e.write && !isFree(e) && !exchanged;
  push(std::move(step));
  if (writes)
    written_ = last_.empty() ? &first_.back() : &last_.back();
}

void StepRecorder::noteBefore(const void *p, size_t n) {
  settle(true);
  exchanged_ = reinterpret_cast<uint64_t>(p);
  before_ = valueAt(exchanged_, n);
}

void StepRecorder::push(Recorded step) {
  step.number = ++number_;
  noteRaces(step);
  if (first_.size() < most_ / 5) {
    first_.reserve(most_ / 5 + 1); // written_ points into it
    first_.push_back(std::move(step));
    return;
  }
  if (last_.size() >= most_ - first_.size() && !last_.empty())
    last_.pop_front();
  last_.push_back(std::move(step));
}

/// The last of each kind is the one: the schedule ends in the second.
void StepRecorder::noteRaces(const Recorded &step) {
  const TracedEvent &e = step.event;
  for (size_t i = 0; i < accesses_.size() && e.size; ++i) {
    const AccessReport &a = accesses_[i];
    if (a.thread == e.thread && a.writes == e.write && e.address < a.address + a.size &&
        a.address < e.address + e.size && (!e.site || a.place == placeOf(e.site)))
      seenIn_[i] = step.number;
  }
}

/// made: the write was; else only if something is other than before.
void StepRecorder::settle(bool made) {
  if (!written_)
    return;
  const TracedEvent &e = written_->event;
  Value now = written_->before.known ? valueAt(e.address, e.size) : Value{};
  if (made || (now.known &&
               memcmp(now.bytes, written_->before.bytes, std::min<size_t>(e.size, kBytes)) != 0))
    written_->after = now;
  written_ = nullptr;
}

void StepRecorder::endBlock(const Outcome &out) {
  bool failed = out.ending == Ending::Failed || out.ending == Ending::Unsupported;
  bool crashed =
      failed && (out.failure.kind == FailureKind::Signal || out.failure.kind == FailureKind::Heap);
  settle(!crashed);
  if (!failed && out.ending != Ending::Death && out.ending != Ending::ProcessEnd)
    return;
  Recorded step;
  step.event = {.verb = failed
                            ? out.ending == Ending::Failed ? name(out.failure.kind) : "unsupported"
                            : "end",
                .thread = running.thread,
                .block = tracedBlock};
  step.failure = failed;
  step.holding = locksOf(running.thread);
  if (failed)
    step.event.pcs.assign(failedStack.pc, failedStack.pc + failedStack.count);
  push(std::move(step));
}

StepReport StepRecorder::told(const Recorded &step) {
  const TracedEvent &e = step.event;
  StepReport report;
  report.number = step.number;
  report.block = e.block;
  report.thread = e.thread;
  report.verb = e.verb;
  if (e.address)
    report.object = nameObject(e.address);
  if (e.other >= 0)
    report.object = ThreadName(ThreadId{static_cast<uint32_t>(e.other)}).text;
  report.event.text = report.verb + (report.object.empty() ? "" : " " + report.object);
  report.event.pcs = e.pcs;
  if (e.site) {
    report.event.file = e.site->file;
    report.event.line = e.site->line;
  }
  report.size = e.size;
  report.write = e.write && !isFree(e);
  if (step.before.known)
    report.before = shownValue(step.before.bytes, e.size, kBytes);
  if (step.after.known)
    report.after = shownValue(step.after.bytes, e.size, kBytes);
  for (const HeldFor &held : step.holding)
    report.holding.push_back(describeHeld(held));
  report.failure = step.failure;
  return report;
}

std::vector<StepReport> StepRecorder::end() {
  std::vector<StepReport> all;
  for (const Recorded &step : first_)
    all.push_back(told(step));
  for (const Recorded &step : last_)
    all.push_back(told(step));
  for (size_t i = 0; i < seenIn_.size(); ++i)
    for (StepReport &step : all)
      if (step.number == seenIn_[i])
        step.access = static_cast<uint8_t>(i + 1);
  *this = {};
  return all;
}

} // namespace xblock
