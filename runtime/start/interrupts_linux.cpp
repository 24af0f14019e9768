#include "start/interrupts_linux.h"

#include "support/repeated_signal_linux.h"

#include <csignal>
#include <cstring>

namespace xblock {

namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM};
bool ignored[std::size(kSignals)];

std::atomic<uint32_t> ownWord = 0;
std::atomic<uint32_t> *word = &ownWord;
FirstSignal first;

void onInterrupt(int signal) {
  *word = 1;
  if (first.isRepeated())
    dieOf(signal);
}

} // namespace

void rememberIgnoredSignals() {
  for (size_t i = 0; i < std::size(kSignals); ++i) {
    struct sigaction now;
    ignored[i] = sigaction(kSignals[i], nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
  }
}

const std::atomic<uint32_t> *listenForInterrupts(Watch *watch) {
  if (watch)
    word = &watch->interrupted;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = onInterrupt;
  action.sa_flags = SA_ONSTACK | SA_RESTART;
  sigset_t heard;
  sigemptyset(&heard);
  for (size_t i = 0; i < std::size(kSignals); ++i) {
    if (ignored[i])
      continue;
    sigaction(kSignals[i], &action, nullptr);
    sigaddset(&heard, kSignals[i]);
  }
  sigprocmask(SIG_UNBLOCK, &heard, nullptr);
  return word;
}

} // namespace xblock
