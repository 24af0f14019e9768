/*===- xblock.h - what a program may say to xblock --------------------------------------------------===*\
|* Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
|*
|* For C and C++. Needs no library: in a program that was not compiled with xblock-clang nothing happens.
\*===--------------------------------------------------------------------------------------------===*/
#ifndef XBLOCK_XBLOCK_H
#define XBLOCK_XBLOCK_H

#ifdef __cplusplus
extern "C" {
#endif

/* The runtime's; null in a program that runs natively. */
extern void __xblock_mark(int begins) __attribute__((weak));
extern void __xblock_outcome(const char *name, long long value) __attribute__((weak));

/* From here on all schedules are run that matter, if xblock is called with --from=mark. Until some thread comes here, one
 * schedule is: whichever thread can go on does, those that were created first before the others. Any thread may call it,
 * before the first thread is created, too, and any number of times; calls do not nest. The calling thread's block ends. */
static inline void xblock_begin(void) {
  if (__xblock_mark)
    __xblock_mark(1);
}

/* With --to=mark, from here on, or up to the next xblock_begin(), one schedule is run for each state that is come to. */
static inline void xblock_end(void) {
  if (__xblock_mark)
    __xblock_mark(0);
}

/* A result of this schedule, for --outcomes and --expect-outcomes: of each name the value that was given last counts. The
 * name has at most 47 bytes and no line break, and a schedule at most 64 of them. Any thread may call it; its block ends. */
static inline void xblock_outcome(const char *name, long long value) {
  if (__xblock_outcome)
    __xblock_outcome(name, value);
}

#ifdef __cplusplus
}
#endif

#endif
