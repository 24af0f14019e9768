#include "start/sampling.h"

#include "report/counted.h"
#include "start/plugin_linux.h"
#include "start/noise.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace xblock {

namespace {

/// Where neither schedules nor time are bounded: some seconds of a small program.
constexpr uint64_t kSchedules = 10'000;
/// Of --policy=auto: docs/papers.md has the figures.
constexpr PolicyKind kBest = PolicyKind::Surw;

bool hasOwnBound(const Options &options) { return options.maxSchedules != kUnlimited || options.time != kUnlimited; }

bool hasDepth(PolicyKind kind) { return kind == PolicyKind::Pct; }

std::string what(const SampledSchedules &sampled, const Sampling &how) {
  const char *least = sampled.atLeast ? "at least " : "";
  std::string first = how.first > 1 ? ", from number " + std::to_string(how.first) + " on" : "";
  std::string depth = sampled.depth ? ", depth " + std::to_string(sampled.depth) : how.policy == PolicyKind::Noise ? ", " + told(how.noise) : "";
  return "sampled only: " + counted(sampled.schedules, "schedule", "schedules") + " by " + sampled.policy + " (seed " +
         std::to_string(sampled.seed) + first + depth + "), " + least + std::to_string(sampled.distinct) + " of them distinct, of " + least +
         counted(sampled.classes, "class", "classes");
}

/// "failing: 6 of 500 schedules, a probability of 0.00441 to 0.0259 (95 % confidence); the first is number 46"
std::string failing(const SampledSchedules &sampled) {
  return "failing: " + std::to_string(sampled.failing) + " of " + counted(sampled.schedules, "schedule", "schedules") + ", a probability of " +
         shownProbability(sampled.probability->low) + " to " + shownProbability(sampled.probability->high) + " (95 % confidence)" +
         (sampled.firstFailing ? "; the first is number " + std::to_string(sampled.firstFailing) : "");
}

} // namespace

std::string wrongSampling(const Options &options) {
  /// The first of them that is given.
  auto firstGiven = [&](std::initializer_list<std::string_view> names) {
    auto found = std::ranges::find_if(names, [&](std::string_view name) { return isGiven(options, name); });
    return found == names.end() ? std::string() : "--" + std::string(*found);
  };
  const std::string policy = "--policy=" + options.policy;
  if (options.policy == "native") // the command has the loader take the other library
    return "--policy=native needs the library of native runs, and the program loaded this one: start it with xblock run, and do not link it with -Wl,--disable-new-dtags";
  if (!options.nativeLog.empty())
    return "--native-log is of --policy=native, and this is " + policy + ": give that policy, or leave it out";
  if (!samples(options)) {
    if (std::string stray = firstGiven({"seed", "first-schedule", "depth", "share"}); !stray.empty())
      return stray + " is of schedules by chance: give a --policy that samples too, as random, or leave it out";
    return wrongNoise(options);
  }
  if (isGiven(options, "share") && options.policy != "auto")
    return "--share is of --policy=auto, and this is " + policy + ": leave it out";
  if (isGiven(options, "depth") && options.policy != "pct")
    return "--depth is of --policy=pct, and this is " + policy + ": leave it out";
  if (std::string error = wrongNoise(options); !error.empty())
    return error;
  if (isGiven(options, "mode"))
    return policy + " samples, and --mode=" + options.mode + " searches: leave out one of them";
  if (std::string search = firstGiven({"preemptions", "delays", "starvation"}); !search.empty())
    return search + " is of a search, and " + policy + " samples: leave out one of them";
  return "";
}

void setSampling(const Options &options, SearchOptions &search) {
  if (!samples(options))
    return;
  Sampling how{.seed = options.seed, .depth = options.depth, .first = options.firstSchedule, .noise = noiseOf(options)};
  for (PolicyKind kind : {PolicyKind::Random, PolicyKind::Concj, PolicyKind::Pct, PolicyKind::Pos, PolicyKind::Surw, PolicyKind::Plugin, PolicyKind::Noise})
    if (options.policy == name(kind))
      how.policy = kind;
  if (options.policy == "auto")
    how.policy = kBest;
  how.plugin = makePluginPolicy;
  search.sampling = how;
  if (!hasOwnBound(options))
    search.maxSchedules = kSchedules;
}

bool endsAtItsOwnBound(const Options &options) { return samples(options) && !hasOwnBound(options) && options.frontier == "auto"; }

void addSampled(const Options &options, const SearchResult &result, Stopper by, Report &report) {
  const Sampled &sampled = *result.sampled;
  SampledSchedules told{name(sampled.how.policy), sampled.how.seed, hasDepth(sampled.how.policy) ? sampled.how.depth : 0, sampled.schedules,
                        sampled.distinct,         sampled.classes,  sampled.atLeast, {}};
  told.failing = sampled.failing;
  told.firstFailing = sampled.firstFailing;
  if (!result.stoppedAtFailure && sampled.schedules)
    told.probability = clopperPearson(told.failing, sampled.schedules);
  if (sampled.how.policy == PolicyKind::Noise)
    told.noise = {std::string(name(sampled.how.noise.kind)), sampled.how.noise.percent, sampled.how.noise.strength};
  report.left.push_back(what(told, sampled.how));
  if (told.probability)
    report.left.push_back(failing(told));
  report.sampled = std::move(told);
  if (result.stopped && by == Stopper::Deaths)
    report.left.push_back("the process that explores died " + std::to_string(Watch::kMostDeaths) + " times");
  else if (result.stopped && by == Stopper::Interrupt)
    report.left.push_back("interrupted");
  else if (result.stopped && by == Stopper::Time)
    report.left.push_back("--time was reached");
  else if (result.scheduleLimit)
    report.left.push_back(hasOwnBound(options) ? "--max-schedules was reached"
                                               : counted(kSchedules, "schedule is", "schedules are") +
                                                     " the bound unless --max-schedules or --time gives another");
}

} // namespace xblock
