#include "world/patience.h"

#include "world/running.h"

namespace xblock {

namespace {

/// Its entry, or the first unused one; the last one serves for all the places that have none.
unsigned entryOf(CallPlace place) {
  const ThreadState &t = threadOf(running.thread);
  unsigned i = 0;
  while (i + 1 < kMostFruitless && t.fruitless[i].times &&
         (t.fruitless[i].place != place.code || t.fruitless[i].stack != place.stack))
    ++i;
  return i;
}

} // namespace

uint32_t timesFruitless(CallPlace place) { return threadOf(running.thread).fruitless[entryOf(place)].times; }

uint32_t noteFruitless(CallPlace place) {
  Fruitless &entry = threadOf(running.thread).fruitless[entryOf(place)];
  undoLog.touch(&entry, sizeof entry);
  entry.place = place.code;
  entry.stack = place.stack;
  return ++entry.times;
}

void noteFruit() {
  if (!threadOf(running.thread).fruitless[0].times)
    return;
  undoLog.touch(threadOf(running.thread).fruitless, sizeof threadOf(running.thread).fruitless);
  for (Fruitless &entry : threadOf(running.thread).fruitless)
    entry = {};
}

} // namespace xblock
