#include "world/contested.h"

#include <cstring>
#include <map>

namespace xblock {

namespace {

/// Positions in the schedule.
struct Accesses {
  size_t first = 0, last = 0;
  bool writes = false;
};

/// When threads began to run beside those that started them, and ended so.
struct Lives {
  std::map<ThreadId, size_t> starts;
  std::map<std::pair<ThreadId, ThreadId>, size_t> joins; ///< who joined whom

  explicit Lives(const std::vector<TracedEvent> &events) {
    for (size_t i = 0; i < events.size(); ++i)
      if (events[i].other >= 0) {
        ThreadId other{static_cast<uint32_t>(events[i].other)};
        if (strcmp(events[i].verb, "start") == 0)
          starts.emplace(other, i);
        else if (strcmp(events[i].verb, "join") == 0)
          joins.emplace(std::pair{events[i].thread, other}, i);
      }
  }

  /// Whether all that a did comes before b started, or after it joined b.
  bool apart(ThreadId a, const Accesses &of, ThreadId b) const {
    auto start = starts.find(b);
    auto join = joins.find({a, b});
    return (start != starts.end() && of.last < start->second) || (join != joins.end() && of.first > join->second);
  }
};

} // namespace

std::set<uint64_t> contestedGranules(const std::vector<TracedEvent> &events) {
  std::map<uint64_t, std::map<ThreadId, Accesses>> all;
  for (size_t i = 0; i < events.size(); ++i) {
    const TracedEvent &e = events[i];
    if (!e.size)
      continue;
    for (uint64_t g = e.address >> 3; g <= (e.address + e.size - 1) >> 3; ++g) {
      Accesses &a = all[g].try_emplace(e.thread, Accesses{i, i, false}).first->second;
      a.last = i;
      a.writes |= e.write;
    }
  }
  Lives lives(events);
  std::set<uint64_t> contested;
  for (const auto &[granule, threads] : all)
    for (auto a = threads.begin(); a != threads.end(); ++a)
      for (auto b = std::next(a); b != threads.end(); ++b)
        if ((a->second.writes || b->second.writes) && !lives.apart(a->first, a->second, b->first) &&
            !lives.apart(b->first, b->second, a->first))
          contested.insert(granule);
  return contested;
}

} // namespace xblock
