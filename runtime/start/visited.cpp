#include "start/visited.h"

namespace xblock {

const char *told(ScheduleEnd how) {
  switch (how) {
  case ScheduleEnd::Completed:
    return "completed";
  case ScheduleEnd::Failed:
    return "failed";
  case ScheduleEnd::Redundant:
    return "redundant";
  case ScheduleEnd::Cut:
    return "cut";
  case ScheduleEnd::GivenUp:
    return "given up";
  case ScheduleEnd::Unsupported:
    return "unsupported";
  }
  return "";
}

namespace {

const char *told(NotRun why) {
  switch (why) {
  case NotRun::Covered:
    return "covered";
  case NotRun::NotNeeded:
    return "not needed";
  case NotRun::BeyondBound:
    return "beyond the bound";
  case NotRun::Left:
    return "left";
  }
  return "";
}

} // namespace

Visited::Visited() {
  witness_.beganRound = [this] { ++round_; };
  witness_.ended = [this](const Trace &trace, ScheduleEnd how, uint64_t number, size_t failure) {
    add(trace, how, number, failure);
  };
  witness_.notRun = [this](size_t depth, ThreadId t, NotRun why) { addNotRun(depth, t, why); };
}

void Visited::dropAll() {
  tooMany_ = true;
  tree_ = {};
}

void Visited::add(const Trace &trace, ScheduleEnd how, uint64_t number, size_t failure) {
  blocks_ += trace.depth();
  if (!tooMany_ && (tree_.visits.size() == kMostSchedules || blocks_ > kMostBlocks))
    dropAll();
  if (!tooMany_)
    tree_.visits.push_back({trace.schedule(), number, round_, told(how), failure});
}

void Visited::addNotRun(size_t depth, ThreadId t, NotRun why) {
  if (tooMany_ || tree_.visits.empty())
    return;
  if (tree_.notRun.size() == kMostNotRun)
    ++tree_.notRunLeftOut;
  else
    tree_.notRun.push_back({tree_.visits.size() - 1, depth, t, told(why)});
}

ScheduleTree Visited::tree(const std::vector<size_t> &findingOf) {
  for (ScheduleTree::Visit &visit : tree_.visits)
    if (visit.finding < findingOf.size())
      visit.finding = findingOf[visit.finding];
  if (misses_)
    tree_ = {.visits = {},
             .notRun = {},
             .leftOut = "The tree of schedules is left out: the search was gone on with, and what "
                        "ran before, without --html, is not known."};
  else if (tooMany_)
    tree_ = {.visits = {},
             .notRun = {},
             .leftOut = "The tree of schedules is left out: there are more than " +
                        std::to_string(kMostSchedules) + " schedules, or than " +
                        std::to_string(kMostBlocks) + " blocks in them."};
  return std::move(tree_);
}

} // namespace xblock
