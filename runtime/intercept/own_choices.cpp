// What xblock_choose(), xblock_assert(), xblock_fail() and xblock_is_active() of xblock/xblock.h call.
#include "intercept/define.h"
#include "intercept/files.h"
#include "intercept/thread_exit.h"
#include "world/explore_call.h"
#include "world/misuse.h"

#include <cstdio>
#include <cstring>

using namespace xblock;

namespace {

constexpr unsigned kMostAlternatives = 65535; // as many as a Decision has
constexpr size_t kMostInBlock = 64; // a loop that ends by choice alone comes to the end of a block, and so to --max-blocks

/// Of a program that explores at its calls of xblock::explore(): it is in none, and nothing is searched.
bool isOutsideOfCalls() { return exploreCalls.atCalls && !exploreCalls.inBody; }

/// The search begins here, as it would with a second thread.
void beginSearch() {
  beginFiles();
  running.exploring = running.ran = true;
  boundary(Ending::Split);
}

} // namespace

XBLOCK_KEEPING(unsigned, choose, chooseHere, (unsigned n)) {
  takeSite();
  if (!running.onFiber)
    unsupportedBeforeMain("xblock_choose before main");
  if (isOutsideOfCalls())
    return 0;
  if (runtimeDepth)
    unsupported("xblock_choose in what a function of the runtime calls", nullptr);
  RuntimeScope scope;
  if (n == 0 || n > kMostAlternatives)
    misuse(running.thread, "xblock_choose(%u): it chooses among 1 to %u", n, kMostAlternatives);
  if (n == 1)
    return 0;
  if (!running.exploring)
    beginSearch();
  else if (running.out->decisions.size() >= kMostInBlock)
    boundary(Ending::Split);
  running.ran = true;
  unsigned chosen = xblock::choose(n);
  if (running.tracing) {
    char text[40];
    snprintf(text, sizeof text, "choose(%u) = %u", n, chosen);
    traceEvent(strdup(text), nullptr, nullptr); // kept for the report of the one schedule that is traced
  }
  return chosen;
}

XBLOCK_KEEPING(int, is_active, isActive, ()) { return !isOutsideOfCalls(); }

XBLOCK_KEEPING(void, assertion_failed, assertionFailed, (const char *condition, const char *file, unsigned line, const char *function)) {
  if (!running.onFiber)
    XBLOCK_REAL(void(const char *, const char *, unsigned, const char *), "__assert_fail")(condition, file, line, function);
  takeSite();
  failf(FailureKind::Assertion, "assertion '%s' failed in %s (%s:%u)", condition, function, file, line);
}

XBLOCK_KEEPING(void, failed, failedHere, (const char *message, const char *file, unsigned line, const char *function)) {
  if (!running.onFiber)
    XBLOCK_REAL(void(const char *, const char *, unsigned, const char *), "__assert_fail")(message, file, line, function);
  takeSite();
  failf(FailureKind::Assertion, "%s, in %s (%s:%u)", message, function, file, line);
}
