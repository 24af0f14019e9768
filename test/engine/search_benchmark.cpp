//===- search_benchmark.cpp - what the search itself costs --------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Blocks a second over a world whose blocks cost nothing (a counter each thread, no state to save
// beside), and over ModelWorld.
//===------------------------------------------------------------------------------------------------===//
#include "engine/search.h"
#include "support/model_world.h"

#include <benchmark/benchmark.h>

namespace xblock::test {
namespace {

/// k threads, each of n blocks and its end, which touch nothing; main starts all but one of them
/// (perf k n with java's exits).
class FreeWorld : public World {
public:
  FreeWorld(uint32_t k, uint32_t n) : n_(n), done_(k + 1) {}

  std::vector<ThreadId> initial() override { return {ThreadId(0), ThreadId(1)}; }
  void run(ThreadId t, std::span<const uint16_t>, Outcome &out) override {
    out.clear();
    uint32_t done = done_[index(t)]++;
    uint32_t blocks = index(t) == 0 ? static_cast<uint32_t>(done_.size()) - 2 : n_;
    out.ending = done == blocks ? Ending::Death : index(t) == 0 ? Ending::Split : Ending::Exit;
    if (out.ending == Ending::Split)
      out.started.push_back(ThreadId(done + 2));
    undo_.push_back(t);
  }
  bool available(Resource) override { return true; }
  bool owner(Resource, ThreadId &) override { return false; }
  SnapshotId save() override {
    marks_.push_back(undo_.size());
    return SnapshotId(marks_.size() - 1);
  }
  void restore(SnapshotId s) override {
    marks_.resize(static_cast<size_t>(s) + 1);
    while (undo_.size() > marks_.back()) {
      --done_[index(undo_.back())];
      undo_.pop_back();
    }
  }
  void discard(SnapshotId) override { marks_.pop_back(); }

private:
  uint32_t n_;
  std::vector<uint32_t> done_;
  std::vector<ThreadId> undo_;
  std::vector<size_t> marks_;
};

void report(benchmark::State &state, const SearchResult &result, uint64_t runs) {
  state.counters["schedules"] = static_cast<double>(result.schedules);
  state.counters["schedules/s"] =
      benchmark::Counter(static_cast<double>(result.schedules * runs), benchmark::Counter::kIsRate);
  state.counters["blocks/s"] =
      benchmark::Counter(static_cast<double>(result.blocks * runs), benchmark::Counter::kIsRate);
}

void searchFree(benchmark::State &state, Mode mode) {
  SearchResult result;
  uint64_t runs = 0;
  for (auto _ : state) {
    FreeWorld world(static_cast<uint32_t>(state.range(0)),
                    static_cast<uint32_t>(state.range(1)) + 1);
    result = search(world, {.mode = mode});
    ++runs;
  }
  report(state, result, runs);
}

void searchModel(benchmark::State &state, Mode mode) {
  Program program = perf(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)), true);
  SearchResult result;
  uint64_t runs = 0;
  for (auto _ : state) {
    ModelWorld world(program);
    result = search(world, {.mode = mode});
    ++runs;
  }
  report(state, result, runs);
}

/// Each of k threads increments one counter n times: every block conflicts with every other.
void searchConflicting(benchmark::State &state, Mode mode) {
  std::string text;
  for (int i = 0; i < state.range(0); ++i) {
    text += "T" + std::to_string(i) + ": ";
    for (int j = 0; j < state.range(1); ++j)
      text += "lock m, r x a, w x a+1, unlock m, ";
    text += "\n";
  }
  Program program = parseProgram(text);
  SearchResult result;
  uint64_t runs = 0;
  for (auto _ : state) {
    ModelWorld world(program);
    result = search(world, {.mode = mode});
    ++runs;
  }
  report(state, result, runs);
}

BENCHMARK_CAPTURE(searchFree, rw, Mode::ExitBlockRw)
    ->Args({2, 1000})
    ->Args({4, 20})
    ->Args({8, 4})
    ->Args({12, 1});
BENCHMARK_CAPTURE(searchFree, sleep, Mode::Sleep)->Args({8, 4});
BENCHMARK_CAPTURE(searchModel, rw, Mode::ExitBlockRw)->Args({2, 1000})->Args({8, 4})->Args({12, 1});
BENCHMARK_CAPTURE(searchConflicting, exitblock, Mode::ExitBlock)->Args({3, 4});
BENCHMARK_CAPTURE(searchConflicting, rw, Mode::ExitBlockRw)->Args({3, 4});
BENCHMARK_CAPTURE(searchConflicting, dpor, Mode::Dpor)->Args({3, 4})->Args({2, 8});

} // namespace
} // namespace xblock::test
