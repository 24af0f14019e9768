// Whether the first schedule of the search still does what it did.
#include "world/block_record.h"
#include "world/known_blocks.h"
#include "world/process_world.h"
#include "world/running.h"

namespace xblock {

void ProcessWorld::runFirstAgain() {
  if (distrust_ || running.foreignWrites || firstSchedule_.blocks().empty())
    return;
  Boundaries last{running.edges, running.promoted, running.observed};
  endBlocksAt({}); // as they were then
  knownBlocks.pause(true);
  // Twice: what depends on how often something was done, odd or even, is seen once.
  for (int time = 0; time < 2 && !distrust_; ++time) {
    restore(SnapshotId{0});
    running.leaksLookedFor = false; // as then
    Outcome out;
    Schedule schedule;
    for (const BlockRecord &before : firstSchedule_.blocks()) {
      ThreadId t = before.step.thread;
      schedule.push_back(before.step);
      std::optional<std::string> other;
      if (canRun(t)) {
        run(t, before.step.choices, out);
        other = difference(before, recordOf(t, before.step.choices, out), schedule.size());
      } else {
        std::string name = ThreadName(t).text;
        other = depends("before block " + std::to_string(schedule.size()), name + " could go on", name + " could not go on");
      }
      if (!other)
        continue;
      if (!distrust_)
        distrust_ = Distrust{.message = *other, .schedule = schedule, .foundAt = 1};
      break;
    }
  }
  knownBlocks.pause(false);
  endBlocksAt(last);
  restore(SnapshotId{0});
}

} // namespace xblock
