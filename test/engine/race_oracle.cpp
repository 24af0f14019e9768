//===- race_oracle.cpp - the data races of a tiny program, by brute force -----------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "race_oracle.h"
#include "support/model_state.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <unordered_set>
#include <vector>

namespace xblock::test {
namespace {

using Clock = std::vector<int>;

void join(Clock &to, const Clock &from) {
  to.resize(std::max(to.size(), from.size()));
  for (size_t i = 0; i < from.size(); ++i)
    to[i] = std::max(to[i], from[i]);
}

struct Access {
  int thread, stamp;
  uint32_t place;
  bool writes, atomic;
  auto operator<=>(const Access &) const = default;
};

/// All that decides what is a race from here on.
struct Node {
  std::vector<int32_t> cells;
  std::vector<Clock> threads, pending;
  std::map<int, Clock> mutexes, atomics, semaphores;
  std::map<int, std::set<Access>> accesses;

  std::string key() const {
    std::string text;
    auto add = [&](int value) { text += std::to_string(value) + ","; };
    auto addClock = [&](const Clock &clock) {
      for (int value : clock)
        add(value);
      text += ";";
    };
    for (int32_t cell : cells)
      add(cell);
    for (const auto *clocks : {&threads, &pending})
      for (const Clock &clock : *clocks)
        addClock(clock);
    for (const auto *objects : {&mutexes, &atomics, &semaphores})
      for (const auto &[object, clock] : *objects)
        add(object), addClock(clock);
    for (const auto &[variable, all] : accesses)
      for (const Access &a : all)
        add(variable), add(a.thread), add(a.stamp), add(static_cast<int>(a.place));
    return text;
  }
};

class Oracle {
public:
  Oracle(const Program &program, size_t limit)
      : program_(program), state_(program), limit_(limit) {}

  std::optional<RacePlaces> run() {
    Node first;
    first.cells = state_.cells();
    size_t n = program_.threads.size();
    first.threads.assign(n, Clock(n));
    first.pending.assign(n, Clock(n));
    todo_.push_back(std::move(first));
    while (!todo_.empty()) {
      if (seen_.size() > limit_)
        return std::nullopt;
      Node from = std::move(todo_.back());
      todo_.pop_back();
      for (int t = 0; t < static_cast<int>(n); ++t)
        expand(from, t);
    }
    return races_;
  }

private:
  void expand(const Node &from, int t) {
    state_.assign(from.cells);
    if (!state_.alive(t) || state_.finished(t) || state_.waits(t))
      return;
    std::vector<int> ways;
    bool again = state_.reacquires(t);
    state_.ways(t, ways);
    for (int way : ways) {
      state_.assign(from.cells);
      std::vector<int> all;
      if (!again && state_.next(t).kind == OpKind::NotifyAll)
        state_.waiters(state_.next(t).object, all);
      else if (!again && state_.next(t).kind == OpKind::Notify && way >= 0)
        all.push_back(way);
      int retaken = again ? state_.mutexToReacquire(t) : -1;
      Op op = again ? Op{.kind = OpKind::Lock, .object = retaken, .value = {}} : state_.next(t);
      if (state_.step(t, way) == Did::Blocked) {
        state_.rollback(0);
        continue;
      }
      Node next = from;
      next.cells = state_.cells();
      apply(next, t, op, all);
      state_.forget(0);
      if (seen_.insert(next.key()).second)
        todo_.push_back(std::move(next));
    }
  }

  void apply(Node &node, int t, const Op &op, const std::vector<int> &woken) {
    auto self = static_cast<size_t>(t);
    Clock &now = node.threads[self];
    ++now[self];
    switch (op.kind) {
    case OpKind::Lock:
      return join(now, node.mutexes[op.object]);
    case OpKind::Unlock:
    case OpKind::Wait:
      if (state_.owner(op.object) != t)
        node.mutexes[op.object] = now;
      return;
    case OpKind::Read:
    case OpKind::Check:
      return access(node, t, op.object, false, false);
    case OpKind::Write:
      return access(node, t, op.object, true, false);
    case OpKind::Copy:
      access(node, t, op.source, false, false);
      return access(node, t, op.object, true, false);
    case OpKind::AtomicRead:
    case OpKind::AtomicWrite:
    case OpKind::Rmw:
      return atomic(node, t, op);
    case OpKind::Start:
      return join(node.threads[static_cast<size_t>(op.object)], now);
    case OpKind::Join:
      return join(now, node.threads[static_cast<size_t>(op.object)]);
    case OpKind::Post:
      return join(node.semaphores[op.object], now);
    case OpKind::Sem:
      return join(now, node.semaphores[op.object]);
    case OpKind::Notify:
    case OpKind::NotifyAll:
      for (int x : woken)
        join(node.threads[static_cast<size_t>(x)], now);
      return;
    case OpKind::Let:
    case OpKind::Jump:
    case OpKind::Unless:
      return;
    case OpKind::Choose:
      return;
    case OpKind::Try: // not in the programs that come here
    case OpKind::TrySem:
    case OpKind::TryRead:
    case OpKind::TryWrite:
    case OpKind::ReadLock:
    case OpKind::WriteLock:
    case OpKind::RwUnlock:
    case OpKind::Barrier:
    case OpKind::TimedWait:
      std::abort();
    }
  }

  void atomic(Node &node, int t, const Op &op) {
    Clock &now = node.threads[static_cast<size_t>(t)];
    Clock &object = node.atomics[op.object];
    bool reads = op.kind != OpKind::AtomicWrite, writes = op.kind != OpKind::AtomicRead;
    if (reads && acquires(op.order))
      join(now, object);
    access(node, t, op.object, writes, true);
    if (!writes)
      return;
    if (!reads)
      object.clear();
    if (releases(op.order))
      join(object, now);
  }

  void access(Node &node, int t, int variable, bool writes, bool atomic) {
    const Clock &now = node.threads[static_cast<size_t>(t)];
    auto place = static_cast<uint32_t>(t) * 4096 + static_cast<uint32_t>(state_.position(t));
    std::set<Access> &all = node.accesses[variable];
    for (const Access &other : all)
      if (other.thread != t && (writes || other.writes) && !(atomic && other.atomic) &&
          now[static_cast<size_t>(other.thread)] < other.stamp)
        races_.emplace(std::min(place, other.place), std::max(place, other.place));
    all.insert({t, now[static_cast<size_t>(t)], place, writes, atomic});
  }

  const Program &program_;
  ModelState state_;
  size_t limit_;
  std::vector<Node> todo_;
  std::unordered_set<std::string> seen_;
  RacePlaces races_;
};

} // namespace

std::optional<RacePlaces> racesByBruteForce(const Program &program, size_t limit) {
  return Oracle(program, limit).run();
}

} // namespace xblock::test
