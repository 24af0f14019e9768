/*===- abi.h - the one contract between the pass and the runtime --------------------------------===*\
|* Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
|*
|* The pass includes this header and derives the name and the LLVM type of every hook from the declarations
|* below (decltype), so a renamed or retyped hook fails to compile. The runtime defines them.
|*
|* Invariants
|*  1. A hook for a load or store runs right before the access; nothing may come between them.
|*  2. Every hook may be called from any thread of the program, before main and after it; a hook never
|*     throws. Hooks named *_done, and the functions of intercepts.def, may switch fibers; no other hook does.
|*  3. Sites are constants of the instrumented module, which the program cannot write. A module with hooks has a byte in the section
|*     "xblock_sites" (it survives strip).
|*  4. A sized hook for at most 8 bytes need not be called while __xblock_look is 0 and the access lies outside the heap, or in a
|*     granule of 8 bytes whose byte of the heap's shadow is 8.
\*===--------------------------------------------------------------------------------------------===*/
#ifndef XBLOCK_ABI_H
#define XBLOCK_ABI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define XBLOCK_ABI_VERSION 1

#ifdef __cplusplus
extern "C" {
#endif

/* Where an instruction came from. file is "" and line 0 where the compiler kept no location. */
struct xblock_site {
  const char *file;
  const char *function; /* demangled by the pass */
  uint32_t line;
  uint32_t column;
};

/* C++ memory order of an atomic access, in the numbering of memory_order. */
enum xblock_order {
  xblock_relaxed = 0,
  xblock_consume = 1,
  xblock_acquire = 2,
  xblock_release = 3,
  xblock_acq_rel = 4,
  xblock_seq_cst = 5,
  /* Added to one: the object may lie at any address, since libatomic's generic functions lock it. */
  xblock_any_alignment = 8
};

/* Referenced by every instrumented module: a module and a runtime of different versions do not link.
 * The pass spells the name with XBLOCK_ABI_VERSION in it. */
extern const char __xblock_abi_v1;

/* Once per module, from a constructor: `marker` is any address in the module's data. */
void __xblock_module(const void *marker);

/* Plain loads and stores of n bytes at p. The sized forms are for the naturally sized accesses. */
void __xblock_read1(const void *p, const struct xblock_site *site);
void __xblock_read2(const void *p, const struct xblock_site *site);
void __xblock_read4(const void *p, const struct xblock_site *site);
void __xblock_read8(const void *p, const struct xblock_site *site);
void __xblock_read16(const void *p, const struct xblock_site *site);
void __xblock_read(const void *p, size_t n, const struct xblock_site *site);
void __xblock_write1(void *p, const struct xblock_site *site);
void __xblock_write2(void *p, const struct xblock_site *site);
void __xblock_write4(void *p, const struct xblock_site *site);
void __xblock_write8(void *p, const struct xblock_site *site);
void __xblock_write16(void *p, const struct xblock_site *site);
void __xblock_write(void *p, size_t n, const struct xblock_site *site);

/* Not 0 while such accesses are recorded, or looked at for another reason. */
extern unsigned char __xblock_look;
/* Where the heap and its shadow lie, and the shadow of all that: one byte for 8. */
#define XBLOCK_GUARDED_BEGIN 0x610000000000ull
#define XBLOCK_GUARDED_SHIFT 36 /* its size: 64 GiB, to which it is aligned */
#define XBLOCK_GUARDED_SHADOW 0x610600000000ull

/* memcpy and memmove of n bytes; memset of n bytes. Before the operation. */
void __xblock_copy(void *to, const void *from, size_t n, const struct xblock_site *site);
void __xblock_fill(void *to, size_t n, const struct xblock_site *site);

/* Around hooks of several accesses that one instruction behind them makes (a vector's lanes, arguments by value): no block ends
 * in between, where some were told of and none is made. */
void __xblock_together(bool begins);

/* A store in a function annotated xblock_ignore: rolled back with a snapshot, but no access of the search.
 * n is 0 for a load there: nothing but that what the thread does depends on more than is told. */
void __xblock_touch(void *p, size_t n);

/* Atomic accesses: a hook before, with size in bytes and order; __xblock_atomic_done right after, where
 * the block ends. A compare-exchange tells __xblock_cas_done instead whether it stored. */
void __xblock_atomic_load(const void *p, size_t n, uint32_t order, const struct xblock_site *site);
void __xblock_atomic_store(void *p, size_t n, uint32_t order, const struct xblock_site *site);
void __xblock_atomic_rmw(void *p, size_t n, uint32_t order, const struct xblock_site *site);
void __xblock_cas(void *p, size_t n, uint32_t success, uint32_t failure, const struct xblock_site *site);
void __xblock_atomic_done(const struct xblock_site *site);
void __xblock_cas_done(void *p, size_t n, bool stored, const struct xblock_site *site);
void __xblock_fence(uint32_t order, const struct xblock_site *site);

/* The address of the running thread's copy of the thread_local variable at `native`. */
void *__xblock_thread_local(void *native);

/* First in functions of the C++ headers whose callers must keep to bounds. std::counting_semaphore::release(update), of a counter
 * of n bytes that may count to `most`; std::latch::count_down(update), where `most` is -1. std::shared_mutex::unlock and
 * unlock_shared; the destructor and the assignment of std::thread. */
void __xblock_counts(const void *counter, size_t n, int64_t update, int64_t most);
void __xblock_unlocks(const void *lock, bool shared);
void __xblock_loses_thread(const void *object);

/* Stored by the pass right before each call that intercepts.def redirects, or may, being indirect: where the call stands. */
extern const struct xblock_site *__xblock_call_site;

/* In place of instructions by which the processor itself tells what no schedule decides. Its counter (rdtsc, rdtscp,
 * __builtin_readcyclecounter): nanoseconds of the clock that clock_gettime tells. 64 random bits (rdrand, rdseed): the next ones
 * of the thread's, as those of getrandom. */
uint64_t __xblock_counter(const struct xblock_site *site);
uint64_t __xblock_random(void);

/* Reached where the pass met what it cannot model (inline assembly that touches memory, ...): stops the
 * run with verdict `unsupported`, naming `what` and the site. */
void __xblock_unsupported(const char *what, const struct xblock_site *site);

#ifdef __cplusplus
} /* extern "C" */
#endif

/* The pass renames main to this; the runtime's own main explores it. */
#define XBLOCK_PROGRAM_MAIN "__xblock_program_main"
/* A call of NAME that intercepts.def lists is redirected to this prefix + NAME, with the same type. */
#define XBLOCK_INTERCEPT_PREFIX "__xblock_fn_"
/* Named metadata that marks an instrumented module: a second run of the pass leaves it alone. */
#define XBLOCK_MODULE_MARK "xblock.instrumented"

#endif
