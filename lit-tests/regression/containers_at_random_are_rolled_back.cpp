// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Three threads do random operations on containers, strings, functions, pointers, exceptions and a stream under a lock, and
// compare them with plain arrays after each; snapshots and re-execution print the same, with both libraries.
// RUN: %xblock_cxx -std=c++17 -g -O0 %s -o %t
// RUN: %python %S/Inputs/same_outcomes.py %t 1 -- --max-schedules=60
// RUN: %python %S/Inputs/same_outcomes.py %t 2 -- --max-schedules=60
// RUN: %xblock_cxx -std=c++17 -g -O2 %s -o %t.O2
// RUN: %python %S/Inputs/same_outcomes.py %t.O2 3 -- --max-schedules=60
// RUN: %xblock_cxx -std=c++17 -stdlib=libc++ -g -O0 %s -o %t.libc++
// RUN: %python %S/Inputs/same_outcomes.py %t.libc++ 1 -- --max-schedules=60
// RUN: %python %S/Inputs/same_outcomes.py %t.libc++ 2 -- --max-schedules=60
// RUN: %xblock_cxx -std=c++17 -stdlib=libc++ -g -O2 %s -o %t.libc++.O2
// RUN: %python %S/Inputs/same_outcomes.py %t.libc++.O2 3 -- --max-schedules=60
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

namespace {

constexpr int kKeys = 12, kSteps = 3, kOperations = 8;

struct Random {
  unsigned state;
  unsigned operator()(unsigned n) { return (state = state * 1103515245 + 12345, state >> 16) % n; }
};

std::string wide(int key, unsigned n) { return std::to_string(key) + std::string(10 + n * 7, static_cast<char>('a' + n % 26)); }

std::mutex lock;
std::map<int, std::string> byKey;
std::set<std::string> names;
std::list<int> order;
std::vector<std::string> rows;
std::unordered_map<int, std::string> hashed;
std::deque<int> queue;
std::string log_;
std::function<int(int)> twice;
std::shared_ptr<std::string> sharedText;
std::unique_ptr<int> owned;
std::ostringstream stream;
// The model: what byKey and hashed have, in an array; counts.
unsigned model[kKeys];
int pushed, popped, thrown;

void operation(Random &random) {
  int key = static_cast<int>(random(kKeys));
  unsigned n = 1 + random(20);
  switch (random(6)) {
  case 0:
  case 1:
    byKey[key] = wide(key, n);
    hashed[key] = wide(key, n);
    names.insert(wide(key, n));
    model[key] = n;
    break;
  case 2:
    if (model[key]) {
      names.erase(byKey[key]);
      byKey.erase(key);
      hashed.erase(key);
      model[key] = 0;
    }
    break;
  case 3:
    order.push_front(key);
    order.push_back(key);
    if (n % 3 == 0)
      order.sort();
    if (n % 5 == 0)
      order.reverse();
    queue.push_back(key);
    rows.push_back(wide(key, n));
    ++pushed;
    break;
  case 4:
    if (!queue.empty()) {
      queue.pop_front();
      order.pop_front();
      order.pop_back();
      rows.erase(rows.begin());
      ++popped;
    }
    log_ += wide(key, n);
    log_.erase(0, log_.size() / 2);
    break;
  default:
    try {
      std::string text = wide(key, n);
      twice = [text, key](int x) { return 2 * x + key + static_cast<int>(text.size()); };
      sharedText = std::make_shared<std::string>(text);
      owned = std::make_unique<int>(key);
      stream << key << ' ' << n * 0.5 << ';';
      if (n % 2)
        throw std::runtime_error(text);
      throw std::out_of_range("none");
    } catch (const std::out_of_range &e) {
      assert(e.what() == std::string("none"));
      ++thrown;
    } catch (const std::exception &e) {
      assert(e.what() == wide(key, n));
      ++thrown;
    }
  }
}

void check() {
  int present = 0;
  for (int key = 0; key < kKeys; ++key) {
    present += model[key] != 0;
    assert((byKey.count(key) != 0) == (model[key] != 0));
    assert((hashed.count(key) != 0) == (model[key] != 0));
    if (model[key]) {
      assert(byKey[key] == wide(key, model[key]) && hashed[key] == byKey[key]);
      assert(names.count(byKey[key]));
    }
  }
  assert(static_cast<int>(byKey.size()) == present && static_cast<int>(hashed.size()) == present);
  assert(static_cast<int>(queue.size()) == pushed - popped && rows.size() == queue.size());
  assert(order.size() == 2 * queue.size());
  if (twice)
    assert(twice(1) == 2 + *owned + static_cast<int>(sharedText->size()));
}

void run(unsigned seed) {
  Random random{seed};
  for (int step = 0; step < kSteps; ++step) {
    std::lock_guard<std::mutex> held(lock);
    for (int i = 0; i < kOperations; ++i)
      operation(random);
    check();
  }
}

} // namespace

int main(int argc, char **argv) {
  unsigned seed = argc > 1 ? static_cast<unsigned>(atoi(argv[1])) : 1;
  std::thread a(run, seed), b(run, seed + 1000);
  run(seed + 2000);
  a.join();
  b.join();
  check();
  unsigned sum = 0;
  for (int key = 0; key < kKeys; ++key)
    sum = sum * 31 + model[key];
  for (int key : order)
    sum = sum * 31 + static_cast<unsigned>(key);
  for (const std::string &row : rows)
    for (char c : row)
      sum = sum * 31 + static_cast<unsigned char>(c);
  for (char c : log_ + stream.str())
    sum = sum * 31 + static_cast<unsigned char>(c);
  printf("%u %d %d\n", sum, pushed, thrown);
}
