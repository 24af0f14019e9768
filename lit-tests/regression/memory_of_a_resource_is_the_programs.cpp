// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What resources of <memory_resource> got from operator new, which libstdc++ calls in its library, was taken for the library's: uses after it was
// given back, beyond its end, and its leaks were not found. What std::pmr::monotonic_buffer_resource writes at the end of each buffer, and
// its destructor where a table of virtual functions leads to it, was in no undo log.
// RUN: %xblock_cxx -std=c++20 -O0 -g %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --leaks=always -- %t released -- verdict=failure failures=heap "message~use after free"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --leaks=always -- %t released-by-pointer -- verdict=failure failures=heap "message~use after free"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --leaks=always -- %t beyond -- verdict=failure failures=heap "message~heap overflow"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --leaks=always -- %t twice -- verdict=failure failures=heap "message~double free"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --leaks=always -- %t leak -- verdict=failure failures=heap "message~memory leak"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --leaks=always --verify-restore -- %t right -- verdict=complete schedules=2 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t right -- verdict=complete schedules=2 failures=none
// RUN: %xblock_cxx -std=c++20 -O2 -g %s -o %t.fast
// RUN: %python %S/../explore/Inputs/explore.py %xblock --leaks=always -- %t.fast released -- verdict=failure failures=heap "message~use after free"
// RUN: %python %S/../explore/Inputs/explore.py %xblock --leaks=always --verify-restore -- %t.fast right -- verdict=complete schedules=2 failures=none
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

std::mutex lock;
volatile int seen;

/// Memory of the program's own, of which the library wrote the ends of buffers.
class Own : public std::pmr::memory_resource {
  void *do_allocate(size_t n, size_t) override {
    char *p = place;
    place += (n + 127) / 128 * 128;
    assert(place <= memory + sizeof memory);
    return p;
  }
  void do_deallocate(void *, size_t, size_t) override { ++given; }
  bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
  alignas(128) char memory[1 << 16];
  char *place = memory;

public:
  int given = 0;
};
Own own;
std::pmr::monotonic_buffer_resource *shared, *owned;

void useRightly() {
  using namespace std::pmr;
  string &kept = *new (shared->allocate(sizeof(string))) string("long enough to be allocated by the resource", shared);
  assert(kept.size() == 43 && kept.get_allocator().resource() == shared);
  char first[64];
  monotonic_buffer_resource buffers(first, sizeof first);
  {
    map<int, string> all(&buffers);
    for (int i = 0; i < 20; ++i)
      all[i] = string(static_cast<size_t>(i) * 10, 'x', &buffers);
    assert(all[19].size() == 190 && all[3].back() == 'x');
  }
  buffers.release();
  std::unique_ptr<memory_resource> some(new monotonic_buffer_resource(100, &own));
  memset(some->allocate(300, 32), 1, 300);
  assert(reinterpret_cast<size_t>(some->allocate(1, 128)) % 128 == 0);
  const int before = own.given;
  some.reset();
  assert(own.given > before);
  vector<int> numbers(10, 3);
  assert(numbers[9] == 3);
  owned->release();
  static_cast<char *>(owned->allocate(0))[0] = 1;
}

} // namespace

int main(int, char **argv) {
  const std::string what = argv[1];
  shared = new std::pmr::monotonic_buffer_resource;
  owned = new std::pmr::monotonic_buffer_resource(1, &own);
  std::thread first([&] {
    std::lock_guard held(lock);
    std::pmr::monotonic_buffer_resource buffers;
    std::pmr::memory_resource *heap = std::pmr::new_delete_resource();
    if (what == "released") {
      int *p = static_cast<int *>(buffers.allocate(16, 4));
      *p = 3;
      buffers.release();
      seen = *p;
    } else if (what == "released-by-pointer") {
      std::unique_ptr<std::pmr::memory_resource> some(new std::pmr::monotonic_buffer_resource);
      int *p = static_cast<int *>(some->allocate(16, 4));
      some.reset();
      *p = 3;
    } else if (what == "beyond") {
      char *p = static_cast<char *>(heap->allocate(16, 1));
      p[16] = 1;
      heap->deallocate(p, 16, 1);
    } else if (what == "twice") {
      void *p = heap->allocate(16);
      heap->deallocate(p, 16);
      heap->deallocate(p, 16);
    } else if (what == "leak") {
      seen = static_cast<int>(reinterpret_cast<size_t>(heap->allocate(16)));
    } else {
      useRightly();
    }
  });
  std::thread second([&] {
    std::lock_guard held(lock);
    if (what == "right")
      useRightly();
  });
  first.join();
  second.join();
  delete shared;
  delete owned;
}
