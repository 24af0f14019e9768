// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// The programs of "Detecting threading-related errors in Java programs using AspectJ" (T. Bijlsma, Utrecht 2014), written anew and small enough to be
// searched to their end. Each gets its right answer by dpor: the failure or the race, or that there is none. Inputs/answers.py has the answers and how
// the counts come about; scripts/compare_papers tells how soon sampling finds the same (docs/papers.md).
// RUN: %xblock_cxx -std=c++20 -g -O1 %s -o %t
// RUN: %python %S/Inputs/answers.py %xblock %t concj
#include "Inputs/programs.h"

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <queue>

// E1: each looks whether there is enough, and takes it.
static void withdraw(bool right) {
  std::mutex m;
  std::atomic<int> balance = 100;
  auto take = [&](int amount) {
    std::unique_lock lock(m, std::defer_lock);
    if (right)
      lock.lock();
    if (balance >= amount)
      balance -= amount;
  };
  together({[&] { take(50); }, [&] { take(70); }});
  assert(balance >= 0);
}

// E2: a lock in a lock, the same again or another.
static void nested(bool again) {
  std::recursive_mutex l;
  std::mutex m;
  int n = 0;
  times(2, [&](int) {
    std::lock_guard a(l);
    if (again) {
      std::lock_guard b(l);
      ++n;
    } else {
      std::lock_guard b(m);
      ++n;
    }
  });
  assert(n == 2);
}

// E3: a queue of one place, with one condition variable for both ends.
enum class Queue { Right, If, One };
static void blockingQueue(Queue how) {
  std::mutex m;
  std::condition_variable changed;
  std::queue<int> items;
  auto wait = [&](std::unique_lock<std::mutex> &lock, auto ready) {
    if (how == Queue::If) {
      if (!ready())
        changed.wait(lock);
    } else {
      changed.wait(lock, ready);
    }
  };
  auto tell = [&] { how == Queue::One ? changed.notify_one() : changed.notify_all(); };
  auto push = [&] {
    std::unique_lock lock(m);
    wait(lock, [&] { return items.empty(); });
    items.push(1);
    tell();
  };
  auto pop = [&] {
    std::unique_lock lock(m);
    wait(lock, [&] { return !items.empty(); });
    assert(!items.empty());
    items.pop();
    tell();
  };
  together({pop, pop, [&] { push(), push(); }});
}

// E4: a wait that is asked to end, before it or in it.
static void interrupted() {
  std::mutex m;
  std::condition_variable_any never;
  std::jthread waiter([&](std::stop_token stop) {
    std::unique_lock lock(m);
    bool came = never.wait(lock, stop, [] { return false; });
    assert(!came && stop.stop_requested());
  });
  waiter.request_stop();
}

// E5 and E10: two locks in opposite orders, behind so many switch points each.
static void testAB(int delay1, int delay2, bool right = false) {
  std::mutex a, b;
  std::atomic<int> p = 0, q = 0;
  together({[&] {
              for (int i = 0; i < delay1; ++i)
                p.load();
              std::lock_guard x(a), y(b);
            },
            [&] {
              for (int i = 0; i < delay2; ++i)
                q.load();
              std::lock_guard x(right ? a : b), y(right ? b : a);
            }});
}

// E6: three wait for each other in a circle, and a fourth has no part in it.
static void circle(bool right) {
  std::mutex m[4];
  times(4, [&](int me) {
    int first = me, second = (me + 1) % 3;
    if (right && second < first)
      std::swap(first, second);
    std::lock_guard x(m[first]);
    if (me < 3)
      std::lock_guard y(m[second]);
  });
}

// E7: a loop that ends when another thread says so.
static void stopFlag(bool right) {
  std::atomic<bool> stop = false;
  bool plain = false;
  together({[&] {
              if (right)
                while (!stop)
                  ;
              else
                while (!*static_cast<volatile bool *>(&plain))
                  ;
            },
            [&] { right ? void(stop = true) : void(plain = true); }});
}

// E8: a number of 64 bits in two halves.
static void torn() {
  std::atomic<uint32_t> low = 0, high = 0;
  uint64_t seen = 0;
  together({[&] {
              low = 1;
              high = 1;
            },
            [&] {
              uint64_t h = high;
              seen = h << 32 | low;
            }});
  assert(seen == 0 || seen == 0x100000001);
}

// E9: a race in the orders only in which the second thread comes between two regions of the first.
static void raceInSomeOrders() {
  std::mutex m;
  int shared = 0, seen = 0;
  together({[&] {
              { std::lock_guard lock(m); shared = 1; }
              shared = 2;
              { std::lock_guard lock(m); shared = 3; }
            },
            [&] { std::lock_guard lock(m); seen = shared; }});
}

// E11: increments that are a read and a write.
static void increments(int n) {
  std::atomic<int> conflicted = 0;
  times(2, [&](int) {
    for (int i = 0; i < n; ++i)
      conflicted = conflicted + 1;
  });
  assert(conflicted == 2 * n);
}

// E12: what a reader sees of four writes.
static void numbered() {
  std::atomic<int> shared = 0;
  int seen = -1;
  together({[&] {
              for (int n = 1; n <= 3; ++n)
                shared = n;
              shared = 42;
            },
            [&] { seen = shared; }});
  std::printf("%d\n", seen);
}

// E13: T1 and T3 are ordered with T2 only, each through its own lock.
static void unordered(bool third) {
  std::mutex m, n;
  int x = 0, y = 0, both = 0;
  together({[&] { both = 1; { std::lock_guard lock(m); x = 1; } },
            [&] { { std::lock_guard lock(m); ++x; } { std::lock_guard lock(n); ++y; } },
            [&] { { std::lock_guard lock(n); y = 1; } if (third) both = 2; }});
}

// E14: creation and join alone; a flag that is written behind what it tells of.
static void ordered() {
  int x = 1;
  std::thread child([&] { ++x; });
  child.join();
  assert(++x == 3);
  int data = 0;
  std::atomic<bool> ready = false;
  together({[&] { data = 7; ready = true; }, [&] { if (ready) assert(data == 7); }});
}

// E15: an object that is told of by a plain pointer.
static void publication(bool right) {
  struct Object {
    const int fixed = 1;
    int other = 2;
  };
  Object *plain = nullptr;
  std::atomic<Object *> told = nullptr;
  auto object = std::make_unique<Object>();
  together({[&] { right ? void(told = object.get()) : void(plain = object.get()); },
            [&] {
              Object *seen = right ? told.load() : plain;
              assert(!seen || (seen->fixed == 1 && seen->other == 2));
            }});
}

// E16: what is written behind the constructor is read in the destructor, by whoever gives it up last.
static void destroyed(bool right) {
  struct Object {
    int *to = nullptr;
    ~Object() { ++*to; }
  };
  int ended = 0;
  auto object = std::make_shared<Object>();
  std::mutex m;
  times(2, [&, object](int) mutable {
    if (right)
      m.lock();
    object->to = &ended;
    if (right)
      m.unlock();
    object.reset();
  });
}

// E17: a static variable is what it was, in each schedule.
static void statics() {
  static std::atomic<int> calls = 0;
  times(2, [&](int) { ++calls; });
  assert(calls == 2);
}

// E18: a race at one element of many.
static void element() {
  static int numbers[300];
  times(2, [&](int me) {
    for (int i = me ? 237 : 0; i < (me ? 300 : 238); ++i)
      ++numbers[i];
  });
}

// E19: the barrier of the Java Grande benchmarks, whose flags are plain in an array that is not.
static void tournament(bool right) {
  std::atomic<bool> done[2] = {};
  volatile bool plain[2] = {};
  int data[2] = {}, sum[2] = {};
  auto get = [&](int i) { return right ? done[i].load() : plain[i]; };
  auto set = [&](int i) { right ? void(done[i] = true) : void(plain[i] = true); };
  times(2, [&](int me) {
    data[me] = me + 1;
    if (me == 0)
      while (!get(1))
        std::this_thread::yield();
    set(me);
    while (!get(0))
      std::this_thread::yield();
    sum[me] = data[0] + data[1];
  });
  assert(sum[0] == 3 && sum[1] == 3);
}
// What its other programs meet at: each counts how often it came, and waits until the other came as often. The counters are plain there.
class Meeting {
public:
  explicit Meeting(bool right) : right_(right) {}
  void meet(int me) {
    right_ ? void(++came_[me]) : void(plain_[me] = plain_[me] + 1);
    while (right_ ? came_[1 - me] < came_[me] : plain_[1 - me] < plain_[me])
      std::this_thread::yield();
  }

private:
  bool right_;
  std::atomic<int> came_[2] = {};
  volatile int plain_[2] = {};
};
// SOR: of two inner rows each thread has one, which it makes of its neighbours, red and black in turn.
static void sor(bool right) {
  auto relax = [](int(&g)[4], int row) { g[row] = (g[row - 1] + g[row + 1]) / 2; };
  int expected[4] = {8, 0, 0, 16}, g[4] = {8, 0, 0, 16};
  for (int row : {1, 2})
    relax(expected, row);
  Meeting meeting(right);
  times(2, [&](int me) {
    for (int sweep = 0; sweep < 2; ++sweep) {
      if (sweep == me)
        relax(g, me + 1);
      meeting.meet(me);
    }
  });
  assert(!right || (g[1] == expected[1] && g[2] == expected[2]));
}
// Lufact: for each column the first makes the factors, then each eliminates in columns of its own.
static void lufact(bool right) {
  int a[2][2] = {{2, 4}, {6, 15}};
  Meeting meeting(right);
  times(2, [&](int me) {
    if (me == 0)
      a[1][0] /= a[0][0];
    meeting.meet(me);
    if (me == 1)
      a[1][1] -= a[1][0] * a[0][1];
    meeting.meet(me);
  });
  assert(!right || (a[1][0] == 3 && a[1][1] == 3));
}
// Moldyn: each adds forces of its own, the first sums them, all move by the sum.
static void moldyn(bool right) {
  int own[2] = {}, force = 0, place[2] = {};
  Meeting meeting(right);
  times(2, [&](int me) {
    own[me] = me + 1;
    meeting.meet(me);
    if (me == 0)
      force = own[0] + own[1];
    meeting.meet(me);
    place[me] += force;
  });
  assert(!right || (place[0] == 3 && place[1] == 3));
}
// Crypt and sparse multiplication: parts of their own, and an end that is waited for.
static void cryptBothWays() {
  unsigned char text[4] = {'t', 'e', 's', 't'};
  for (int way = 0; way < 2; ++way)
    times(2, [&](int me) {
      for (int i = 2 * me; i < 2 * me + 2; ++i)
        text[i] ^= 0x55;
    });
  assert(text[0] == 't' && text[3] == 't');
}
static void sparsemult() {
  const int value[4] = {1, 2, 3, 4}, row[4] = {0, 0, 1, 1}, column[4] = {0, 1, 0, 1}, x[2] = {5, 6};
  int y[2] = {};
  times(2, [&](int me) {
    for (int i = 0; i < 4; ++i)
      if (row[i] == me)
        y[me] += value[i] * x[column[i]];
  });
  assert(y[0] == 17 && y[1] == 39);
}
// Its ray tracer: each locks a lock of its own.
static void checksum(bool right) {
  std::mutex own[2];
  int checksum = 0;
  times(2, [&](int me) {
    std::lock_guard lock(own[right ? 0 : me]);
    checksum += me + 1;
  });
}
// Its Monte Carlo: all write the same.
static void debugFlag() {
  bool debug = false;
  times(2, [&](int) { debug = true; });
}
// Its series: creation and join are all there is to it.
static void series() {
  int part[3] = {};
  times(3, [&](int me) { part[me] = me; });
  assert(part[0] + part[1] + part[2] == 3);
}

int main(int argc, char **argv) {
  return run(argc, argv,
             {{"E1", [] { withdraw(false); }},
              {"E1-right", [] { withdraw(true); }},
              {"E2", [] { nested(false); }},
              {"E2-again", [] { nested(true); }},
              {"E3-if", [] { blockingQueue(Queue::If); }},
              {"E3-one", [] { blockingQueue(Queue::One); }},
              {"E3-right", [] { blockingQueue(Queue::Right); }},
              {"E4", interrupted},
              {"E5", [] { testAB(0, 0); }},
              {"E5-right", [] { testAB(0, 0, true); }},
              {"E6", [] { circle(false); }},
              {"E6-right", [] { circle(true); }},
              {"E7", [] { stopFlag(false); }},
              {"E7-right", [] { stopFlag(true); }},
              {"E8", torn},
              {"E9", raceInSomeOrders},
              {"E10-5-5", [] { testAB(5, 5); }},
              {"E10-0-10", [] { testAB(0, 10); }},
              {"E10-10-50", [] { testAB(10, 50); }},
              {"E11", [] { increments(2); }},
              {"E12", numbered},
              {"E13", [] { unordered(true); }},
              {"E13-right", [] { unordered(false); }},
              {"E14", ordered},
              {"E15", [] { publication(false); }},
              {"E15-right", [] { publication(true); }},
              {"E16", [] { destroyed(false); }},
              {"E16-right", [] { destroyed(true); }},
              {"E17", statics},
              {"E18", element},
              {"E19-barrier", [] { tournament(false); }},
              {"E19-barrier-right", [] { tournament(true); }},
              {"E19-checksum", [] { checksum(false); }},
              {"E19-checksum-right", [] { checksum(true); }},
              {"E19-debug", debugFlag},
              {"E19-sor", [] { sor(false); }},
              {"E19-sor-right", [] { sor(true); }},
              {"E19-lufact", [] { lufact(false); }},
              {"E19-lufact-right", [] { lufact(true); }},
              {"E19-moldyn", [] { moldyn(false); }},
              {"E19-moldyn-right", [] { moldyn(true); }},
              {"E19-crypt", cryptBothWays},
              {"E19-sparsemult", sparsemult},
              {"E19-series", series}});
}
