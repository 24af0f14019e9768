#include "world/reexecute_world_linux.h"

#include "support/check.h"
#include "support/modules_linux.h"
#include "support/own_descriptors_linux.h"
#include "world/reexecute_protocol_linux.h"
#include "world/trails.h"

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

namespace xblock {

namespace {

/// What a terminal sends goes to this process as well, and is for the one that searches.
void shieldFromInterrupts() {
  sigset_t held;
  sigemptyset(&held);
  sigaddset(&held, SIGINT);
  sigaddset(&held, SIGTERM);
  sigprocmask(SIG_BLOCK, &held, nullptr);
}

} // namespace

ReexecuteWorld::~ReexecuteWorld() { endChild(); }

void ReexecuteWorld::start(Outcome &out) {
  int request[2], reply[2];
  XBLOCK_CHECK(pipe(request) == 0 && pipe(reply) == 0);
  for (int *fd : {&request[0], &request[1], &reply[0], &reply[1]}) {
    *fd = moveFar(*fd);
    XBLOCK_CHECK(*fd >= 0);
  }
  child_ = fork();
  XBLOCK_CHECK(child_ >= 0);
  if (child_ == 0) {
    shieldFromInterrupts();
    closeOwn(request[1]);
    closeOwn(reply[0]);
    serve(entry_, request[0], reply[1]);
  }
  closeOwn(request[0]);
  closeOwn(reply[1]);
  to_ = request[1];
  from_ = reply[0];
  spoiled_ = false;
  Reader in;
  if (!receive(from_, in.bytes))
    checkFailed("the re-executing child died", __FILE_NAME__, __LINE__);
  io(in, out);
  trails.archive(in, out.trail);
  std::vector<Module> modules;
  io(in, modules);
  addModulesOfCopy(modules);
}

void ReexecuteWorld::endChild() {
  if (!child_)
    return;
  closeOwn(to_);
  closeOwn(from_);
  kill(child_, SIGKILL);
  waitpid(child_, nullptr, 0);
  child_ = 0;
}

/// The reply to a request with what it needs.
template <typename... Given> Reader ReexecuteWorld::ask(Request request, Given &...given) {
  Writer out;
  io(out, request);
  (io(out, given), ...);
  Reader in;
  if (!send(to_, out.bytes) || !receive(from_, in.bytes))
    checkFailed("the re-executing child died", __FILE_NAME__, __LINE__);
  return in;
}

void ReexecuteWorld::needChild() {
  if (child_)
    return;
  Outcome prologue;
  start(prologue);
  if (!boundaries_.edges.empty() || !boundaries_.places.empty() || !boundaries_.locks.empty())
    ask(Request::Refine, boundaries_);
  if (prefix_.empty())
    return;
  Reader in = ask(Request::Replay, prefix_);
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
  Reader in = ask(Request::Initial);
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
  Reader in = ask(Request::Run, step);
  BlockRecord record;
  io(in, out);
  io(in, record);
  trails.archive(in, out.trail);
  ioRemarks(in);
  spoiled_ = out.ending == Ending::Blocked || out.ending == Ending::Failed || out.ending == Ending::Unsupported;
  prefix_.push_back(std::move(record));
}

bool ReexecuteWorld::available(Resource r) {
  needChild();
  Reader in = ask(Request::Available, r);
  bool yes = false;
  io(in, yes);
  return yes;
}

bool ReexecuteWorld::owner(Resource r, ThreadId &holder) {
  needChild();
  Reader in = ask(Request::Owner, r);
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
  Schedule copy = schedule;
  Reader in = ask(Request::Explain, copy, deadlock, finding);
  bool fits = false;
  io(in, fits);
  io(in, finding);
  io(in, last);
  io(in, *error);
  spoiled_ = true;
  return fits;
}

bool ReexecuteWorld::follow(const Schedule &schedule, const OnBlock &did, std::string *error) {
  endChild();
  prefix_.clear();
  needChild();
  Schedule copy = schedule;
  Reader in = ask(Request::Follow, copy);
  bool fits = false;
  std::vector<Outcome> blocks;
  io(in, fits);
  io(in, blocks);
  io(in, *error);
  spoiled_ = true;
  for (size_t i = 0; i < blocks.size(); ++i)
    did(schedule[i].thread, blocks[i]);
  return fits;
}

void ReexecuteWorld::explainPrologue(const Outcome &, Finding &finding) {
  Reader in = ask(Request::ExplainPrologue, finding);
  io(in, finding);
}

std::string ReexecuteWorld::outputOf(int stream) {
  needChild();
  Reader in = ask(Request::Output, stream);
  std::string text;
  io(in, text);
  return text;
}

} // namespace xblock
