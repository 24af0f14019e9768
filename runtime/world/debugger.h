//===- debugger.h - what a debugger sees of a schedule that it replays ---------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// `xblock replay --gdb`: the schedule runs once to learn what fails and what each thread waits for,
// and once more to stop there: on the fiber that fails, while its frames stand, or, where no block
// fails, after the last one. To stop is to call __xblock_stopped(), where the debugger has a
// breakpoint. Its script (cli/xblock_gdb.py) reads __xblock_debugged, word by word; whoever changes
// these structures changes both, and the version. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "fiber/fiber.h"
#include "support/failure.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace xblock {

struct DebuggedThread {
  static constexpr uint64_t kRuns = 1, kEnded = 2, kNotBegun = 4;
  uint64_t number, flags;
  uint64_t begins;          ///< the function that it was created with
  SavedRegisters registers; ///< unless it runs, or has ended
  uint64_t low, top;        ///< of its stack
  const char *name, *state;
};

struct Debugged {
  uint64_t version = 1;
  const char *kind = "",
             *message = ""; ///< what fails; "" if nothing does, or that is not known yet
  const char *where = ""; ///< what is to be said of the place, where it is not that of the failure
  uint64_t thread = 0;    ///< the number of the one to look at
  uint64_t count = 0;
  const DebuggedThread *threads = nullptr;
};

class Debugger {
public:
  /// One replays, and listens.
  bool attached = false;

  /// What the schedule comes to, with its threads. On the explorer's stack: elsewhere nothing is
  /// allocated.
  void know(const Finding &finding);
  /// From now on a failure stops; and an access of the granule `key` at `place`, if that is not 0.
  void arm(uint64_t key = 0, uint32_t place = 0);
  void disarm() { armed_ = false; }
  bool stopped() const { return stopped_; }

  /// On the fiber that fails, or on the stack of a handler, before it is left.
  void failed() {
    if (__builtin_expect(armed_, 0))
      stopAtFailure();
  }
  /// The running thread is about to make this access.
  void access(const void *p, size_t n, uint32_t place) {
    if (__builtin_expect(armed_ && place_ == place && place, 0))
      stopAtAccess(p, n);
  }
  /// On the explorer's stack: all fibers are suspended.
  void stopHere(const char *where);

private:
  void stopAtFailure();
  void stopAtAccess(const void *p, size_t n);
  void tell();

  bool armed_ = false, stopped_ = false;
  uint64_t key_ = 0;
  uint32_t place_ = 0;
  struct Told {
    std::string name, state;
  };
  std::vector<Told> told_; ///< by number
  std::string message_;
};
extern Debugger debugger;

} // namespace xblock
