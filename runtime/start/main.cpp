// The main of an instrumented program: explores the program's own main, renamed by the pass, and exits with the verdict.
#include "intercept/cancellation.h"
#include "intercept/exception_texts.h"
#include "intercept/heap.h"
#include "intercept/library_operators_linux.h"
#include "intercept/library_state.h"
#include "intercept/thread_exit.h"
#include "options/of_policies.h"
#include "report/report.h"
#include "start/explore_calls.h"
#include "start/findings.h"
#include "start/interrupts_linux.h"
#include "start/narrator.h"
#include "start/one_search.h"
#include "support/verdict_signal_linux.h"
#include "world/crash_linux.h"
#include "world/debugger.h"
#include "world/explore_call.h"
#include "world/explorer_switch.h"
#include "world/process_world.h"
#include "world/reexecute_world_linux.h"
#include "world/stack_slots.h"
#include "world/watched_world_linux.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <memory>
#include <sys/prctl.h>

using namespace xblock;

extern "C" int __xblock_program_main(int, char **, char **);
/// Of libc++; null where the program has no libc++. And of libxblock_libcxx.a, which does for the program what libc++ would
/// do inside its library, unseen.
extern "C" __attribute__((weak)) void libcxxWeakCountLock() __asm__("_ZNSt3__119__shared_weak_count4lockEv");
extern "C" __attribute__((weak)) const char __xblock_link_with_lxblock_libcxx;
/// Of LeakSanitizer, which leaves no trace in what is compiled with it: the pass cannot refuse it.
extern "C" __attribute__((weak)) void __lsan_do_leak_check();

namespace {

int programArgc;
char **programArgv;
char **programEnv;

void *programEntry(void *) { exitProgram(__xblock_program_main(programArgc, programArgv, programEnv), true); }

Options readOptions() {
  const char *text = getenv("XBLOCK_OPTIONS");
  std::string error;
  auto options = parseOptions(text ? text : "", &error);
  if (!options)
    usageError("XBLOCK_OPTIONS: " + error);
  unsetenv("XBLOCK_OPTIONS");
  return *options;
}

} // namespace

extern "C" __attribute__((visibility("default"))) int main(int argc, char **argv, char **envp) {
  explorerRuns = true;
  narrator.start();
  chooseOperatorsOfLibraries();
  Options options = readOptions();
  if (libcxxWeakCountLock && !&__xblock_link_with_lxblock_libcxx)
    usageError("the program uses libc++, and is not linked with -lxblock_libcxx: compile and link it with xblock-clang++");
  if (__lsan_do_leak_check)
    usageError("the program is linked with -fsanitize=leak, which does not go with xblock: link it without; leaks are found (--leaks)");
  watch = openWatch();
  if (getenv("XBLOCK_PARENT")) // nobody would hear the verdict
    prctl(PR_SET_PDEATHSIG, SIGKILL);
  programArgc = argc;
  programArgv = argv;
  programEnv = envp;
  rememberIgnoredSignals();
  initSwitch();
  adoptLibraryState();
  modelAsynchronousCancellation();
  replaceFacets();
  replaceTables();
  replaceResources();
  followTexts();
  std::set_terminate(onTerminate);
  static_assert(rangeOf("stack-size")->least == StackSlots::kLeast && rangeOf("stack-size")->most == StackSlots::kMost);
  stacks.resize(options.stackSize);
  installCrashHandlers(options.stuckSeconds == kUnlimited ? 0 : options.stuckSeconds);

  auto begun = std::chrono::steady_clock::now();
  Report report;
  report.program.assign(argv, argv + argc);
  exploreCalls.atCalls = &__xblock_explores_at_calls != nullptr;
  Options own = options;
  if (exploreCalls.atCalls && !isGiven(options, "policy")) // each call has its own
    leaveOutOtherPolicies(own, [](std::string_view) { return true; });
  if (std::string error = configure(own, report); !error.empty())
    usageError(error);
  if (!options.call.empty() && !exploreCalls.atCalls)
    usageError("--call is of programs that call xblock::explore(), and this one does not: leave it out");
  std::unique_ptr<Program> program;
  if (options.restore == "reexecute" && !exploreCalls.atCalls)
    program = std::make_unique<ReexecuteWorld>();
  else
    program = std::make_unique<ProcessWorld>();
  if (options.verbose)
    narrator.begin();
  narrator.tellProgram(report.program, options);
  narrator.enter("up to the first thread");
  debugger.attached = options.gdb && !options.replay.empty();
  if (debugger.attached)
    debugger.arm(); // it may fail before its first thread
  if (exploreCalls.atCalls)
    runMainLine(static_cast<ProcessWorld &>(*program), programEntry, options, report.program);
  FirstOutput first;
  Outcome prologue;
  program->prologue(programEntry, prologue);
  debugger.disarm();
  narrator.say(prologue.ending == Ending::Split ? "the program is about to run its first thread beside main: what it did up to here is done once"
                                                : "the program ended before it had a second thread");
  narrator.enter("after it");
  if (prologue.ending != Ending::Split) {
    first = {program->outputOf(1), program->outputOf(2), true};
    addPrologue(*program, prologue, report);
    if (prologue.ending == Ending::ProcessEnd)
      judgeOnly(*program, report);
  } else if (!options.replay.empty()) {
    replay(*program, options, report);
  } else {
    explore(*program, options, prologue.outside, report, first);
  }
  narrator.enter("to write reports");
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  tell(report, options, first);
  endWithVerdict(exitCode(report.verdict));
}
