//===- program.h - a tiny multithreaded program as data -----------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// What ModelWorld and the brute-force oracle run. Text form: a line (or ';') for each thread, its
// operations after commas:
//   lock M  unlock M                      a recursive mutex
//   r V L  w V EXPR  check V NUMBER       a shared variable, a local of the thread; check fails
//                                         if V is another
//   copy V W                              V is what W is, in one step
//   ar V L  aw V EXPR  rmw V EXPR         the same, atomically; ar.rlx, aw.rel, rmw.acq, ...: with
//                                         that memory order (rlx, acq, rel), else seq_cst
//   start T  join T  post S  sem S        threads; a semaphore, at first 0
//   try M L                               locks M if that is possible now: L is 1, else 0
//   trysem S L                            takes a unit if there is one: L is 1, else 0
//   rdlock R  wrlock R  rwunlock R        a reader-writer lock, whose readers do not wait for writers
//                                         that wait, unless its name begins with P
//   tryrd R L  trywr R L                  locks R that way if that is possible now: L is 1, else 0
//   bar B NUMBER                          waits until so many threads have come to barrier B
//   wait M C  notify C  notifyall C       condition variable C used with mutex M
//   twait M C L                           a wait that may also expire: L is 1 then, else 0
//   let L EXPR                            a local
//   choose L N                            a local: any of 0, ..., N - 1, as the search decides
//   jump L NUMBER N  unless L NUMBER N    if L is, or is not, NUMBER: goes on N operations further
//                                         (or, negative, back), counted from the next one
// EXPR is NUMBER or [MUL*]LOCAL[+ADD][%MOD]; in rmw LOCAL is any word and stands for the old value.
// Also two lines of their own:
//   "start: T T ..." the threads that live at first (else all), and "shared: V=N ..." (else 0).
// Threads are numbered in the order of their names, so the first one plays main.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/world.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace xblock::test {

enum class OpKind : uint8_t {
  Lock,
  Unlock,
  Read,
  Write,
  Copy,
  Check,
  AtomicRead,
  AtomicWrite,
  Rmw,
  Start,
  Join,
  Post,
  Sem,
  Try,
  TrySem,
  TryRead,
  TryWrite,
  ReadLock,
  WriteLock,
  RwUnlock,
  Barrier,
  Wait,
  TimedWait,
  Notify,
  NotifyAll,
  Let,
  Choose,
  Jump,
  Unless
};

/// value -> (mul * value + add) % mod, without the last if mod is 0.
struct Affine {
  int mul = 0, add = 0, mod = 0;
  int operator()(int value) const {
    int result = mul * value + add;
    return mod ? result % mod : result;
  }
};

struct Op {
  OpKind kind{};
  int object = 0; ///< the mutex, variable, thread, semaphore, lock, barrier or (notify) condition
                  ///< variable; let, choose: the local that changes
  int local = 0;  ///< reads, writes, try, twait, jumps: the local
  int condition = 0; ///< wait
  Order order = Order::SeqCst; ///< atomic accesses
  Affine value;      ///< writes, let: of the local; rmw: of the old value; check, jumps: what is
                     ///< expected; bar: how many threads; choose: how many alternatives
  int jump = 0;      ///< from the next operation
  int source = 0;    ///< copy: the variable that is read
};

struct Program {
  std::vector<std::string> threads, mutexes, variables, conditions, semaphores, locals, rwLocks,
      barriers;
  std::vector<std::vector<Op>> ops; ///< by thread
  std::vector<int> initial;         ///< by variable
  std::vector<int> start;           ///< threads that live at first, ascending

  /// Readers wait for writers that wait.
  bool prefersWriters(int lock) const { return rwLocks[static_cast<size_t>(lock)].starts_with('P'); }
};

/// Ends the test binary with a message if the text is no program: tests are to be right.
Program parseProgram(std::string_view text);

/// k threads that each enter the same n locks once, in a main that starts all but the first of
/// them: the search begins when a second thread exists. java: each thread also leaves a lock of its
/// own as it ends, as Java's threads do.
Program perf(int k, int n, bool java = false);

} // namespace xblock::test
