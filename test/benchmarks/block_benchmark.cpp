//===- block_benchmark.cpp - one block of a program, run and rolled back --------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// What a block costs without the search: a snapshot, the switch to the thread, lock, increment and unlock with their hooks,
// what the block read and wrote, the check for races, and back to the snapshot. Run by bench.py. The whole runtime is in here but
// what makes the program's main a search (runtime/start).
//===------------------------------------------------------------------------------------------------===//
#include "engine/race_checks.h"
#include "intercept/heap.h"
#include "support/check.h"
#include "world/explorer_switch.h"
#include "world/process_world.h"
#include "world/running.h"
#include "world/stack_slots.h"

#include <benchmark/benchmark.h>

#include <string>
#include <unistd.h>

extern "C" void *block_begin(void *);
extern "C" int block_counter;

namespace xblock::test {
namespace {

constexpr ThreadId kMain{0}, kFirst{1}, kSecond{2};

/// The program, where both threads have run a block and can run more.
struct Started {
  Started() {
    running.refines = running.recordWaits = false; // as under exitblock-rw
    running.recordEvents = true;
    Outcome out;
    world.prologue(block_begin, out);
    XBLOCK_CHECK(out.ending == Ending::Split);
    for (ThreadId t : {kMain, kMain, kFirst, kSecond}) {
      world.save();
      world.run(t, {}, out);
      checks.push(t, out);
    }
    XBLOCK_CHECK(out.ending == Ending::Exit && block_counter == 2);
  }
  static constexpr size_t kDepth = 4; ///< blocks so far
  ProcessWorld world;
  RaceChecks checks{Check::Race};
};

/// A world is never left.
Started &started() {
  static auto *one = new Started;
  return *one;
}

/// One block, back to the snapshot before it, and the same of the other thread.
void runAndRollBack(benchmark::State &state, bool check) {
  auto &[world, checks] = started();
  running.recordEvents = check;
  Outcome out;
  ThreadId t = kFirst;
  SnapshotId snapshot = world.save();
  for (auto _ : state) {
    world.run(t, {}, out);
    if (check)
      checks.push(t, out);
    world.restore(snapshot);
    if (check)
      checks.truncate(Started::kDepth);
    t = t == kFirst ? kSecond : kFirst;
  }
  XBLOCK_CHECK(out.ending == Ending::Exit && out.data.entries().size() == 1);
  XBLOCK_CHECK(block_counter == 2 && checks.races().empty());
  world.discard(snapshot);
}

/// Several blocks of both threads, with a snapshot before each, and back to one after the other: for each block.
void runSome(benchmark::State &state, bool check) {
  auto &[world, checks] = started();
  running.recordEvents = check;
  Outcome out;
  constexpr size_t kBlocks = 8;
  for (auto _ : state) {
    SnapshotId snapshots[kBlocks];
    for (size_t i = 0; i < kBlocks; ++i) {
      ThreadId t = i & 1 ? kFirst : kSecond;
      snapshots[i] = world.save();
      world.run(t, {}, out);
      if (check)
        checks.push(t, out);
    }
    XBLOCK_CHECK(block_counter == 2 + kBlocks);
    for (size_t i = kBlocks; i-- > 0;) {
      world.restore(snapshots[i]);
      if (check)
        checks.truncate(Started::kDepth + i);
      world.discard(snapshots[i]);
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(kBlocks));
  XBLOCK_CHECK(block_counter == 2 && checks.races().empty());
}

/// Before any library allocates: malloc is the runtime's.
void early(int, char **, char **) {
  XBLOCK_CHECK(ProcessWorld::mapMemory());
  heapReady = explorerRuns = true;
}
__attribute__((section(".preinit_array"), used)) auto *const before = early;

} // namespace
} // namespace xblock::test

int main(int argc, char **argv) {
  using namespace xblock;
  benchmark::Initialize(&argc, argv);
  for (bool check : {false, true}) {
    std::string with = check ? "/race" : "/none";
    benchmark::RegisterBenchmark(("runAndRollBack" + with).c_str(), test::runAndRollBack, check);
    benchmark::RegisterBenchmark(("runSome" + with).c_str(), test::runSome, check);
  }
  initSwitch();
  benchmark::RunSpecifiedBenchmarks();
  _exit(0);
}
