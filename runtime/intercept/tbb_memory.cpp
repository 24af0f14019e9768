// What oneTBB's headers allocate by functions of libtbb.so, which has no hooks: containers' nodes,
// pages and tables, that the program's own code fills. They come from the program's heap. What is
// there already, or is libtbb's own, is given back to it.
#include "intercept/allocate.h"
#include "intercept/define.h"
#include "intercept/heap.h"
#include "memory/tracked_heap.h"

#include <new>

using namespace xblock;

namespace {

constexpr size_t kCacheLine = 128; // std::max_nfs_size of oneTBB, to which its classes are aligned

void *allocateFor(Caller caller, size_t n, size_t alignment) {
  if (void *p = allocateAligned(alignment, n, caller, BlockKind::Malloc))
    return p;
  allocateTracked = running.onFiber; // the exception
  throw std::bad_alloc();
}

template <typename Real> void giveBack(void *p, Caller caller, const Release &how, Real real) {
  if (!p || TrackedHeap::contains(p))
    return release(p, caller, how);
  real(p);
}

constexpr Release kAligned{"tbb::detail::r1::cache_aligned_deallocate", BlockKind::Malloc};
constexpr Release kPlain{"tbb::detail::r1::deallocate_memory", BlockKind::Malloc};

} // namespace

XBLOCK_INSTRUMENTED(void *, _ZN3tbb6detail2r122cache_aligned_allocateEm, (size_t n)) {
  return allocateFor(XBLOCK_CALLER, n, kCacheLine);
}
XBLOCK_INSTRUMENTED(void *, _ZN3tbb6detail2r115allocate_memoryEm, (size_t n)) {
  return allocateFor(XBLOCK_CALLER, n, 16);
}
XBLOCK_INSTRUMENTED(void, _ZN3tbb6detail2r124cache_aligned_deallocateEPv, (void *p)) {
  giveBack(p, XBLOCK_CALLER, kAligned, [](void *of) {
    XBLOCK_REAL(void(void *), "_ZN3tbb6detail2r124cache_aligned_deallocateEPv")(of);
  });
}
XBLOCK_INSTRUMENTED(void, _ZN3tbb6detail2r117deallocate_memoryEPv, (void *p)) {
  giveBack(p, XBLOCK_CALLER, kPlain, [](void *of) {
    XBLOCK_REAL(void(void *), "_ZN3tbb6detail2r117deallocate_memoryEPv")(of);
  });
}
