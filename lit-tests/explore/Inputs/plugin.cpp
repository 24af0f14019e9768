// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A plugin that writes down what it is asked and told. PLUGIN_PICK, PLUGIN_DECIDE, PLUGIN_NULL, PLUGIN_THROWS, PLUGIN_CRASHES: it does so wrongly.
#include <xblock/plugin.h>

#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <vector>

namespace {

struct RoundRobin : xblock::PluginScheduler {
  uint64_t schedule = 0, random = 0, asked = 0;
  std::vector<uint64_t> started; // kept over all schedules

  void begin(uint64_t number, uint64_t bits) override {
    schedule = number;
    random = bits;
    started.push_back(number);
  }
  size_t pick(const xblock::PluginThread *ready, size_t count) override {
    if (std::getenv("PLUGIN_THROWS"))
      throw std::runtime_error("no idea");
    if (std::getenv("PLUGIN_CRASHES"))
      *static_cast<volatile int *>(nullptr) = 1;
    if (std::getenv("PLUGIN_PICK"))
      return count;
    // The one that ran fewest blocks, the first of these; where the random bits say so the last.
    size_t best = 0;
    for (size_t i = 1; i < count; ++i)
      if (ready[i].blocks < ready[best].blocks || (ready[i].blocks == ready[best].blocks && (random & 1)))
        best = i;
    random >>= 1;
    if (++asked < 8)
      std::cerr << "pick " << ready[best].name << " of " << count << ", blocks " << ready[best].blocks << " locks " << ready[best].locks
                << " last " << ready[best].ranLast << "\n";
    return best;
  }
  unsigned decide(unsigned ways) override { return std::getenv("PLUGIN_DECIDE") ? ways : static_cast<unsigned>(schedule % ways); }
  void end() override { std::cerr << "schedule " << schedule << " of " << started.size() << " ended\n"; }
};

} // namespace

xblock::PluginScheduler *xblock_plugin_scheduler() {
  static RoundRobin scheduler;
  return std::getenv("PLUGIN_NULL") ? nullptr : &scheduler;
}
void xblock_plugin_deadlock(const xblock::PluginFailure *found) {
  std::cerr << "handler: " << found->kind << " in " << found->number << " by " << found->schedule << "\n";
}
void xblock_plugin_failure(const xblock::PluginFailure *found) {
  std::cerr << "handler: " << found->kind << ", " << found->message << "\n";
}
void xblock_plugin_race(const xblock::PluginRace *found) {
  std::cerr << "handler: " << found->kind << " lines " << found->firstLine << " and " << found->secondLine << " of T" << found->firstThread
            << " and T" << found->secondThread << " in " << found->number << "\n";
}
