// What xblock_ignore_begin(), xblock_atomic_begin() and their ends call, of xblock/xblock.h.
#include "world/user_regions.h"
#include "world/loop_state_x86_64.h"
#include "world/running.h"

using namespace xblock;

XBLOCK_KEEPING(void, ignore, ignoreHere, (int begins)) {
  takeSite();
  if (!running.onFiber || runtimeDepth)
    return;
  RuntimeScope scope;
  begins ? beginIgnoring() : endIgnoring();
}

XBLOCK_KEEPING(void, atomic, atomicHere, (int begins)) {
  takeSite();
  if (!running.onFiber || runtimeDepth)
    return;
  RuntimeScope scope;
  begins ? beginAtomic() : endAtomic();
}
