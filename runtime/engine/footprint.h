//===- footprint.h - what delayed threads touched -----------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A delayed thread is kept with what its block touched before the branch (paper 001, section 5.1).
// A branch is taken after all branches above it on the stack are done, so footprints live and die
// last in, first out, and a plain stack holds them: no counting of references, and no allocation
// once the stack has been as high as it gets.
// Private memory; the search's own.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "support/access_set.h"
#include "support/archive.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace xblock {

struct Footprint {
  AccessSet data; ///< memory, semaphores and other counters
  AccessSet sync; ///< condition variables and locks, for the modes that look at them
};

struct FootprintView {
  const AccessSet *data = nullptr, *sync = nullptr;
  FootprintView() = default;
  FootprintView(const AccessSet &d, const AccessSet &s) : data(&d), sync(&s) {}
  FootprintView(const Footprint &f) : data(&f.data), sync(&f.sync) {}
};
inline bool conflict(const Footprint &a, FootprintView b) {
  return conflict(a.data, *b.data) || conflict(a.sync, *b.sync);
}

/// An upper bound of what several touched together, for a quick no.
class FootprintUnion {
public:
  void clear() { *this = {}; }
  void add(const Footprint &f) {
    signature_ |= f.data.signature() | f.sync.signature();
    written_ |= f.data.written() | f.sync.written();
    everything_ |= f.data.everything() || f.sync.everything();
  }
  /// False only if none of them conflicts with f.
  bool mayConflict(FootprintView f) const {
    uint64_t signature = f.data->signature() | f.sync->signature(), written = f.data->written() | f.sync->written();
    return ((written_ & signature) | (signature_ & written)) != 0 || everything_ ||
           f.data->everything() || f.sync->everything();
  }
  /// Writes or reads what it has (support/archive.h).
  template <typename A> void archive(A &a) {
    io(a, signature_);
    io(a, written_);
    io(a, everything_);
  }

private:
  uint64_t signature_ = 0, written_ = 0;
  bool everything_ = false;
};

class FootprintStack {
public:
  size_t size() const { return size_; }
  const Footprint &operator[](size_t i) const { return pool_[i]; }

  /// One of unspecified content.
  Footprint &push() {
    if (size_ == pool_.size())
      pool_.emplace_back();
    return pool_[size_++];
  }
  /// Takes the sets' contents and leaves sets of unspecified content, for the next run() to clear.
  size_t push(AccessSet &data, AccessSet &sync) {
    Footprint &f = push();
    std::swap(f.data, data);
    std::swap(f.sync, sync);
    return size_ - 1;
  }
  void truncate(size_t size) { size_ = size; }
  /// Writes or reads what it has (support/archive.h).
  template <typename A> void archive(A &a) {
    size_ = ioSize(a, size_);
    while (pool_.size() < size_)
      pool_.emplace_back();
    for (size_t i = 0; i < size_; ++i) {
      io(a, pool_[i].data);
      io(a, pool_[i].sync);
    }
  }

private:
  std::vector<Footprint> pool_;
  size_t size_ = 0;
};

} // namespace xblock
