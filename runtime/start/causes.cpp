#include "start/causes.h"

#include "engine/shortest.h"
#include "engine/turning_point.h"
#include "report/shown.h"
#include "report/stacks.h"

#include <algorithm>
#include <map>

namespace xblock {

namespace {

constexpr uint64_t kMostFindings = 20; ///< with all the blocks that are asked for

std::string placeOf(const std::vector<Frame> &stack) {
  if (stack.empty())
    return "?";
  const Frame &frame = namingFrame(stack);
  return frame.function + "@" + shownPlace(frame.file, frame.line);
}

/// "start T" of "start T2": whichever thread it was.
std::string withoutThread(const std::string &text) {
  size_t end = text.find_last_not_of("0123456789");
  bool thread = end != text.npos && end + 1 < text.size() && text[end] == 'T' && (end == 0 || text[end - 1] == ' ');
  return thread ? text.substr(0, end + 1) : text;
}

/// Whether the event is of another thread.
bool namesThread(const Event &event) {
  return event.text.starts_with("start ") || event.text.starts_with("join ") || event.text.starts_with("cancel ");
}

std::string sitesOf(const BlockReport &block) {
  std::string text;
  for (const Event &event : block.events)
    text += (namesThread(event) ? withoutThread(event.text) : event.text) + "@" + shownPlace(event.file, event.line) + ";";
  return text;
}

bool isOfThread(ResourceKind kind) {
  return kind == ResourceKind::ThreadEnd || kind == ResourceKind::EndOrCancel || kind == ResourceKind::Cancel;
}

/// What findings of one cause have in common: nothing about which thread it was. Empty if the cause is not known.
std::string causeOf(const Finding &finding) {
  if (finding.failure.kind == FailureKind::Outcome || (!finding.turn && !finding.always))
    return "";
  std::string text = name(finding.failure.kind);
  if (finding.failure.kind != FailureKind::Deadlock && finding.failure.kind != FailureKind::Livelock)
    text += ":" + finding.failure.message; // of two conditions in one line
  std::vector<std::string> sites;
  for (const ThreadReport &t : finding.threads) {
    if (t.state == "failed")
      sites.push_back("fails " + placeOf(t.stack));
    else if (t.waitsFor.kind != ResourceKind::None)
      sites.push_back("waits " + (isOfThread(t.waitsFor.kind) ? withoutThread(t.waitsForText) : t.waitsForText) + placeOf(t.stack));
  }
  for (const MemoryReport &m : finding.memory)
    sites.push_back(m.what + placeOf(m.stack));
  std::sort(sites.begin(), sites.end());
  for (const std::string &site : sites)
    text += "|" + site;
  return text + "|turn " + (finding.turn ? sitesOf(finding.blocks[finding.turn->block]) : "");
}

} // namespace

void shortenFailures(World &world, const SearchOptions &options, const SearchObserver &observer, SearchResult &result, uint64_t blocks) {
  const uint64_t all = result.failures.size() + result.races.size();
  const uint64_t each = all > kMostFindings ? std::max<uint64_t>(1, blocks * kMostFindings / all) : blocks;
  ShortenLimit limit{each};
  for (FoundFailure &found : result.failures)
    found.explanation = explainFailure(world, options, observer, found, limit);
  for (FoundRace &race : result.races)
    race.shortest = shorten(world, options, race, limit);
}

std::vector<size_t> joinCauses(std::vector<Finding> &findings) {
  std::map<std::string, size_t> known;
  std::vector<Finding> joined;
  std::vector<size_t> places;
  for (Finding &finding : findings) {
    std::string cause = causeOf(finding);
    auto [at, isNew] = known.try_emplace(cause, joined.size());
    if (isNew || cause.empty()) {
      places.push_back(joined.size());
      joined.push_back(std::move(finding));
      continue;
    }
    Finding &first = joined[at->second];
    first.same.push_back({finding.failure, finding.schedule, finding.count, finding.foundAt});
    first.count += finding.count;
    places.push_back(at->second);
  }
  findings = std::move(joined);
  return places;
}

} // namespace xblock
