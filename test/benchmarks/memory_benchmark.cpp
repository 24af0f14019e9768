//===- memory_benchmark.cpp - what going back costs, part by part ---------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A fiber switch beside a bare fcontext jump, and rolling back k chunks beside copying them. Run by bench.py, which compares
// the pairs.
//===------------------------------------------------------------------------------------------------===//
#include "fiber/fiber.h"
#include "memory/undo_log.h"

#include <benchmark/benchmark.h>
#include <boost/context/detail/fcontext.hpp>

#include <cstdlib>
#include <cstring>

namespace xblock::test {
namespace {

namespace fcontext = boost::context::detail;
constexpr size_t kStack = size_t{64} << 10;

struct Stack {
  char *low = static_cast<char *>(std::aligned_alloc(4096, kStack));
  ~Stack() { std::free(low); }
};

void bareJump(benchmark::State &state) {
  Stack stack;
  auto entry = [](fcontext::transfer_t t) {
    for (;;)
      t = fcontext::jump_fcontext(t.fctx, nullptr);
  };
  fcontext::fcontext_t other = fcontext::make_fcontext(stack.low + kStack, kStack, entry);
  for (auto _ : state)
    other = fcontext::jump_fcontext(other, nullptr).fctx;
}

void fiberSwitch(benchmark::State &state) {
  Stack stack;
  auto entry = [](Arrival a) {
    for (;;)
      a = switchTo(a.from, nullptr);
  };
  FiberContext other = makeFiber(stack.low + kStack, kStack, entry);
  for (auto _ : state)
    other = switchTo(other, nullptr).from;
}

alignas(kChunk) char memory[64 * 4096];
alignas(kChunk) char kept[64 * 4096];

/// One word in each of k pages is written, and all goes back.
void rollBack(benchmark::State &state) {
  static bool mapped = undoLog.map();
  if (!mapped)
    return state.SkipWithError("the address space is taken");
  auto k = static_cast<size_t>(state.range(0));
  LogPosition start = undoLog.save();
  for (auto _ : state) {
    for (size_t i = 0; i < k; ++i) {
      char *p = memory + i * 4096 + 64;
      undoLog.touch(p, 8);
      ++*reinterpret_cast<uint64_t *>(p);
    }
    undoLog.restore(start);
  }
}

/// The least that could do it: each chunk copied away, and back.
void copyBack(benchmark::State &state) {
  auto k = static_cast<size_t>(state.range(0));
  for (auto _ : state) {
    for (size_t i = 0; i < k; ++i) {
      std::memcpy(kept + i * kChunk, memory + i * 4096, kChunk);
      benchmark::DoNotOptimize(++*reinterpret_cast<uint64_t *>(memory + i * 4096 + 64));
    }
    for (size_t i = 0; i < k; ++i)
      std::memcpy(memory + i * 4096, kept + i * kChunk, kChunk);
    benchmark::ClobberMemory();
  }
}

BENCHMARK(bareJump);
BENCHMARK(fiberSwitch);
BENCHMARK(copyBack)->Arg(1)->Arg(4)->Arg(16);
BENCHMARK(rollBack)->Arg(1)->Arg(4)->Arg(16);

} // namespace
} // namespace xblock::test

BENCHMARK_MAIN();
