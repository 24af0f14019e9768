// malloc and its like. Memory that the program's own code asks for comes from the tracked heap; what libraries
// ask for is theirs, like their own variables: it is not rolled back, and while threads are explored it is not given back
// either, since an earlier state may still use it.
#include "intercept/heap.h"

#include "intercept/allocate.h"
#include "intercept/define.h"
#include "intercept/exception_texts.h"
#include "memory/tracked_heap.h"
#include "world/heap_stacks.h"
#include "world/modules_linux.h"

#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <malloc.h>
#include <sys/mman.h>

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
bool xblock::librariesAllocateTracked = false;
bool xblock::explorerRuns = false;

/// The runtime as it is loaded, from the linker.
extern "C" __attribute__((visibility("hidden"))) const char __ehdr_start, _end;

namespace {

bool isRuntimeCode(const void *pc) {
  auto *at = static_cast<const char *>(pc);
  return at >= &__ehdr_start && at < &_end;
}

/// What the heap has depends on other threads.
void noteUnknownStep() {
  if (!runtimeDepth)
    callUnknown();
}

bool isPrograms(const void *caller, bool &asked) {
  noteUnknownStep();
  // A library, and so the explorer, may call a template's copy that the program has.
  if (!heapReady || (running.onFiber ? runtimeDepth != 0 : explorerRuns))
    return false;
  asked =
      (allocateTracked || (librariesAllocateTracked && !isRuntimeCode(caller))) && running.onFiber;
  allocateTracked = false;
  return asked || isProgramCode(caller);
}

uint32_t arenaNow() { return running.onFiber ? index(running.thread) : 0; }

/// --fail-malloc: whether the search lets this allocation fail.
bool failsNow() {
  if (__builtin_expect(running.mostAllocationFailures == 0, 1) || !running.exploring || !running.onFiber || runtimeDepth)
    return false;
  if (threadOf(running.thread).failedAllocations >= running.mostAllocationFailures) {
    running.allocationFailuresBounded = true;
    return false;
  }
  RuntimeScope scope;
  running.ran = true;
  if (choose(2) == 0)
    return false;
  ++change(running.thread).failedAllocations;
  traceEvent("allocation fails", nullptr, nullptr);
  return true;
}

void *tracked(size_t n, Caller caller, BlockKind kind, size_t alignment = 16, uint8_t log = 0) {
  void *p = trackedHeap.allocate(arenaNow(), n, alignment, {kind, log, keepStack(caller.frame, caller.pc)});
  if (!p)
    errno = ENOMEM;
  return p;
}

/// A library fills it, without telling of it.
void *writtenByLibrary(void *p, size_t n) {
  if (p && n)
    touch(p, n);
  return p;
}

/// What tracked returns, or null because the search has it so.
void *trackedOrNot(size_t n, Caller caller, BlockKind kind, size_t alignment = 16, uint8_t log = 0) {
  if (failsNow()) {
    errno = ENOMEM;
    return nullptr;
  }
  return tracked(n, caller, kind, alignment, log);
}

/// Whether a library asks, perhaps for something that the program will write to. Whole chunks then: the rest of a chunk
/// that is rolled back must not be the explorer's.
bool isLibrarys() { return running.onFiber ? runtimeDepth == 0 : !explorerRuns; }

void *wholeChunks(size_t n, size_t alignment = kChunk) {
  size_t rounded = (n + kChunk - 1) & ~(kChunk - 1);
  if (rounded < n)
    return nullptr;
  void *p = __libc_memalign(alignment < kChunk ? kChunk : alignment, rounded ? rounded : kChunk);
  if (p)
    memset(p, 0, rounded); // of what lay there before, leaks and what a library does must not depend
  if (heapReady)
    noteLibraryBlock(p);
  return p;
}

/// Whether it may be one that wholeChunks made.
bool isNoted(const void *p) { return heapReady && reinterpret_cast<uint64_t>(p) % kChunk == 0; }

bool isMapped(uint64_t address) {
  constexpr uint64_t kPage = 4096;
  unsigned char resident;
  int before = errno;
  bool mapped = mincore(reinterpret_cast<void *>(address & ~(kPage - 1)), kPage, &resident) == 0;
  errno = before;
  return mapped;
}

/// Of an address outside the tracked heap, which may be a library's block: a stack, a variable, or none of libc's.
bool isNoBlock(const void *p) {
  auto at = reinterpret_cast<uint64_t>(p);
  return at % 16 || at - layout::kStacks < layout::kStacksSize || isProgramCode(p) || !isMapped(at);
}

constexpr Release kFree{"free", BlockKind::Malloc}, kRealloc{"realloc", BlockKind::Malloc};

} // namespace

void *xblock::allocate(size_t n, Caller caller, BlockKind kind) {
  bool asked = false;
  if (isPrograms(caller.pc, asked))
    return asked ? writtenByLibrary(tracked(n, caller, kind), n) : trackedOrNot(n, caller, kind);
  if (running.onFiber && !runtimeDepth && allocatesText(caller.pc))
    return writtenByLibrary(tracked(n, caller, BlockKind::Text), n);
  return isLibrarys() ? wholeChunks(n) : __libc_malloc(n);
}

void *xblock::allocateAligned(size_t alignment, size_t n, Caller caller, BlockKind kind, uint8_t log) {
  bool asked = false;
  if (isPrograms(caller.pc, asked))
    return trackedOrNot(n, caller, kind, alignment < 16 ? 16 : alignment, log);
  return isLibrarys() ? wholeChunks(n, alignment) : __libc_memalign(alignment, n);
}

void *xblock::allocateMap(size_t n, Caller caller) {
  void *p = tracked(n, caller, BlockKind::Runtime, 4096);
  if (p) {
    undoLog.touch(p, n);
    memset(p, 0, n);
  }
  return p;
}

void xblock::release(void *p, Caller caller, const Release &how) {
  if (!p)
    return;
  noteUnknownStep();
  if (!TrackedHeap::contains(p)) {
    if (running.onFiber && !runtimeDepth && isNoBlock(p))
      failWildFree(p, how.function);
    if (running.onFiber && running.exploring && !runtimeDepth)
      return;
    if (isNoted(p)) // the model, too, gives back what a library made
      forgetLibraryBlock(p);
    __libc_free(p);
    return;
  }
  HeapBlock block;
  if (trackedHeap.blockAt(p, block) && block.live) {
    checkRelease(block, how);
    noteFree(p, block.size, caller.pc); // the block may end, and p be given back by another thread
  }
  switch (trackedHeap.free(arenaNow(), p, keepStack(caller.frame, caller.pc))) {
  case FreeResult::Ok:
    accessRecorder.forget(p, block.size);
    return;
  case FreeResult::DoubleFree:
    if (running.onFiber && trackedHeap.blockAt(p, block))
      failDoubleFree(block, how.function);
    return;
  case FreeResult::NotABlock:
    if (running.onFiber)
      failWildFree(p, how.function);
  }
}

void *xblock::allocateForProgram(size_t n) {
  return heapReady && running.onFiber ? trackedOrNot(n, XBLOCK_CALLER, BlockKind::Malloc) : __libc_malloc(n);
}

// The public names only: the pass does not redirect them, the caller's address tells whose they are.
#define XBLOCK_ALLOCATOR(type, name, parameters)                                                   \
  extern "C" XBLOCK_EXPORT type allocator_##name parameters __asm__(#name);                        \
  type allocator_##name parameters

XBLOCK_ALLOCATOR(void *, malloc, (size_t n)) { return allocate(n, XBLOCK_CALLER, BlockKind::Malloc); }

XBLOCK_ALLOCATOR(void *, calloc, (size_t count, size_t size)) {
  bool asked = allocateTracked;
  if (!asked && !isPrograms(__builtin_return_address(0), asked) && !isLibrarys())
    return __libc_calloc(count, size);
  size_t n;
  if (__builtin_mul_overflow(count, size, &n)) {
    errno = ENOMEM;
    return nullptr;
  }
  void *p = allocate(n, XBLOCK_CALLER, BlockKind::Malloc);
  if (p && n) {
    undoLog.touch(p, n);
    memset(p, 0, n);
  }
  return p;
}

XBLOCK_ALLOCATOR(void, free, (void *p)) { release(p, XBLOCK_CALLER, kFree); }
XBLOCK_ALLOCATOR(void, cfree, (void *p)) { release(p, XBLOCK_CALLER, kFree); }

namespace {

/// Of a block outside the tracked heap.
void *reallocateLibrarys(void *p, size_t n, Caller caller) {
  bool asked = false;
  if (!isPrograms(caller.pc, asked) && !isLibrarys()) {
    bool wasLibrarys = isNoted(p) && forgetLibraryBlock(p);
    void *fresh = __libc_realloc(p, n);
    if (wasLibrarys)
      noteLibraryBlock(fresh ? fresh : p);
    return fresh;
  }
  if (running.onFiber && !runtimeDepth && isNoBlock(p))
    failWildFree(p, kRealloc.function);
  size_t old = malloc_usable_size(p);
  void *fresh = allocate(n, caller, BlockKind::Malloc);
  if (fresh) {
    noteWrite(fresh, old < n ? old : n, nullptr);
    memcpy(fresh, p, old < n ? old : n);
    release(p, caller, kRealloc);
  }
  return fresh;
}

void *reallocate(void *p, size_t n, Caller caller) {
  if (!p)
    return allocate(n, caller, BlockKind::Malloc);
  if (!TrackedHeap::contains(p))
    return reallocateLibrarys(p, n, caller);
  if (n == 0) {
    release(p, caller, kRealloc);
    return nullptr;
  }
  HeapBlock block;
  bool found = trackedHeap.blockAt(p, block);
  if (!found || !block.live) {
    if (!running.onFiber)
      return nullptr;
    found ? failDoubleFree(block, kRealloc.function) : failWildFree(p, kRealloc.function);
  }
  checkRelease(block, kRealloc);
  void *fresh = trackedOrNot(n, caller, BlockKind::Malloc);
  if (!fresh)
    return nullptr;
  if (size_t kept = block.size < n ? block.size : n) {
    noteRead(p, kept, nullptr);
    noteWrite(fresh, kept, nullptr);
    memcpy(fresh, p, kept);
  }
  release(p, caller, kRealloc);
  return fresh;
}

} // namespace

XBLOCK_ALLOCATOR(void *, realloc, (void *p, size_t n)) { return reallocate(p, n, XBLOCK_CALLER); }

XBLOCK_ALLOCATOR(void *, reallocarray, (void *p, size_t count, size_t size)) {
  size_t n;
  if (__builtin_mul_overflow(count, size, &n)) {
    errno = ENOMEM;
    return nullptr;
  }
  return reallocate(p, n, XBLOCK_CALLER);
}

namespace {

/// As glibc 2.36 does: an alignment that is no power of two is that of the next one.
void *allocateAlignedAsGiven(size_t alignment, size_t n, Caller caller) {
  constexpr size_t kMost = SIZE_MAX / 2 + 1;
  if (alignment > kMost) {
    errno = EINVAL;
    return nullptr;
  }
  return allocateAligned(std::bit_ceil(alignment), n, caller, BlockKind::Malloc);
}

} // namespace

XBLOCK_ALLOCATOR(void *, memalign, (size_t alignment, size_t n)) { return allocateAlignedAsGiven(alignment, n, XBLOCK_CALLER); }
XBLOCK_ALLOCATOR(void *, aligned_alloc, (size_t alignment, size_t n)) { return allocateAlignedAsGiven(alignment, n, XBLOCK_CALLER); }
XBLOCK_ALLOCATOR(void *, valloc, (size_t n)) { return allocateAligned(4096, n, XBLOCK_CALLER, BlockKind::Malloc); }
XBLOCK_ALLOCATOR(int, posix_memalign, (void **out, size_t alignment, size_t n)) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)))
    return EINVAL;
  void *p = allocateAligned(alignment, n, XBLOCK_CALLER, BlockKind::Malloc);
  if (!p)
    return ENOMEM;
  noteWrite(out, sizeof *out, isProgramCode(__builtin_return_address(0)) ? &kUnknownPlace : nullptr);
  *out = p;
  return 0;
}
XBLOCK_ALLOCATOR(size_t, malloc_usable_size, (void *p)) {
  noteUnknownStep();
  if (!p)
    return 0;
  if (TrackedHeap::contains(p)) {
    if (running.onFiber && running.cutPending && isProgramCode(__builtin_return_address(0))) {
      running.endSite = nullptr; // as in noteFree()
      cutNow();
    }
    HeapBlock block;
    bool found = trackedHeap.blockAt(p, block);
    // What gives it back writes it. Of a block that was given back this tells more than a use of its memory would.
    if (running.onFiber && found && block.size)
      accessRecorder.read(p, 1);
    if (running.onFiber && !(found && block.live))
      found ? failFreedUse(block, "malloc_usable_size") : failWildUse(p, "malloc_usable_size");
    return found ? block.size : 0;
  }
  if (running.onFiber && !runtimeDepth && isNoBlock(p))
    failWildUse(p, "malloc_usable_size");
  return XBLOCK_REAL(size_t(void *), "malloc_usable_size")(p);
}
