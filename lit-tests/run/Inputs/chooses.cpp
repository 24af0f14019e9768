// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Plugins that pick threads by chance. REMEMBERS: what they pick depends on all schedules before,
// and a run that is gone on with is told of it. ANEW: on the random bits of the schedule only,
// which they say. Else the same, and they do not say so.
#include <xblock/plugin.h>

#include <cstring>
#include <vector>

namespace {

struct Chooses : xblock::PluginScheduler {
  uint64_t bits = 1;
  std::vector<uint64_t> seen; // by schedule; more than any fixed size

  uint64_t next() {
    bits ^= bits << 13;
    bits ^= bits >> 7;
    bits ^= bits << 17;
    return bits;
  }
  void begin(uint64_t, uint64_t random) override {
#ifdef REMEMBERS
    bits ^= random | 1;
#else
    bits = random | 1;
#endif
  }
  size_t pick(const xblock::PluginThread *, size_t count) override { return next() % count; }
  unsigned decide(unsigned ways) override { return static_cast<unsigned>(next() % ways); }
  void end() override {
#ifdef REMEMBERS
    seen.push_back(bits);
    if (seen.size() % 3 == 0)
      bits += seen[seen.size() / 2];
#endif
  }
} chooses;

} // namespace

xblock::PluginScheduler *xblock_plugin_scheduler() { return &chooses; }

#ifdef REMEMBERS
size_t xblock_plugin_save(void *state, size_t size) {
  std::vector<uint64_t> all = chooses.seen;
  all.push_back(chooses.bits);
  const size_t bytes = all.size() * sizeof(uint64_t) + 3; // no whole number of words
  if (bytes <= size)
    std::memcpy(state, all.data(), bytes - 3);
  return bytes;
}
void xblock_plugin_load(const void *state, size_t size) {
  std::vector<uint64_t> all(size / 8);
  std::memcpy(all.data(), state, size - 3);
  chooses.bits = all.back();
  all.pop_back();
  chooses.seen = all;
}
#endif
#ifdef ANEW
size_t xblock_plugin_save(void *, size_t) { return 0; }
void xblock_plugin_load(const void *, size_t) {}
#endif
#ifdef HALF
size_t xblock_plugin_save(void *, size_t) { return 0; }
#endif
