// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// Two threads insert an entry of the same key: one of them does, and that one is in the map.
#include <cassert>
#include <oneapi/tbb/concurrent_hash_map.h>
#include <thread>

using Map = tbb::concurrent_hash_map<int, int>;

int main() {
  Map map;
  bool inserted[2];
  auto insert = [&](int value) { inserted[value] = map.insert({7, value}); };
  std::thread other(insert, 1);
  insert(0);
  other.join();
  assert(inserted[0] != inserted[1]);
  Map::const_accessor entry;
  assert(map.size() == 1 && map.find(entry, 7) && inserted[entry->second]);
}
