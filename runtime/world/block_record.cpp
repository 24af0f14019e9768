#include "world/block_record.h"

#include "memory/layout_linux.h"
#include "world/modules_linux.h"
#include "world/object_names_linux.h"
#include "world/running.h"
#include "world/stack_slots.h"
#include "world/trace.h"

#include <algorithm>
#include <bit>

namespace xblock {

namespace {

bool isTracked(uint64_t address) {
  return address - layout::kHeap < layout::kHeapSize || address - layout::kStacks < layout::kStacksSize ||
         isProgramCode(reinterpret_cast<const void *>(address));
}

bool isSame(const RecordedAccess &a, const RecordedAccess &b) {
  return a.granule == b.granule && a.place == b.place && a.reads == b.reads && a.writes == b.writes;
}

bool isSame(const Decision &a, const Decision &b) { return a.taken == b.taken && a.alternatives == b.alternatives; }

std::string bytesOf(uint8_t mask) {
  if (!mask)
    return "none";
  int first = std::countr_zero(mask), last = std::bit_width(mask) - 1;
  return first == last ? std::to_string(first) : std::to_string(first) + " to " + std::to_string(last);
}

/// `exactly`: with the bytes and the column.
std::string told(const RecordedAccess &a, bool exactly) {
  std::string text = a.writes ? "write " : "read ";
  text += nameObject(a.granule + static_cast<uint64_t>(std::countr_zero<unsigned>(a.writes ? a.writes : a.reads)));
  const xblock_site *site = siteAt(a.place);
  if (site && site->line)
    text += std::string(" at ") + site->file + ":" + std::to_string(site->line) + (exactly ? ":" + std::to_string(site->column) : "");
  else if (site)
    text += std::string(" in ") + site->function;
  if (exactly)
    text += " (of 8 bytes there, read: " + bytesOf(a.reads) + ", written: " + bytesOf(a.writes) + ")";
  return text;
}

std::string toldEnd(const BlockRecord &r) {
  std::string text = "its end: ";
  switch (r.ending) {
  case Ending::Exit:
    text += r.object.kind == ResourceKind::None ? "a lock is given back" : describe(r.object) + " is given back";
    break;
  case Ending::Split:
    text += "the thread goes on";
    break;
  case Ending::Death:
    text += "the thread ends";
    break;
  case Ending::Blocked:
    text += "it waits for " + describe(r.object);
    break;
  case Ending::ProcessEnd:
    text += "the program ends";
    break;
  case Ending::Failed:
  case Ending::Unsupported:
    text += r.failure;
  }
  if (!r.decisions.empty())
    text += ", after choice " + std::to_string(r.decisions.back().taken + 1) + " of " + std::to_string(r.decisions.back().alternatives);
  return text;
}

} // namespace

bool operator==(const BlockRecord &a, const BlockRecord &b) {
  auto same = [](const auto &x, const auto &y) { return isSame(x, y); };
  return a.step.thread == b.step.thread && a.step.cut == b.step.cut && a.ending == b.ending && a.object == b.object &&
         a.failure == b.failure && std::ranges::equal(a.accesses, b.accesses, same) &&
         std::ranges::equal(a.decisions, b.decisions, same);
}

BlockRecord recordOf(ThreadId t, std::span<const uint16_t> choices, const Outcome &out) {
  BlockRecord r;
  r.step = {t, {choices.begin(), choices.end()}, out.cut};
  r.ending = out.ending;
  r.decisions = out.decisions;
  for (const RecordedAccess &a : accessRecorder.recorded())
    if (isTracked(a.granule))
      r.accesses.push_back(a);
  if (out.ending == Ending::Blocked)
    r.object = out.blockedOn;
  else if (out.ending == Ending::Exit && !out.released.empty())
    r.object = out.released.front();
  if (out.ending == Ending::Failed || out.ending == Ending::Unsupported)
    r.failure = out.failure.message;
  return r;
}

std::string depends(const std::string &where, const std::string &before, const std::string &now) {
  return "the program did something else when it ran again: " + where + " " + now + ", and before " + before +
         "; it depends on what is not restored (variables of a library without hooks, random numbers, a clock): compile such "
         "a library with xblock-clang, or fix its seed";
}

std::optional<std::string> difference(const BlockRecord &before, const BlockRecord &now, size_t number) {
  if (before == now)
    return std::nullopt;
  size_t i = 0;
  while (i < before.accesses.size() && i < now.accesses.size() && isSame(before.accesses[i], now.accesses[i]))
    ++i;
  bool exactly = i < before.accesses.size() && i < now.accesses.size() && told(before.accesses[i], false) == told(now.accesses[i], false);
  auto event = [&](const BlockRecord &r) { return i < r.accesses.size() ? told(r.accesses[i], exactly) : toldEnd(r); };
  return depends(std::string(ThreadName(now.step.thread).text) + " in block " + std::to_string(number) + " came to",
                 "to " + event(before), event(now));
}

void FirstSchedule::saved(size_t snapshot) {
  depths_.resize(snapshot);
  depths_.push_back(blocks_.size());
}

void FirstSchedule::restored(size_t snapshot) {
  if (snapshot >= depths_.size() || blocks_.size() > depths_[snapshot])
    recording_ = false;
}

void FirstSchedule::ran(ThreadId t, std::span<const uint16_t> choices, const Outcome &out) {
  if (out.ending == Ending::Blocked)
    return; // it goes back at once
  accesses_ += accessRecorder.count();
  // Anywhere, and for seconds; and where a stack ends is up to what the runtime has on it.
  bool anywhere = out.ending == Ending::Failed && (out.failure.kind == FailureKind::Stuck || out.failure.message.starts_with(kStackOverflow));
  if (anywhere || accesses_ > kMostAccesses || blocks_.size() == kMostBlocks)
    recording_ = false;
  else
    blocks_.push_back(recordOf(t, choices, out));
}

} // namespace xblock
