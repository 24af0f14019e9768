// The hooks of abi.h and the functions of xblock.h, on real threads: events, most of them, and nothing else.
#include "native/turn.h"
#include "xblock/abi.h"

#include <cstdio>
#include <cstdlib>

#define XBLOCK_HOOK extern "C" __attribute__((visibility("default"), used))

using namespace xblock::native;
using Site = const xblock_site *;

extern "C" {
__attribute__((visibility("default"))) extern const char __xblock_abi_v1 = 0;
__attribute__((visibility("default"))) unsigned char __xblock_look = 1;
__attribute__((visibility("default"))) const xblock_site *__xblock_call_site = nullptr;
}

#define XBLOCK_ACCESSES(n)                                                                         \
  XBLOCK_HOOK void __xblock_read##n(const void *, Site) { event(); }                               \
  XBLOCK_HOOK void __xblock_write##n(void *, Site) { event(); }
XBLOCK_ACCESSES(1)
XBLOCK_ACCESSES(2)
XBLOCK_ACCESSES(4)
XBLOCK_ACCESSES(8)
XBLOCK_ACCESSES(16)
XBLOCK_HOOK void __xblock_read(const void *, size_t, Site) { event(); }
XBLOCK_HOOK void __xblock_write(void *, size_t, Site) { event(); }
XBLOCK_HOOK void __xblock_copy(void *, const void *, size_t, Site) { event(); }
XBLOCK_HOOK void __xblock_fill(void *, size_t, Site) { event(); }
XBLOCK_HOOK void __xblock_atomic_load(const void *, size_t, uint32_t, Site) { event(); }
XBLOCK_HOOK void __xblock_atomic_store(void *, size_t, uint32_t, Site) { event(); }
XBLOCK_HOOK void __xblock_atomic_rmw(void *, size_t, uint32_t, Site) { event(); }
XBLOCK_HOOK void __xblock_cas(void *, size_t, uint32_t, uint32_t, Site) { event(); }
XBLOCK_HOOK void __xblock_fence(uint32_t, Site) { event(); }

XBLOCK_HOOK void __xblock_module(const void *) {}
XBLOCK_HOOK void __xblock_touch(void *, size_t) {}
XBLOCK_HOOK void __xblock_together(bool) {}
XBLOCK_HOOK void __xblock_atomic_done(Site) {}
XBLOCK_HOOK void __xblock_cas_done(void *, size_t, bool, Site) {}
XBLOCK_HOOK void *__xblock_thread_local(void *native) { return native; }
XBLOCK_HOOK void __xblock_counts(const void *, size_t, int64_t, int64_t) {}
XBLOCK_HOOK void __xblock_unlocks(const void *, bool) {}
XBLOCK_HOOK void __xblock_loses_thread(const void *) {}
// The machine does what no model could.
XBLOCK_HOOK void __xblock_unsupported(const char *, Site) { event(); }

XBLOCK_HOOK void __xblock_mark(int) {}
XBLOCK_HOOK void __xblock_switch_point() { event(); }
XBLOCK_HOOK void __xblock_outcome(const char *, long long) {}
XBLOCK_HOOK int __xblock_is_active() { return active(); }
XBLOCK_HOOK void __xblock_ignore(int) {}
XBLOCK_HOOK void __xblock_happens_before(const volatile void *) {}
XBLOCK_HOOK void __xblock_happens_after(const volatile void *) {}
XBLOCK_HOOK void __xblock_lock_acquired(const volatile void *) {}
XBLOCK_HOOK void __xblock_lock_released(const volatile void *) {}
XBLOCK_HOOK void __xblock_lock_acquired_shared(const volatile void *) {}
XBLOCK_HOOK void __xblock_lock_released_shared(const volatile void *) {}
XBLOCK_HOOK int __xblock_lock_instead(const volatile void *) { return 0; }
XBLOCK_HOOK int __xblock_trylock_instead(const volatile void *) { return 0; }
XBLOCK_HOOK int __xblock_unlock_instead(const volatile void *) { return 0; }

// Others would run in between: what it says would not hold, and a failure be none.
XBLOCK_HOOK void __xblock_atomic(int begins) {
  if (begins && active())
    refuse("call of ", "xblock_atomic_begin");
}

XBLOCK_HOOK unsigned __xblock_choose(unsigned n) {
  event();
  if (follows())
    return static_cast<unsigned>(nextResult());
  auto chosen = n && active() ? static_cast<unsigned>(chance() % n) : 0;
  keepResult(chosen);
  return chosen;
}

XBLOCK_HOOK void __xblock_assertion_failed(const char *condition, const char *file, unsigned line, const char *function) {
  event();
  fprintf(stderr, "%s:%u: %s: xblock_assert(%s) failed\n", file, line, function, condition);
  abort();
}
XBLOCK_HOOK void __xblock_failed(const char *message, const char *file, unsigned line, const char *function) {
  event();
  fprintf(stderr, "%s:%u: %s: %s\n", file, line, function, message);
  abort();
}
