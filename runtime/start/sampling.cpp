#include "start/sampling.h"

#include "report/counted.h"
#include "start/plugin_linux.h"
#include "start/noise.h"

namespace xblock {

namespace {

/// Where neither schedules nor time are bounded: some seconds of a small program.
constexpr uint64_t kSchedules = 10'000;
constexpr uint64_t kDeepest = 1000;

bool hasOwnBound(const Options &options) { return options.maxSchedules != kUnlimited || options.time != kUnlimited; }

std::string what(const SearchResult &result) {
  const Sampled &sampled = *result.sampled;
  const char *least = sampled.atLeast ? "at least " : "";
  std::string depth = sampled.how.policy == PolicyKind::Pct ? ", depth " + std::to_string(sampled.how.depth)
                      : sampled.how.policy == PolicyKind::Noise ? ", " + told(sampled.how.noise) : "";
  return "sampled only: " + counted(sampled.schedules, "schedule", "schedules") + " by " + name(sampled.how.policy) + " (seed " +
         std::to_string(sampled.how.seed) + depth + "), " + least + std::to_string(sampled.distinct) + " of them distinct, of " + least +
         counted(sampled.classes, "class", "classes");
}

} // namespace

std::string wrongSampling(const Options &options) {
  const Options standard;
  const std::string policy = "--policy=" + options.policy;
  if (!samples(options)) {
    if (options.seed != standard.seed || options.depth != standard.depth)
      return std::string(options.seed != standard.seed ? "--seed" : "--depth") +
             " is of schedules by chance: give --policy=random, pct or pos too, or leave it out";
    return wrongNoise(options);
  }
  if (options.seed == kUnlimited)
    return "--seed is unlimited: give a number";
  if (options.depth > kDeepest)
    return "--depth is " + (options.depth == kUnlimited ? "unlimited" : std::to_string(options.depth)) + ": give 1 to " + std::to_string(kDeepest);
  if (options.depth != standard.depth && options.policy != "pct")
    return "--depth is of --policy=pct, and this is " + policy + ": leave it out";
  if (std::string error = wrongNoise(options); !error.empty())
    return error;
  if (options.mode != standard.mode)
    return policy + " samples, and --mode=" + options.mode + " searches: leave out one of them";
  if (options.preemptions != standard.preemptions || options.starvation != standard.starvation)
    return std::string(options.preemptions != standard.preemptions ? "--preemptions" : "--starvation") + " is of a search, and " + policy +
           " samples: leave out one of them";
  if (options.resume)
    return "--resume goes on with a search, and what " + policy + " samples cannot be gone on with: leave out one of them";
  if (options.frontier != standard.frontier && options.frontier != "none")
    return "--frontier is of a search, and what " + policy + " samples cannot be gone on with: leave out one of them";
  return "";
}

void setSampling(const Options &options, SearchOptions &search) {
  if (!samples(options))
    return;
  Sampling how{.seed = options.seed, .depth = options.depth, .noise = noiseOf(options)};
  for (PolicyKind kind : {PolicyKind::Random, PolicyKind::Concj, PolicyKind::Pct, PolicyKind::Pos, PolicyKind::Plugin, PolicyKind::Noise})
    if (options.policy == name(kind))
      how.policy = kind;
  how.plugin = makePluginPolicy;
  search.sampling = how;
  if (!hasOwnBound(options))
    search.maxSchedules = kSchedules;
}

void addSampled(const Options &options, const SearchResult &result, Stopper by, Report &report) {
  const Sampled &sampled = *result.sampled;
  report.sampled = {name(sampled.how.policy), sampled.how.seed, sampled.how.policy == PolicyKind::Pct ? sampled.how.depth : 0, sampled.schedules,
                    sampled.distinct,         sampled.classes,  sampled.atLeast, {}};
  if (sampled.how.policy == PolicyKind::Noise)
    report.sampled->noise = {std::string(name(sampled.how.noise.kind)), sampled.how.noise.percent, sampled.how.noise.strength};
  report.left.push_back(what(result));
  if (result.stopped && by == Stopper::Deaths)
    report.left.push_back("the process that explores died " + std::to_string(Watch::kMostDeaths) + " times");
  else if (result.stopped && by == Stopper::Interrupt)
    report.left.push_back("interrupted; what is sampled cannot be gone on with");
  else if (result.stopped && by == Stopper::Time)
    report.left.push_back("--time was reached");
  else if (result.scheduleLimit)
    report.left.push_back(hasOwnBound(options) ? "--max-schedules was reached"
                                               : counted(kSchedules, "schedule is", "schedules are") +
                                                     " the bound unless --max-schedules or --time gives another");
}

} // namespace xblock
