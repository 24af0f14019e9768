//===- failure.h - how a schedule can fail, and what is told of it ------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Values, in private memory. The world says what went wrong (Failure); the engine adds the schedule; the
// world, asked to explain a schedule, fills a Finding; the report prints it.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/ids.h"
#include "support/schedule.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace xblock {

enum class FailureKind : uint8_t {
  Assertion, Abort, Exception, Signal, Exit, Deadlock, Livelock, Race, Lockset, Heap, Misuse, Starvation, Stuck, Death, Outcome
};
/// "assertion", "abort", ...: the names in reports and JSON.
const char *name(FailureKind kind);

/// What a world reports when a block fails. `key` tells distinct failures apart: two schedules that fail with the
/// same key are one failure with a count.
struct Failure {
  FailureKind kind = FailureKind::Abort;
  std::string message;
  ThreadId thread{};
  std::string key;
};

/// One frame of a stack. file is empty and line 0 where unknown.
struct Frame {
  uint64_t pc = 0; ///< address in the process, 0 if none; a return address minus 1 for callers
  std::string function;
  std::string file;
  uint32_t line = 0;
};

/// A lock or data event of a block, in program order.
struct Event {
  std::vector<uint64_t> pcs; ///< where the program was, innermost first, if file is empty or of the C++ library
  std::string text; ///< "lock m", "write x", "wait c", "start T1", ...
  std::string file;
  uint32_t line = 0;
};

struct BlockReport {
  ThreadId thread{};
  std::vector<Event> events;
};

struct ThreadReport {
  ThreadId thread{};
  std::string name;            ///< "main" or "T1"
  std::string state;           ///< "failed", "running", "ended", "waits for mutex 0x... held by T2", ...
  std::vector<Frame> stack;    ///< innermost first; empty if ended
  Resource waitsFor;           ///< kind None unless it waits
  std::string waitsForText;    ///< "mutex 'm'" ...
  bool hasOwner = false;       ///< the resource it waits for is held
  ThreadId owner{};            ///< by this thread
  std::vector<Frame> created;  ///< where it was created, innermost first; empty for main
  std::string createdFile;     ///< of these the innermost line of the program's own code, if there is one; "" if nothing is known
  uint32_t createdLine = 0;
  uint32_t createdNumber = 0;  ///< of the threads that were created there in this schedule, from 1
};

/// A lock that a thread holds.
struct HeldFor {
  Resource lock;
  bool shared = false; ///< for reading only
  friend auto operator<=>(const HeldFor &, const HeldFor &) = default;
};

/// One of the two accesses of a data race, or the first or last of a variable that no lock protects.
struct AccessReport {
  ThreadId thread{};
  uint32_t place = 0;          ///< in the world's numbering
  uint64_t address = 0;        ///< of the bytes that both accessed
  uint32_t size = 0;
  bool writes = false, atomic = false;
  std::vector<HeldFor> locks;  ///< held then
  // From here on told by the world:
  std::string name;            ///< "main" or "T1"
  std::string verb;            ///< "reads", "writes", "frees", "atomically loads", ...
  std::string object;          ///< "x", "0x... on the heap"
  std::vector<std::string> holding; ///< "mutex m", as `locks`
  std::vector<Frame> stack;    ///< innermost first
  std::string file;            ///< of the access; empty and 0 where unknown
  uint32_t line = 0;
};

/// Of a failure of kind Heap: when a block was allocated, or freed. Of Misuse: what was done last with the object, or thread.
struct MemoryReport {
  std::string what;            ///< "allocated", "freed", "40 bytes in 2 blocks allocated", "destroyed"
  ThreadId thread{};
  std::string name;            ///< "main" or "T1"
  std::vector<Frame> stack;    ///< innermost first
};

/// A visible step of a schedule, with what it read and wrote.
struct StepReport {
  uint64_t number = 0; ///< in the schedule, from 1; steps between two of a list were left out
  uint32_t block = 0;  ///< from 0
  ThreadId thread{};
  Event event;              ///< "lock m", "write x", "end"
  std::string verb, object; ///< of the event; object is empty if there is none
  uint32_t size = 0;        ///< of an access of memory, in bytes; else 0
  bool write = false;
  std::string before, after; ///< what was there: a decimal number, or bytes in hex if it is none;
                             ///< empty where unknown
  std::vector<std::string> holding; ///< what the thread holds after it: "mutex m"
  uint8_t access = 0;               ///< of a race: which of its two accesses it is, 1 or 2; else 0
  bool failure = false;             ///< the schedule fails in it
};

/// The block after which every schedule fails, and what a schedule that does not fail does instead.
struct TurnReport {
  size_t block = 0;         ///< of the finding, from 0
  BlockReport instead;      ///< the other block there
  Schedule avoids;          ///< a schedule with that, which does not fail; the same up to there
};

/// A failure of another key with the same cause.
struct SameCause {
  Failure failure;
  Schedule schedule;
  uint64_t count = 0, foundAt = 0; ///< as in Finding
};

/// Everything a report says of one failing schedule.
struct Finding {
  Failure failure;
  Schedule schedule;
  uint64_t count = 1;          ///< schedules that failed with this key
  uint64_t foundAt = 0;        ///< number of the first of them, from 1
  std::optional<Schedule> found; ///< that first one, if the schedule shown is the one with the fewest switches that could be found
  bool fewest = false;         ///< then: none with fewer switches fails so
  std::optional<TurnReport> turn;
  bool always = false;         ///< there is none, since every schedule fails
  std::vector<SameCause> same; ///< counted here as well
  std::vector<ThreadReport> threads;
  std::vector<BlockReport> blocks;
  std::vector<AccessReport> accesses; ///< Race, Lockset: two
  std::vector<MemoryReport> memory;   ///< Heap, Misuse
  std::vector<StepReport> steps;      ///< if they were asked for
  std::string whyNoSteps;             ///< not empty: they were, and the schedule did something else when it was run for them
  std::string output;          ///< what the program wrote to stdout and stderr in this schedule
};

} // namespace xblock
