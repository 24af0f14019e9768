// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// The programs of "Multithreaded Java program test generation" (O. Edelstein et al., IBM Systems Journal 41, 2002), written anew and small enough to be
// searched to their end. Each gets its right answer by dpor: the failure, or that no schedule fails. Inputs/answers.py has the answers and how
// the counts come about; scripts/compare_papers tells how soon sampling finds the same (docs/papers.md).
// RUN: %xblock_cxx -std=c++20 -g -O1 %s -o %t
// RUN: %python %S/Inputs/answers.py %xblock %t contest
#include "Inputs/crawler.h"
#include "Inputs/programs.h"

#include <map>
#include <queue>

// P1: only the first thread is to do it.
static void firstFlag(int threads, bool right) {
  std::atomic<bool> first = true;
  std::vector<int> did(threads);
  times(threads, [&](int me) {
    if (right)
      did[me] = first.exchange(false);
    else if (first) {
      first = false;
      did[me] = 1;
    }
  });
  int sum = 0;
  for (int n : did)
    sum += n;
  assert(sum == 1);
}
static void firstFlagRacy() {
  bool first = true;
  times(3, [&](int) {
    if (first)
      first = false;
  });
}

// P2: money moves between accounts, and the sum stays. A lock around each of two steps is too little, one around both is not.
static void bank(bool right) {
  std::mutex m;
  int accounts[2] = {10, 10};
  auto add = [&](int i, int amount) {
    if (!right)
      m.lock();
    accounts[i] += amount;
    if (!right)
      m.unlock();
  };
  together({[&] {
              if (right)
                m.lock();
              add(0, 3);
              add(1, -3);
              if (right)
                m.unlock();
            },
            [&] {
              std::lock_guard look(m);
              assert(accounts[0] + accounts[1] == 20);
            }});
}
// The same with a lock for each account, taken in the order of the transfer.
static void bankCrossed(bool right) {
  std::mutex m[2];
  int accounts[2] = {10, 10};
  times(2, [&](int me) {
    std::lock_guard a(m[right ? 0 : me]), b(m[right ? 1 : 1 - me]);
    accounts[me] -= 3;
    accounts[1 - me] += 3;
  });
}

// P3: told of before it is there.
static void publish(int observers, bool right) {
  struct Subject {
    int value = 7;
  } object;
  std::atomic<bool> notified = false;
  std::atomic<Subject *> subject = nullptr;
  times(observers + 1, [&](int me) {
    if (me) {
      while (!notified)
        std::this_thread::yield();
      Subject *s = subject;
      assert(s && s->value == 7);
    } else if (right) {
      subject = &object;
      notified = true;
    } else {
      notified = true;
      subject = &object;
    }
  });
}

// P4: a thread stores its child's argument in a table, under a lock, after it created the child.
static void spawn(int depth, bool right) {
  std::mutex m;
  std::map<int, int> arguments = {{0, 0}};
  std::function<void(int)> run = [&](int me) {
    {
      std::lock_guard look(m);
      assert(arguments.count(me));
    }
    if (me == depth)
      return;
    auto store = [&] {
      std::lock_guard guard(m);
      arguments[me + 1] = me + 1;
    };
    if (right)
      store();
    std::thread child(run, me + 1);
    if (!right)
      store();
    child.join();
  };
  run(0);
}

// P5: each takes the fork at the left, and then that at the right.
static void philosophers(int n, bool right) {
  std::vector<std::mutex> forks(n);
  times(n, [&](int me) {
    int left = me, other = (me + 1) % n;
    if (right && other < left)
      std::swap(left, other);
    std::lock_guard a(forks[left]), b(forks[other]);
  });
}

// P6 as it is described, in Inputs/crawler.h.
static void crawlerWhole(crawler::Settings settings) {
  crawler::Manager manager(settings);
  manager.crawl();
  assert(manager.results().pages() >= settings.enough);
  assert(manager.liveConnections() == 0);
}

// Small enough for a search to end, with all threads, waits and classes: one page, which links to itself and to another site. A dead link costs
// one more visit by a worker, and each visit multiplies the orders.
static crawler::Settings smallSite(int workers, bool guarded) {
  return {.workers = workers, .pages = 1, .deadLinks = false, .enough = 1, .guarded = guarded};
}

// P6, its core: workers take connections from a bounded queue, and the manager stops one that has one while it gives it back.
static void crawlerCore(bool right) {
  struct Connection {
    bool stop = false;
  } pool[1];
  std::mutex m;
  std::condition_variable changed;
  std::queue<int> pages;
  bool closed = false;
  Connection *volatile connection = nullptr;
  int results = 0;
  together({[&] { // a worker
              for (;;) {
                std::unique_lock lock(m);
                changed.wait(lock, [&] { return closed || !pages.empty(); });
                if (pages.empty())
                  return;
                int page = pages.front();
                pages.pop();
                connection = &pool[0];
                lock.unlock();
                lock.lock();
                results += page;
                connection = nullptr;
                changed.notify_all();
              }
            },
            [&] { // the manager
              {
                std::lock_guard lock(m);
                pages.push(1);
              }
              changed.notify_all();
              auto has = [&] {
                if (right)
                  return connection != nullptr;
                std::lock_guard lock(m);
                return connection != nullptr;
              };
              auto stop = [&] {
                if (right) {
                  connection->stop = true;
                } else {
                  std::lock_guard lock(m);
                  connection->stop = true;
                }
              };
              if (right)
                m.lock();
              if (has())
                stop();
              if (right)
                m.unlock();
              std::lock_guard lock(m);
              closed = true;
              changed.notify_all();
            }});
  assert(results == 1);
}

// P7: two threads swap, and wait for each other in loops. Always right.
static void swapInLoops() {
  int x = 4, y = 5;
  std::atomic<int> z1 = -1, z2 = -1;
  together({[&] {
              z1 = x;
              while (z2 == -1)
                std::this_thread::yield();
              x = z2;
            },
            [&] {
              z2 = y;
              while (z1 == -1)
                std::this_thread::yield();
              y = z1;
            }});
  assert(x == 5 && y == 4);
}

// P8: a lock around each access, and none around both.
static void getAndSet(int threads, bool right) {
  std::mutex m;
  int count = 0;
  auto get = [&] {
    std::lock_guard guard(m);
    return count;
  };
  auto set = [&](int n) {
    std::lock_guard guard(m);
    count = n;
  };
  times(threads, [&](int) {
    if (right) {
      std::lock_guard guard(m);
      ++count;
    } else {
      set(get() + 1);
    }
  });
  assert(count == threads);
}

// P9: all methods of a class take its lock, but for one.
static void droppedLock(bool right) {
  struct Counter {
    std::mutex m;
    int n = 0;
    void add() {
      std::lock_guard guard(m);
      ++n;
    }
    void addTwo(bool locks) {
      std::unique_lock guard(m, std::defer_lock);
      if (locks)
        guard.lock();
      n += 2;
    }
  } counter;
  together({[&] { counter.add(); }, [&] { counter.addTwo(right); }});
}

// P10: fails only if the first thread runs to its end at once, and then the second.
static void longRun(int events) {
  std::atomic<int> at = 0, broken = 0;
  times(2, [&](int me) {
    for (int i = 0; i < events; ++i)
      if (at.fetch_add(1) != me * events + i)
        broken = 1;
  });
  assert(broken);
}

// P11: right only where a thread that sleeps longer comes later.
static void bySleep() {
  using namespace std::chrono_literals;
  std::atomic<int> value = 0;
  int seen = 0;
  together({[&] { value = 1; },
            [&] {
              std::this_thread::sleep_for(1s);
              seen = value;
            }});
  assert(seen == 1);
}

// P12: a worker thread with a queue of jobs; a job is added without a word to the worker, or with one.
static void worker(bool right) {
  std::mutex m;
  std::condition_variable added;
  std::queue<int> jobs;
  together({[&] {
              for (int i = 0; i < 2; ++i) {
                std::unique_lock lock(m);
                if (jobs.empty())
                  added.wait(lock, [&] { return !jobs.empty(); });
                jobs.pop();
              }
            },
            [&] {
              for (int i = 0; i < 2; ++i) {
                std::lock_guard lock(m);
                jobs.push(i);
                if (i == 0 || right)
                  added.notify_one();
              }
            }});
}

int main(int argc, char **argv) {
  return run(argc, argv,
             {{"P1-racy", firstFlagRacy},
              {"P1-2", [] { firstFlag(2, false); }},
              {"P1-3", [] { firstFlag(3, false); }},
              {"P1-right", [] { firstFlag(3, true); }},
              {"P2", [] { bank(false); }},
              {"P2-right", [] { bank(true); }},
              {"P2-crossed", [] { bankCrossed(false); }},
              {"P2-ordered", [] { bankCrossed(true); }},
              {"P3-1", [] { publish(1, false); }},
              {"P3-2", [] { publish(2, false); }},
              {"P3-right", [] { publish(2, true); }},
              {"P4", [] { spawn(2, false); }},
              {"P4-right", [] { spawn(2, true); }},
              {"P5-2", [] { philosophers(2, false); }},
              {"P5-3", [] { philosophers(3, false); }},
              {"P5-4", [] { philosophers(4, false); }},
              {"P5-right", [] { philosophers(4, true); }},
              {"P6", [] { crawlerWhole({.workers = 2, .pages = 3, .enough = 2}); }},
              {"P6-1", [] { crawlerWhole({.workers = 1, .pages = 1, .enough = 1}); }},
              {"P6-1-right", [] { crawlerWhole({.workers = 1, .pages = 1, .enough = 1, .guarded = true}); }},
              {"P6-small", [] { crawlerWhole(smallSite(2, false)); }},
              {"P6-small-1", [] { crawlerWhole(smallSite(1, false)); }},
              {"P6-right", [] { crawlerWhole(smallSite(2, true)); }},
              {"P6-right-1", [] { crawlerWhole(smallSite(1, true)); }},
              {"P6-core", [] { crawlerCore(false); }},
              {"P6-core-right", [] { crawlerCore(true); }},
              {"P7", swapInLoops},
              {"P8-2", [] { getAndSet(2, false); }},
              {"P8-3", [] { getAndSet(3, false); }},
              {"P8-right", [] { getAndSet(3, true); }},
              {"P9", [] { droppedLock(false); }},
              {"P9-right", [] { droppedLock(true); }},
              {"P10", [] { longRun(100); }},
              {"P11", bySleep},
              {"P12", [] { worker(false); }},
              {"P12-right", [] { worker(true); }}});
}
