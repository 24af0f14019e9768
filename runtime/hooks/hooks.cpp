// The hooks that the pass puts into programs: contracts in xblock/abi.h. One line each; the work is in world/running.h.
#include "world/loop_state_x86_64.h"
#include "world/modules_linux.h"
#include "world/running.h"

#include <utility>

#define XBLOCK_HOOK extern "C" __attribute__((visibility("default"), used))

using namespace xblock;

XBLOCK_HOOK const char __xblock_abi_v1 = 1;
XBLOCK_HOOK const xblock_site *__xblock_call_site = nullptr;
XBLOCK_HOOK unsigned char __xblock_look = 1;

XBLOCK_HOOK void __xblock_module(const void *marker) { registerModule(marker); }

namespace {

// Apart, so that the fast path saves no registers, and is jumped to: the program's are as they
// were.
template <size_t N> [[gnu::noinline]] void noteReadOf(const void *p, const xblock_site *site) {
  if (__builtin_expect(running.cutPending | running.slow, 0) || !accessRecorder.recordsNew<N, false>(p, placeOf(site)))
    noteRead(p, N, site);
}
template <size_t N> [[gnu::noinline]] void noteWriteOf(void *p, const xblock_site *site) {
  if (__builtin_expect(running.cutPending | running.slow, 0) || !accessRecorder.recordsNew<N, true>(p, placeOf(site)))
    noteWrite(p, N, site);
}
template <size_t N> [[gnu::noinline]] void touchAndNoteWriteOf(void *p, const xblock_site *site) {
  if (__builtin_expect(running.cutPending | running.slow, 0))
    return noteWrite(p, N, site);
  touch(p, N);
  if (!accessRecorder.recordsNew<N, true>(p, placeOf(site)))
    noteWrite(p, N, site);
}

bool isTouched(const void *p) {
  return reinterpret_cast<uint64_t>(p) - running.stackLow < running.stackSize || undoLog.holds(p);
}

} // namespace

#define XBLOCK_SIZED(n)                                                                            \
  XBLOCK_KEEPING(void, read_each##n, readEach##n, (const void *p, const xblock_site *site)) {      \
    noteRead(p, n, site);                                                                          \
  }                                                                                                \
  XBLOCK_KEEPING(void, write_each##n, writeEach##n, (void *p, const xblock_site *site)) {          \
    noteWrite(p, n, site);                                                                         \
  }                                                                                                \
  extern "C" void keepAndRead##n(const void *p,                                                    \
                                 const xblock_site *site) __asm__("__xblock_read_each" #n);        \
  extern "C" void keepAndWrite##n(void *p,                                                         \
                                  const xblock_site *site) __asm__("__xblock_write_each" #n);      \
  XBLOCK_HOOK void __xblock_read##n(const void *p, const xblock_site *site) {                      \
    if (running.looksAtEach())                                                                     \
      return keepAndRead##n(p, site);                                                              \
    if (!accessRecorder.knows<n, false>(p))                                                        \
      noteReadOf<n>(p, site);                                                                      \
  }                                                                                                \
  XBLOCK_HOOK void __xblock_write##n(void *p, const xblock_site *site) {                           \
    if (running.looksAtEach())                                                                     \
      return keepAndWrite##n(p, site);                                                             \
    if (!isTouched(p))                                                                             \
      touchAndNoteWriteOf<n>(p, site);                                                             \
    else if (!accessRecorder.knows<n, true>(p))                                                    \
      noteWriteOf<n>(p, site);                                                                     \
  }
XBLOCK_SIZED(1)
XBLOCK_SIZED(2)
XBLOCK_SIZED(4)
XBLOCK_SIZED(8)
#undef XBLOCK_SIZED
XBLOCK_KEEPING(void, read16, hookRead16, (const void *p, const xblock_site *site)) {
  noteRead(p, 16, site);
}
XBLOCK_KEEPING(void, write16, hookWrite16, (void *p, const xblock_site *site)) {
  noteWrite(p, 16, site);
}

XBLOCK_KEEPING(void, read, hookRead, (const void *p, size_t n, const xblock_site *site)) {
  if (n)
    noteRead(p, n, site);
}
XBLOCK_KEEPING(void, write, hookWrite, (void *p, size_t n, const xblock_site *site)) {
  if (n)
    noteWrite(p, n, site);
}
XBLOCK_KEEPING(void, copy, hookCopy,
               (void *to, const void *from, size_t n, const xblock_site *site)) {
  if (!n)
    return;
  if (running.cutPending)
    cutNow();
  // Not between: nothing is read yet where the read is told of.
  bool held = std::exchange(running.cutHeld, true);
  noteRead(from, n, site);
  noteWrite(to, n, site);
  running.cutHeld = held;
}
XBLOCK_KEEPING(void, fill, hookFill, (void *to, size_t n, const xblock_site *site)) {
  if (n)
    noteWrite(to, n, site);
}
XBLOCK_KEEPING(void, together, hookTogether, (bool begins)) {
  if (!running.onFiber)
    return;
  if (begins && running.cutPending)
    cutNow();
  running.cutHeld = begins;
}
XBLOCK_HOOK void __xblock_touch(void *p, size_t n) {
  if (!running.onFiber)
    return;
  running.reusable = false; // it is no access that was told of
  if (n)
    touch(p, n);
}

XBLOCK_HOOK void *__xblock_thread_local(void *native) {
  uint64_t copy = threadOf(running.thread).locals;
  return copy ? threadLocalIn(copy, native) : native;
}

XBLOCK_HOOK void __xblock_unsupported(const char *what, const xblock_site *site) {
  if (running.onFiber)
    unsupported(what, site);
}
