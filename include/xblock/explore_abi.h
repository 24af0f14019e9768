/*===- explore_abi.h - what xblock/explore.h and the runtime say to each other ----------------------===*\
|* Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
|*
|* Of use to explore.h only. The runtime's functions are weak: in a program without it they are null.
\*===--------------------------------------------------------------------------------------------===*/
#ifndef XBLOCK_EXPLORE_ABI_H
#define XBLOCK_EXPLORE_ABI_H

#ifdef __cplusplus
extern "C" {
#endif

/* A program that has it explores where it calls explore(), and nowhere else. */
extern const char __xblock_explores_at_calls __attribute__((weak, visibility("default")));

/* One call. */
struct __xblock_exploration {
  unsigned long size;  /* of this structure */
  const char *name;    /* "": it is known by its number */
  const char *options; /* in the text form, over those of XBLOCK_OPTIONS */
  void (*body)(void *);
  void *argument;
  /* The line that replays a schedule has the program's arguments but those that begin with `dropped` (if that is not empty),
   * then these, which a null ends. */
  const char *dropped;
  const char *const *added;
  int quiet; /* the report is not printed, but for its verdict */
};
void __xblock_explore(const struct __xblock_exploration *call) __attribute__((weak));

/* Of the call that returned last. */
enum __xblock_result {
  __xblock_verdict,   /* number, as exit codes */
  __xblock_schedules, /* number */
  __xblock_blocks,    /* number */
  __xblock_failures,  /* number */
  __xblock_count,     /* number, of failure i: schedules that fail so */
  __xblock_found_at,  /* number, of failure i */
  __xblock_line,      /* number, of failure i: 0 if it is not known */
  __xblock_summary,   /* text: the line that the report ends in */
  __xblock_report,    /* text: all of it */
  __xblock_json,      /* text: the same as JSON */
  __xblock_kind,      /* text, of failure i, and all that follows */
  __xblock_message,
  __xblock_schedule,
  __xblock_replay,
  __xblock_file
};
unsigned long __xblock_result_number(enum __xblock_result what, unsigned long i) __attribute__((weak));
const char *__xblock_result_text(enum __xblock_result what, unsigned long i) __attribute__((weak));

/* Whether schedules are searched, by the process that asks. Not so where the body runs for its effects, behind the search. */
int __xblock_searches(void) __attribute__((weak));
/* The schedule fails here, if one is run; returns else. */
void __xblock_fail(const char *message) __attribute__((weak));
/* Between the two: was p written to by code that has hooks? p lies in no stack. */
void __xblock_probe_begin(void) __attribute__((weak));
int __xblock_probe_end(const void *p) __attribute__((weak));

#ifdef __cplusplus
}
#endif

#endif
