#include "world/debugger.h"
#include "world/trace.h"

#include "support/library_headers.h"
#include "world/contested.h"
#include "world/misuse.h"
#include "world/object_names_linux.h"
#include "world/process_world.h"
#include "world/restore_check.h"
#include "world/running.h"
#include "world/stack_frames.h"
#include "world/steps.h"
#include "world/waiting_loops.h"

#include <algorithm>

namespace xblock {

std::string (*tellFile)(uint64_t key) = nullptr;
std::vector<TracedEvent> traced;
uint32_t tracedBlock = 0;
RawStack failedStack;
RawStack blockedStack;

namespace {

constexpr size_t kMost = 1 << 20;       // events of one schedule; what comes later is not shown
constexpr size_t kMostStacks = 1 << 16; // of these with a stack
size_t stacks = 0;

bool same(const TracedEvent &a, const TracedEvent &b) {
  return a.block == b.block && a.verb == b.verb && a.address == b.address && a.site == b.site && a.pcs == b.pcs &&
         a.other == b.other;
}

/// A loop makes the same few accesses again and again within a block.
bool repeats(const TracedEvent &event) {
  constexpr size_t kWindow = 8;
  for (size_t i = 0; i < kWindow && i < traced.size(); ++i) {
    const TracedEvent &before = traced[traced.size() - 1 - i];
    if (!event.size || !before.size || before.block != event.block)
      return false;
    if (same(before, event))
      return true;
  }
  return false;
}

void add(TracedEvent event) {
  RuntimeScope scope(RuntimeScope::Internal);
  event.thread = running.thread;
  event.block = tracedBlock;
  if (running.keepsFrames)
    stackFrames.uses(event.address);
  if (steps.recording())
    return steps.add(std::move(event));
  if (traced.size() == kMost || repeats(event))
    return;
  if (traced.empty())
    stacks = 0;
  if ((!event.site || isLibraryHeader(event.site->file)) && stacks < kMostStacks) {
    ++stacks;
    RawStack here = stackHere(0);
    event.pcs.assign(here.pc, here.pc + here.count);
  }
  traced.push_back(std::move(event));
}

/// An access that is watched for, and where it was last seen.
struct Watched {
  ThreadId thread{};
  uint32_t place = 0;
  uint64_t low = 0, high = 0; ///< bytes of which it has some
  bool write = false;
  const char *verb = nullptr; ///< null until seen
  const xblock_site *site = nullptr;
  RawStack stack;
};
std::vector<Watched> watched;

void watch(const char *verb, const void *p, size_t n, bool write, uint32_t place, const xblock_site *site) {
  debugger.access(p, n, place);
  auto address = reinterpret_cast<uint64_t>(p);
  for (Watched &w : watched) {
    if (w.thread != running.thread || w.place != place || w.write != write || address >= w.high || address + n <= w.low)
      continue;
    w.verb = verb;
    w.site = site;
    w.stack = stackHere(0);
  }
}

/// "write" as of a third person.
std::string inSentence(std::string verb) {
  if (verb.starts_with("atomic "))
    return "atomically " + verb.substr(7) + "s";
  return verb + "s";
}

} // namespace

void tellAccess(const char *verb, const void *p, size_t n, bool write, const xblock_site *site) {
  if (running.verifies && write && n)
    noteWriter(p, n, site);
  if (!running.tracing || running.ignoring)
    return;
  auto size = static_cast<uint32_t>(n < UINT32_MAX ? n : UINT32_MAX);
  if (!n || !site)
    return;
  add({.verb = verb, .address = reinterpret_cast<uint64_t>(p), .size = size, .write = write, .site = site});
  watch(verb, p, n, write, placeOf(site), site);
}

void traceFree(const void *p, size_t n, uint32_t place) {
  add({.verb = "free", .address = reinterpret_cast<uint64_t>(p), .size = static_cast<uint32_t>(n), .write = true});
  watch("free", p, n, true, place, nullptr);
}

void watchAccesses(const std::vector<AccessReport> &accesses) {
  watched.clear();
  for (const AccessReport &a : accesses)
    watched.push_back({.thread = a.thread, .place = a.place, .low = a.address, .high = a.address + a.size, .write = a.writes, .stack = {}});
}

void tellAccesses(std::vector<AccessReport> &accesses) {
  for (size_t i = 0; i < accesses.size() && i < watched.size(); ++i) {
    AccessReport &a = accesses[i];
    const Watched &w = watched[i];
    a.name = ThreadName(a.thread).text;
    a.object = nameWithFrame(a.address);
    a.verb = inSentence(w.verb ? w.verb : a.writes ? "write" : "read");
    a.stack.resize(w.stack.count);
    for (unsigned j = 0; j < w.stack.count; ++j)
      a.stack[j].pc = w.stack.pc[j];
    if (w.site) {
      a.file = w.site->file;
      a.line = w.site->line;
    }
  }
  watched.clear();
}

__attribute__((noinline)) void traceEventNow(const char *verb, const void *object, const xblock_site *site) {
  add({.verb = verb, .address = reinterpret_cast<uint64_t>(object), .site = site});
  if (object)
    noteLastUse(object, verb);
}

void traceBefore(const void *p, size_t n) {
  if (steps.recording())
    steps.noteBefore(p, n);
}

void traceThread(const char *verb, ThreadId other, const xblock_site *site) {
  if (!running.tracing)
    return;
  add({.verb = verb, .site = site, .other = static_cast<int>(index(other))});
  noteLastUse(other, verb);
}

void traceBlocked(Resource) { blockedStack = stackHere(0); }

std::string tellLoop(ThreadId t) {
  constexpr uint32_t kMostNames = 4;
  const QuietRun &run = *threadOf(t).quiet;
  std::set<std::string> names;
  for (uint32_t i = 0; i < run.reads; ++i) {
    uint64_t key = run.granules[i];
    auto reads = [&](const TracedEvent &e) { return e.thread == t && e.size && e.address >> 3 == key; };
    auto last = std::find_if(traced.rbegin(), traced.rend(), reads);
    std::string file = tellFile ? tellFile(key) : "";
    names.insert(!file.empty() ? file : nameObject(last != traced.rend() ? last->address : addressOfKey(key)));
  }
  // What has no name is a constant's, the path of a file perhaps.
  auto hasNone = [](const std::string &name) { return name.starts_with("0x") && name.find(' ') == std::string::npos; };
  if (!std::ranges::all_of(names, hasNone))
    std::erase_if(names, hasNone);
  std::string text;
  size_t told = 0;
  for (const std::string &name : names)
    if (++told <= kMostNames)
      text += (told == 1 ? "" : told == names.size() ? " or " : ", ") + name;
  if (names.size() > kMostNames)
    text += " or " + std::to_string(names.size() - kMostNames) + " more";
  return text;
}

ShownAccesses::ShownAccesses() : contested_(contestedGranules(traced)) {
  for (uint32_t i = 0; i < scalars.threads; ++i) {
    const ThreadState &th = threadTable[i];
    for (uint32_t j = 0; th.spinning && j < th.quiet->reads; ++j)
      spunOn_.emplace(ThreadId{i}, th.quiet->granules[j]);
  }
}

bool ShownAccesses::has(ThreadId t, uint64_t address, uint32_t size) const {
  uint64_t first = address >> 3, last = (address + size - 1) >> 3;
  auto contested = contested_.lower_bound(first);
  auto spunOn = spunOn_.lower_bound({t, first});
  return (contested != contested_.end() && *contested <= last) ||
         (spunOn != spunOn_.end() && spunOn->first == t && spunOn->second <= last);
}

void fillBlocks(const Schedule &schedule, const ShownAccesses &shown, Finding &finding) {
  finding.blocks.clear();
  for (const Step &s : schedule)
    finding.blocks.push_back({s.thread, {}});
  const TracedEvent *before = nullptr;
  for (const TracedEvent &e : traced) {
    if (e.block >= finding.blocks.size() || (before && same(*before, e)))
      continue;
    if (e.size && !shown.has(e.thread, e.address, e.size))
      continue;
    before = &e;
    Event event;
    event.text = e.verb;
    if (e.address)
      event.text += " " + nameObject(e.address);
    if (e.other >= 0)
      event.text += std::string(" ") + ThreadName(ThreadId{static_cast<uint32_t>(e.other)}).text;
    event.pcs = e.pcs;
    if (e.site) {
      event.file = e.site->file;
      event.line = e.site->line;
    }
    finding.blocks[e.block].events.push_back(event);
  }
}

} // namespace xblock
