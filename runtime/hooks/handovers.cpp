// What xblock_happens_before() and xblock_happens_after() of xblock/xblock.h call: visible steps, like an atomic store and an
// atomic load of a variable of that address.
#include "world/loop_state_x86_64.h"
#include "world/running.h"

using namespace xblock;

namespace {

Resource handoverOf(const volatile void *object) { return {ResourceKind::Handover, reinterpret_cast<uint64_t>(object)}; }

void step(const char *verb, const volatile void *object, bool writes) {
  running.out->data.add(resourceKey(handoverOf(object)), !writes, writes);
  running.ran = true;
  traceEvent(verb, const_cast<const void *>(object), nullptr);
  boundary(Ending::Split);
}

} // namespace

XBLOCK_KEEPING(void, happens_before, happensBefore, (const volatile void *object)) {
  takeSite();
  if (!running.onFiber || runtimeDepth)
    return;
  RuntimeScope scope;
  notePost(handoverOf(object));
  step("hand over", object, true);
}

XBLOCK_KEEPING(void, happens_after, happensAfter, (const volatile void *object)) {
  takeSite();
  if (!running.onFiber || runtimeDepth)
    return;
  RuntimeScope scope;
  noteTake(handoverOf(object));
  running.handedOver |= running.exploring;
  step("take over", object, false);
}
