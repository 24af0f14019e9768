//===- wait_graph.cpp - who waited for what, in all schedules so far ----------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "engine/wait_graph.h"

#include <algorithm>
#include <map>

namespace xblock {
namespace {

size_t mix(Resource r) {
  return (r.id * 0x9E3779B97F4A7C15ull) ^ (static_cast<size_t>(r.kind) * 0xD6E8FEB86659FD93ull);
}

Resource endOf(ThreadId t) { return {ResourceKind::ThreadEnd, index(t)}; }

bool isLock(Resource r) {
  return r.kind == ResourceKind::Mutex || r.kind == ResourceKind::Spin || r.kind == ResourceKind::Guard ||
         r.kind == ResourceKind::Once || r.kind == ResourceKind::Stream || r.kind == ResourceKind::OwnLock || r.kind == ResourceKind::OwnReaders ||
         r.kind == ResourceKind::RwLock || r.kind == ResourceKind::RwReaders || r.kind == ResourceKind::RwWaiting;
}

/// Numbers the strongly connected components of a graph (Tarjan's algorithm with a stack of its
/// own).
class Components {
public:
  explicit Components(const std::set<LockEdge> &edges) {
    for (const LockEdge &e : edges) {
      size_t from = number(e.held), to = number(e.wanted);
      successors_[from].push_back(to);
    }
    component_.assign(successors_.size(), 0);
    order_.assign(successors_.size(), 0);
    low_.assign(successors_.size(), 0);
    for (size_t v = 0; v < successors_.size(); ++v)
      if (!order_[v])
        visit(v);
  }
  bool together(Resource a, Resource b) { return component_[number(a)] == component_[number(b)]; }

private:
  size_t number(Resource r) {
    auto [at, isNew] = numbers_.try_emplace(r, numbers_.size());
    if (isNew)
      successors_.emplace_back();
    return at->second;
  }

  void enter(size_t v) {
    order_[v] = low_[v] = ++entered_;
    open_.push_back(v);
    path_.push_back({v, 0});
  }

  void visit(size_t root) {
    enter(root);
    while (!path_.empty()) {
      auto [v, next] = path_.back();
      if (next < successors_[v].size()) {
        ++path_.back().second;
        size_t w = successors_[v][next];
        if (!order_[w])
          enter(w);
        else if (!component_[w])
          low_[v] = std::min(low_[v], order_[w]);
        continue;
      }
      path_.pop_back();
      if (!path_.empty())
        low_[path_.back().first] = std::min(low_[path_.back().first], low_[v]);
      if (low_[v] == order_[v])
        close(v);
    }
  }

  void close(size_t v) {
    for (++components_;;) {
      size_t w = open_.back();
      open_.pop_back();
      component_[w] = components_;
      if (w == v)
        return;
    }
  }

  std::map<Resource, size_t> numbers_;
  std::vector<std::vector<size_t>> successors_;
  std::vector<size_t> component_, order_, low_, open_; ///< 0: not yet
  std::vector<std::pair<size_t, size_t>> path_;        ///< node, next successor to look at
  size_t entered_ = 0, components_ = 0;
};

} // namespace

void WaitGraph::Edges::insert(LockEdge edge) {
  LockEdge &recent = recent_[(mix(edge.held) + 3 * mix(edge.wanted)) >> 56];
  if (recent == edge)
    return;
  recent = edge;
  all_.insert(edge);
}

void WaitGraph::add(ThreadId t, const Outcome &out) {
  for (Resource w : out.wanted)
    waits_.insert({endOf(t), w});
  for (const LockEdge &e : out.ordered)
    waits_.insert(e);
  for (Resource x : out.owed)
    owes_.insert({endOf(t), x});
}

bool WaitGraph::refine() {
  std::set<LockEdge> edges = waits_.all();
  for (const LockEdge &owes : owes_.all()) {
    auto waits = waits_.all().lower_bound({owes.held, {}});
    for (; waits != waits_.all().end() && waits->held == owes.held; ++waits)
      edges.insert({owes.wanted, waits->wanted});
  }
  Components components(edges);
  std::vector<LockEdge> cyclic;
  for (const LockEdge &e : edges)
    if (isLock(e.held) && isLock(e.wanted) && components.together(e.held, e.wanted))
      cyclic.push_back(e);
  // Edges are never taken back, and so neither are cycles.
  bool grew = cyclic.size() > boundaries_.size();
  boundaries_ = std::move(cyclic);
  return grew;
}

} // namespace xblock
