// How a program, or a thread of it, ends: exit, abort, assert, terminate, and what runs before.
#include "intercept/cancellation.h"
#include "intercept/define.h"
#include "intercept/kept_state.h"
#include "intercept/mutexes.h"
#include "intercept/standard_streams.h"
#include "intercept/thread_exit.h"
#include "memory/tracked_heap.h"
#include "support/report_streams_linux.h"
#include "support/verdict_signal_linux.h"
#include "world/explore_call.h"
#include "world/held_locks.h"
#include "world/user_regions.h"
#include "world/output.h"
#include "world/process_world.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <exception>
#include <iterator>
#include <pthread.h>
#include <string>
#include <sys/syscall.h>
#include <unistd.h>

using namespace xblock;

namespace {

/// A registered call, in tracked memory.
struct Later {
  void (*function)(void *);
  void *argument;
  Later *next;
};

/// What was registered for the end of the process, newest first. libc has one lock for both.
struct ExitFunctions {
  Later *ofExit, *ofQuickExit;
};

Later *later(void (*function)(void *), void *argument, void *next) {
  auto *l = static_cast<Later *>(trackedHeap.allocate(running.onFiber ? index(running.thread) : 0, sizeof(Later)));
  if (!l)
    unsupported("out of memory for atexit", nullptr);
  undoLog.touch(l, sizeof *l);
  *l = {function, argument, static_cast<Later *>(next)};
  return l;
}

} // namespace

XBLOCK_KEPT(ExitFunctions, exitFunctions, "exit_functions");

namespace {

/// What comes before and after under libc's lock is ordered by it.
void meetUnderLock() {
  if (!running.onFiber)
    return;
  noteReceive(&exitFunctions);
  noteSend(&exitFunctions);
}

/// A visible step: in which order threads register is the order, backwards, in which the functions run.
int registerLater(Later *&newest, void (*function)(void *), void *argument, const char *verb, const xblock_site *site) {
  RuntimeScope scope;
  noteStep(&newest, sizeof newest);
  newest = later(function, argument, newest);
  meetUnderLock();
  endStep(verb, site);
  return 0;
}

/// Null: none is left. A step as well, where others may register more before the next one is taken.
Later *takeNewest(Later *&newest, const char *verb) {
  RuntimeScope scope;
  noteAtomicRead(&newest, sizeof newest);
  Later *l = newest;
  if (!l)
    return nullptr;
  noteStep(&newest, sizeof newest);
  newest = l->next;
  meetUnderLock();
  if (othersLive(running.thread))
    endStep(verb, nullptr);
  return l;
}

} // namespace

namespace xblock {

void runThreadExit() {
  while (auto *l = static_cast<Later *>(threadOf(running.thread).atExit)) {
    callUnknown();
    change(running.thread).atExit = l->next;
    l->function(l->argument);
  }
  runKeyDestructors();
}

namespace {

/// `from`: of what is registered.
bool endsStreamsLater(const Later *from) {
  while (from && !endsStandardStreams(from->function))
    from = from->next;
  return from;
}

void runProcessExit() {
  while (Later *l = takeNewest(exitFunctions->ofExit, "take a function that atexit was given")) {
    if (!endsStandardStreams(l->function))
      l->function(l->argument);
    else if (!endsStreamsLater(l->next))
      flushStandardStreams();
  }
}

void runQuickExit() {
  while (Later *l = takeNewest(exitFunctions->ofQuickExit, "take a function that at_quick_exit was given"))
    l->function(l->argument);
}

} // namespace

namespace {

/// The schedule does not come to the end of what explore() was given.
void failInBody(int status, const char *how) {
  if (exploreCalls.inBody)
    failf(FailureKind::Exit, "the program exits with status %d within xblock::explore()%s", status & 0xff, how);
}

/// A program that explores at its calls ends with the status that it gave.
[[noreturn]] void endMainLine(int status) {
  exploreCalls.exitStatus = status & 0xff;
  endProcess();
}

} // namespace

void finishThread() {
  if (exploreCalls.inBody && running.thread == ThreadId{0})
    unsupported("the end of the thread that called xblock::explore(), within it", nullptr);
  runThreadExit();
  {
    RuntimeScope scope(RuntimeScope::Known);
    loseRobustMutexes();
  }
  mustHoldNothing();
  mustBeInNoRegion();
  if (!othersLive(running.thread)) {
    callUnknown();
    runProcessExit(); // as glibc: the last thread to end exits with status 0
    checkLeaks(Left::Ended);
  }
  endThread();
}

void exitProgram(int status, bool returned) {
  if (!running.onFiber)
    syscall(SYS_exit_group, status);
  uint64_t call[std::size(xblockLoopState)]; // what the handlers call keeps theirs there, and so do other threads
  memcpy(call, xblockLoopState, sizeof call);
  takeSite();
  failInBody(status, "");
  runThreadExit();
  runProcessExit();
  memcpy(xblockLoopState, call, sizeof call);
  if (exploreCalls.atCalls)
    endMainLine(status);
  if (status & 0xff)
    failf(FailureKind::Exit, "the program exits with status %d", status & 0xff);
  checkLeaks(returned ? Left::Returned : Left::Calling);
  endProcess();
}

void unsupportedBeforeMain(const char *what) {
  writeReport(2, std::string("xblock: unsupported: ") + what + "\n");
  endWithVerdict(4);
}

/// Installed with std::set_terminate.
void onTerminate() {
  if (!running.onFiber)
    unsupportedBeforeMain("std::terminate outside main");
  runtimeDepth = 1;
  static char message[1024];
  const std::type_info *type = abi::__cxa_current_exception_type();
  if (!type)
    failf(FailureKind::Abort, "std::terminate called without an active exception");
  int status = 0;
  char *name = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
  const char *what = "";
  try {
    throw;
  } catch (const std::exception &e) {
    what = e.what();
  } catch (...) {
  }
  snprintf(message, sizeof message, "uncaught exception of type %s%s%s", status == 0 ? name : type->name(),
           *what ? ": " : "", what);
  failf(FailureKind::Exception, "%s", message);
}

} // namespace xblock

XBLOCK_EVERYWHERE(void, exit, (int status), (status)) {
  if (!running.onFiber) {
    XBLOCK_REAL(void(int), "exit")(status);
    __builtin_unreachable();
  }
  exitProgram(status, false);
}

namespace {

[[noreturn]] void exitNow(int status, const char *function) {
  if (exploreCalls.atCalls)
    endMainLine(status);
  if (status & 0xff)
    failf(FailureKind::Exit, "the program exits with status %d%s", status & 0xff, function);
  endProcess();
}

} // namespace

#define XBLOCK_EXIT_NOW(name)                                                                      \
  XBLOCK_EVERYWHERE(void, name, (int status), (status)) {                                          \
    if (!running.onFiber)                                                                          \
      syscall(SYS_exit_group, status);                                                             \
    failInBody(status, " (" #name ")");                                                            \
    exitNow(status, " (" #name ")");                                                               \
  }
XBLOCK_EXIT_NOW(_exit)
XBLOCK_EXIT_NOW(_Exit)

XBLOCK_EVERYWHERE(void, quick_exit, (int status), (status)) {
  takeSite();
  if (isProgramsCall()) {
    failInBody(status, " (quick_exit)");
    callUnknown();
    runQuickExit();
  }
  if (!running.onFiber)
    XBLOCK_REAL(void(int), "quick_exit")(status);
  exitNow(status, " (quick_exit)");
}

XBLOCK_EVERYWHERE(void, __assert_fail,
                  (const char *expression, const char *file, unsigned line, const char *function),
                  (expression, file, line, function)) {
  if (!running.onFiber)
    XBLOCK_REAL(void(const char *, const char *, unsigned, const char *), "__assert_fail")
  (expression, file, line, function);
  failf(FailureKind::Assertion, "assertion '%s' failed in %s (%s:%u)", expression, function ? function : "?", file, line);
}

XBLOCK_INSTRUMENTED(void, __assert, (const char *expression, const char *file, int line)) {
  fn___assert_fail(expression, file, static_cast<unsigned>(line), nullptr);
}
XBLOCK_INSTRUMENTED(void, __assert_perror_fail, (int error, const char *file, unsigned line, const char *function)) {
  fn___assert_fail(strerrordesc_np(error), file, line, function);
}

XBLOCK_INSTRUMENTED(int, __cxa_atexit, (void (*function)(void *), void *argument, void *)) {
  return registerLater(exitFunctions->ofExit, function, argument, "register what runs at exit", takeSite());
}

XBLOCK_INSTRUMENTED(int, atexit, (void (*function)())) {
  return registerLater(exitFunctions->ofExit, reinterpret_cast<void (*)(void *)>(function), nullptr, "atexit", takeSite());
}

// libc has at_quick_exit in what programs are linked with, which calls the other.
XBLOCK_INSTRUMENTED(int, at_quick_exit, (void (*function)())) {
  return registerLater(exitFunctions->ofQuickExit, reinterpret_cast<void (*)(void *)>(function), nullptr, "at_quick_exit", takeSite());
}
XBLOCK_EVERYWHERE(int, __cxa_at_quick_exit, (void (*function)(void *), void *library), (function, library)) {
  const xblock_site *site = takeSite();
  if (!isProgramsCall())
    return XBLOCK_REAL(int(void (*)(void *), void *), "__cxa_at_quick_exit")(function, library);
  return registerLater(exitFunctions->ofQuickExit, function, nullptr, "at_quick_exit", site);
}

XBLOCK_INSTRUMENTED(int, __cxa_thread_atexit, (void (*function)(void *), void *object, void *)) {
  takeSite();
  RuntimeScope scope;
  ThreadState &t = change(running.thread);
  t.atExit = later(function, object, t.atExit);
  endAfterOwnChange();
  return 0;
}
