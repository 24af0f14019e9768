#include "start/call_copy_linux.h"

#include "start/interrupts_linux.h"
#include "start/one_search.h"
#include "support/check.h"
#include "support/own_descriptors_linux.h"
#include "support/repeated_signal_linux.h"
#include "support/report_streams_linux.h"
#include "support/watch.h"
#include "support/write_signals_linux.h"
#include "world/crash_linux.h"
#include "world/output.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace xblock {

namespace {

/// A file without a name, where no descriptor of the program is.
class ResultFile {
public:
  ResultFile() {
    fd_ = moveFar(memfd_create("xblock-call", MFD_CLOEXEC));
    XBLOCK_CHECK(fd_ >= 0);
  }
  ~ResultFile() { closeOwn(fd_); }
  ResultFile(const ResultFile &) = delete;
  ResultFile &operator=(const ResultFile &) = delete;

  void write(CallResult result) const {
    WithoutWriteSignals quiet;
    Writer out;
    io(out, result);
    uint64_t size = out.bytes.size();
    writeAll(fd_, std::string(reinterpret_cast<char *>(&size), sizeof size) + out.bytes);
  }
  /// Nothing if none was written, to its end.
  std::optional<CallResult> read() const {
    uint64_t size = 0;
    if (syscall(SYS_pread64, fd_, &size, sizeof size, 0) != sizeof size)
      return std::nullopt;
    Reader in;
    in.bytes.resize(size);
    for (uint64_t at = 0; at < size;) {
      long n = syscall(SYS_pread64, fd_, in.bytes.data() + at, size - at, sizeof size + at);
      if (n <= 0)
        return std::nullopt;
      at += static_cast<uint64_t>(n);
    }
    CallResult result;
    io(in, result);
    return result;
  }

private:
  int fd_;
};

const ResultFile *resultFile = nullptr;

/// Of all calls, one after the other.
Watch &freshWatch() {
  static Watch *shared = nullptr;
  if (shared)
    munmap(shared, sizeof(Watch));
  void *p = mmap(shared, sizeof(Watch), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  XBLOCK_CHECK(p != MAP_FAILED);
  shared = static_cast<Watch *>(p);
  return *shared;
}

/// While the copy searches, a signal to end is for it.
std::atomic<uint32_t> *interruptWord = nullptr;
int lastSignal = 0;

void onSignal(int signal) {
  lastSignal = signal;
  *interruptWord = 1;
}

class SignalsForCopy {
public:
  explicit SignalsForCopy(Watch &copy) {
    interruptWord = &copy.interrupted;
    lastSignal = 0;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = onSignal;
    action.sa_flags = SA_ONSTACK | SA_RESTART;
    for (size_t i = 0; i < std::size(kSignals); ++i) {
      sigaction(kSignals[i], nullptr, &before_[i]);
      if (before_[i].sa_handler != SIG_IGN)
        sigaction(kSignals[i], &action, nullptr);
    }
  }
  ~SignalsForCopy() {
    for (size_t i = 0; i < std::size(kSignals); ++i)
      sigaction(kSignals[i], &before_[i], nullptr);
  }
  SignalsForCopy(const SignalsForCopy &) = delete;
  SignalsForCopy &operator=(const SignalsForCopy &) = delete;

private:
  static constexpr int kSignals[] = {SIGINT, SIGTERM};
  struct sigaction before_[std::size(kSignals)];
};

std::string signalName(int signal) {
  const char *name = sigabbrev_np(signal);
  return name ? std::string("SIG") + name : "signal " + std::to_string(signal);
}

std::string howItDied(int status) {
  if (WIFSIGNALED(status))
    return "died of " + signalName(WTERMSIG(status));
  return WEXITSTATUS(status) == 3 ? "ended with an internal error" : "ended with exit code " + std::to_string(WEXITSTATUS(status));
}

/// The status that the copy ended with.
int runCopy(const ResultFile &file, const std::function<CallResult()> &search, Watch &shared) {
  pid_t pid = fork();
  XBLOCK_CHECK(pid >= 0);
  if (pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    startWatchdog(); // timers stay behind
    watch = &shared;
    resultFile = &file;
    beforeUsageError = [](const std::string &message) { resultFile->write(mistaken(message)); };
    file.write(search());
    syscall(SYS_exit_group, 0);
    __builtin_unreachable();
  }
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

void say(const std::string &text) { writeReport(2, "xblock: the process that explores " + text + "\n"); }

/// What the copy died of, in words that a WatchedWorld knows again; false if it is hopeless.
bool addDeath(Watch &shared, const std::string &how) {
  size_t used = strnlen(shared.deaths, sizeof shared.deaths);
  std::string deaths(shared.deaths, used);
  Death death{shared.boundaries, scheduleOf(shared.steps, [&](uint32_t i) { return shared.step[i]; }), how};
  std::string line = print(death);
  // It died at once though the block was not run: one before it did the damage.
  while (deaths.find(line) != deaths.npos && !death.schedule.empty()) {
    death.schedule.pop_back();
    if (!death.schedule.empty())
      death.schedule.back().cut = {};
    line = print(death);
  }
  auto count = static_cast<size_t>(std::ranges::count(deaths, '\n'));
  if (death.schedule.empty() || count >= Watch::kMostDeaths || used + line.size() >= Watch::kDeathsSize)
    return false;
  memcpy(shared.deaths + used, line.c_str(), line.size() + 1);
  say(how + " after schedule " + print(death.schedule) + "; it is started again to go on behind that");
  return true;
}

} // namespace

CallResult searchInCopy(Options &options, const std::function<CallResult()> &search, bool *interrupted) {
  Watch &shared = freshWatch();
  SignalsForCopy signals(shared);
  for (;;) {
    ResultFile file;
    int status = runCopy(file, search, shared);
    *interrupted = lastSignal != 0;
    if (std::optional<CallResult> result = file.read())
      return *result;
    std::string how = howItDied(status);
    if (lastSignal)
      dieOf(lastSignal);
    const bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    if (shared.phase == Phase::Shortening && options.shorten && !killed) {
      options.shorten = 0;
      say(how + " as failing schedules were made shorter; it is started again to show them as found");
    } else if (shared.phase != Phase::Searching || killed || (shared.careful && !addDeath(shared, how))) {
      return mistaken("no verdict: the exploring process " + how +
                      (killed ? "; if memory ran out, bound the search with --max-schedules or --max-blocks" : ""));
    } else if (!shared.careful) {
      shared.careful = 1;
      say(how + "; it is started again to see in which schedule");
    }
    shared.phase = Phase::Before;
  }
}

} // namespace xblock
