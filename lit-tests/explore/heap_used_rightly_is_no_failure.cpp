// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What programs do with memory and may do: containers, every form of allocation and of operator new, memory of the C library that
// the user gives back, placement, an allocator of the program's own in a large block, blocks of no bytes, memory that one
// thread allocates and another gives back. Nothing is reported, and nothing has leaked.
// RUN: %xblock_cxx -g -O0 -w -std=c++20 %s -o %t.0
// RUN: %python %S/Inputs/explore.py %xblock --leaks=always -- %t.0 -- verdict=complete schedules=1 failures=none
// RUN: %xblock_cxx -g -O2 -w -std=c++20 %s -o %t.2
// RUN: %python %S/Inputs/explore.py %xblock --leaks=always -- %t.2 -- verdict=complete schedules=1 failures=none
#include <alloca.h>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <list>
#include <malloc.h>
#include <map>
#include <memory>
#include <memory_resource>
#include <new>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

struct alignas(64) Aligned {
  char bytes[64];
};
struct Base {
  virtual ~Base() {}
  int x = 0;
};
struct Derived : Base {
  long y[4] = {};
};
struct Counted {
  ~Counted() { ++ends; }
  static inline int ends = 0;
};

template <typename T> static T *hidden(T *p) {
  asm volatile("" : "+r"(p));
  return p;
}

static void formsOfNew() {
  delete hidden<Base>(new Derived);
  delete hidden(new Aligned);
  delete[] hidden(new Aligned[3]);
  delete[] hidden(new Counted[3]);
  delete[] hidden(new int[0]);
  operator delete(hidden(operator new(0)));
  operator delete(hidden(operator new(16, std::nothrow)), std::nothrow);
  operator delete[](hidden(operator new[](16, std::nothrow)), std::nothrow);
  operator delete(hidden(operator new(16, std::align_val_t(128))), std::align_val_t(128));
  operator delete(hidden(operator new(16)), 16);
  std::allocator<Aligned> allocator;
  allocator.deallocate(allocator.allocate(5), 5);
  alignas(Counted) char place[sizeof(Counted)];
  (new (place) Counted)->~Counted();
}

static void formsOfMalloc() {
  auto *grown = static_cast<char *>(malloc(1));
  for (size_t n = 2; n < 200000; n = n * 3 / 2 + 1) {
    grown = static_cast<char *>(realloc(grown, n));
    grown[n - 1] = 1;
  }
  free(realloc(grown, 3));
  free(malloc(0));
  free(nullptr);
  auto *zeroes = static_cast<char *>(calloc(3, 5));
  zeroes[14] = zeroes[0];
  free(zeroes);
  void *aligned;
  if (posix_memalign(&aligned, 128, 10) == 0)
    static_cast<char *>(aligned)[9] = 1;
  free(aligned);
  free(aligned_alloc(64, 64));
  free(reallocarray(nullptr, 3, 7));
  auto *usable = static_cast<char *>(malloc(13));
  usable[malloc_usable_size(usable) - 1] = 1;
  free(usable);
  char *copy = strdup("a copy");
  if (strlen(copy) != 6 || strchr(copy, 'y') != copy + 5)
    abort();
  free(copy);
  // Numbers and searches end before what is no string does.
  auto *digits = static_cast<char *>(malloc(4));
  memcpy(digits, "12 z", 4);
  if (atoi(digits) != 12 || strtol(digits, nullptr, 10) != 12 || strchr(digits, ' ') != digits + 2 ||
      strncmp(digits, "12 zz", 4) != 0 || memchr(digits, 'z', 400) != digits + 3)
    abort();
  free(digits);
  auto *local = static_cast<char *>(alloca(100));
  memset(local, 1, 100);
}

static void containers() {
  std::mt19937 random(1);
  std::map<std::string, std::vector<int>> map;
  std::unordered_map<int, std::string> hash;
  std::deque<std::string> deque;
  std::list<int> list;
  for (int i = 0; i < 300; ++i) {
    map[std::to_string(random() % 40)].push_back(i);
    hash[static_cast<int>(random() % 50)] += "some text that is long";
    deque.push_front(std::string(random() % 60, 'x'));
    list.push_back(i);
    if (i % 3 == 0) {
      map.erase(map.begin());
      hash.erase(hash.begin());
      deque.pop_back();
    }
  }
  list.sort(std::greater<>());
  list.reverse();
  auto shared = std::make_shared<std::string>("shared by two");
  std::weak_ptr<std::string> weak = shared;
  std::function<size_t()> function = [map, shared] { return map.size() + shared->size(); };
  shared.reset();
  std::ostringstream text;
  text << function() << ' ' << 1.5 << std::string(100, 'y');
  std::string all = text.str();
  try {
    throw std::runtime_error(all);
  } catch (const std::exception &) {
    std::exception_ptr kept = std::current_exception();
  }
  char buffer[500];
  std::pmr::monotonic_buffer_resource pool(buffer, sizeof buffer);
  std::pmr::vector<int> inPool(&pool);
  for (int i = 0; i < 300; ++i)
    inPool.push_back(i);
}

/// Blocks of 16 bytes out of one of 256 KiB.
class Pool {
public:
  Pool() : memory_(static_cast<char *>(malloc(kSize))) {
    for (size_t at = 0; at < kSize; at += 16) {
      *reinterpret_cast<char **>(memory_ + at) = free_;
      free_ = memory_ + at;
    }
  }
  ~Pool() { free(memory_); }
  char *get() {
    char *p = free_;
    free_ = *reinterpret_cast<char **>(p);
    return p;
  }

private:
  static constexpr size_t kSize = 256 << 10;
  char *memory_, *free_ = nullptr;
};

static char *handedOver;
static std::vector<std::string> global;
static thread_local std::string perThread;

int main() {
  handedOver = static_cast<char *>(malloc(100));
  formsOfMalloc(); // before the first thread exists
  containers();
  std::thread thread([] {
    perThread = std::string(100, 'z');
    handedOver[99] = 1;
    free(handedOver);
    handedOver = static_cast<char *>(malloc(50));
    formsOfNew();
    formsOfMalloc();
    containers();
    Pool pool;
    for (int i = 0; i < 1000; ++i)
      pool.get()[15] = 1;
    global.push_back(std::string(100, 'w'));
  });
  thread.join();
  handedOver[49] = 1;
  free(handedOver);
}
