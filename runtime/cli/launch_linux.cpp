//===- launch_linux.cpp - the exploring process, from outside -----------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "cli/launch_linux.h"

#include "cli/pass_signals_linux.h"
#include "support/verdict_signal_linux.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <spawn.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace xblock {
namespace {

std::vector<char *> pointers(std::vector<std::string> &words) {
  std::vector<char *> result;
  result.reserve(words.size() + 1);
  for (std::string &word : words)
    result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

/// Of the runtime that runs a program on real threads: beside the command, in the tree where it was built or installed.
std::string nativeFolder() {
  std::error_code error;
  std::filesystem::path root = std::filesystem::read_symlink("/proc/self/exe", error).parent_path().parent_path();
  std::filesystem::path installed = root / XBLOCK_LIBDIR / "xblock" / "native";
  return (std::filesystem::exists(installed, error) ? installed : root / "lib" / "xblock" / "native").string();
}

std::vector<std::string> childEnvironment(const Options &options, const std::string &watch) {
  std::vector<std::string> result;
  const bool native = options.policy == "native";
  const char *libraries = std::getenv("LD_LIBRARY_PATH");
  if (native)
    result.push_back("LD_LIBRARY_PATH=" + nativeFolder() + (libraries ? ":" + std::string(libraries) : ""));
  for (char **entry = environ; *entry; ++entry)
    if ((!native || std::strncmp(*entry, "LD_LIBRARY_PATH=", 16) != 0) && std::strncmp(*entry, "XBLOCK_OPTIONS=", 15) != 0 &&
        std::strncmp(*entry, "XBLOCK_PARENT=", 14) != 0 && std::strncmp(*entry, "XBLOCK_WATCH=", 13) != 0)
      result.emplace_back(*entry);
  // As long whatever is asked for, as far as possible: the words of the command line lie below the environment, and are to
  // lie at the same addresses when a search is gone on with.
  constexpr size_t kRoom = 1024;
  std::string text = print(options), parent = std::to_string(::getpid());
  text.append(kRoom - text.size() % kRoom, ' ');
  result.push_back("XBLOCK_OPTIONS=" + text);
  result.push_back("XBLOCK_PARENT=" + std::string(10 - parent.size(), '0') + parent);
  constexpr size_t kLongest = 40;
  if (!watch.empty())
    result.push_back("XBLOCK_WATCH=" + std::string(kLongest - std::min(kLongest, watch.size()), '/') + watch);
  return result;
}

/// A program on real threads may decide by an address, as std::barrier does by that of a thread: a replay is to have those of the run that was recorded. What
/// is started from now on has them, unless the kernel forbids it. A search does so itself.
void keepAddresses() {
  const int now = ::personality(0xffffffff);
  if (now != -1)
    ::personality(static_cast<unsigned long>(now) | ADDR_NO_RANDOMIZE);
}

std::string signalName(int signal) {
  const char *name = ::sigabbrev_np(signal);
  return name ? std::string("SIG") + name : "signal " + std::to_string(signal);
}

} // namespace

sigset_t ignoreWriteSignals() {
  static const sigset_t defaults = [] {
    sigset_t set;
    sigemptyset(&set);
    for (int signal : {SIGPIPE, SIGXFSZ}) {
      struct sigaction before;
      if (::sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaddset(&set, signal);
      ::signal(signal, SIG_IGN);
    }
    return set;
  }();
  return defaults;
}

std::optional<Ended> runChild(const std::string &file, const std::vector<std::string> &argv,
                            const Options &options, const SharedFile &watch, std::string *error) {
  std::vector<std::string> words = argv, environment = childEnvironment(options, watch.name);
  if (options.policy == "native")
    keepAddresses();
  // Held back until the child is known, so that none is lost in between; the child starts with none held back but those that
  // the command was started so with.
  static const sigset_t before = [] {
    sigset_t now;
    ::sigprocmask(SIG_BLOCK, nullptr, &now);
    return now;
  }();
  sigset_t verdict;
  sigemptyset(&verdict);
  sigaddset(&verdict, kVerdictSignal);
  ::sigprocmask(SIG_BLOCK, &verdict, nullptr);
  holdSignalsBack();
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &before);
  sigset_t defaults = ignoreWriteSignals();
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t pid = 0;
  int failed = ::posix_spawn(&pid, file.c_str(), nullptr, &attributes, pointers(words).data(),
                             pointers(environment).data());
  posix_spawnattr_destroy(&attributes);
  if (failed) {
    *error = "'" + file + "' cannot be started: " + std::strerror(failed) + "; see whether it starts by itself";
    return std::nullopt;
  }
  passSignalsTo(pid, watch.descriptor);
  sigset_t during = before;
  sigaddset(&during, kVerdictSignal);
  ::sigprocmask(SIG_SETMASK, &during, nullptr);
  Ended ended;
  while (::waitpid(pid, &ended.status, 0) < 0 && errno == EINTR) {
  }
  passSignalsToNobody();
  siginfo_t told;
  timespec now{};
  while (::sigtimedwait(&verdict, &told, &now) == kVerdictSignal)
    if (told.si_pid == pid) {
      ended.verdict = told.si_value.sival_int % kInternalError;
      ended.internalError = told.si_value.sival_int >= kInternalError;
    }
  return ended;
}

std::string howItDied(const Ended &ended) {
  if (ended.internalError)
    return "ended with an internal error";
  if (WIFEXITED(ended.status))
    return ended.verdict == WEXITSTATUS(ended.status) ? "" : "ended with exit code " + std::to_string(WEXITSTATUS(ended.status));
  for (int signal : {SIGKILL, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU})
    if (WTERMSIG(ended.status) == signal)
      return "";
  return "died of " + signalName(WTERMSIG(ended.status));
}

std::string whyNoVerdict(const Ended &ended) {
  int status = ended.status;
  if (WIFSIGNALED(status)) {
    int signal = WTERMSIG(status);
    if (signal == SIGINT || signal == SIGTERM || signal == SIGHUP)
      return "no verdict: interrupted by " + signalName(signal) +
             ", twice or before the search began; a search that lasted two seconds is gone on with by xblock run --resume";
    if (ended.beforeMain && signal != SIGKILL)
      return "no verdict: the program died of " + signalName(signal) +
             " outside of every schedule, before its main; look at what runs before main, as "
             "constructors of static objects";
    if (signal == SIGPIPE)
      return "no verdict: outside of every schedule the program wrote to a pipe that nobody reads (SIGPIPE): give it a reader, as a file";
    std::string died = "no verdict: the exploring process died of " + signalName(signal) + "; ";
    if (signal == SIGKILL)
      return died + "if memory ran out, bound the search with --max-schedules or --max-blocks";
    return died + "try --restore=reexecute, and report it with the program, since xblock should "
                  "outlive what it explores";
  }
  int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  if (ended.verdict == code)
    return "";
  if (code == 127)
    return "no verdict: the program could not be loaded (exit code 127); the loader's message is "
           "above: put what it names where it looks, as with LD_LIBRARY_PATH";
  return "no verdict: the program ended with exit code " + std::to_string(code) +
         " outside of every schedule; look for an exit in what runs before main";
}

} // namespace xblock
