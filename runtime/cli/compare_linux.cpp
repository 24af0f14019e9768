//===- compare_linux.cpp - several policies on one program -------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "cli/compare_linux.h"

#include "cli/comparison.h"
#include "cli/launch_linux.h"
#include "cli/pass_signals_linux.h"
#include "cli/watched_run_linux.h"
#include "report/output_files_linux.h"
#include "report/report.h"
#include "report/report_files_linux.h"
#include "support/whole_files_linux.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace xblock {

namespace {

constexpr uint64_t kSchedules = 10'000; ///< of a run, where nothing bounds it
constexpr int kUsage = 3;

int complain(const std::string &message) {
  std::fprintf(stderr, "xblock: %s\n", message.c_str());
  return kUsage;
}

bool samplesBy(const std::string &policy) { return policy != "dpor"; }

/// Runs on real threads: they are not told apart, and nothing is looked for in them but how they end.
bool isNative(const std::string &policy) { return policy == "native"; }

/// Options of some policies only: no other is given them.
struct OwnOption {
  const char *option;
  std::vector<std::string> policies;
};
const std::vector<OwnOption> kOwnOptions = {
    {"mode", {"dpor"}},           {"preemptions", {"dpor"}},
    {"delays", {"dpor"}},         {"depth", {"pct"}},
    {"noise", {"noise", "native"}}, {"noise-probability", {"noise", "native"}},
    {"noise-strength", {"noise", "native"}}, {"noise-decision", {"noise"}},
    {"coverage-model", {"noise"}}, {"coverage-frames", {"noise"}},
    {"share", {"auto"}}};

bool isOf(const OwnOption &own, const std::string &policy) { return std::ranges::find(own.policies, policy) != own.policies.end(); }

std::vector<std::string> ownOptions(const Options &options, const std::string &policy) {
  std::vector<std::string> all;
  for (const OwnOption &own : kOwnOptions)
    if (const OptionInfo &option = *findOption(own.option); isOf(own, policy) && isGiven(options, own.option))
      all.push_back("--" + std::string(option.name) + "=" + valueText(options, option));
  return all;
}

/// One line if an option is of no policy that is compared, or, as XBLOCK_OPTIONS may have it, of no comparison at all.
std::string wrongOptions(const Options &options, const std::vector<std::string> &policies) {
  for (const OwnOption &own : kOwnOptions)
    if (isGiven(options, own.option) && std::ranges::none_of(policies, [&](const std::string &policy) { return isOf(own, policy); }))
      return std::string("--") + own.option + " is of --policy=" + own.policies[0] + ", which is not compared: add it to --policies, or leave that out";
  for (const char *name : {"log", "coverage", "coverage-html", "until-coverage", "native-log"})
    if (isGiven(options, name))
      return std::string("XBLOCK_OPTIONS: option '") + name + "' is of xblock run, not of xblock compare: leave it out";
  if (int error = options.json.empty() || options.json == "-" ? 0 : whyNotWritable(options.json))
    return cannotWrite(options.json, error);
  return options.json.empty() ? "" : wouldReplaceSource("--json", options.json, options.json);
}

/// A file without a name.
class ScratchFile {
public:
  explicit ScratchFile(const char *name) : fd_(::memfd_create(name, MFD_CLOEXEC)) {}
  ~ScratchFile() { ::close(fd_); }
  ScratchFile(const ScratchFile &) = delete;
  ScratchFile &operator=(const ScratchFile &) = delete;
  int descriptor() const { return fd_; }
  /// As others can open it.
  std::string path() const { return "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(fd_); }
  void clear() const { static_cast<void>(::ftruncate(fd_, 0) == 0 && ::lseek(fd_, 0, SEEK_SET) == 0); }
  /// What it was to have had no room, as files may have no more bytes (`ulimit -f`).
  bool isFull() const {
    rlimit most{};
    struct stat what{};
    return ::getrlimit(RLIMIT_FSIZE, &most) == 0 && ::fstat(fd_, &what) == 0 && static_cast<rlim_t>(what.st_size) >= most.rlim_cur;
  }
  std::string text() const {
    std::string all;
    char part[4096];
    for (ssize_t n; (n = ::pread(fd_, part, sizeof part, static_cast<off_t>(all.size()))) > 0;)
      all.append(part, static_cast<size_t>(n));
    return all;
  }

private:
  int fd_;
};

/// While it lives, the program's input is from its start or empty, and what is printed goes elsewhere.
class Streams {
public:
  Streams(int out, int error, off_t start) {
    std::fflush(nullptr);
    for (int fd : {0, 1, 2})
      kept_[fd] = ::fcntl(fd, F_DUPFD_CLOEXEC, 3);
    int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (start < 0 || ::lseek(0, start, SEEK_SET) < 0)
      ::dup2(nothing, 0);
    ::dup2(out, 1);
    ::dup2(error, 2);
    ::close(nothing);
  }
  ~Streams() {
    std::fflush(nullptr);
    for (int fd : {0, 1, 2})
      if (kept_[fd] >= 0) {
        ::dup2(kept_[fd], fd);
        ::close(kept_[fd]);
      }
  }
  Streams(const Streams &) = delete;
  Streams &operator=(const Streams &) = delete;

private:
  int kept_[3] = {-1, -1, -1};
};

/// While it lives, runs on real threads are not recorded: nobody asked for the logs of those that fail.
class WithoutLogs {
public:
  WithoutLogs() { ::setenv(kRecord, "0", 1); }
  ~WithoutLogs() { ::unsetenv(kRecord); }
  WithoutLogs(const WithoutLogs &) = delete;
  WithoutLogs &operator=(const WithoutLogs &) = delete;

private:
  static constexpr const char *kRecord = "XBLOCK_NATIVE_RECORD";
};

/// Whether a finding of the report ended its schedule.
bool isFailure(const nlohmann::json &finding) {
  std::string kind = finding.value("kind", "");
  return kind != "race" && kind != "lockset";
}

class Runs {
public:
  Runs(const std::string &file, const std::vector<std::string> &argv, const Options &options)
      : file_(file), argv_(argv), options_(options), start_(::lseek(0, 0, SEEK_CUR)) {}

  bool interrupted() const { return interrupted_ || wasSignalled(); }
  /// The run of that seed. Nothing, and an exit code, if there is no result.
  std::optional<ComparedRun> run(const std::string &policy, uint64_t seed, int *code) {
    Options one = optionsOf(policy, seed);
    std::string error;
    std::optional<Ended> ended;
    out_.clear();
    report_.clear();
    {
      Streams streams(out_.descriptor(), out_.descriptor(), start_);
      WithoutLogs none;
      ended = runWatched(file_, argv_, one, &error);
    }
    if (!ended) {
      *code = complain(error);
      return std::nullopt;
    }
    if (out_.isFull() || report_.isFull()) {
      *code = complain("--policy=" + policy + ", seed " + std::to_string(seed) + ": what the run prints is more than files may have (ulimit -f): raise that limit");
      return std::nullopt;
    }
    if (std::string why = whyNoVerdict(*ended); !why.empty()) {
      const int signal = WIFSIGNALED(ended->status) ? WTERMSIG(ended->status) : 0;
      interrupted_ |= signal == SIGINT || signal == SIGTERM || signal == SIGHUP; // before the search
      if (!interrupted())
        *code = complain("--policy=" + policy + ", seed " + std::to_string(seed) + ": " + why);
      return std::nullopt;
    }
    if (*ended->verdict == exitCode(Verdict::Usage) || *ended->verdict == exitCode(Verdict::Unsupported)) {
      std::fputs(out_.text().c_str(), stderr);
      *code = *ended->verdict;
      return std::nullopt;
    }
    return read(seed, code);
  }

private:
  Options optionsOf(const std::string &policy, uint64_t seed) const {
    Options one = options_;
    for (const char *ofComparison : {"policies", "runs", "without-times"})
      resetOption(one, ofComparison);
    one.policy = policy;
    for (const OwnOption &own : kOwnOptions)
      if (!isOf(own, policy))
        resetOption(one, own.option);
    if (samplesBy(policy)) {
      one.seed = seed;
    } else {
      resetOption(one, "seed");
      resetOption(one, "first-schedule");
    }
    if (options_.maxSchedules == kUnlimited && options_.time == kUnlimited)
      one.maxSchedules = kSchedules;
    one.keepGoing = false;
    one.check = "none"; // a data race ends no schedule, and nearly each of them shows it
    one.shorten = 0;
    if (isNative(policy)) // which takes neither
      for (const char *ofSearch : {"check", "shorten"})
        resetOption(one, ofSearch);
    one.frontier = "none";
    one.progress = "never";
    one.quiet = true;
    one.json = report_.path();
    return one;
  }

  std::optional<ComparedRun> read(uint64_t seed, int *code) {
    auto report = nlohmann::json::parse(report_.text(), nullptr, false);
    if (!report.is_object()) {
      *code = complain("a run wrote no report: compare is of whole programs, not of calls of xblock::explore(); explore these with the "
                       "policies in turn");
      return std::nullopt;
    }
    for (const auto &left : report["left"]) // a signal that was passed on, as to runs on real threads
      interrupted_ |= left == "interrupted";
    ComparedRun run;
    run.seed = seed;
    run.bounded = report.value("verdict", "") == "complete" && !report["upTo"].empty();
    run.complete = report.value("verdict", "") == "complete" && !run.bounded;
    run.schedules = report.value("schedules", uint64_t{0});
    run.seconds = report.value("seconds", 0.0);
    for (const auto &finding : report["failures"])
      if (!run.found && isFailure(finding)) {
        run.found = true;
        run.kind = finding.value("kind", "");
        run.schedules = finding.value("foundAt", run.schedules);
      }
    auto sampled = report.value("sampled", nlohmann::json::object());
    run.distinct = sampled.value("distinct", run.schedules);
    run.classes = sampled.value("classes", run.schedules);
    return run;
  }

  const std::string &file_;
  const std::vector<std::string> &argv_;
  const Options &options_;
  bool interrupted_ = false;
  off_t start_; ///< of the input; -1 if it cannot be read twice
  ScratchFile out_{"xblock-output"}, report_{"xblock-report"};
};

/// The words between commas; one line in *error if one is no policy, or comes twice.
std::vector<std::string> policiesIn(const std::string &text, std::string *error) {
  std::vector<std::string> all;
  for (size_t begin = 0; begin <= text.size();) {
    size_t end = std::min(text.find(',', begin), text.size());
    std::string word = text.substr(begin, end - begin), wrong;
    Options scratch;
    if (!setOption(scratch, "policy", word, &wrong))
      *error = "--policies: " + wrong;
    else if (std::find(all.begin(), all.end(), word) != all.end())
      *error = "--policies: " + word + " is there twice: leave out one of them";
    all.push_back(word);
    begin = end + 1;
  }
  return all;
}

/// That nobody reads it any more (`| head`) is told, and is no error.
std::string writeTo(FILE *stream, const std::string &text) {
  errno = 0;
  if (std::fputs(text.c_str(), stream) >= 0 && std::fflush(stream) == 0)
    return "";
  if (errno != EPIPE)
    return std::string("cannot write to standard ") + (stream == stdout ? "output" : "error") + ": " + std::strerror(errno) + "; see where it leads to";
  if (stream == stdout)
    std::fprintf(stderr, "%s", kUnread);
  return "";
}

std::string write(const std::string &name, const std::string &text) {
  if (name == "-")
    return writeTo(stdout, text);
  const int error = writeWholeFile(name, text);
  return error ? cannotWrite(name, error) : "";
}

} // namespace

int compare(const std::string &file, const std::vector<std::string> &argv, const Options &options) {
  std::string error;
  std::vector<std::string> policies = policiesIn(options.policies, &error);
  if (!error.empty())
    return complain(error);
  if (options.seed + options.runs < options.seed)
    return complain("the last seed, --seed and --runs together, is too large: give smaller ones");
  if (error = wrongOptions(options, policies); !error.empty())
    return complain(error);
  Comparison all{argv, options.runs, options.seed, options.maxSchedules == kUnlimited && options.time == kUnlimited ? kSchedules : options.maxSchedules,
                 {}, false};
  Runs runs(file, argv, options);
  for (const std::string &policy : policies) {
    all.policies.push_back({policy, samplesBy(policy), !isNative(policy), ownOptions(options, policy), {}});
    for (uint64_t i = 0; i < (samplesBy(policy) ? options.runs : 1) && !runs.interrupted(); ++i) {
      int code = 0;
      std::optional<ComparedRun> run = runs.run(policy, options.seed + i, &code);
      if (code)
        return code;
      // One that was broken off counts if it has found something.
      if (run && (run->found || !runs.interrupted()))
        all.policies.back().runs.push_back(*run);
    }
  }
  all.interrupted = runs.interrupted();
  if (!options.json.empty())
    error = write(options.json, printJson(all, !options.withoutTimes));
  std::string wrong = writeTo(options.json == "-" ? stderr : stdout, printTable(all, !options.withoutTimes));
  if (error.empty())
    error = wrong;
  if (!error.empty())
    return complain(error);
  return all.interrupted ? exitCode(Verdict::Incomplete) : 0;
}

} // namespace xblock
