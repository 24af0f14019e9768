/*===- plugin.h - a scheduler of one's own, and what to do when something is found ------------------===*\
|* Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
|*
|* A shared library that `xblock run --plugin=FILE` loads beside the program. It defines any of the functions at the end. They are
|* called between blocks and schedules, never while the program runs, one after the other, and belong to no state that xblock goes back to: what
|* they remember, they remember over all schedules, and --resume takes to the next process what they say is to be kept. Compile it without xblock-clang: c++ -shared -fPIC -I... Other compilers and
|* standard libraries than the program's will do. C++11 or newer. What they print is to be flushed (std::endl, fflush): the process ends without that. docs/sampling.md has an example.
\*===--------------------------------------------------------------------------------------------===*/
#ifndef XBLOCK_PLUGIN_H
#define XBLOCK_PLUGIN_H

#include <cstddef>
#include <cstdint>

namespace xblock {

/* A thread that can go on. */
struct PluginThread {
  unsigned number;   /* 0: main; in the order of creation in this schedule */
  const char *name;  /* "main", "T1", ... */
  uint64_t blocks;   /* that it ran in this schedule */
  unsigned locks;    /* that it holds */
  bool ranLast;      /* it ran the block before */
};

/* Which thread runs next, with --policy=plugin. */
class PluginScheduler {
public:
  virtual ~PluginScheduler() {}
  /* A schedule begins: its number, from 1, and 64 random bits that depend on --seed and the number only. Schedules can be run again
   * only if what follows depends on nothing else, and on nothing from outside; a failure's own schedule is replayed whatever it was made of. */
  virtual void begin(uint64_t schedule, uint64_t random) {
    (void)schedule;
    (void)random;
  }
  /* The position in `ready` of the one that is to run its next block. count > 0. Asked again, without it, if it turned out to be
   * blocked. Any other number ends the run as misuse, exit code 3. */
  virtual size_t pick(const PluginThread *ready, size_t count) = 0;
  /* Which of `ways` a decision goes that the block met: which waiter a signal wakes, xblock_choose(), ... Less than `ways`. */
  virtual unsigned decide(unsigned ways) {
    (void)ways;
    return 0;
  }
  /* The schedule ended. */
  virtual void end() {}
};

/* A distinct failure, as it is found. */
struct PluginFailure {
  const char *kind;     /* "deadlock", "assertion", ... as in the JSON report */
  const char *message;  /* objects by their addresses: the report names them */
  const char *schedule; /* what xblock replay takes */
  uint64_t number;      /* of the schedule, from 1 */
};
/* A distinct data race, or a variable that no lock protects. */
struct PluginRace {
  const char *kind;                     /* "race", "lockset" */
  const char *firstFile, *secondFile;   /* of the two accesses; "" if not known */
  unsigned firstLine, secondLine;
  unsigned firstThread, secondThread;
  const char *schedule;
  uint64_t number;
};

} // namespace xblock

extern "C" {
/* With --policy=plugin. Called once; what it returns lives as long as the process, null ends the run with exit code 3. */
__attribute__((visibility("default"))) xblock::PluginScheduler *xblock_plugin_scheduler(void);
/* With --policy=plugin, both or none of them: for a scheduler that remembers anything from one schedule to the next. Between schedules,
 * as what --resume needs is written: what it remembers, in `state` if `size` bytes are enough; returns how many it takes, at most 1 GiB,
 * and is asked again if they were not enough. Before the first schedule of a run that is gone on with: the scheduler remembers that again. One that
 * begins each schedule anew returns 0. Without them a run that is gone on with says that the plugin began anew. */
__attribute__((visibility("default"))) size_t xblock_plugin_save(void *state, size_t size);
__attribute__((visibility("default"))) void xblock_plugin_load(const void *state, size_t size);
/* With any policy: told of each deadlock and livelock; of every other failure; of each race. Not told again where a run is gone on with. */
__attribute__((visibility("default"))) void xblock_plugin_deadlock(const xblock::PluginFailure *found);
__attribute__((visibility("default"))) void xblock_plugin_failure(const xblock::PluginFailure *found);
__attribute__((visibility("default"))) void xblock_plugin_race(const xblock::PluginRace *found);
}

#endif
