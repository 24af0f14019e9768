// std::filesystem::path allocates in libstdc++, which calls the program's operator new in the middle of what is told of as one step. A block that
// ended there (at its lock) was left in the middle: what the library did behind it was neither told of nor rolled back. It was made worse when locks
// there were skipped: false failures.
// RUN: %xblock_cxx -std=c++20 -g -O1 %s -o %t
// RUN: %python %S/../run/Inputs/exits.py 4 %xblock run -- %t 2>&1 | FileCheck %s
// So does the text of an exception, which ended in an internal error.
// RUN: %xblock_cxx -std=c++20 -g -O1 -DTEXT %s -o %t.text
// RUN: %python %S/../run/Inputs/exits.py 4 %xblock run -- %t.text 2>&1 | FileCheck %s
// CHECK: unsupported: a lock, an atomic access or another step that ends a block in the middle of a function of the C++ library
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <new>
#include <stdexcept>
#include <thread>

static std::mutex arena;
static long live;

void *operator new(size_t n) {
  std::lock_guard held(arena);
  ++live;
  return malloc(n);
}
void operator delete(void *p) noexcept {
  if (!p)
    return;
  std::lock_guard held(arena);
  --live;
  free(p);
}
void operator delete(void *p, size_t) noexcept { operator delete(p); }

static void use() {
#ifdef TEXT
  try {
    throw std::runtime_error("a text that is too long for a string to keep in itself");
  } catch (const std::exception &) {
  }
#else
  std::filesystem::path path = "a";
  path /= "a name that is too long for a string to keep in itself";
#endif
}

int main() {
  std::thread a(use), b(use);
  a.join();
  b.join();
}
