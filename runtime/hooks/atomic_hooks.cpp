// Atomic accesses: visible steps under sequential consistency, whatever their order says; how many are weaker is told
// with the verdict.
#include "world/explorer_switch.h"
#include "world/loop_state_x86_64.h"
#include "world/running.h"
#include "world/weak_atomics.h"

#define XBLOCK_HOOK extern "C" __attribute__((visibility("default"), used))

using namespace xblock;

namespace {

/// Outside a fiber the program runs as it begins, where nothing is explored yet, or the explorer: what libraries do for it calls what the
/// program replaces, as operator new. None of that is a step.
bool isStep() { return running.onFiber; }

/// Returns the order.
Order begin(const void *p, size_t n, uint32_t flags, const xblock_site *site) {
  uint32_t order = flags & ~uint32_t{xblock_any_alignment};
  if (order != xblock_seq_cst && running.exploring)
    noteWeakAtomic(site);
  if (running.cutPending)
    cutNow();
  running.ran = true;
  running.inKnownCall = true;
  running.inAtomic = true;
  if (!(flags & xblock_any_alignment) && reinterpret_cast<uint64_t>(p) % n)
    failf(FailureKind::Misuse, "atomic access of %zu bytes at the unaligned address %p", n, p);
  return Order(order);
}

/// Of the compare-exchange under way: no other thread runs before it is done.
struct {
  Order success, failure;
} casOrders;

/// Whether the block ends as the hook returns.
bool end(const xblock_site *site) {
  running.inAtomic = false;
  if (running.ignoring)
    return false;
  running.endSite = site;
  return !runtimeDepth && leavesAtReturn(Ending::Split);
}

void noteReadOf(const void *p, size_t n) {
  if (!running.ignoring)
    return noteAtomicRead(p, n);
  accessRecorder.read(p, n); // which pauses, and looks whether the heap allows it
  if (running.strayAccess)
    checkAccess(p, n, false);
}

void noteWriteOf(void *p, size_t n) {
  if (!running.ignoring)
    return noteAtomicWrite(p, n);
  touch(p, n);
  accessRecorder.write(p, n);
  if (running.strayAccess)
    checkAccess(p, n, true);
}

} // namespace

XBLOCK_KEEPING(void, atomic_load, atomicLoad,
               (const void *p, size_t n, uint32_t order, const xblock_site *site)) {
  if (!isStep())
    return;
  Order seen = begin(p, n, order, site);
  if (n > 8 && n <= 16) // by a compare-exchange of libatomic, which writes what is there
    touch(reinterpret_cast<const char *>(reinterpret_cast<uint64_t>(p) & ~uint64_t{15}), 16);
  noteReadOf(p, n);
  if (n == 1 && wasSent(p)) // the guard of a static variable
    noteDone({ResourceKind::Guard, reinterpret_cast<uint64_t>(p)}), callUnknown();
  noteAtomic(p, n, true, false, seen, site);
}
XBLOCK_KEEPING(void, atomic_store, atomicStore,
               (void *p, size_t n, uint32_t order, const xblock_site *site)) {
  if (!isStep())
    return;
  Order seen = begin(p, n, order, site);
  noteWriteOf(p, n);
  noteAtomic(p, n, false, true, seen, site);
}
XBLOCK_KEEPING(void, atomic_rmw, atomicRmw,
               (void *p, size_t n, uint32_t order, const xblock_site *site)) {
  if (!isStep())
    return;
  Order seen = begin(p, n, order, site);
  noteWriteOf(p, n);
  noteAtomic(p, n, true, true, seen, site);
}
XBLOCK_KEEPING(void, cas, compareExchange,
               (void *p, size_t n, uint32_t success, uint32_t failure, const xblock_site *site)) {
  if (!isStep())
    return;
  uint32_t any = success & xblock_any_alignment;
  success -= any;
  begin(p, n, (success < failure ? failure : success) | any, site);
  noteReadOf(p, n);
  touch(p, n);
  if (__builtin_expect(running.tracing, 0))
    traceBefore(p, n);
  casOrders = {Order(success), Order(failure)};
}
XBLOCK_KEEPING(void, atomic_done, atomicDone, (const xblock_site *site)) {
  if (isStep() && end(site))
    [[clang::musttail]] return leaveAtReturn<void(const xblock_site *)>()(site);
}
XBLOCK_KEEPING(void, cas_done, compareExchangeDone,
               (void *p, size_t n, bool stored, const xblock_site *site)) {
  if (!isStep())
    return;
  if (stored)
    noteWriteOf(p, n);
  noteAtomic(p, n, true, stored, stored ? casOrders.success : casOrders.failure, site);
  if (end(site))
    [[clang::musttail]] return leaveAtReturn<void(void *, size_t, bool, const xblock_site *)>()(p, n, stored, site);
}
XBLOCK_HOOK void __xblock_fence(uint32_t order, const xblock_site *site) {
  if (isStep()) {
    noteFence(Order(order));
    traceEvent("fence", nullptr, site);
  }
}
