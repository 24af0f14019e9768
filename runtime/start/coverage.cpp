#include "start/coverage.h"

#include "engine/random_numbers.h"
#include "report/counted.h"
#include "start/sampling.h"
#include "support/archive.h"
#include "support/check.h"
#include "support/frontier_linux.h"
#include "support/modules_linux.h"
#include "support/whole_io_linux.h"
#include "world/modules_linux.h"
#include "world/running.h"
#include "world/trails.h"

#include <cerrno>

namespace xblock {

namespace {

/// Of the program's file, and of the libraries that are compiled with it.
std::string digestOfProgram() {
  uint64_t digest = digestOfFile("/proc/self/exe");
  for (const Module &module : loadedModules()) {
    bool own = false;
    for (auto [low, high] : module.ranges)
      own |= isProgramCode(reinterpret_cast<void *>(low));
    if (own)
      digest = mix(digest, digestOfFile(module.path));
  }
  char text[17];
  snprintf(text, sizeof text, "%016lx", digest);
  return text;
}

} // namespace

std::string wrongCoverage(const Options &options) {
  const bool directed = options.noiseDecision == "coverage";
  const bool wanted = !options.coverage.empty() || !options.coverageHtml.empty() ||
                      options.untilCoverage || directed;
  if (options.coverage == "-")
    return "--coverage=- is no file: what earlier runs covered is read from it, give its name";
  if (isGiven(options, "noise-decision") && options.policy != "noise")
    return "--noise-decision is of --policy=noise, and this is --policy=" + options.policy +
           ": leave it out";
  if (options.untilCoverage && !samples(options))
    return "--until-coverage ends sampling, and --policy=dpor searches: give a policy that "
           "samples, or leave it out";
  if (options.untilCoverage && options.policy == "auto")
    return "--until-coverage ends sampling, and --policy=auto begins with a search: give another policy, or leave it out";
  if (isGiven(options, "coverage-patience") && !options.untilCoverage)
    return "--coverage-patience is of --until-coverage: give that too, or leave it out";
  if (isGiven(options, "coverage-model") && !options.untilCoverage && !directed)
    return "--coverage-model is of --until-coverage and --noise-decision=coverage: give one of "
           "them too, or leave it out";
  if (isGiven(options, "coverage-frames") && !wanted)
    return "--coverage-frames is of --coverage: give that too, or leave it out";
  return "";
}

std::string CoverageOfRun::prepare(const Options &options, const std::string &program) {
  if (std::string error = wrongCoverage(options); !error.empty())
    return error;
  wanted_ = !options.coverage.empty() || !options.coverageHtml.empty() || options.untilCoverage ||
            options.noiseDecision == "coverage";
  running.followsTrails = wanted_;
  if (!wanted_)
    return "";
  pairs_ = options.coverageModel == "pairs";
  until_ = options.untilCoverage;
  patience_ = options.coveragePatience;
  CoverageReport fresh;
  fresh.program = program.substr(program.rfind('/') + 1);
  fresh.digest = digestOfProgram();
  fresh.wholeStack = options.coverageFrames == "stack";
  earlier_ = fresh;
  if (!options.coverage.empty()) {
    std::string error;
    std::optional<std::string> text = readRegularFile(options.coverage, &error);
    if (!text && errno != ENOENT)
      return "--coverage: cannot read " + options.coverage + ": " + error;
    auto read = !text || text->empty() ? std::optional(fresh) : parseCoverageFile(*text, &error);
    if (!read)
      return options.coverage + " " + error;
    if (read->digest != fresh.digest)
      return options.coverage + " is coverage of another program, or of another build of it (" +
             read->program + "): give another name, or remove it";
    if (read->wholeStack != fresh.wholeStack)
      return options.coverage +
             " is coverage with --coverage-frames=" + (read->wholeStack ? "stack" : "innermost") +
             ": give the same, or another name";
    earlier_ = *read;
  }
  earlier_.keptIn = options.coverage;
  return "";
}

void CoverageOfRun::begin(SearchOptions &search) {
  if (!wanted_)
    return;
  coverage_.emplace(places_,
                    Coverage::Rules{.wholeStack = earlier_.wholeStack, .closes = !search.sampling});
  coverage_->begin(ThreadId{0}, trails.lastStack());
  add(earlier_);
  add(before_);
  coverage_->goOn(withoutMarks_, withoutPairs_);
  search.coverage = &*coverage_;
  if (search.sampling)
    search.sampling->coverage = &*coverage_;
  if (until_)
    search.stop = [this, before = search.stop] {
      return (!ended_ && isReached()) || (before && before());
    };
}

void CoverageOfRun::end(SearchOptions &search) {
  ended_ = true;
  running.followsTrails = false;
  search.coverage = nullptr;
}

void CoverageOfRun::add(const CoverageReport &earlier) {
  Covered &covered = coverage_->covered();
  std::vector<uint32_t> numbers;
  for (const CoverageReport::Function &f : earlier.functions) {
    numbers.push_back(places_.numberOf(f.name, f.file, f.line));
    covered.functions.resize(places_.functions().size());
    Covered::Function &known = covered.functions[numbers.back()];
    known = {known.interrupted || f.interrupted, known.ranThrough || f.ranThrough, true};
  }
  for (auto [a, b] : earlier.pairs)
    covered.pairs.insert({numbers[a], numbers[b]});
}

std::string CoverageOfRun::kept() {
  if (!coverage_)
    return "";
  CoverageReport here = now();
  here.schedules -= earlier_.schedules;
  std::string text = printCoverageFile(here), whole = printCoverageFile(now());
  uint64_t told = digestOf(whole), marks = coverage_->withoutMarks(), pairs = coverage_->withoutPairs();
  Writer out;
  io(out, text);
  io(out, told);
  io(out, marks);
  io(out, pairs);
  return out.bytes;
}

void CoverageOfRun::goOnFrom(const std::string &kept) {
  if (!wanted_)
    return;
  Reader in{kept};
  std::string text, error;
  uint64_t told = 0;
  io(in, text);
  io(in, told);
  io(in, withoutMarks_);
  io(in, withoutPairs_);
  std::optional<CoverageReport> before = parseCoverageFile(text, &error);
  XBLOCK_CHECK(before);
  before_ = std::move(*before);
  // One that came to its bound has told it to the file already.
  if (told == digestOf(printCoverageFile(earlier_))) {
    --earlier_.runs;
    earlier_.schedules -= before_.schedules;
  }
}

bool CoverageOfRun::isReached() {
  const Covered &covered = coverage_->covered();
  size_t known = 0, tasks = 0;
  for (const Covered::Function &f : covered.functions) {
    known += f.seen;
    tasks += f.seen && f.interrupted && f.ranThrough;
  }
  const char *model = pairs_ ? "pairs" : "functions";
  if (known && (pairs_ ? covered.pairs.size() == known * known : tasks == known))
    reached_ = std::string("--until-coverage: all ") + model + " that are known are covered";
  else if ((pairs_ ? coverage_->withoutPairs() : coverage_->withoutMarks()) >= patience_)
    reached_ = std::string("--until-coverage: ") + counted(patience_, "schedule", "schedules") +
               " in a row covered no more " + model;
  return !reached_.empty();
}

CoverageReport CoverageOfRun::now() {
  CoverageReport report = earlier_;
  if (!coverage_) { // one schedule, of one thread
    ++report.runs;
    ++report.schedules;
    return report;
  }
  report.functions.clear();
  report.pairs.clear();
  ++report.runs;
  report.schedules += before_.schedules + coverage_->schedules();
  const Covered &covered = coverage_->covered();
  std::vector<uint32_t> numbers(places_.functions().size());
  for (uint32_t f = 0; f < covered.functions.size(); ++f) {
    if (!covered.functions[f].seen)
      continue;
    numbers[f] = static_cast<uint32_t>(report.functions.size());
    const ProgramPlaces::Function &is = places_.functions()[f];
    report.functions.push_back({is.name, is.file, is.line, covered.functions[f].interrupted,
                                covered.functions[f].ranThrough});
  }
  for (auto [a, b] : covered.pairs)
    report.pairs.emplace_back(numbers[a], numbers[b]);
  std::map<ProgramPlaces::Place, CoverageReport::LockSite> sites;
  for (const auto *locks : {&earlier_.locks, &before_.locks})
    for (const CoverageReport::LockSite &l : *locks) {
      CoverageReport::LockSite &site = sites[{l.function, l.file, l.line}];
      site = {l.function, l.file, l.line, site.taken || l.taken, site.waited || l.waited, site.waitedFor || l.waitedFor};
    }
  auto add = [&](const std::set<uint32_t> &stacks, bool CoverageReport::LockSite::*what) {
    for (uint32_t stack : stacks)
      if (ProgramPlaces::Place place = places_.placeOf(stack); !place.function.empty()) {
        CoverageReport::LockSite &site = sites[place];
        site.function = place.function;
        site.file = place.file;
        site.line = place.line;
        site.*what = true;
      }
  };
  add(covered.taken, &CoverageReport::LockSite::taken);
  add(covered.waited, &CoverageReport::LockSite::waited);
  add(covered.waitedFor, &CoverageReport::LockSite::waitedFor);
  report.locks.clear();
  for (const auto &[place, site] : sites)
    report.locks.push_back(site);
  return sorted(report);
}

void CoverageOfRun::addWithoutSearch(Report &report) {
  if (wanted_ && !report.coverage)
    report.coverage = now();
}

void CoverageOfRun::addTo(const SearchResult &result, bool wholeSearch, Report &report) {
  if (!coverage_)
    return;
  report.coverage = now();
  report.coverage->complete = wholeSearch && !result.sampled && report.mode == "dpor" &&
                              report.left.empty() && report.upTo.empty() &&
                              !report.stoppedAtFailure && !report.unsupported;
}

} // namespace xblock
