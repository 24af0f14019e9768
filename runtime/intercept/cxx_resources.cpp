// Resources of <memory_resource> that libstdc++ has in its library. Where the library would write to memory of the program, they are written
// anew, with every access seen: std::pmr::monotonic_buffer_resource. What they get from operator new lies on the program's heap.
#include "intercept/heap.h"
#include "intercept/library_state.h"
#include "intercept/define.h"
#include "memory/mapping_linux.h"

#include <bit>
#include <cstring>
#include <memory>
#include <memory_resource>

using namespace xblock;

// What only tables of virtual functions lead to is in the library.
extern "C" void *tableOfMonotonic[] __asm__("_ZTVNSt3pmr25monotonic_buffer_resourceE");

namespace {

/// Accesses on behalf of one call from the program, which stands at `where`.
struct Caller {
  const xblock_site *where;

  template <typename T> T get(const T &field) const {
    noteRead(&field, sizeof field, where);
    return field;
  }
  template <typename T, typename V> void set(T &field, V value) const {
    noteWrite(&field, sizeof field, where);
    field = value;
  }
};

/// std::pmr::monotonic_buffer_resource.
struct Monotonic {
  /// At the end of each.
  struct Buffer {
    size_t size; ///< a multiple of 64, of all of it; below that the logarithm of the alignment it was asked for with
    Buffer *next;
  };
  static constexpr size_t kUnit = 64;

  void *table;
  void *at;
  size_t left, nextSize;
  std::pmr::memory_resource *upstream;
  void *firstBuffer;
  size_t firstSize;
  Buffer *buffers;

  void takeBuffer(const Caller &by, size_t n, size_t alignment) {
    const size_t wanted = by.get(nextSize), least = n > wanted ? n : wanted;
    alignment = (alignment + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
    size_t size = (least + sizeof(Buffer) + kUnit - 1) & ~(kUnit - 1);
    if (size < least) // no resource has so much
      size = ~(kUnit - 1);
    auto *begin = static_cast<char *>(by.get(upstream)->allocate(size, alignment));
    auto *buffer = reinterpret_cast<Buffer *>(begin + size - sizeof(Buffer));
    by.set(buffer->size, size | static_cast<size_t>(std::countr_zero(alignment)));
    by.set(buffer->next, by.get(buffers));
    by.set(buffers, buffer);
    by.set(at, begin);
    by.set(left, size - sizeof(Buffer));
    constexpr float kGrowth = 1.5; // as libstdc++ has it, rounding included
    by.set(nextSize, static_cast<size_t>(static_cast<float>(by.get(nextSize)) * kGrowth));
  }
  void giveBackBuffers(const Caller &by) {
    Buffer *buffer = by.get(buffers);
    by.set(buffers, nullptr);
    while (buffer) {
      Buffer *next = by.get(buffer->next);
      const size_t both = by.get(buffer->size), size = both & ~(kUnit - 1);
      by.get(upstream)->deallocate(reinterpret_cast<char *>(buffer + 1) - size, size, size_t{1} << (both & (kUnit - 1)));
      buffer = next;
    }
  }
  void destroy(const Caller &by) {
    giveBackBuffers(by);
    noteWrite(this, sizeof *this, by.where); // its last values, which the library would write
  }
  void *allocate(const Caller &by, size_t n, size_t alignment) {
    if (n == 0)
      n = 1;
    void *place = by.get(at);
    size_t room = by.get(left);
    if (!std::align(alignment, n, place, room)) {
      takeBuffer(by, n, alignment);
      place = by.get(at);
      room = by.get(left);
    }
    by.set(at, static_cast<char *>(place) + n);
    by.set(left, room - n);
    return place;
  }
};
static_assert(sizeof(Monotonic) == sizeof(std::pmr::monotonic_buffer_resource));

bool forProgram() { return running.onFiber && !runtimeDepth; }

using Allocate = void *(void *, size_t, size_t);
using Destroy = void(void *);
Allocate *monotonicAllocates, *operatorAllocates;
Destroy *monotonicIsDestroyed, *monotonicIsGone;

/// By a table of virtual functions, from the program's code mostly.
Caller callerByTable() {
  const xblock_site *site = takeSite();
  return {site ? site : &kUnknownPlace};
}

void *allocates(void *self, size_t n, size_t alignment) {
  return forProgram() ? static_cast<Monotonic *>(self)->allocate(callerByTable(), n, alignment) : monotonicAllocates(self, n, alignment);
}
void isDestroyed(void *self) {
  if (!forProgram())
    return monotonicIsDestroyed(self);
  static_cast<Monotonic *>(self)->destroy(callerByTable());
}
/// Its memory is given back, too.
void isGone(void *self) {
  if (forProgram())
    static_cast<Monotonic *>(self)->destroy(callerByTable()); // and nothing is left for the library
  monotonicIsGone(self);
}

/// Of operator new, which the library calls: what it gives is the program's, as if that had called it.
void *allocatesByOperator(void *self, size_t n, size_t alignment) {
  struct ForProgram {
    ForProgram() { allocateTracked = forProgram(); }
    ~ForProgram() { allocateTracked = false; } // an operator of the program need not ask for memory
  } asked;
  return operatorAllocates(self, n, alignment);
}

/// In a table, from its first function on.
enum Place : unsigned { kDestroy, kDestroyAndGiveBack, kAllocate };

template <typename Function> void replace(void **table, Place which, Function *&before, Function *after) {
  constexpr uint64_t kPage = 4096;
  void **place = table + which;
  before = reinterpret_cast<Function *>(*place);
  makeWritable(reinterpret_cast<uint64_t>(place) & ~(kPage - 1), kPage);
  *place = reinterpret_cast<void *>(after);
}

} // namespace

void xblock::replaceResources() {
  void **monotonic = tableOfMonotonic + 2; // behind two words that are no functions
  replace(monotonic, kDestroy, monotonicIsDestroyed, isDestroyed);
  replace(monotonic, kDestroyAndGiveBack, monotonicIsGone, isGone);
  replace(monotonic, kAllocate, monotonicAllocates, allocates);
  void **ofOperators;
  memcpy(&ofOperators, static_cast<void *>(std::pmr::new_delete_resource()), sizeof ofOperators);
  replace(ofOperators, kAllocate, operatorAllocates, allocatesByOperator);
}

XBLOCK_INSTRUMENTED(void, _ZNSt3pmr25monotonic_buffer_resource13_M_new_bufferEmm, (Monotonic * self, size_t n, size_t alignment)) {
  Caller by{takeSite()};
  if (!running.onFiber)
    return XBLOCK_REAL(void(void *, size_t, size_t), "_ZNSt3pmr25monotonic_buffer_resource13_M_new_bufferEmm")(self, n, alignment);
  self->takeBuffer(by, n, alignment);
}
#define XBLOCK_GIVES_BACK(name, how)                                                               \
  XBLOCK_INSTRUMENTED(void, name, (Monotonic * self)) {                                            \
    Caller by{takeSite()};                                                                         \
    if (!running.onFiber)                                                                          \
      return XBLOCK_REAL(void(void *), #name)(self);                                               \
    self->how(by);                                                                                 \
  }
XBLOCK_GIVES_BACK(_ZNSt3pmr25monotonic_buffer_resource18_M_release_buffersEv, giveBackBuffers)
XBLOCK_GIVES_BACK(_ZNSt3pmr25monotonic_buffer_resourceD1Ev, destroy)
XBLOCK_GIVES_BACK(_ZNSt3pmr25monotonic_buffer_resourceD2Ev, destroy)
