//===- crash_linux.h - signals the program runs into, and the watchdog ----------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGTRAP on a fiber end the schedule as a failure; so does a block that takes too much
// processor time. Elsewhere they are an error of the tool itself: one line, exit code 3.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <atomic>
#include <cstdint>

namespace xblock {

/// What is called that is neither the program nor xblock, in words; else null.
extern const char *calledOutside;
/// Handlers on a stack of their own; a block may take `stuckSeconds` of processor time, or wait as long in a system call
/// (seconds in which the process is stopped do not count); 0 for no limit.
void installCrashHandlers(uint64_t stuckSeconds);
/// The program accesses memory of the runtime, at this address or little before it. On a fiber.
[[noreturn]] void failWild(uint64_t address, bool write);
/// While a search runs: if the runtime itself computes for ten times `stuckSeconds` without beginning a block, the process ends
/// with an internal error.
void watchTheSearch(bool searches);
/// Sets *due after so many seconds of processor time, once; null: no more. After installCrashHandlers().
void tellWhenDue(std::atomic<bool> *due, uint64_t seconds);
/// The timers again, in a forked child.
void startWatchdog();

/// While one lives, the runtime waits for something of its own on a fiber, as a symbolizer: that is no time of the program's block.
class OwnTime {
public:
  OwnTime();
  ~OwnTime();
  OwnTime(const OwnTime &) = delete;
  OwnTime &operator=(const OwnTime &) = delete;
};

} // namespace xblock
