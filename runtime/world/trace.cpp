#include "world/trace.h"

#include "world/object_names_linux.h"
#include "world/running.h"

#include <map>

namespace xblock {

std::vector<TracedEvent> traced;
uint32_t tracedBlock = 0;
RawStack failedStack;
RawStack blockedStack;

namespace {

constexpr size_t kMost = 1 << 20; // events of one schedule; what comes later is not shown

void add(TracedEvent event) {
  RuntimeScope scope;
  if (traced.size() == kMost)
    return;
  event.thread = running.thread;
  event.block = tracedBlock;
  if (!event.site) {
    RawStack here = stackHere(3);
    event.pc = here.count ? here.pc[0] : 0;
  }
  traced.push_back(event);
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
  auto address = reinterpret_cast<uint64_t>(p);
  for (Watched &w : watched) {
    if (w.thread != running.thread || w.place != place || w.write != write || address >= w.high || address + n <= w.low)
      continue;
    w.verb = verb;
    w.site = site;
    w.stack = stackHere(2);
  }
}

/// "write" as of a third person.
std::string inSentence(std::string verb) {
  if (verb.starts_with("atomic "))
    return "atomically " + verb.substr(7) + "s";
  return verb + "s";
}

/// What threads do with the 8-byte granules of memory.
struct Sharing {
  bool seen = false, many = false, written = false;
  ThreadId first{};
};

std::map<uint64_t, Sharing> sharing() {
  std::map<uint64_t, Sharing> all;
  for (const TracedEvent &e : traced) {
    if (!e.size)
      continue;
    for (uint64_t g = e.address >> 3; g <= (e.address + e.size - 1) >> 3; ++g) {
      Sharing &s = all[g];
      s.many |= s.seen && s.first != e.thread;
      s.written |= e.write;
      if (!s.seen)
        s.first = e.thread;
      s.seen = true;
    }
  }
  return all;
}

bool same(const TracedEvent &a, const TracedEvent &b) {
  return a.block == b.block && a.verb == b.verb && a.address == b.address && a.site == b.site && a.pc == b.pc &&
         a.other == b.other;
}

} // namespace

void traceAccess(const char *verb, const void *p, size_t n, bool write, const xblock_site *site) {
  auto size = static_cast<uint32_t>(n < UINT32_MAX ? n : UINT32_MAX);
  if (!n || !site)
    return;
  add({verb, reinterpret_cast<uint64_t>(p), size, write, {}, 0, site, 0, -1});
  watch(verb, p, n, write, placeOf(site), site);
}

void traceFree(const void *p, size_t n, uint32_t place) {
  add({"free", reinterpret_cast<uint64_t>(p), static_cast<uint32_t>(n), true, {}, 0, nullptr, 0, -1});
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
    a.object = nameObject(a.address);
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

void traceEvent(const char *verb, const void *object, const xblock_site *site) {
  if (running.tracing)
    add({verb, reinterpret_cast<uint64_t>(object), 0, false, {}, 0, site, 0, -1});
}

void traceThread(const char *verb, ThreadId other, const xblock_site *site) {
  if (running.tracing)
    add({verb, 0, 0, false, {}, 0, site, 0, static_cast<int>(index(other))});
}

void traceBlocked(Resource) { blockedStack = stackHere(2); }

void fillBlocks(const Schedule &schedule, Finding &finding) {
  auto shared = sharing();
  finding.blocks.clear();
  for (const Step &s : schedule)
    finding.blocks.push_back({s.thread, {}});
  const TracedEvent *before = nullptr;
  for (const TracedEvent &e : traced) {
    if (e.block >= finding.blocks.size() || (before && same(*before, e)))
      continue;
    if (e.size) {
      const Sharing &s = shared[e.address >> 3];
      if (!s.many || !s.written)
        continue;
    }
    before = &e;
    Event event;
    event.text = e.verb;
    if (e.address)
      event.text += " " + nameObject(e.address);
    if (e.other >= 0)
      event.text += std::string(" ") + ThreadName(ThreadId{static_cast<uint32_t>(e.other)}).text;
    event.pc = e.pc;
    if (e.site) {
      event.file = e.site->file;
      event.line = e.site->line;
    }
    finding.blocks[e.block].events.push_back(event);
  }
}

} // namespace xblock
