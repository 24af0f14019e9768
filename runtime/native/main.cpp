// The main of an instrumented program on real threads: runs the program's own main, again and again, or once by a log.
#include "native/log_file.h"
#include "native/one_run_linux.h"
#include "options/options.h"
#include "report/report.h"
#include "support/verdict_signal_linux.h"
#include "support/watch.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
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
    return "--policy=native runs a program as a whole, and this one calls xblock::explore(): give another --policy";
  constexpr std::string_view kTaken[] = {"policy", "seed", "first-schedule", "noise", "noise-probability", "noise-strength", "native-log",
                                         "max-schedules", "time", "stuck-seconds", "keep-going", "quiet", "color", "progress", "frontier"};
  const Options standard;
  for (const OptionInfo &option : optionTable())
    if (std::ranges::find(kTaken, option.name) == std::end(kTaken) && valueText(options, option) != valueText(standard, option))
      return "--" + std::string(option.name) + " does not go with --policy=native: leave it out";
  if (options.noise == "priority")
    return "--noise=priority does nothing on real threads, whose priorities Linux does not heed: give sleep, yield or mixed";
  if (options.noiseProbability > 100)
    return "--noise-probability is " + std::to_string(options.noiseProbability) + ": give 0 to 100, in percent";
  if (options.noiseStrength > 10000) // 100 ms
    return "--noise-strength is more than 10000: a thread would sleep for more than 100 "
           "milliseconds";
  return "";
}

std::string quoted(const std::string &word) {
  if (!word.empty() && word.find_first_of(" \t\n'\"\\$`*?[]{}()<>|&;#~!") == word.npos)
    return word;
  std::string text = "'";
  for (char c : word)
    text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string counted(uint64_t n, const char *one, const char *many) { return std::to_string(n) + " " + (n == 1 ? one : many); }

std::string told(const Ended &ended, const Options &options) {
  return ended.hangs ? "hangs: no end in " + std::to_string(options.stuckSeconds) + " s, a deadlock or a livelock perhaps" : ended.failure;
}

Ended runOnce(const Options &options, const Output &output, Mode how, uint64_t number) {
  shared->events = 0;
  shared->misfit = false;
  shared->refused[0] = 0;
  if (how != Mode::Replay) {
    shared->entries = shared->results = 0;
    shared->full = false;
  }
  Disturbance noise{options.noiseProbability, options.noiseStrength, options.noise != "yield", options.noise != "sleep"};
  uint64_t seed = (options.seed << 32) ^ number;
  return run(output, options.stuckSeconds == kUnlimited ? 0 : static_cast<double>(options.stuckSeconds), [&] {
    begin(how, noise, seed);
    int result = __xblock_program_main(programArgc, programArgv, programEnv);
    event();
    ::exit(result);
  });
}

[[noreturn]] void replay(const Options &options, const Output &output) {
  std::string failure;
  if (std::string error = readLog(options.nativeLog, *shared, failure); !error.empty())
    end(Verdict::Usage, "--native-log: " + error);
  Ended ended = runOnce(options, output, Mode::Replay, 1);
  if (!options.quiet)
    output.show();
  if (ended.interrupted)
    end(Verdict::Incomplete, "incomplete: interrupted (native)");
  if (shared->refused[0])
    end(Verdict::Unsupported, std::string("unsupported: ") + shared->refused + " in a run on real threads (native)");
  bool all = !shared->misfit && shared->events == eventsOf(*shared);
  if (ended.failure == failure && all)
    end(Verdict::Failure, "failure: " + told(ended, options) + ", as in the log (native)");
  if (!all)
    end(Verdict::Usage, "the run does not fit the log, which has " + counted(eventsOf(*shared), "event", "events") + ": it came to " +
                            std::to_string(shared->events) + "; give the program, arguments and input of the run that was recorded");
  if (!ended.failure.empty())
    end(Verdict::Failure, "failure: " + told(ended, options) + ", and the run of the log: " + failure + " (native)");
  end(Verdict::Incomplete, "incomplete: no failure by the log, whose run failed: " + failure + " (native)");
}

std::string replayLine(const std::string &file) {
  std::string line = "xblock run --policy=native --native-log=" + quoted(file) + " --";
  for (int i = 0; i < programArgc; ++i)
    line += " " + quoted(programArgv[i]);
  return line;
}

/// The line that replays the run, or why there is none.
std::string keep(const std::string &failure, uint64_t number) {
  if (shared->full)
    return "no replay: the run is too long for a log";
  std::string program = programArgv[0];
  std::string file = program.substr(program.rfind('/') + 1) + "." + std::to_string(number) + ".xblock-native";
  std::string error = writeLog(file, *shared, failure);
  return error.empty() ? "replay: " + replayLine(file) : "no replay: " + error;
}

[[noreturn]] void runAll(const Options &options, const Output &output) {
  using Clock = std::chrono::steady_clock;
  const auto begun = Clock::now();
  auto late = [&] { return options.time != kUnlimited && Clock::now() - begun >= std::chrono::seconds(options.time); };
  const uint64_t most = options.maxSchedules != kUnlimited || options.time != kUnlimited ? options.maxSchedules : kMostRuns;
  // For measurements: what recording costs.
  const char *recorded = getenv("XBLOCK_NATIVE_RECORD");
  const Mode how = recorded && std::strcmp(recorded, "0") == 0 ? Mode::Noise : Mode::Record;
  uint64_t runs = 0, failing = 0, firstFailing = 0;
  std::string first, line;
  while (runs < most && !interrupted && !late()) {
    uint64_t number = options.firstSchedule + runs;
    Ended ended = runOnce(options, output, how, number);
    if (ended.interrupted)
      break;
    ++runs;
    if (shared->refused[0])
      end(Verdict::Unsupported, std::string("unsupported: ") + shared->refused + " in a run on real threads (native)");
    bool fails = !ended.failure.empty();
    if (!options.quiet && (runs == 1 || (fails && !failing)))
      output.show();
    if (!fails)
      continue;
    if (failing++ == 0) {
      firstFailing = number;
      first = told(ended, options);
      line = how == Mode::Record ? keep(ended.failure, number) : "no replay: nothing was recorded";
    }
    if (!options.keepGoing)
      break;
  }
  if (!failing) {
    std::string text = "incomplete: " + counted(runs, "schedule", "schedules") + ", 0 failures (native)";
    if (!options.quiet)
      text += "\n  left: sampled only: " + counted(runs, "run", "runs") + " on real threads (seed " + std::to_string(options.seed) + ", " + options.noise +
              " noise at " + std::to_string(options.noiseProbability) + " %, strength " + std::to_string(options.noiseStrength) + ")" +
              (interrupted ? ", interrupted" : "");
    end(Verdict::Incomplete, text);
  }
  std::string text = "failure: " + first + ", in schedule " + std::to_string(firstFailing) + " (native)";
  if (options.keepGoing)
    text = "failure: " + std::to_string(failing) + " of " + counted(runs, "schedule", "schedules") + "; the first " + first + ", in schedule " +
           std::to_string(firstFailing) + " (native)";
  end(Verdict::Failure, text + "\n  " + line);
}

} // namespace

extern "C" __attribute__((visibility("default"))) int main(int argc, char **argv, char **) {
  rememberParent();
  openWatch();
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
  void *memory = ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    end(Verdict::Usage, std::string("no memory for a log: ") + std::strerror(errno));
  shared = static_cast<Shared *>(memory);
  watchInterrupts();
  Output output;
  options->nativeLog.empty() ? runAll(*options, output) : replay(*options, output);
}
