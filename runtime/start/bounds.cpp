#include "start/bounds.h"

#include "report/counted.h"
#include "report/shown.h"
#include "report/symbolize.h"
#include "start/sampling.h"
#include "world/object_names_linux.h"
#include "world/running.h"
#include "world/thread_table.h"

#include <algorithm>
#include <chrono>

namespace xblock {

namespace {

/// "T2 waits for mutex a, held by T1, which gave back mutex b last, held by T2".
std::string tell(const PossibleDeadlock &possible) {
  const LockChain &chain = possible.chain;
  auto thread = [](ThreadId t) { return std::string(ThreadName(t).text); };
  std::string text = "possible deadlock: " + thread(chain.threads[0]) + " waits for ";
  for (std::size_t i = 0; i < chain.locks.size(); ++i) {
    ThreadId holder = chain.threads[(i + 1) % chain.threads.size()];
    text += "mutex " + nameObject(chain.locks[i].id) + ", held by " + thread(holder);
    if (i + 1 < chain.locks.size())
      text += ", which gave back last ";
  }
  return text + "; after schedule " + (possible.schedule.empty() ? "x1:" : print(possible.schedule));
}

/// The function at pc, and its line if that is known.
std::string nameCode(const void *pc) {
  Finding finding;
  finding.threads.emplace_back().stack.emplace_back().pc = reinterpret_cast<uint64_t>(pc) - 1;
  symbolize(finding);
  const std::vector<Frame> &stack = finding.threads[0].stack;
  if (stack.empty())
    return "main";
  const Frame &frame = stack.back();
  return frame.function + (frame.file.empty() ? "" : " (" + shownPlace(frame.file, frame.line) + ")");
}

/// "refined 2 times: blocks end also before ...", if the search was.
void tellRefinement(const SearchResult &result, Report &report) {
  if (result.rounds < 2)
    return;
  const Boundaries &all = result.boundaries;
  std::string text;
  auto add = [&](size_t n, const char *before, const char *one, const char *many) {
    if (n)
      text += (text.empty() ? "" : ", ") + std::string(before) + counted(n, one, many);
  };
  add(all.edges.size(), "before ", "acquire under a lock", "acquires under a lock");
  add(all.places.size(), "after ", "racing access", "racing accesses");
  auto count = [&](ResourceKind kind) { return static_cast<size_t>(std::ranges::count(all.locks, kind, &Resource::kind)); };
  size_t cancels = count(ResourceKind::Cancel), joins = count(ResourceKind::Join);
  add(all.locks.size() - cancels - joins, "where ", "lock with try-locks is taken", "locks with try-locks are taken");
  add(cancels, "at the cancellation points of ", "thread", "threads");
  add(joins, "where joins begin of ", "thread that several join", "threads that several join");
  report.notes.push_back("refined " + counted(result.rounds - 1, "time", "times") + ": blocks end also " + text);
}

} // namespace

std::string setBounds(const Options &options, SearchOptions &search, Watch *watch) {
  search.maxSchedules = options.maxSchedules;
  search.maxBlocks = options.maxBlocks;
  setSampling(options, search);
  search.preemptions = options.preemptions;
  search.starvation = options.starvation;
  search.delays = options.delays;
  if (options.time != kUnlimited) {
    auto end = std::chrono::steady_clock::now() + std::chrono::seconds(options.time);
    // A process before this one may have begun to count. Never later than one that begins now: it may have gone wild there.
    std::chrono::steady_clock::time_point begun{std::chrono::nanoseconds(watch ? watch->deadline : 0)};
    if (watch && watch->deadline)
      end = std::min(end, begun);
    else if (watch)
      watch->deadline = static_cast<uint64_t>(std::chrono::nanoseconds(end.time_since_epoch()).count());
    search.stop = [end] { return std::chrono::steady_clock::now() >= end; };
  }
  if (options.preemptions != kUnlimited && options.delays != kUnlimited)
    return "--preemptions and --delays are two bounds of a search: leave out one of them";
  for (const char *onlyDpor : {"preemptions", "delays", "starvation"})
    if (isGiven(options, onlyDpor) && search.mode != Mode::Dpor)
      return std::string("--") + onlyDpor + " needs --mode=dpor: leave out --mode=" + options.mode;
  return "";
}

namespace {

std::string branchesLeft(const SearchResult &result) {
  return counted(result.branchesLeft, "branch was", "branches were") + " not begun";
}

} // namespace

void addBounds(const Options &options, const SearchResult &result, Stopper by, Report &report) {
  if (result.sampled)
    addSampled(options, result, by, report);
  else if (result.stopped && by == Stopper::Deaths)
    report.left.push_back("the process that explores died " + std::to_string(Watch::kMostDeaths) + " times; the rest was not searched");
  else if (result.stopped && by == Stopper::Interrupt)
    report.left.push_back("interrupted after " + counted(result.schedules, "schedule", "schedules") + "; " + branchesLeft(result));
  else if (result.stopped)
    report.left.push_back("--time was reached; " + branchesLeft(result));
  if (result.hopelessSchedules)
    report.left.push_back(counted(result.hopelessSchedules, "schedule was", "schedules were") +
                          " given up, where threads only tried again what may come to nothing: timed waits, try-locks, loops that end at a time");
  if (result.beyondBound && options.delays != kUnlimited)
    report.upTo.push_back(counted(options.delays, "delay", "delays") +
                          " in a schedule: each thread runs on as long as it can, and then the next by number, but for so many that could go on "
                          "and are skipped (--delays)");
  else if (result.beyondBound)
    report.upTo.push_back(counted(options.preemptions, "preemption", "preemptions") +
                          " in a schedule: threads are switched between blocks only where the running one cannot go on, "
                          "but for so many times (--preemptions)");
  if (options.starvation != kUnlimited)
    report.upTo.push_back("starvation is seen in the schedules that ran, not in all that are equivalent to one (--starvation)");
  if (running.timeoutsBounded)
    report.upTo.push_back(counted(options.timeouts, "time-out", "time-outs") +
                          " in a row at one place of a thread, and more only where no thread can go on, in the order of their "
                          "times (--timeouts)");
  if (running.spuriousBounded)
    report.upTo.push_back("1 spurious wake-up in a row at one place of a thread (--spurious)");
  if (running.triesBounded)
    report.upTo.push_back(counted(options.failedTries, "try-lock", "try-locks") +
                          " in a row at one place of a thread that find their lock taken (--failed-tries)");
  if (running.actedAtOnce)
    report.upTo.push_back("a request to a thread that is cancelled asynchronously acts at once, not some time later");
  if (running.printsAsked)
    report.upTo.push_back("a thread is not cancelled in output by stdio (glibc cancels it where the buffer is written)");
  if (running.allocationFailuresBounded)
    report.upTo.push_back(counted(options.failMalloc, "allocation that fails", "allocations that fail") + " in a thread (--fail-malloc)");
  if (running.leaksSkipped)
    report.upTo.push_back("leaks were looked for in one schedule: there is much memory to look at (--leaks)");
  if (running.trusted)
    report.upTo.push_back("no block ends where a lock is given back that --trust=" + options.trust + " names the taker of");
  else if (!options.trust.empty())
    report.notes.push_back("--trust=" + options.trust + " names nobody who takes a lock");
  if (running.ignoredAny)
    report.upTo.push_back("accesses between xblock_ignore_begin() and xblock_ignore_end() are not looked at");
  if (running.heldTogetherAny)
    report.upTo.push_back("no other thread runs between xblock_atomic_begin() and xblock_atomic_end()");
  if (running.handedOver)
    report.upTo.push_back("what comes before xblock_happens_before() is over by xblock_happens_after()");
  if (running.ownLocks)
    report.upTo.push_back("memory orders of the locks that xblock_lock_acquired() tells of are strong enough");
  if (running.callerWithoutHooks)
    report.upTo.push_back("what code of the program without hooks reads and writes, as that which takes a lock in " + nameCode(running.callerWithoutHooks) +
                          ": compile all of it with xblock-clang");
  if (running.locksReplaced)
    report.upTo.push_back("locks that xblock_lock_instead() stands for are right: their own code did not run");
  if (running.ranOutside)
    report.upTo.push_back("one order of the blocks outside xblock_begin() and xblock_end() (--from, --to)");
  if (running.fromMark && !running.marked)
    report.left.push_back("--from=mark, and no schedule came to xblock_begin(): nothing was searched");
  bool refines = options.mode == "dpor" || options.mode == "sleep";
  if (result.triedLocks && !refines)
    report.upTo.push_back("a try-lock fails only where a block of the lock's owner ends");
  tellRefinement(result, report);
  for (const PossibleDeadlock &possible : result.possibleDeadlocks)
    report.notes.push_back(tell(possible));
}

} // namespace xblock
