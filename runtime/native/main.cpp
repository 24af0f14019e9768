// The main of an instrumented program on real threads: runs the program's own main, again and
// again, or once by a log.
#include "native/one_run_linux.h"
#include "native/reports.h"
#include "native/runs.h"
#include "options/options.h"
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

/// Of programs with xblock::explore().
extern "C" __attribute__((weak)) const char __xblock_explores_at_calls;

namespace {

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
  if (!options.replay.empty())
    return "a schedule is of a search, and XBLOCK_OPTIONS has the policy native, whose runs have none: leave it out there";
  constexpr std::string_view kTaken[] = {
      "policy",         "seed",       "first-schedule", "noise",    "noise-probability",
      "noise-strength", "native-log", "max-schedules",  "time",     "stuck-seconds",
      "keep-going",     "quiet",      "color",          "progress", "frontier",
      "frontier-every", "resume",     "json",           "html",     "sarif",
      "junit"};
  for (const OptionInfo &option : optionTable())
    if (std::ranges::find(kTaken, option.name) == std::end(kTaken) && isGiven(options, option.name))
      return "--" + std::string(option.name) + " does not go with --policy=native: leave it out";
  if (!options.nativeLog.empty())
    for (std::string_view of : {"seed", "first-schedule", "noise", "noise-probability", "noise-strength", "max-schedules", "time", "keep-going",
                                "frontier", "frontier-every", "resume"})
      if (isGiven(options, of))
        return "--" + std::string(of) + " is of runs with noise, and --native-log replays one: leave it out";
  if (isGiven(options, "noise-strength") && options.noise == "yield")
    return "--noise-strength is for how long a thread sleeps or waits, and --noise=yield has none do so: leave out one of them";
  if (options.noiseStrength > 10000) // 100 ms
    return "--noise-strength is more than 10000: a thread would sleep for more than 100 "
           "milliseconds";
  return "";
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
    endWithUsage("XBLOCK_OPTIONS: " + error);
  if (error = wrong(*options); !error.empty())
    endWithUsage(error);
  for (const char *name : {"XBLOCK_OPTIONS", "XBLOCK_PARENT", "XBLOCK_WATCH"})
    unsetenv(name);
  restoreLibraryPath();
  if (error = prepareReports(*options); !error.empty())
    endWithUsage(error);
  void *memory = ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    endWithUsage(std::string("no memory for a log: ") + std::strerror(errno));
  shared = static_cast<Shared *>(memory);
  watchInterrupts();
  const ProgramCall program{argc, argv, environ};
  options->nativeLog.empty() ? runAll(*options, program) : replayLog(*options, program);
}
