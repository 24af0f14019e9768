// The other end of ReexecuteWorld: a fork of this process that runs the program, and what both ends are connected by.
#include "support/modules_linux.h"
#include "support/whole_io_linux.h"
#include "world/crash_linux.h"
#include "world/explore_call.h"
#include "world/process_world.h"
#include "world/reexecute_protocol_linux.h"
#include "world/trails.h"

#include <csignal>
#include <optional>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace xblock {

bool send(int fd, std::string message) {
  uint64_t n = message.size();
  return writeWhole(fd, reinterpret_cast<char *>(&n), sizeof n) && writeWhole(fd, message.data(), n);
}

bool receive(int fd, std::string &message) {
  uint64_t n = 0;
  if (!readWhole(fd, reinterpret_cast<char *>(&n), sizeof n))
    return false;
  message.resize(n);
  return readWhole(fd, message.data(), n);
}

namespace {

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
    trails.archive(out, outcome.trail);
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
  case Request::Follow: {
    Schedule schedule;
    std::vector<Outcome> blocks;
    std::string error;
    io(in, schedule);
    bool fits = world.follow(
        schedule, [&](ThreadId, const Outcome &block) { blocks.push_back(block); }, &error);
    io(out, fits);
    io(out, blocks);
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

} // namespace

void serve(void *(*entry)(void *), int in, int out) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  startWatchdog();
  static ProcessWorld own;
  ProcessWorld &world = exploreCalls.mainLine ? *exploreCalls.mainLine : own;
  Outcome prologue;
  if (exploreCalls.mainLine)
    world.goOn(prologue);
  else
    world.prologue(entry, prologue);
  Writer first;
  io(first, prologue);
  trails.archive(first, prologue.trail);
  std::vector<Module> modules = loadedModules();
  io(first, modules);
  std::string message = first.bytes;
  while (send(out, message) && receive(in, message))
    message = answer(world, prologue, message);
  syscall(SYS_exit_group, 0);
  __builtin_unreachable();
}

} // namespace xblock
