#include "world/patience.h"

#include "world/running.h"

namespace xblock {

namespace {

bool isAt(const Fruitless &entry, CallPlace place) {
  return entry.place == place.code && entry.stack == place.stack && entry.object == place.object;
}

/// Its entry, or the first unused one; the last one serves for all the places that have none.
unsigned entryOf(CallPlace place) {
  const ThreadState &t = threadOf(running.thread);
  unsigned i = 0;
  while (i + 1 < kMostFruitless && t.fruitless[i].times &&
         !isAt(t.fruitless[i], place))
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
  entry.object = place.object;
  return ++entry.times;
}

void noteFruit(CallPlace place) {
  unsigned at = entryOf(place);
  Fruitless *entries = threadOf(running.thread).fruitless;
  if (!entries[at].times || !isAt(entries[at], place))
    return;
  undoLog.touch(entries, sizeof threadOf(running.thread).fruitless);
  unsigned last = at; // takes its place: the used ones stay first
  while (last + 1 < kMostFruitless && entries[last + 1].times)
    ++last;
  entries[at] = entries[last];
  entries[last] = {};
}

} // namespace xblock
