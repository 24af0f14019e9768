//===- random_program.cpp - tiny programs at random ---------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "support/random_program.h"

#include <algorithm>
#include <cstddef>

namespace xblock::test {
namespace {

using Ops = std::vector<std::string>;

class Generator {
public:
  Generator(std::mt19937_64 &rng, Flavour flavour) : rng_(rng), flavour_(flavour) {
    threads_ = from(2, flavour.maxThreads);
    locks_ = from(1, 3);
    variables_ = from(1, 3);
    nested_ = chance(60);
    conditions_ = chance(40);
  }

  std::string text() {
    std::vector<Ops> all;
    for (int t = 0; t < threads_; ++t)
      all.push_back(threadOps());
    if (flavour_.dynamic)
      for (int t = 1; t < threads_; ++t) {
        size_t cut = static_cast<size_t>(from(0, static_cast<int>(all[0].size())));
        insert(all[0], cut, "start T" + std::to_string(t));
        if (chance(60))
          insert(
              all[0],
              static_cast<size_t>(from(static_cast<int>(cut) + 1, static_cast<int>(all[0].size()))),
              "join T" + std::to_string(t));
      }
    std::string text = flavour_.dynamic ? "start: T0\n" : "";
    for (int t = 0; t < threads_; ++t) {
      text += "T" + std::to_string(t) + ":";
      for (const std::string &op : all[static_cast<size_t>(t)])
        text += (&op == &all[static_cast<size_t>(t)][0] ? " " : ", ") + op;
      text += "\n";
    }
    return text;
  }

private:
  int from(int low, int high) {
    return low + static_cast<int>(rng_() % static_cast<uint64_t>(high - low + 1));
  }
  bool chance(int percent) { return from(0, 99) < percent; }
  static void insert(Ops &ops, size_t at, std::string op) {
    ops.insert(ops.begin() + static_cast<std::ptrdiff_t>(at), std::move(op));
  }
  std::string lock(int l) { return "l" + std::to_string(l); }
  std::string factor() { return std::to_string(from(1, 3)) + "%7"; }

  bool loose() const { return flavour_.atomics || flavour_.races; }
  /// An access that heeds no lock.
  std::string looseOp() {
    if (!flavour_.atomics || (flavour_.races && chance(60))) {
      std::string variable = "v" + std::to_string(from(0, variables_ - 1));
      return chance(50) ? "r " + variable + " a" : "w " + variable + " 2*a+" + factor();
    }
    std::string variable = chance(50) ? "a0" : "a1";
    if (chance(40))
      return "ar " + variable + " a";
    return chance(50) ? "aw " + variable + " " + std::to_string(from(1, 3))
                      : "rmw " + variable + " 2*old+" + factor();
  }

  Ops threadOps() {
    Ops ops;
    for (int i = from(1, 2); i > 0; --i) {
      if (conditions_ && chance(15))
        ops.push_back((chance(50) ? "notify c" : "notifyall c") +
                      std::to_string(from(0, locks_ - 1)));
      if (loose() && chance(50)) {
        ops.push_back(looseOp());
        continue;
      }
      int l = from(0, locks_ - 1);
      ops.push_back("lock " + lock(l));
      body({l}, 0, ops);
      ops.push_back("unlock " + lock(l));
    }
    return ops;
  }

  void body(const std::vector<int> &held, int depth, Ops &ops) {
    for (int i = from(1, 2); i > 0; --i) {
      if (loose() && chance(30)) {
        ops.push_back(looseOp());
        continue;
      }
      if (flavour_.dynamic && flavour_.semaphores && chance(15)) {
        ops.push_back(chance(67) ? "post s0" : "sem s0");
        continue;
      }
      int x = from(0, 99);
      if (nested_ && depth < 2 && x < 35) {
        int l = from(0, locks_ - 1);
        std::vector<int> more = held;
        if (std::find(held.begin(), held.end(), l) == held.end())
          more.push_back(l);
        ops.push_back("lock " + lock(l));
        body(more, depth + 1, ops);
        ops.push_back("unlock " + lock(l));
      } else if (conditions_ && held.size() == 1 && x < 50) {
        conditionOp(held[0], ops);
      } else {
        access(held, x, ops);
      }
    }
  }

  void conditionOp(int l, Ops &ops) {
    std::string c = "c" + std::to_string(l);
    switch (from(0, 2)) {
    case 0:
      return ops.push_back("wait " + lock(l) + " " + c);
    case 1:
      return ops.push_back("notify " + c);
    default:
      return ops.push_back("notifyall " + c);
    }
  }

  /// Of a variable whose lock is held, if there is one: v0 is under l0, v1 under l1 or, if that is
  /// no lock, l0, ...
  void access(const std::vector<int> &held, int x, Ops &ops) {
    std::vector<int> mine;
    for (int v = 0; v < variables_; ++v)
      if (std::find(held.begin(), held.end(), v % locks_) != held.end())
        mine.push_back(v);
    if (mine.empty())
      return;
    std::string v =
        "v" + std::to_string(mine[static_cast<size_t>(from(0, static_cast<int>(mine.size()) - 1))]);
    if (flavour_.checks && chance(20))
      ops.push_back("check " + v + " " + std::to_string(from(0, 2)));
    else
      ops.push_back(x < 70 ? "r " + v + " a" : "w " + v + " 2*a+" + factor());
  }

  std::mt19937_64 &rng_;
  Flavour flavour_;
  int threads_, locks_, variables_;
  bool nested_, conditions_;
};

} // namespace

std::string randomProgramText(std::mt19937_64 &rng, Flavour flavour) {
  return Generator(rng, flavour).text();
}

} // namespace xblock::test
