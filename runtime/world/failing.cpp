// How a schedule fails, or the search stops, from inside the program.
#include "support/check.h"
#include "world/debugger.h"
#include "world/explorer_switch.h"
#include "world/modules_linux.h"
#include "world/running.h"
#include "world/stack_slots.h"
#include "world/trace.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>

namespace xblock {

namespace {

/// From here on the block ends in a failure, and is cut nowhere else: walking over a stack calls what is intercepted.
void beginToFail() {
  runtimeDepth = 1;
  running.cutPending = running.cutHeld = running.inAtomic = false;
}

void setFailure(FailureKind kind, const char *message, const char *key) {
  Failure &f = running.out->failure;
  running.out->ending = Ending::Failed;
  f.kind = kind;
  f.message = message;
  f.key = std::string(name(kind)) + ":" + key;
  f.thread = running.thread;
}

/// 0: none.
uint64_t firstOfProgram(const RawStack &stack) {
  for (unsigned i = 0; i < stack.count; ++i)
    if (isProgramCode(reinterpret_cast<void *>(stack.pc[i])))
      return stack.pc[i];
  return 0;
}

/// The place tells failures with the same words apart; 0: it does not.
void failWith(FailureKind kind, const char *message, const char *words, const RawStack &stack, uint64_t place) {
  std::string key = words;
  if (place)
    key += "@" + std::to_string(place);
  setFailure(kind, message, key.c_str());
  failedStack = stack;
}

} // namespace

void fail(FailureKind kind, const char *message, const char *key) {
  beginToFail();
  setFailure(kind, message, key);
  failedStack = stackHere(1);
  debugger.failed();
  switchToExplorer();
  checkFailed("what was over was resumed", __FILE_NAME__, __LINE__);
}

void failAt(FailureKind kind, const char *message, const char *words) {
  beginToFail();
  RawStack here = stackHere(1);
  failWith(kind, message, words, here, firstOfProgram(here));
  debugger.failed();
  switchToExplorer();
  checkFailed("what was over was resumed", __FILE_NAME__, __LINE__);
}

void failf(FailureKind kind, const char *format, ...) {
  beginToFail();
  static char message[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  RawStack here = stackHere(1);
  failWith(kind, message, message, here, firstOfProgram(here));
  debugger.failed();
  switchToExplorer();
  checkFailed("what was over was resumed", __FILE_NAME__, __LINE__);
}

namespace {

[[noreturn]] void endFromHandler(FailureKind kind, const char *message, Interrupted at, Ending ending, std::optional<uint64_t> place = {}) {
  beginToFail();
  RawStack here = stackHere(1);
  // Without the frames of the handler; a jump to nowhere leaves no frame, but where it came from.
  unsigned first = 0;
  while (first < here.count && here.pc[first] != at.pc)
    ++first;
  here.count -= first;
  memmove(here.pc, here.pc + first, here.count * sizeof here.pc[0]);
  if (here.count < 2 && at.stack - running.stackLow < running.stackSize - sizeof(uint64_t))
    here.pc[here.count++] = *reinterpret_cast<uint64_t *>(at.stack) - 1;
  failWith(kind, message, message, here, place ? *place : firstOfProgram(here));
  running.out->ending = ending;
  debugger.failed();
  leaveFiberForGood();
}

} // namespace

void failFromHandler(FailureKind kind, const char *message, Interrupted at) {
  endFromHandler(kind, message, at, Ending::Failed);
}

// Where in a recursion a stack ends is up to what the runtime itself has on it just then, which is more where a schedule is explained.
namespace {

const char *toldOverflow() {
  static char message[256];
  snprintf(message, sizeof message, "%s%s, whose stack has %lu bytes: --stack-size=BYTES gives more", kStackOverflow, ThreadName(running.thread).text, stacks.size);
  return message;
}

} // namespace

void failOfOverflow(Interrupted at) {
  beginToFail();
  endFromHandler(FailureKind::Signal, toldOverflow(), at, Ending::Failed, outerEndOfStack());
}

void failHereOfOverflow() {
  beginToFail();
  const char *message = toldOverflow();
  failWith(FailureKind::Signal, message, message, stackHere(1), outerEndOfStack());
  debugger.failed();
  switchToExplorer();
  checkFailed("what was over was resumed", __FILE_NAME__, __LINE__);
}

void unsupportedFromHandler(const char *message, Interrupted at) {
  endFromHandler(FailureKind::Misuse, message, at, Ending::Unsupported);
}

void unsupported(const char *what, const xblock_site *site) {
  beginToFail();
  static char message[1024];
  if (site && site->line)
    snprintf(message, sizeof message, "%s at %s:%u in %s", what, site->file, site->line, site->function);
  else if (site)
    snprintf(message, sizeof message, "%s in %s (%s)", what, site->function, site->file);
  else
    snprintf(message, sizeof message, "%s", what);
  setFailure(FailureKind::Misuse, message, message);
  running.out->ending = Ending::Unsupported;
  failedStack = stackHere(1);
  debugger.failed();
  switchToExplorer();
  checkFailed("what was over was resumed", __FILE_NAME__, __LINE__);
}

} // namespace xblock
