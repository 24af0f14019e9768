// malloc and operator new. Memory that the program's own code asks for comes from the tracked heap; what libraries
// ask for is theirs, like their own variables: it is not rolled back, and while threads are explored it is not given back
// either, since an earlier state may still use it.
#include "intercept/heap.h"

#include "intercept/define.h"
#include "memory/tracked_heap.h"
#include "world/modules_linux.h"

#include <cerrno>
#include <cstring>
#include <malloc.h>
#include <new>

using namespace xblock;

extern "C" {
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);
}

bool xblock::heapReady = false;
bool xblock::allocateTracked = false;
bool xblock::explorerRuns = false;

namespace {

bool isPrograms(const void *caller) {
  if (!heapReady || (running.onFiber && runtimeDepth))
    return false;
  bool asked = allocateTracked && running.onFiber;
  allocateTracked = false;
  return asked || isProgramCode(caller);
}

uint32_t arenaNow() { return running.onFiber ? index(running.thread) : 0; }

void *tracked(size_t n, size_t alignment = 16) {
  void *p = trackedHeap.allocate(arenaNow(), n, alignment);
  if (!p)
    errno = ENOMEM;
  return p;
}

/// Whether a library asks, perhaps for something that the program will write to. Whole chunks then: the rest of a chunk
/// that is rolled back must not be the explorer's.
bool isLibrarys() { return running.onFiber ? runtimeDepth == 0 : !explorerRuns; }

void *wholeChunks(size_t n, size_t alignment = kChunk) {
  size_t rounded = (n + kChunk - 1) & ~(kChunk - 1);
  return rounded < n ? nullptr : __libc_memalign(alignment < kChunk ? kChunk : alignment, rounded ? rounded : kChunk);
}

void *allocate(size_t n, const void *caller) {
  if (isPrograms(caller))
    return tracked(n);
  return isLibrarys() ? wholeChunks(n) : __libc_malloc(n);
}

void *allocateAligned(size_t alignment, size_t n, const void *caller) {
  if (isPrograms(caller))
    return tracked(n, alignment < 16 ? 16 : alignment);
  return isLibrarys() ? wholeChunks(n, alignment) : __libc_memalign(alignment, n);
}

/// Of an address outside the tracked heap, which may be a library's block: a stack, a variable, or none of libc's.
bool isNoBlock(const void *p) {
  auto at = reinterpret_cast<uint64_t>(p);
  return at % 16 || at - layout::kStacks < layout::kStacksSize || isProgramCode(p);
}

void release(void *p, const void *caller) {
  if (!p)
    return;
  if (!TrackedHeap::contains(p)) {
    if (running.onFiber && !runtimeDepth && isNoBlock(p))
      failf(FailureKind::Heap, "free of %p, which no allocation returned", p);
    if (!running.onFiber || !running.exploring || runtimeDepth)
      __libc_free(p);
    return;
  }
  if (trackedHeap.isLive(p))
    noteFree(p, trackedHeap.sizeOf(p), caller);
  switch (trackedHeap.free(arenaNow(), p)) {
  case FreeResult::Ok:
    return;
  case FreeResult::DoubleFree:
    if (running.onFiber)
      failf(FailureKind::Heap, "double free of %p", p);
    return;
  case FreeResult::NotABlock:
    if (running.onFiber)
      failf(FailureKind::Heap, "free of %p, which no allocation returned", p);
  }
}

void *allocateOrThrow(size_t n, size_t alignment, const void *caller) {
  void *p = alignment > 16 ? allocateAligned(alignment, n, caller) : allocate(n, caller);
  if (!p)
    throw std::bad_alloc();
  return p;
}

} // namespace

void *xblock::allocateForProgram(size_t n) {
  return heapReady && running.onFiber ? tracked(n) : __libc_malloc(n);
}

#define XBLOCK_CALLER __builtin_return_address(0)
// The public names only: the pass does not redirect them, the caller's address tells whose they are.
#define XBLOCK_ALLOCATOR(type, name, parameters)                                                   \
  extern "C" XBLOCK_EXPORT type allocator_##name parameters __asm__(#name);                        \
  type allocator_##name parameters

XBLOCK_ALLOCATOR(void *, malloc, (size_t n)) { return allocate(n, XBLOCK_CALLER); }

XBLOCK_ALLOCATOR(void *, calloc, (size_t count, size_t size)) {
  if (!isPrograms(XBLOCK_CALLER) && !isLibrarys())
    return __libc_calloc(count, size);
  size_t n;
  if (__builtin_mul_overflow(count, size, &n)) {
    errno = ENOMEM;
    return nullptr;
  }
  void *p = allocate(n, XBLOCK_CALLER);
  if (p && n) {
    undoLog.touch(p, n);
    memset(p, 0, n);
  }
  return p;
}

XBLOCK_ALLOCATOR(void, free, (void *p)) { release(p, XBLOCK_CALLER); }
XBLOCK_ALLOCATOR(void, cfree, (void *p)) { release(p, XBLOCK_CALLER); }

XBLOCK_ALLOCATOR(void *, realloc, (void *p, size_t n)) {
  if (!p)
    return allocate(n, XBLOCK_CALLER);
  if (!TrackedHeap::contains(p)) {
    if (!isPrograms(XBLOCK_CALLER) && !isLibrarys())
      return __libc_realloc(p, n);
    size_t old = malloc_usable_size(p);
    void *fresh = allocate(n, XBLOCK_CALLER);
    if (fresh) {
      noteWrite(fresh, old < n ? old : n, nullptr);
      memcpy(fresh, p, old < n ? old : n);
      release(p, XBLOCK_CALLER);
    }
    return fresh;
  }
  if (n == 0) {
    release(p, XBLOCK_CALLER);
    return nullptr;
  }
  if (!trackedHeap.isLive(p)) {
    if (running.onFiber)
      failf(FailureKind::Heap, "realloc of %p, which is no allocated block", p);
    return nullptr;
  }
  size_t old = trackedHeap.sizeOf(p), kept = old < n ? old : n;
  void *fresh = tracked(n);
  if (!fresh)
    return nullptr;
  if (kept) {
    noteRead(p, kept, nullptr);
    noteWrite(fresh, kept, nullptr);
    memcpy(fresh, p, kept);
  }
  release(p, XBLOCK_CALLER);
  return fresh;
}

XBLOCK_ALLOCATOR(void *, reallocarray, (void *p, size_t count, size_t size)) {
  size_t n;
  if (__builtin_mul_overflow(count, size, &n)) {
    errno = ENOMEM;
    return nullptr;
  }
  return allocator_realloc(p, n);
}
XBLOCK_ALLOCATOR(void *, memalign, (size_t alignment, size_t n)) {
  return allocateAligned(alignment, n, XBLOCK_CALLER);
}
XBLOCK_ALLOCATOR(void *, aligned_alloc, (size_t alignment, size_t n)) {
  return allocateAligned(alignment, n, XBLOCK_CALLER);
}
XBLOCK_ALLOCATOR(void *, valloc, (size_t n)) { return allocateAligned(4096, n, XBLOCK_CALLER); }
XBLOCK_ALLOCATOR(int, posix_memalign, (void **out, size_t alignment, size_t n)) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)))
    return EINVAL;
  void *p = allocateAligned(alignment, n, XBLOCK_CALLER);
  if (!p)
    return ENOMEM;
  noteWrite(out, sizeof *out, nullptr);
  *out = p;
  return 0;
}
XBLOCK_ALLOCATOR(size_t, malloc_usable_size, (void *p)) {
  if (!p)
    return 0;
  if (TrackedHeap::contains(p))
    return trackedHeap.sizeOf(p);
  return XBLOCK_REAL(size_t(void *), "malloc_usable_size")(p);
}

XBLOCK_EXPORT void *operator new(size_t n) { return allocateOrThrow(n, 16, XBLOCK_CALLER); }
XBLOCK_EXPORT void *operator new[](size_t n) { return allocateOrThrow(n, 16, XBLOCK_CALLER); }
XBLOCK_EXPORT void *operator new(size_t n, const std::nothrow_t &) noexcept { return allocate(n, XBLOCK_CALLER); }
XBLOCK_EXPORT void *operator new[](size_t n, const std::nothrow_t &) noexcept { return allocate(n, XBLOCK_CALLER); }
XBLOCK_EXPORT void *operator new(size_t n, std::align_val_t a) {
  return allocateOrThrow(n, static_cast<size_t>(a), XBLOCK_CALLER);
}
XBLOCK_EXPORT void *operator new[](size_t n, std::align_val_t a) {
  return allocateOrThrow(n, static_cast<size_t>(a), XBLOCK_CALLER);
}
XBLOCK_EXPORT void *operator new(size_t n, std::align_val_t a, const std::nothrow_t &) noexcept {
  return allocateAligned(static_cast<size_t>(a), n, XBLOCK_CALLER);
}
XBLOCK_EXPORT void *operator new[](size_t n, std::align_val_t a, const std::nothrow_t &) noexcept {
  return allocateAligned(static_cast<size_t>(a), n, XBLOCK_CALLER);
}
XBLOCK_EXPORT void operator delete(void *p) noexcept { release(p, XBLOCK_CALLER); }
XBLOCK_EXPORT void operator delete[](void *p) noexcept { release(p, XBLOCK_CALLER); }
XBLOCK_EXPORT void operator delete(void *p, size_t) noexcept { release(p, XBLOCK_CALLER); }
XBLOCK_EXPORT void operator delete[](void *p, size_t) noexcept { release(p, XBLOCK_CALLER); }
XBLOCK_EXPORT void operator delete(void *p, const std::nothrow_t &) noexcept { release(p, XBLOCK_CALLER); }
XBLOCK_EXPORT void operator delete[](void *p, const std::nothrow_t &) noexcept { release(p, XBLOCK_CALLER); }
XBLOCK_EXPORT void operator delete(void *p, std::align_val_t) noexcept { release(p, XBLOCK_CALLER); }
XBLOCK_EXPORT void operator delete[](void *p, std::align_val_t) noexcept { release(p, XBLOCK_CALLER); }
XBLOCK_EXPORT void operator delete(void *p, size_t, std::align_val_t) noexcept { release(p, XBLOCK_CALLER); }
XBLOCK_EXPORT void operator delete[](void *p, size_t, std::align_val_t) noexcept { release(p, XBLOCK_CALLER); }
XBLOCK_EXPORT void operator delete(void *p, std::align_val_t, const std::nothrow_t &) noexcept { release(p, XBLOCK_CALLER); }
XBLOCK_EXPORT void operator delete[](void *p, std::align_val_t, const std::nothrow_t &) noexcept { release(p, XBLOCK_CALLER); }
