// What xblock/xblock.h calls.
#include "world/process_world.h"
#include "world/running.h"

using namespace xblock;

extern "C" __attribute__((visibility("default"), used)) void __xblock_mark(int begins) {
  takeSite();
  if (!running.onFiber || runtimeDepth)
    return;
  running.marked |= begins != 0;
  if (begins)
    scalars.outside = false;
  else if (running.toMark)
    scalars.outside = true;
  running.ran = true;
  boundary(Ending::Split);
}
