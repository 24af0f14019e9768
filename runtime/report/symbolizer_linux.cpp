//===- symbolizer_linux.cpp - llvm-symbolizer as a subprocess -----------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "report/symbolizer_linux.h"

#include "support/whole_io_linux.h"
#include "support/write_signals_linux.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

extern char **environ;

namespace xblock {
namespace {

/// Not among the first three, which the program may have closed, and which are those of the process that is started.
struct File {
  int fd = -1;
  explicit File(int opened) : fd(opened) {
    constexpr int kBehindStandard = 3;
    if (opened < 0 || opened >= kBehindStandard)
      return;
    fd = ::fcntl(opened, F_DUPFD_CLOEXEC, kBehindStandard);
    ::close(opened);
  }
  File(const File &) = delete;
  File &operator=(const File &) = delete;
  ~File() {
    if (fd >= 0)
      ::close(fd);
  }
};

std::string readAll(int fd) {
  std::string text;
  char buffer[4096];
  while (true) {
    ssize_t n = ::read(fd, buffer, sizeof buffer);
    if (n == 0 || (n < 0 && errno != EINTR))
      return text;
    text.append(buffer, n > 0 ? static_cast<std::size_t>(n) : 0);
  }
}

std::vector<char *> childEnvironment() {
  static char noServer[] = "DEBUGINFOD_URLS=";
  std::vector<char *> result{noServer};
  for (char **entry = environ; *entry; ++entry)
    if (std::strncmp(*entry, "LD_PRELOAD=", 11) != 0 &&
        std::strncmp(*entry, noServer, sizeof noServer - 1) != 0)
      result.push_back(*entry);
  result.push_back(nullptr);
  return result;
}

/// Starts the program with the two files as its stdin and stdout; -1 if it cannot be started.
pid_t start(const char *program, int in, int out) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t held, all; // Ctrl-C ends the search, and the report needs it
  sigemptyset(&held);
  sigaddset(&held, SIGINT);
  sigaddset(&held, SIGTERM);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &held);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  std::vector<char *> environment = childEnvironment();
  const char *argv[] = {program, "--output-style=JSON", "--inlines", "--demangle", nullptr};
  pid_t child = -1;
  if (::posix_spawnp(&child, program, &files, &attributes, const_cast<char **>(argv),
                     environment.data()))
    child = -1;
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return child;
}

/// At its beginning then. The signals are back before the symbolizer is started and waited for.
bool fill(int fd, const std::string &text) {
  WithoutWriteSignals quiet;
  return writeWhole(fd, text.data(), text.size()) && ::lseek(fd, 0, SEEK_SET) == 0;
}

std::optional<std::string> ask(const char *program, const std::string &input) {
  // A file, not a pipe, for what it reads: neither side can then wait for the other.
  File in{::memfd_create("xblock-addresses", MFD_CLOEXEC)};
  if (in.fd < 0 || !fill(in.fd, input))
    return std::nullopt;
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return std::nullopt;
  File out{ends[0]}, childEnd{ends[1]};
  pid_t child = start(program, in.fd, childEnd.fd);
  if (child < 0)
    return std::nullopt;
  ::close(childEnd.fd);
  childEnd.fd = -1;
  std::string text = readAll(out.fd);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    return std::nullopt;
  return text;
}

} // namespace

std::optional<std::string> runSymbolizer(const std::string &input) {
  if (const char *chosen = std::getenv("XBLOCK_SYMBOLIZER"))
    return ask(chosen, input);
  for (const char *program :
       {"llvm-symbolizer-19", "/usr/lib/llvm-19/bin/llvm-symbolizer", "llvm-symbolizer-16", "/usr/lib/llvm-16/bin/llvm-symbolizer",
        "llvm-symbolizer"})
    if (std::optional<std::string> text = ask(program, input))
      return text;
  return std::nullopt;
}

} // namespace xblock
