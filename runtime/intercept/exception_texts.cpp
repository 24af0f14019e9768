#include "intercept/exception_texts.h"

#include "intercept/real.h"
#include "memory/mapping_linux.h"
#include "memory/tracked_heap.h"
#include "world/running.h"

#include <dlfcn.h>
#include <link.h>
#include <stdexcept>
#include <utility>

namespace xblock {

namespace {

// libstdc++ makes them as strings that count their owners; libc++abi in constructors.
constexpr const char *kMakers[] = {
    "_ZNSs4_Rep9_S_createEmmRKSaIcE",
    "_ZNSt11logic_errorC1EPKc",
    "_ZNSt13runtime_errorC1EPKc",
    "_ZNSt11logic_errorC1ERKNSt3__112basic_stringIcNS0_11char_traitsIcEENS0_9allocatorIcEEEE",
    "_ZNSt13runtime_errorC1ERKNSt3__112basic_stringIcNS0_11char_traitsIcEENS0_9allocatorIcEEEE",
};

struct Code {
  uint64_t begin, size;
};
Code makers[std::size(kMakers)];
unsigned makerCount = 0;

// Those that the library makes: a class of the program has a table of its own, and its destructor calls the library's.
constexpr const char *kTables[] = {
    "_ZTVSt11logic_error",    "_ZTVSt13runtime_error",  "_ZTVSt12domain_error",   "_ZTVSt16invalid_argument", "_ZTVSt12length_error",
    "_ZTVSt12out_of_range",   "_ZTVSt11range_error",    "_ZTVSt14overflow_error", "_ZTVSt15underflow_error",  "_ZTVSt12future_error",
    "_ZTVSt12system_error",   "_ZTVSt11regex_error",    "_ZTVNSt8ios_base7failureB5cxx11E",
    "_ZTVNSt3__112future_errorE", "_ZTVNSt3__112system_errorE", "_ZTVNSt3__111regex_errorE", "_ZTVNSt3__18ios_base7failureE",
};
using Destroy = void(void *);
constexpr unsigned kDestructors = 2; // the complete object's, and the one that gives the memory back, too
Destroy *destructors[std::size(kTables) * kDestructors];

template <size_t I> void destroys(void *self) {
  if (running.onFiber && !runtimeDepth)
    noteWrite(self, sizeof(std::logic_error), nullptr);
  touchTexts(self, sizeof(std::logic_error));
  destructors[I](self);
}

template <size_t... I> void replaceAll(std::index_sequence<I...>) {
  constexpr unsigned kFirst = 2, kPage = 4096; // behind two words that are no functions
  Destroy *replacements[] = {destroys<I>...};
  for (size_t i = 0; i < std::size(kTables); ++i) {
    auto **table = static_cast<Destroy **>(findFirst(kTables[i]));
    if (!table)
      continue;
    for (unsigned d = 0; d < kDestructors; ++d) {
      Destroy **place = &table[kFirst + d];
      destructors[i * kDestructors + d] = *place;
      makeWritable(reinterpret_cast<uint64_t>(place) & ~uint64_t{kPage - 1}, kPage);
      *place = replacements[i * kDestructors + d];
    }
  }
}

} // namespace

void followTexts() {
  for (const char *name : kMakers) {
    void *function = findFirst(name), *symbol = nullptr; // which tells the size
    Dl_info info;
    if (function && dladdr1(function, &info, &symbol, RTLD_DL_SYMENT) && symbol)
      makers[makerCount++] = {reinterpret_cast<uint64_t>(function), static_cast<const ElfW(Sym) *>(symbol)->st_size};
  }
  replaceAll(std::make_index_sequence<std::size(destructors)>());
}

bool allocatesText(const void *pc) {
  auto at = reinterpret_cast<uint64_t>(pc);
  for (unsigned i = 0; i < makerCount; ++i)
    if (at - makers[i].begin < makers[i].size)
      return true;
  return false;
}

void touchTexts(const void *object, size_t n) {
  if (!running.onFiber || runtimeDepth)
    return;
  auto at = (reinterpret_cast<uint64_t>(object) + 7) & ~uint64_t{7}, end = reinterpret_cast<uint64_t>(object) + n;
  for (; at + 8 <= end; at += 8) {
    auto word = *reinterpret_cast<const uint64_t *>(at);
    HeapBlock block;
    uint64_t begin = TrackedHeap::contains(reinterpret_cast<void *>(word)) ? trackedHeap.liveBlockOf(word) : 0;
    if (!begin || !trackedHeap.blockAt(reinterpret_cast<void *>(begin), block) || block.allocation.kind != BlockKind::Text)
      continue;
    noteMeeting({ResourceKind::None, begin});
    touch(reinterpret_cast<void *>(begin), block.size);
  }
}

} // namespace xblock
