#include "world/reexecute_world_linux.h"

#include "support/check.h"
#include "world/archive.h"
#include "world/crash_linux.h"
#include "world/process_world.h"
#include "world/running.h"
#include "world/weak_atomics.h"

#include <cerrno>
#include <csignal>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace xblock {

template <typename A> void io(A &a, Outcome &o) {
  io(a, o.ending);
  io(a, o.blockedOn);
  io(a, o.nowWaiting);
  io(a, o.data);
  io(a, o.sync);
  io(a, o.acquired);
  io(a, o.released);
  io(a, o.started);
  io(a, o.woken);
  io(a, o.joined);
  io(a, o.decisions);
  io(a, o.holding);
  io(a, o.wanted);
  io(a, o.ordered);
  io(a, o.cut);
  io(a, o.outside);
  io(a, o.events);
  io(a, o.locks);
  io(a, o.owed);
  io(a, o.tried);
  io(a, o.failure);
}

template <typename A> void io(A &a, BlockRecord &r) {
  io(a, r.step);
  io(a, r.ending);
  io(a, r.decisions);
  io(a, r.accesses);
  io(a, r.object);
  io(a, r.failure);
}

namespace {

enum class Request : uint8_t { Run, Replay, Available, Owner, Initial, Explain, ExplainPrologue, Output, Refine };

// By system call: the names of libc are those of the explored program in this process.
bool transfer(long call, int fd, char *bytes, size_t n) {
  while (n) {
    long done = syscall(call, fd, bytes, n);
    if (done < 0 && errno == EINTR)
      continue;
    if (done <= 0)
      return false;
    bytes += done;
    n -= static_cast<size_t>(done);
  }
  return true;
}

bool send(int fd, std::string message) {
  uint64_t n = message.size();
  return transfer(SYS_write, fd, reinterpret_cast<char *>(&n), sizeof n) && transfer(SYS_write, fd, message.data(), n);
}

bool receive(int fd, std::string &message) {
  uint64_t n = 0;
  if (!transfer(SYS_read, fd, reinterpret_cast<char *>(&n), sizeof n))
    return false;
  message.resize(n);
  return transfer(SYS_read, fd, message.data(), n);
}

/// What a verdict must say of the program, as far as the child knows; added up in the explorer.
template <typename A> void ioRemarks(A &a) {
  std::vector<const xblock_site *> weak = weakAtomicsSeen();
  bool tries = running.triesBounded, bounded = running.timeoutsBounded, trusted = running.trusted;
  bool spurious = running.spuriousBounded, prints = running.printsAsked;
  bool allocations = running.allocationFailuresBounded;
  bool looked = running.leaksLookedFor, skipped = running.leaksSkipped;
  bool marked = running.marked, outside = running.ranOutside;
  io(a, weak);
  io(a, tries);
  io(a, bounded);
  io(a, trusted);
  io(a, spurious);
  io(a, prints);
  io(a, allocations);
  io(a, looked);
  io(a, skipped);
  io(a, marked);
  io(a, outside);
  if constexpr (A::kReads) {
    for (const xblock_site *site : weak)
      noteWeakAtomic(site);
    running.triesBounded |= tries;
    running.timeoutsBounded |= bounded;
    running.trusted |= trusted;
    running.spuriousBounded |= spurious;
    running.printsAsked |= prints;
    running.allocationFailuresBounded |= allocations;
    running.leaksLookedFor |= looked;
    running.leaksSkipped |= skipped;
    running.marked |= marked;
    running.ranOutside |= outside;
  }
}

std::string answer(ProcessWorld &world, const Outcome &prologue, const std::string &message) {
  Reader in{message};
  Writer out;
  Request request;
  io(in, request);
  Outcome outcome;
  switch (request) {
  case Request::Run: {
    Step step;
    io(in, step);
    world.run(step.thread, step.choices, outcome);
    BlockRecord record = recordOf(step.thread, step.choices, outcome);
    io(out, outcome);
    io(out, record);
    ioRemarks(out);
    break;
  }
  case Request::Replay: {
    std::vector<BlockRecord> blocks;
    io(in, blocks);
    std::optional<std::string> other;
    for (size_t i = 0; i < blocks.size() && !other; ++i) {
      const Step &step = blocks[i].step;
      world.run(step.thread, step.choices, outcome);
      other = difference(blocks[i], recordOf(step.thread, step.choices, outcome), i + 1);
    }
    std::string text = other.value_or("");
    io(out, text);
    break;
  }
  case Request::Available: {
    Resource r;
    io(in, r);
    bool yes = world.available(r);
    io(out, yes);
    break;
  }
  case Request::Owner: {
    Resource r;
    ThreadId holder{};
    io(in, r);
    bool yes = world.owner(r, holder);
    io(out, yes);
    io(out, holder);
    break;
  }
  case Request::Initial: {
    auto threads = world.initial();
    io(out, threads);
    break;
  }
  case Request::Explain: {
    Schedule schedule;
    bool deadlock;
    Finding finding;
    Ending last{};
    std::string error;
    io(in, schedule);
    io(in, deadlock);
    io(in, finding);
    bool fits = world.explain(schedule, deadlock, finding, last, &error);
    io(out, fits);
    io(out, finding);
    io(out, last);
    io(out, error);
    break;
  }
  case Request::ExplainPrologue: {
    Finding finding;
    io(in, finding);
    world.explainPrologue(prologue, finding);
    io(out, finding);
    break;
  }
  case Request::Refine: {
    Boundaries boundaries;
    io(in, boundaries);
    world.endBlocksAt(boundaries);
    break;
  }
  case Request::Output: {
    int stream;
    io(in, stream);
    std::string text = world.outputOf(stream);
    io(out, text);
    break;
  }
  }
  return out.bytes;
}

[[noreturn]] void serve(void *(*entry)(void *), int in, int out) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  startWatchdog();
  static ProcessWorld world;
  Outcome prologue;
  world.prologue(entry, prologue);
  Writer first;
  io(first, prologue);
  std::string message = first.bytes;
  while (send(out, message) && receive(in, message))
    message = answer(world, prologue, message);
  syscall(SYS_exit_group, 0);
  __builtin_unreachable();
}

} // namespace

ReexecuteWorld::~ReexecuteWorld() { endChild(); }

void ReexecuteWorld::start(Outcome &out) {
  int request[2], reply[2];
  XBLOCK_CHECK(pipe(request) == 0 && pipe(reply) == 0);
  child_ = fork();
  XBLOCK_CHECK(child_ >= 0);
  if (child_ == 0) {
    close(request[1]);
    close(reply[0]);
    serve(entry_, request[0], reply[1]);
  }
  close(request[0]);
  close(reply[1]);
  to_ = request[1];
  from_ = reply[0];
  spoiled_ = false;
  Reader in;
  if (!receive(from_, in.bytes))
    checkFailed("the re-executing child died", __FILE_NAME__, __LINE__);
  io(in, out);
}

void ReexecuteWorld::endChild() {
  if (!child_)
    return;
  close(to_);
  close(from_);
  kill(child_, SIGKILL);
  waitpid(child_, nullptr, 0);
  child_ = 0;
}

std::string ReexecuteWorld::ask(const std::string &request) {
  std::string reply;
  if (!send(to_, request) || !receive(from_, reply))
    checkFailed("the re-executing child died", __FILE_NAME__, __LINE__);
  return reply;
}

void ReexecuteWorld::needChild() {
  if (child_)
    return;
  Outcome prologue;
  start(prologue);
  if (!boundaries_.edges.empty() || !boundaries_.places.empty() || !boundaries_.locks.empty()) {
    Writer out;
    Request request = Request::Refine;
    io(out, request);
    io(out, boundaries_);
    ask(out.bytes);
  }
  if (prefix_.empty())
    return;
  Writer out;
  Request request = Request::Replay;
  io(out, request);
  io(out, prefix_);
  Reader in{ask(out.bytes)};
  std::string other;
  io(in, other);
  if (other.empty() || distrust_)
    return;
  Schedule schedule;
  for (const BlockRecord &b : prefix_)
    schedule.push_back(b.step);
  distrust_ = Distrust{.message = other, .schedule = schedule};
}

void ReexecuteWorld::prologue(void *(*entry)(void *), Outcome &out) {
  entry_ = entry;
  start(out);
}

std::vector<ThreadId> ReexecuteWorld::initial() {
  needChild();
  Writer out;
  Request request = Request::Initial;
  io(out, request);
  Reader in{ask(out.bytes)};
  std::vector<ThreadId> threads;
  io(in, threads);
  return threads;
}

void ReexecuteWorld::run(ThreadId t, std::span<const uint16_t> choices, Outcome &out) {
  needChild();
  if (distrust_) {
    out.clear();
    out.endUnsupported(t, distrust_->message);
    return;
  }
  XBLOCK_CHECK(!spoiled_);
  Step step{t, {choices.begin(), choices.end()}};
  Writer message;
  Request request = Request::Run;
  io(message, request);
  io(message, step);
  Reader in{ask(message.bytes)};
  BlockRecord record;
  io(in, out);
  io(in, record);
  ioRemarks(in);
  spoiled_ = out.ending == Ending::Blocked || out.ending == Ending::Failed || out.ending == Ending::Unsupported;
  prefix_.push_back(std::move(record));
}

bool ReexecuteWorld::available(Resource r) {
  needChild();
  Writer out;
  Request request = Request::Available;
  io(out, request);
  io(out, r);
  Reader in{ask(out.bytes)};
  bool yes = false;
  io(in, yes);
  return yes;
}

bool ReexecuteWorld::owner(Resource r, ThreadId &holder) {
  needChild();
  Writer out;
  Request request = Request::Owner;
  io(out, request);
  io(out, r);
  Reader in{ask(out.bytes)};
  bool yes = false;
  io(in, yes);
  io(in, holder);
  return yes;
}

SnapshotId ReexecuteWorld::save() {
  marks_.push_back(prefix_.size());
  return SnapshotId{static_cast<uint32_t>(marks_.size() - 1)};
}

void ReexecuteWorld::restore(SnapshotId s) {
  auto i = static_cast<uint32_t>(s);
  XBLOCK_CHECK(i < marks_.size());
  marks_.resize(i + 1);
  if (prefix_.size() == marks_[i])
    return;
  if (first_.empty() && prefix_.back().ending != Ending::Blocked) {
    first_ = prefix_;
    if (first_.back().ending == Ending::Failed)
      first_.pop_back(); // is explained; and if it is stuck, it takes long
  }
  prefix_.resize(marks_[i]);
  endChild();
}

void ReexecuteWorld::refine(std::span<const LockEdge> edges) {
  boundaries_.edges.assign(edges.begin(), edges.end());
  endChild(); // the next one begins with them
}

void ReexecuteWorld::promote(std::span<const uint32_t> places) {
  boundaries_.places.assign(places.begin(), places.end());
  endChild();
}

void ReexecuteWorld::observe(std::span<const Resource> locks) {
  boundaries_.locks.assign(locks.begin(), locks.end());
  endChild();
}

void ReexecuteWorld::discard(SnapshotId s) {
  XBLOCK_CHECK(static_cast<uint32_t>(s) + 1 == marks_.size());
  marks_.pop_back();
}

void ReexecuteWorld::runFirstAgain() {
  Boundaries last;
  std::swap(boundaries_, last); // there were none then
  endChild();
  prefix_ = first_;
  needChild();
  endChild();
  prefix_.clear();
  std::swap(boundaries_, last);
}

bool ReexecuteWorld::explain(const Schedule &schedule, bool deadlock, Finding &finding, Ending &last,
                             std::string *error) {
  endChild();
  prefix_.clear();
  needChild();
  Writer out;
  Request request = Request::Explain;
  Schedule copy = schedule;
  io(out, request);
  io(out, copy);
  io(out, deadlock);
  io(out, finding);
  Reader in{ask(out.bytes)};
  bool fits = false;
  io(in, fits);
  io(in, finding);
  io(in, last);
  io(in, *error);
  spoiled_ = true;
  return fits;
}

void ReexecuteWorld::explainPrologue(const Outcome &, Finding &finding) {
  Writer out;
  Request request = Request::ExplainPrologue;
  io(out, request);
  io(out, finding);
  Reader in{ask(out.bytes)};
  io(in, finding);
}

std::string ReexecuteWorld::outputOf(int stream) {
  needChild();
  Writer out;
  Request request = Request::Output;
  io(out, request);
  io(out, stream);
  Reader in{ask(out.bytes)};
  std::string text;
  io(in, text);
  return text;
}

} // namespace xblock
