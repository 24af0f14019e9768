//===- random_program.cpp - tiny programs at random ---------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "support/random_program.h"

#include <algorithm>
#include <cstddef>
#include <utility>

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
    for (bool &first : writersFirst_)
      first = flavour_.writersFirst && chance(70);
  }

  std::string text() {
    std::vector<Ops> all;
    for (int t = 0; t < threads_; ++t)
      all.push_back(threadOps());
    if (flavour_.dynamic && jumps())
      startOutsideOfJumps(all[0]);
    else if (flavour_.dynamic)
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

  bool jumps() const { return flavour_.branches || flavour_.tries; }
  /// Starts and joins where no jump leads over them.
  void startOutsideOfJumps(Ops &ops) {
    std::vector<size_t> places{0};
    size_t reach = 0; // of the jumps so far
    int loops = 0;    // that are open
    for (size_t i = 0; i < ops.size(); ++i) {
      size_t word = ops[i].rfind(' ');
      if (ops[i].starts_with("let i"))
        loops += ops[i].ends_with(" 0");
      else if (ops[i].starts_with("jump i"))
        --loops;
      else if (ops[i].starts_with("jump") || ops[i].starts_with("unless"))
        reach = std::max(reach, i + std::stoul(ops[i].substr(word)));
      if (reach <= i && loops == 0)
        places.push_back(i + 1);
    }
    auto put = [&](size_t place, const std::string &op) {
      insert(ops, places[place], op);
      for (size_t i = place; i < places.size(); ++i)
        ++places[i];
    };
    for (int t = 1; t < threads_; ++t) {
      int cut = from(0, static_cast<int>(places.size()) - 1);
      put(static_cast<size_t>(cut), "start T" + std::to_string(t));
      if (chance(60))
        put(static_cast<size_t>(from(cut, static_cast<int>(places.size()) - 1)),
            "join T" + std::to_string(t));
    }
  }

  bool loose() const { return flavour_.atomics || flavour_.races; }
  /// An access that heeds no lock.
  std::string looseOp() {
    if (flavour_.copies && flavour_.races && chance(40))
      return "copy v" + std::to_string(from(0, variables_ - 1)) + " v" + std::to_string(from(0, variables_ - 1));
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
      if (flavour_.choices && chance(30))
        ops.push_back("choose a 2");
      if (flavour_.ways && chance(60))
        twoWays(ops);
      if (conditions_ && chance(15))
        ops.push_back((chance(50) ? "notify c" : "notifyall c") +
                      std::to_string(from(0, locks_ - 1)));
      if (loose() && chance(50)) {
        ops.push_back(looseOp());
        continue;
      }
      if (flavour_.barriers && chance(20))
        ops.push_back("bar b0 2");
      if (flavour_.rwLocks && chance(40)) {
        rwRegion({}, 0, ops);
        continue;
      }
      if (flavour_.tries && chance(30)) {
        tryRegion({}, 0, ops);
        continue;
      }
      if (flavour_.chains && chance(40)) {
        handOverHand(ops);
        continue;
      }
      int l = from(0, locks_ - 1);
      ops.push_back("lock " + lock(l));
      body({l}, 0, ops);
      ops.push_back("unlock " + lock(l));
    }
    return ops;
  }

  /// What the flavour adds to what can stand in a region. False: nothing was added.
  bool extra(const std::vector<int> &held, int depth, Ops &ops) {
    if (flavour_.branches && depth < 2 && chance(35)) {
      if (chance(70))
        branch(held, depth, ops);
      else
        loop(held, depth, ops);
      return true;
    }
    if (flavour_.tries && depth < 2 && chance(25)) {
      tryRegion(held, depth, ops);
      return true;
    }
    if (flavour_.choices && chance(20)) {
      ops.push_back("choose a " + std::to_string(from(1, 3)));
      return true;
    }
    if (flavour_.rwLocks && depth < 2 && chance(20)) {
      rwRegion(held, depth, ops);
      return true;
    }
    if (flavour_.barriers && chance(8)) {
      ops.push_back("bar b0 2");
      return true;
    }
    return false;
  }

  /// One of two things, as the search chooses.
  void twoWays(Ops &ops) {
    auto way = [&]() -> Ops {
      const std::string semaphore = chance(50) ? "p" : "q", mutex = lock(from(0, locks_ - 1));
      switch (from(0, 4)) {
      case 0:
      case 1:
        return {"sem " + semaphore};
      case 2:
        return {"post " + semaphore};
      case 3:
        return {"lock " + mutex, "unlock " + mutex};
      default:
        return {};
      }
    };
    Ops first = way(), second = way();
    ops.push_back("choose k8 2");
    ops.push_back("unless k8 0 " + std::to_string(first.size() + 1));
    append(ops, first);
    ops.push_back("jump k8 0 " + std::to_string(second.size()));
    append(ops, second);
  }

  /// A local of its own for each depth, so that what encloses it keeps its value.
  static std::string flag(int depth) { return "k" + std::to_string(depth); }

  void append(Ops &ops, const Ops &more) { ops.insert(ops.end(), more.begin(), more.end()); }

  /// "if (v == n) { lock ... unlock }", v under its lock or, if the flavour has races or atomics,
  /// not.
  void branch(const std::vector<int> &held, int depth, Ops &ops) {
    std::string flagName = flag(depth);
    learnInto(flagName, held, ops);
    int l = from(0, locks_ - 1);
    Ops inner{"lock " + lock(l)};
    std::vector<int> more = held;
    if (std::find(held.begin(), held.end(), l) == held.end())
      more.push_back(l);
    body(more, depth + 1, inner);
    inner.push_back("unlock " + lock(l));
    ops.push_back((chance(50) ? "unless " : "jump ") + flagName + " " + std::to_string(from(0, 2)) +
                  " " + std::to_string(inner.size()));
    append(ops, inner);
  }

  /// Chosen, or read.
  void learnInto(const std::string &local, const std::vector<int> &held, Ops &ops) {
    if (flavour_.choices && chance(50))
      return ops.push_back("choose " + local + " " + std::to_string(from(2, 3)));
    readInto(local, held, ops);
  }

  /// Reads a variable whose lock is held, if there is one; else, where that is allowed, any.
  void readInto(const std::string &local, const std::vector<int> &held, Ops &ops) {
    std::vector<int> mine;
    for (int v = 0; v < variables_; ++v)
      if (flavour_.races ||
          std::find(held.begin(), held.end(), v % locks_) != held.end())
        mine.push_back(v);
    if (flavour_.atomics && chance(50))
      ops.push_back("ar a0 " + local);
    else if (!mine.empty())
      ops.push_back("r v" +
                    std::to_string(mine[static_cast<size_t>(
                        from(0, static_cast<int>(mine.size()) - 1))]) +
                    " " + local);
  }

  /// Two rounds of a body, or one if what is read in the first says so.
  void loop(const std::vector<int> &held, int depth, Ops &ops) {
    std::string count = "i" + std::to_string(depth);
    Ops round;
    body(held, depth + 1, round);
    learnInto(flag(depth), held, round);
    ops.push_back("let " + count + " 0");
    append(ops, round);
    ops.push_back("jump " + flag(depth) + " " + std::to_string(from(0, 2)) + " 2");
    ops.push_back("let " + count + " " + count + "+1");
    ops.push_back("jump " + count + " 1 -" + std::to_string(round.size() + 3));
  }

  /// "if (try m) { ... unlock m }", with something else in place of the region now and then.
  void tryRegion(const std::vector<int> &held, int depth, Ops &ops) {
    int l = from(0, locks_ - 1);
    std::vector<int> more = held;
    if (std::find(held.begin(), held.end(), l) == held.end())
      more.push_back(l);
    Ops inner;
    body(more, depth + 1, inner);
    inner.push_back("unlock " + lock(l));
    ops.push_back("try " + lock(l) + " " + flag(depth));
    ops.push_back("unless " + flag(depth) + " 1 " + std::to_string(inner.size()));
    append(ops, inner);
    if (chance(30))
      ops.push_back("aw t" + std::to_string(from(0, 1)) + " " + flag(depth) + "+1");
  }

  /// w0 is under R0, w1 under R1.
  void rwRegion(const std::vector<int> &held, int depth, Ops &ops) {
    bool writes = chance(50);
    int number = from(0, 1);
    if (inside_[number] && writersFirst_[number])
      return ops.push_back("r w" + std::to_string(number) + " a"); // a second time is misuse
    std::string l = std::to_string(number), name = (writersFirst_[number] ? "P" : "R") + l;
    Ops inner;
    bool outer = std::exchange(inside_[number], true);
    rwBody(held, depth, writes, l, inner);
    inside_[number] = outer;
    inner.push_back("rwunlock " + name);
    if (flavour_.tries && chance(50)) {
      ops.push_back((writes ? "trywr " : "tryrd ") + name + " " + flag(depth));
      ops.push_back("unless " + flag(depth) + " 1 " + std::to_string(inner.size()));
    } else {
      ops.push_back((writes ? "wrlock " : "rdlock ") + name);
    }
    append(ops, inner);
  }

  void rwBody(const std::vector<int> &held, int depth, bool writes, const std::string &l, Ops &ops) {
    for (int i = from(1, 2); i > 0; --i) {
      if (nested_ && depth < 2 && chance(35)) {
        int m = from(0, locks_ - 1);
        std::vector<int> more = held;
        if (std::find(held.begin(), held.end(), m) == held.end())
          more.push_back(m);
        ops.push_back("lock " + lock(m));
        body(more, depth + 1, ops);
        ops.push_back("unlock " + lock(m));
      } else if (writes && chance(60)) {
        ops.push_back("w w" + l + " 2*a+" + factor());
      } else {
        ops.push_back("r w" + l + " a");
      }
    }
  }

  /// Along the locks, the next taken before the last is given back.
  void handOverHand(Ops &ops) {
    int from0 = from(0, locks_ - 1), steps = from(1, 2);
    bool down = chance(25);
    auto at = [&](int i) {
      return (from0 + (down ? locks_ * 4 - i : i)) % locks_;
    };
    ops.push_back("lock " + lock(at(0)));
    for (int i = 1; i <= steps; ++i) {
      access({at(i - 1)}, from(0, 99), ops);
      ops.push_back("lock " + lock(at(i)));
      access({at(i - 1), at(i)}, from(0, 99), ops);
      ops.push_back("unlock " + lock(at(i - 1)));
    }
    access({at(steps)}, from(0, 99), ops);
    ops.push_back("unlock " + lock(at(steps)));
  }

  void body(const std::vector<int> &held, int depth, Ops &ops) {
    for (int i = from(1, 2); i > 0; --i) {
      if (loose() && chance(30)) {
        ops.push_back(looseOp());
        continue;
      }
      if (flavour_.dynamic && flavour_.semaphores && chance(15)) {
        if (flavour_.tries && chance(30))
          ops.push_back("trysem s0 b");
        else
          ops.push_back(chance(67) ? "post s0" : "sem s0");
        continue;
      }
      if (extra(held, depth, ops))
        continue;
      int x = from(0, 99);
      if (nested_ && depth < 2 && x < 35) {
        int l = from(0, locks_ - 1);
        std::vector<int> more = held;
        if (std::find(held.begin(), held.end(), l) == held.end())
          more.push_back(l);
        ops.push_back("lock " + lock(l));
        body(more, depth + 1, ops);
        ops.push_back("unlock " + lock(l));
      } else if (conditions_ && (held.size() == 1 || flavour_.chains) && x < 50) {
        conditionOp(held[static_cast<size_t>(from(0, static_cast<int>(held.size()) - 1))], ops);
      } else {
        access(held, x, ops);
      }
    }
  }

  void conditionOp(int l, Ops &ops) {
    std::string c = "c" + std::to_string(l);
    if (flavour_.timed && chance(40))
      return ops.push_back("twait " + lock(l) + " " + c + " " + (chance(50) ? "a" : "e"));
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
    if (flavour_.copies && chance(40))
      ops.push_back("copy " + v + " v" + std::to_string(mine[static_cast<size_t>(from(0, static_cast<int>(mine.size()) - 1))]));
    else if (flavour_.checks && chance(20))
      ops.push_back("check " + v + " " + std::to_string(from(0, 2)));
    else
      ops.push_back(x < 70 ? "r " + v + " a" : "w " + v + " 2*a+" + factor());
  }

  std::mt19937_64 &rng_;
  bool writersFirst_[2] = {}, inside_[2] = {}; ///< of the reader-writer locks
  Flavour flavour_;
  int threads_, locks_, variables_;
  bool nested_, conditions_;
};

} // namespace

std::string randomProgramText(std::mt19937_64 &rng, Flavour flavour) {
  return Generator(rng, flavour).text();
}

} // namespace xblock::test
