// qsort and qsort_r. The program's comparison runs within, and blocks may end in it: what libc's functions move behind that, in memory that they
// allocate, nobody would be told of. So the elements are moved here, each told of as it is. By merging, as in libc: equal elements stay in their order.
#include "intercept/accesses.h"
#include "intercept/heap.h"

#include <cstdlib>
#include <cstring>

using namespace xblock;

namespace {

using Comparison = int (*)(const void *, const void *, void *);

class Sort {
public:
  Sort(size_t size, Comparison compare, void *more, const xblock_site *site) : size_(size), compare_(compare), more_(more), site_(site) {}
  ~Sort() {
    if (room_ != near_)
      free(room_);
  }
  Sort(const Sort &) = delete;
  Sort &operator=(const Sort &) = delete;

  void sort(char *base, size_t count) {
    size_t bytes;
    if (!running.onFiber) // before main, where nothing can fail but as it does
      return qsort_r(base, count, size_, compare_, more_);
    if (__builtin_mul_overflow(count, size_, &bytes))
      failf(FailureKind::Misuse, "qsort of %zu elements of %zu bytes, which no memory holds", count, size_);
    if (count < 2)
      return;
    if (bytes > sizeof near_ && !(room_ = static_cast<char *>(allocateForProgram(bytes))))
      unsupported("qsort without memory for a copy of the array", site_);
    part(base, count);
  }

private:
  void part(char *low, size_t count) {
    if (count < 2)
      return;
    size_t left = count / 2, right = count - left;
    char *a = low, *b = low + left * size_, *to = room_;
    part(a, left);
    part(b, right);
    while (left && right) {
      __xblock_call_site = site_; // which a function with hooks leaves alone, and one of libc takes
      bool first = compare_(a, b, more_) <= 0;
      char *&from = first ? a : b;
      move(to, from, size_);
      from += size_;
      to += size_;
      --(first ? left : right);
    }
    if (left)
      move(to, a, left * size_);
    if (size_t merged = (count - right) * size_)
      move(low, room_, merged);
  }

  /// A block ends before it, or behind.
  void move(char *to, const char *from, size_t n) {
    if (!n) // elements of no size, which are compared as others
      return;
    noteRead(from, n, site_);
    CutHeld held;
    noteWrite(to, n, site_);
    memcpy(to, from, n);
  }

  size_t size_;
  Comparison compare_;
  void *more_;
  const xblock_site *site_;
  alignas(16) char near_[1024];
  char *room_ = near_;
};

int compareTwo(const void *a, const void *b, void *compare) {
  return reinterpret_cast<int (*)(const void *, const void *)>(compare)(a, b);
}

} // namespace

XBLOCK_INSTRUMENTED(void, qsort, (void *base, size_t count, size_t size, int (*compare)(const void *, const void *))) {
  const xblock_site *site = takeSite();
  Sort(size, compareTwo, reinterpret_cast<void *>(compare), site).sort(static_cast<char *>(base), count);
}
XBLOCK_INSTRUMENTED(void, qsort_r, (void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *more)) {
  const xblock_site *site = takeSite();
  Sort(size, compare, more, site).sort(static_cast<char *>(base), count);
}
