// What xblock/xblock.h calls.
#include "world/loop_state_x86_64.h"
#include "world/process_world.h"
#include "world/running.h"

using namespace xblock;

XBLOCK_KEEPING(void, switch_point, switchPoint, ()) {
  const xblock_site *site = takeSite();
  if (!running.onFiber || runtimeDepth)
    return;
  traceEvent("switch point", nullptr, site);
  running.ran = true;
  boundary(Ending::Split);
}

XBLOCK_KEEPING(void, mark, markHere, (int begins)) {
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
