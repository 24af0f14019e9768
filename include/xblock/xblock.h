/*===- xblock.h - what a program may say to xblock --------------------------------------------------===*\
|* Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
|*
|* For C and C++, and for every compiler. xblock-clang defines __XBLOCK__; without it all that is here does nothing, and
|* leaves no instruction and no symbol behind: a program that is built natively needs no library, and no #ifdef. docs/user-api.md has
|* examples, and what the verdict says of each.
|*
|* Unless something else is said, any thread may call a function at any time, before the first thread is created, too.
\*===--------------------------------------------------------------------------------------------===*/
#ifndef XBLOCK_XBLOCK_H
#define XBLOCK_XBLOCK_H

#ifdef __XBLOCK__
#define XBLOCK_EXPLORES 1
#else
#define XBLOCK_EXPLORES 0
#endif

#if defined(__clang__) && XBLOCK_EXPLORES /* reports show the line of the caller */
#define XBLOCK_CALLERS_LINE nodebug,
#else
#define XBLOCK_CALLERS_LINE
#endif
#if defined(__GNUC__)
#define XBLOCK_INLINE static __inline__ __attribute__((XBLOCK_CALLERS_LINE always_inline, unused))
#define XBLOCK_NORETURN __attribute__((noreturn))
#define XBLOCK_FUNCTION __extension__ __PRETTY_FUNCTION__
#else
#define XBLOCK_INLINE static inline
#define XBLOCK_NORETURN
#define XBLOCK_FUNCTION __func__
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The runtime's. */
void __xblock_mark(int begins);
void __xblock_switch_point(void);
void __xblock_outcome(const char *name, long long value);
int __xblock_is_active(void);
unsigned __xblock_choose(unsigned n);
XBLOCK_NORETURN void __xblock_assertion_failed(const char *condition, const char *file, unsigned line, const char *function);
XBLOCK_NORETURN void __xblock_failed(const char *message, const char *file, unsigned line, const char *function);
void __xblock_ignore(int begins);
void __xblock_atomic(int begins);
void __xblock_happens_before(const volatile void *object);
void __xblock_happens_after(const volatile void *object);
void __xblock_lock_acquired(const volatile void *lock);
void __xblock_lock_released(const volatile void *lock);
void __xblock_lock_acquired_shared(const volatile void *lock);
void __xblock_lock_released_shared(const volatile void *lock);
int __xblock_lock_instead(const volatile void *lock);
int __xblock_trylock_instead(const volatile void *lock);
int __xblock_unlock_instead(const volatile void *lock);

/* 1 in a program that xblock explores or replays, else 0: for a test that is to be smaller there. */
XBLOCK_INLINE int xblock_is_active(void) { return XBLOCK_EXPLORES ? __xblock_is_active() : 0; }

/* What must hold. If it does not, the schedule fails: with the kind assertion, also where NDEBUG is defined. Natively the
 * condition is compiled, but not evaluated. */
#define xblock_assert(condition)                                                                   \
  (!XBLOCK_EXPLORES || (condition)                                                                 \
       ? (void)0                                                                                   \
       : __xblock_assertion_failed(#condition, __FILE__, __LINE__, XBLOCK_FUNCTION))

/* The schedule fails, with these words. Natively nothing happens. */
#define xblock_fail(message)                                                                       \
  (XBLOCK_EXPLORES ? __xblock_failed(message, __FILE__, __LINE__, XBLOCK_FUNCTION) : (void)0)

/* One of 0, ..., n - 1: each of them, in a schedule of its own, like everything else that the search decides. n is from 1 to
 * 65535. Called before the first thread is created, the search begins here. Natively 0. */
XBLOCK_INLINE unsigned xblock_choose(unsigned n) {
  (void)n;
  return XBLOCK_EXPLORES ? __xblock_choose(n) : 0;
}

/* A result of this schedule, for --outcomes and --expect-outcomes: of each name the value that was given last counts. The
 * name has at most 47 bytes and no line break, and a schedule at most 64 of them. The calling thread's block ends. */
XBLOCK_INLINE void xblock_outcome(const char *name, long long value) {
  (void)name;
  (void)value;
  if (XBLOCK_EXPLORES)
    __xblock_outcome(name, value);
}

/* Another thread may run here: the calling thread's block ends, though it did nothing that others could see. For schedules by
 * chance, where it makes the places before and after it more likely to be come between; a search has no more schedules for it. */
XBLOCK_INLINE void xblock_switch_point(void) {
  if (XBLOCK_EXPLORES)
    __xblock_switch_point();
}

/* From here on all schedules are run that matter, if xblock is called with --from=mark. Until some thread comes here, one
 * schedule is: whichever thread can go on does, those that were created first before the others. Any number of times;
 * calls do not nest. The calling thread's block ends. */
XBLOCK_INLINE void xblock_begin(void) {
  if (XBLOCK_EXPLORES)
    __xblock_mark(1);
}

/* With --to=mark, from here on, or up to the next xblock_begin(), one schedule is run for each state that is come to. */
XBLOCK_INLINE void xblock_end(void) {
  if (XBLOCK_EXPLORES)
    __xblock_mark(0);
}

/* In between, reads and writes of the calling thread, atomic ones too, are no business of the search, nor of the race
 * detector: no block ends at them, and what they do is not compared with what others do. For counters of statistics and the
 * like. They are rolled back with all the rest. Locks and all other calls are what they are outside; so is what other threads do
 * meanwhile. Calls nest. A loop that waits for what others write must not stand in between: it would never see it. */
XBLOCK_INLINE void xblock_ignore_begin(void) {
  if (XBLOCK_EXPLORES)
    __xblock_ignore(1);
}
XBLOCK_INLINE void xblock_ignore_end(void) {
  if (XBLOCK_EXPLORES)
    __xblock_ignore(0);
}

/* In between, no other thread runs: for a sequence of which the program knows that it may be taken for one step. Where it
 * needs a lock, the end of a thread or a semaphore's unit that is not there, all of it runs later, when it is; or, if it gave something to others
 * before, what follows runs later. To wait in between for a condition variable, or at a barrier, is misuse; in a loop, it never ends.
 * Calls nest. */
XBLOCK_INLINE void xblock_atomic_begin(void) {
  if (XBLOCK_EXPLORES)
    __xblock_atomic(1);
}
XBLOCK_INLINE void xblock_atomic_end(void) {
  if (XBLOCK_EXPLORES)
    __xblock_atomic(0);
}

/* What a thread did before xblock_happens_before(object) happens before what follows a later xblock_happens_after(object): by
 * something that the race detector does not know. Several threads may say so of one object; who comes after all of them
 * comes after what all of them did. object is any address of the program's choice. The calling thread's block ends. */
XBLOCK_INLINE void xblock_happens_before(const volatile void *object) {
  (void)object;
  if (XBLOCK_EXPLORES)
    __xblock_happens_before(object);
}
XBLOCK_INLINE void xblock_happens_after(const volatile void *object) {
  (void)object;
  if (XBLOCK_EXPLORES)
    __xblock_happens_after(object);
}

/* A home-made lock whose code is explored as it is, and which is checked. acquired: right after the calling thread took it;
 * released: right before it gives it back. Between them nobody else may: a second thread that says so fails. The race
 * detector takes it for a lock, and reports tell who holds it. A lock is known by its address. The calling thread's block ends. */
XBLOCK_INLINE void xblock_lock_acquired(const volatile void *lock) {
  (void)lock;
  if (XBLOCK_EXPLORES)
    __xblock_lock_acquired(lock);
}
XBLOCK_INLINE void xblock_lock_released(const volatile void *lock) {
  (void)lock;
  if (XBLOCK_EXPLORES)
    __xblock_lock_released(lock);
}

/* The same of a lock that several threads may hold at a time for reading, one of them several times. The two above are then
 * for writing: while a thread says it reads none may say it writes, and the other way round. */
XBLOCK_INLINE void xblock_lock_acquired_shared(const volatile void *lock) {
  (void)lock;
  if (XBLOCK_EXPLORES)
    __xblock_lock_acquired_shared(lock);
}
XBLOCK_INLINE void xblock_lock_released_shared(const volatile void *lock) {
  (void)lock;
  if (XBLOCK_EXPLORES)
    __xblock_lock_released_shared(lock);
}

/* A home-made lock that is replaced: for inline assembly, which cannot be explored, and where the lock's own steps are too many.
 * In an explored program they do what pthread_mutex_lock, _trylock and _unlock do, and the caller leaves out its own code:
 *   if (xblock_lock_instead(&l)) return;       1: taken           0, natively: do it yourself
 *   switch (xblock_trylock_instead(&l)) ...    1: taken   -1: another thread has it   0: do it yourself
 *   if (xblock_unlock_instead(&l)) return;     1: given back      0: do it yourself
 * Nothing is written to *lock. */
XBLOCK_INLINE int xblock_lock_instead(const volatile void *lock) {
  (void)lock;
  return XBLOCK_EXPLORES ? __xblock_lock_instead(lock) : 0;
}
XBLOCK_INLINE int xblock_trylock_instead(const volatile void *lock) {
  (void)lock;
  return XBLOCK_EXPLORES ? __xblock_trylock_instead(lock) : 0;
}
XBLOCK_INLINE int xblock_unlock_instead(const volatile void *lock) {
  (void)lock;
  return XBLOCK_EXPLORES ? __xblock_unlock_instead(lock) : 0;
}

#ifdef __cplusplus
}

#ifdef __XBLOCK__
#define XBLOCK_HOW explored
#else
#define XBLOCK_HOW native
#endif

namespace xblock {
/* Another name in another build: the linker merges inline functions of one name, whichever file they come from. */
namespace XBLOCK_HOW {

XBLOCK_INLINE bool is_active() { return xblock_is_active() != 0; }
XBLOCK_INLINE unsigned choose(unsigned n) { return xblock_choose(n); }
XBLOCK_INLINE void switch_point() { xblock_switch_point(); }
XBLOCK_INLINE void outcome(const char *name, long long value) { xblock_outcome(name, value); }
XBLOCK_INLINE void happens_before(const volatile void *object) { xblock_happens_before(object); }
XBLOCK_INLINE void happens_after(const volatile void *object) { xblock_happens_after(object); }
XBLOCK_INLINE void lock_acquired(const volatile void *lock) { xblock_lock_acquired(lock); }
XBLOCK_INLINE void lock_released(const volatile void *lock) { xblock_lock_released(lock); }
XBLOCK_INLINE void lock_acquired_shared(const volatile void *lock) { xblock_lock_acquired_shared(lock); }
XBLOCK_INLINE void lock_released_shared(const volatile void *lock) { xblock_lock_released_shared(lock); }
XBLOCK_INLINE int lock_instead(const volatile void *lock) { return xblock_lock_instead(lock); }
XBLOCK_INLINE int trylock_instead(const volatile void *lock) { return xblock_trylock_instead(lock); }
XBLOCK_INLINE int unlock_instead(const volatile void *lock) { return xblock_unlock_instead(lock); }

#if defined(__GNUC__)
#define XBLOCK_MEMBER __attribute__((XBLOCK_CALLERS_LINE always_inline)) inline
#else
#define XBLOCK_MEMBER inline
#endif

/* From its declaration to the end of its scope: xblock_ignore_begin() and _end(). */
class ignore_scope {
public:
  XBLOCK_MEMBER ignore_scope() { xblock_ignore_begin(); }
  XBLOCK_MEMBER ~ignore_scope() { xblock_ignore_end(); }

private:
  ignore_scope(const ignore_scope &);
  ignore_scope &operator=(const ignore_scope &);
};

/* The same for xblock_atomic_begin() and _end(). */
class atomic_section {
public:
  XBLOCK_MEMBER atomic_section() { xblock_atomic_begin(); }
  XBLOCK_MEMBER ~atomic_section() { xblock_atomic_end(); }

private:
  atomic_section(const atomic_section &);
  atomic_section &operator=(const atomic_section &);
};

} // namespace XBLOCK_HOW
using namespace XBLOCK_HOW;
} // namespace xblock

#undef XBLOCK_MEMBER
#undef XBLOCK_HOW
#endif

#endif
