#include "native/one_run_linux.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <iterator>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace xblock::native {

volatile sig_atomic_t interrupted = 0;

static constexpr int kInterrupts[] = {SIGINT, SIGTERM, SIGHUP};
/// What held for each of them before: in a run it does again.
static struct sigaction before[std::size(kInterrupts)];

void watchInterrupts() {
  struct sigaction action{};
  action.sa_handler = [](int) { interrupted = 1; };
  for (size_t i = 0; i < std::size(kInterrupts); ++i) {
    ::sigaction(kInterrupts[i], nullptr, &before[i]);
    if (before[i].sa_handler != SIG_IGN) // as nohup has it
      ::sigaction(kInterrupts[i], &action, nullptr);
  }
}

static void forgetInterrupts() {
  for (size_t i = 0; i < std::size(kInterrupts); ++i)
    ::sigaction(kInterrupts[i], &before[i], nullptr);
}

Output::Output() {
  for (int &file : files_)
    file = ::memfd_create("xblock-output", MFD_CLOEXEC);
}

void Output::redirect() const {
  ::dup2(files_[0], 1);
  ::dup2(files_[1], 2);
  // As if it were the only run. What cannot be read again is not read at all.
  if (::lseek(0, 0, SEEK_SET) < 0) {
    int nothing = ::open("/dev/null", O_RDONLY);
    ::dup2(nothing, 0);
    ::close(nothing);
  }
}

void Output::clear() const {
  for (int file : files_) {
    static_cast<void>(!::ftruncate(file, 0));
    ::lseek(file, 0, SEEK_SET);
  }
}

std::string Output::text(int which) const {
  std::string all;
  char buffer[65536];
  for (ssize_t n;
       (n = ::pread(files_[which], buffer, sizeof buffer, static_cast<off_t>(all.size()))) > 0;)
    all.append(buffer, static_cast<size_t>(n));
  return all;
}

static rlim_t mostOfFile() {
  rlimit most{};
  ::getrlimit(RLIMIT_FSIZE, &most);
  return most.rlim_cur;
}

bool Output::isFull() const {
  for (int file : files_)
    if (struct stat what{}; ::fstat(file, &what) == 0 && what.st_size > 0 && static_cast<rlim_t>(what.st_size) >= mostOfFile())
      return true;
  return false;
}

bool Output::hasRoom() const { return mostOfFile() > 0; }

Ended run(const Output &output, double seconds, const std::function<void()> &body) {
  output.clear();
  std::fflush(nullptr);
  pid_t parent = ::getpid(), child = ::fork();
  if (child < 0)
    return {"", true};
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent)
      ::_exit(0);
    forgetInterrupts();
    output.redirect();
    body();
    ::_exit(0);
  }
  Ended ended;
  bool hangs = false;
  int handle = static_cast<int>(::syscall(SYS_pidfd_open, child, 0));
  timespec begun;
  ::clock_gettime(CLOCK_MONOTONIC, &begun);
  for (;;) {
    timespec now;
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    double left = seconds - static_cast<double>(now.tv_sec - begun.tv_sec) -
                  static_cast<double>(now.tv_nsec - begun.tv_nsec) / 1e9;
    if (interrupted || (seconds > 0 && left <= 0)) {
      ended.interrupted = interrupted;
      hangs = !interrupted;
      break;
    }
    pollfd waited{handle, POLLIN, 0};
    // Not for ever: an interrupt may come right before it.
    int wait = seconds > 0 && left < 0.2 ? static_cast<int>(left * 1000) + 1 : 200;
    if (::poll(&waited, 1, wait) > 0)
      break;
  }
  if (hangs || ended.interrupted)
    ::kill(child, SIGKILL);
  if (handle >= 0)
    ::close(handle);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (ended.interrupted)
    return ended;
  if (hangs) {
    ended.failure = kHangs;
  } else if (WIFSIGNALED(status)) {
    ended.signal = WTERMSIG(status);
    const char *name = ::sigabbrev_np(WTERMSIG(status));
    for (int signal : kInterrupts)
      ended.interrupted |= interrupted && WTERMSIG(status) == signal;
    ended.failure = name ? std::string("died of SIG") + name
                         : "died of signal " + std::to_string(WTERMSIG(status));
  } else if (WEXITSTATUS(status) != 0) {
    ended.failure = "ended with exit code " + std::to_string(WEXITSTATUS(status));
  }
  return ended;
}

} // namespace xblock::native
