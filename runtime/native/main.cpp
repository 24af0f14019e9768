// The main of an instrumented program on real threads: runs the program's own main, again and
// again, or once by a log.
#include "native/log_file.h"
#include "native/one_run_linux.h"
#include "native/saved_runs.h"
#include "options/options.h"
#include "report/report.h"
#include "report/shown.h"
#include "support/verdict_signal_linux.h"
#include "support/watch.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace xblock;
using namespace xblock::native;

extern "C" int __xblock_program_main(int, char **, char **);
/// Of programs with xblock::explore().
extern "C" __attribute__((weak)) const char __xblock_explores_at_calls;

namespace {

constexpr uint64_t kMostRuns = 1000; // unless --max-schedules or --time is given

int programArgc;
char **programArgv, **programEnv;

[[noreturn]] void end(Verdict verdict, const std::string &text) {
  std::fprintf(stderr, "xblock: %s\n", text.c_str());
  std::fflush(nullptr);
  endWithVerdict(static_cast<int>(verdict));
}

/// The command sees it in the memory that it shares.
void tellThatMainIsReached() {
  const char *name = getenv("XBLOCK_WATCH");
  const long fd = name ? syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CLOEXEC) : -1;
  if (fd < 0)
    return;
  constexpr auto kReached = Phase::Before;
  syscall(SYS_pwrite64, fd, &kReached, sizeof kReached, offsetof(Watch, phase));
  syscall(SYS_close, fd);
}

/// Where the command put this library in front: the program finds its others as ever.
void restoreLibraryPath() {
  const char *path = getenv("LD_LIBRARY_PATH");
  const char *rest = path ? std::strchr(path, ':') : nullptr;
  if (rest)
    setenv("LD_LIBRARY_PATH", std::string(rest + 1).c_str(), 1);
  else
    unsetenv("LD_LIBRARY_PATH");
}

std::string wrong(const Options &options) {
  if (options.policy != "native")
    return "this is the library of --policy=native: leave its folder out of LD_LIBRARY_PATH";
  if (&__xblock_explores_at_calls)
    return "--policy=native runs a program as a whole, and this one calls xblock::explore(): give "
           "another --policy";
  constexpr std::string_view kTaken[] = {
      "policy",         "seed",       "first-schedule", "noise",    "noise-probability",
      "noise-strength", "native-log", "max-schedules",  "time",     "stuck-seconds",
      "keep-going",     "quiet",      "color",          "progress", "frontier",
      "frontier-every", "resume"};
  const Options standard;
  for (const OptionInfo &option : optionTable())
    if (std::ranges::find(kTaken, option.name) == std::end(kTaken) &&
        valueText(options, option) != valueText(standard, option))
      return "--" + std::string(option.name) + " does not go with --policy=native: leave it out";
  if (!options.nativeLog.empty())
    for (std::string_view of : {"first-schedule", "noise", "noise-probability", "noise-strength", "max-schedules", "time", "keep-going",
                                "frontier", "frontier-every", "resume"})
      if (const OptionInfo &option = *findOption(of); valueText(options, option) != valueText(standard, option))
        return "--" + std::string(of) + " is of runs with noise, and --native-log replays one: leave it out";
  if (options.noiseProbability > 100)
    return "--noise-probability is " + std::to_string(options.noiseProbability) +
           ": give 0 to 100, in percent";
  if (options.noiseStrength > 10000) // 100 ms
    return "--noise-strength is more than 10000: a thread would sleep for more than 100 "
           "milliseconds";
  return "";
}

std::string counted(uint64_t n, const char *one, const char *many) {
  return std::to_string(n) + " " + (n == 1 ? one : many);
}

std::string told(const std::string &how, bool hangs, const Options &options) {
  return hangs ? "hangs: no end in " + std::to_string(options.stuckSeconds) +
                     " s, a deadlock or a livelock perhaps"
               : how;
}
std::string told(const Ended &ended, const Options &options) {
  return told(ended.failure, ended.hangs, options);
}

void writeAll(int file, const std::string &text) {
  for (size_t done = 0; done < text.size();) {
    ssize_t n = ::write(file, text.data() + done, text.size() - done);
    if (n < 0 && errno != EINTR)
      return;
    done += n > 0 ? static_cast<size_t>(n) : 0;
  }
}

Ended runOnce(const Options &options, const Output &output, Mode how, uint64_t number,
              const SavedRuns *saved = nullptr) {
  shared->events = 0;
  shared->misfit = false;
  shared->refused[0] = 0;
  if (how != Mode::Replay) {
    shared->entries = shared->results = 0;
    shared->full = false;
  }
  Disturbance noise{options.noiseProbability, options.noiseStrength,
                    options.noise == "sleep" || options.noise == "mixed",
                    options.noise == "yield" || options.noise == "mixed",
                    options.noise == "priority" || options.noise == "mixed"};
  uint64_t seed = (options.seed << 32) ^ number;
  Ended ended =
      run(output,
          options.stuckSeconds == kUnlimited ? 0 : static_cast<double>(options.stuckSeconds), [&] {
            if (saved)
              saved->leave();
            begin(how, noise, seed);
            int result = __xblock_program_main(programArgc, programArgv, programEnv);
            event();
            ::exit(result);
          });
  close(*shared);
  return ended;
}

[[noreturn]] void replay(const Options &options, const Output &output) {
  std::string failure;
  if (std::string error = readLog(options.nativeLog, *shared, failure); !error.empty())
    end(Verdict::Usage, "--native-log: " + error);
  Ended ended = runOnce(options, output, Mode::Replay, 1);
  if (!options.quiet)
    for (int i = 0; i < 2; ++i)
      writeAll(i + 1, output.text(i));
  if (ended.interrupted)
    end(Verdict::Incomplete, "incomplete: interrupted (native)");
  if (shared->refused[0])
    end(Verdict::Unsupported,
        std::string("unsupported: ") + shared->refused + " in a run on real threads (native)");
  bool all = !shared->misfit && shared->events == eventsOf(*shared);
  if (ended.failure == failure && all)
    end(Verdict::Failure, "failure: " + told(ended, options) + ", as in the log (native)");
  if (!all)
    end(Verdict::Usage, "the run does not fit the log, which has " +
                            counted(eventsOf(*shared), "event", "events") + ": it came to " +
                            std::to_string(shared->events) +
                            "; give the program, arguments and input of the run that was recorded");
  if (!ended.failure.empty())
    end(Verdict::Failure,
        "failure: " + told(ended, options) + ", and the run of the log: " + failure + " (native)");
  end(Verdict::Incomplete,
      "incomplete: no failure by the log, whose run failed: " + failure + " (native)");
}

std::string replayLine(const std::string &file) {
  std::vector<std::string> words{"xblock", "run", "--policy=native", "--native-log=" + file, "--"};
  words.insert(words.end(), programArgv, programArgv + programArgc);
  return shellQuoted(words);
}

/// The line that replays the run, or why there is none.
std::string keep(const std::string &failure, uint64_t number) {
  if (shared->full)
    return "no replay: the run is too long for a log";
  std::string program = programArgv[0];
  std::string file =
      program.substr(program.rfind('/') + 1) + "." + std::to_string(number) + ".xblock-native";
  std::string error = writeLog(file, *shared, failure);
  return error.empty() ? "replay: " + replayLine(file) : "no replay: " + error;
}

/// "failure: ..." and the lines below it, or that nothing failed.
std::string text(const Runs &runs, const Options &options) {
  const std::string all = counted(runs.done, "schedule", "schedules");
  if (runs.failures.empty())
    return "incomplete: " + all + ", 0 failures (native)" +
           (options.quiet
                ? ""
                : "\n  left: sampled only: " + counted(runs.done, "run", "runs") +
                      " on real threads (seed " + std::to_string(options.seed) + ", " +
                      options.noise + " noise at " + std::to_string(options.noiseProbability) +
                      " %, strength " + std::to_string(options.noiseStrength) + ")");
  const FailingRuns &first = runs.failures.front();
  std::string how = told(first.how, first.hangs, options),
              at = ", in schedule " + std::to_string(first.first) + " (native)";
  if (!options.keepGoing)
    return "failure: " + how + at + "\n  " + first.replay;
  std::string text =
      "failure: " + std::to_string(runs.failing) + " of " + all + "; the first " + how + at;
  if (runs.failures.size() == 1)
    return text + "\n  " + first.replay;
  for (const FailingRuns &f : runs.failures)
    text += "\n  " + told(f.how, f.hangs, options) + ": " + std::to_string(f.count) + " of " + all +
            ", the first is number " + std::to_string(f.first) + "\n    " + f.replay;
  return text;
}

/// The run of that number failed. Whether that is the first of its kind, whose log is kept.
bool addFailing(Runs &runs, const Ended &ended, uint64_t number, bool recorded) {
  ++runs.failing;
  for (FailingRuns &known : runs.failures)
    if (known.how == ended.failure) {
      ++known.count;
      return false;
    }
  runs.failures.push_back(
      {ended.failure, recorded ? keep(ended.failure, number) : "no replay: nothing was recorded",
       ended.hangs, number, 1});
  return true;
}

[[noreturn]] void runAll(const Options &options, const Output &output) {
  using Clock = std::chrono::steady_clock;
  const auto begun = Clock::now();
  auto late = [&] {
    return options.time != kUnlimited && Clock::now() - begun >= std::chrono::seconds(options.time);
  };
  const bool hasOwnBound = options.maxSchedules != kUnlimited || options.time != kUnlimited;
  const uint64_t most = hasOwnBound ? options.maxSchedules : kMostRuns;
  // For measurements: what recording costs.
  const char *recorded = getenv("XBLOCK_NATIVE_RECORD");
  const Mode how = recorded && std::strcmp(recorded, "0") == 0 ? Mode::Noise : Mode::Record;
  Runs runs;
  SavedRuns saved(options, {programArgv, programArgv + programArgc},
                  how == Mode::Noise ? " without recording" : "");
  if (std::string error = saved.load(runs); !error.empty())
    end(Verdict::Usage, error);
  if (!options.quiet) {
    writeAll(1, runs.out);
    writeAll(2, runs.error);
  }
  while (runs.done < most && !interrupted && !late() &&
         (options.keepGoing || runs.failures.empty())) {
    uint64_t number = options.firstSchedule + runs.done;
    Ended ended = runOnce(options, output, how, number, &saved);
    if (ended.interrupted)
      break;
    ++runs.done;
    if (shared->refused[0]) {
      saved.end(runs, false);
      end(Verdict::Unsupported,
          std::string("unsupported: ") + shared->refused + " in a run on real threads (native)");
    }
    bool fails = !ended.failure.empty();
    if (!options.quiet && (runs.done == 1 || (fails && !runs.failing)))
      for (int i = 0; i < 2; ++i) {
        writeAll(i + 1, output.text(i));
        (i ? runs.error : runs.out) += output.text(i);
      }
    bool isNew = fails && addFailing(runs, ended, number, how == Mode::Record);
    saved.after(runs, isNew);
  }
  const bool ends = runs.done >= most || (!options.keepGoing && !runs.failures.empty());
  std::string result = text(runs, options);
  if (interrupted && !ends) {
    std::string why;
    std::optional<std::string> goOn = saved.interrupted(runs, &why);
    result += "\n  left: interrupted" +
              (goOn ? "\n  go on: " + *goOn : "; they cannot be gone on with: " + why);
  } else {
    saved.end(runs, (options.keepGoing || runs.failures.empty()) &&
                        (hasOwnBound || options.frontier != "auto"));
  }
  end(runs.failures.empty() ? Verdict::Incomplete : Verdict::Failure, result);
}

} // namespace

extern "C" __attribute__((visibility("default"))) int main(int argc, char **argv, char **) {
  rememberParent();
  tellThatMainIsReached();
  if (const char *parent = getenv("XBLOCK_PARENT")) { // nobody would hear the verdict
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != std::strtol(parent, nullptr, 10))
      ::_exit(0);
  }
  std::string error;
  const char *text = getenv("XBLOCK_OPTIONS");
  std::optional<Options> options = parseOptions(text ? text : "", &error);
  if (!options)
    end(Verdict::Usage, "XBLOCK_OPTIONS: " + error);
  if (error = wrong(*options); !error.empty())
    end(Verdict::Usage, error);
  for (const char *name : {"XBLOCK_OPTIONS", "XBLOCK_PARENT", "XBLOCK_WATCH"})
    unsetenv(name);
  restoreLibraryPath();
  programArgc = argc;
  programArgv = argv;
  programEnv = environ;
  void *memory = ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    end(Verdict::Usage, std::string("no memory for a log: ") + std::strerror(errno));
  shared = static_cast<Shared *>(memory);
  watchInterrupts();
  Output output;
  options->nativeLog.empty() ? runAll(*options, output) : replay(*options, output);
}
