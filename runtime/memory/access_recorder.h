//===- access_recorder.h - the read and write set of the running block ----------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// One shadow word for each 8 bytes of memory says whether this block accessed them already, byte by byte, so an access
// is a lookup and each granule is listed once (paper 001, section 5.1: "record it in the reads set").
//
// Invariants
//  1. shadow.block == block_ and shadow.segment == segment_ implies that the granule is on the list, in this segment,
//     with at least shadow's masks.
//  2. Off until the second thread exists: what one thread did alone conflicts with nobody. While it pauses only what
//     synchronises is recorded.
//  3. Each access of the heap is looked at (heap_shadow.h): where its granule enters the list, since then only the block
//     itself can have freed it, which forgets the granule; every time while off.
//  4. A segment is what lies between two changes of the locks held, or of what other threads may know of; entries of
//     a block are in program order.
// Private memory. Hook path: no allocation, no libc.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "memory/heap_shadow.h"
#include "memory/layout_linux.h"
#include "support/access_set.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace xblock {

/// Bytes of a granule that were accessed for the first time in a segment.
struct RecordedAccess {
  uint64_t granule; ///< address
  uint32_t place;   ///< of the access in the program; 0: not a plain access of the program
  uint16_t segment;
  uint8_t reads, writes;
};

class AccessRecorder {
public:
  bool map();

  void begin() {
    if (__builtin_expect(++block_ == 0, 0))
      wrap();
    size_ = 0;
    repeats_ = 0;
    segment_ = 0;
    leftOutSeen_ = false;
  }
  /// Whether the block accessed what is left out.
  bool leftOut() const { return leftOutSeen_; }
  /// What comes now is apart from what came before. Beyond 65,535 segments a block's are one.
  void newSegment() { segment_ += segment_ != UINT16_MAX; }
  void enable() { enabled_ = on_ = true; }
  void disable() { enabled_ = on_ = false; }
  /// Until the next call accesses are those of a region that the program wants ignored, or no longer.
  void pause(bool pauses) {
    on_ = enabled_ && !pauses;
    largeSize_ = 0; // it may not be there any more
  }
  /// Accesses of [low, high) are left out: state of libraries that many threads may use. At most a few ranges.
  void leaveOut(uint64_t low, uint64_t high);
  bool enabled() const { return enabled_; }
  /// Accesses of the block so far, by granule: the same in every run of it.
  uint64_t count() const { return size_ + repeats_; }
  /// Calls `tell` when a block has repeated very many accesses: perhaps it loops for ever.
  static constexpr uint64_t kManyRepeats = uint64_t{1} << 20;
  void onManyRepeats(void (*tell)()) { onManyRepeats_ = tell; }
  /// Calls `tell` at an access of heap memory that lies in no live block, after recording it.
  void onStrayAccess(void (*tell)()) { onStrayAccess_ = tell; }
  /// The n bytes at p, of the heap, are given back: accesses of them from here on are new.
  void forget(const void *p, size_t n);
  /// Whether the block has accessed memory yet.
  bool any() const { return size_ != 0; }

  /// Whether there is nothing to do for an access of N bytes but to count it, which is done: the segment has it already, or
  /// nothing is recorded, and the heap allows it. False where that takes long to say. The fast path of the hooks.
  template <size_t N, bool Write> [[gnu::always_inline]] bool knows(const void *p) {
    auto address = reinterpret_cast<uint64_t>(p);
    uint64_t offset = address & 7, granule = address & ~uint64_t{7};
    if (offset + N > 8)
      return false;
    if (!on_)
      return heapAllows(granule, static_cast<unsigned>(offset + N)) || (address - largeLow_ < largeSize_ && N <= largeLow_ + largeSize_ - address);
    const Shadow *s = shadowOf(granule);
    auto mask = static_cast<uint8_t>(((1u << N) - 1) << offset);
    if (s->block != block_ || s->segment != segment_ || mask & ~(Write ? s->writes : s->reads) ||
        (repeats_ + 1) % kManyRepeats == 0)
      return false;
    ++repeats_;
    return true;
  }

  /// Records an access of N bytes that the segment does not have yet. False, and nothing is done, where it may be otherwise, or where
  /// there is more to do than that.
  template <size_t N, bool Write> [[gnu::always_inline]] bool recordsNew(const void *p, uint32_t place) {
    auto address = reinterpret_cast<uint64_t>(p);
    uint64_t offset = address & 7, granule = address & ~uint64_t{7};
    if (offset + N > 8 || !on_ || granule - leftOutLow_ < leftOutSize_ || size_ == kCapacity ||
        !heapAllows(granule, static_cast<unsigned>(offset + N)))
      return false;
    Shadow *s = shadowOf(granule);
    auto mask = static_cast<uint8_t>(((1u << N) - 1) << offset);
    uint8_t reads = Write ? 0 : mask, writes = Write ? mask : 0;
    if (s->block != block_ || s->segment != segment_)
      *s = {block_, reads, writes, segment_};
    else if (uint8_t &known = Write ? s->writes : s->reads; mask & ~known)
      known |= mask;
    else
      return false;
    reinterpret_cast<RecordedAccess *>(layout::kAccessList)[size_++] = {granule, place, segment_, reads, writes};
    return true;
  }

  void read(const void *p, size_t n, uint32_t place = 0) { record<false>(reinterpret_cast<uint64_t>(p), n, place, on_); }
  void write(const void *p, size_t n, uint32_t place = 0) { record<true>(reinterpret_cast<uint64_t>(p), n, place, on_); }
  /// Of a synchronisation object: also while it pauses.
  void readSync(const void *p, size_t n) { record<false>(reinterpret_cast<uint64_t>(p), n, 0, enabled_); }
  void writeSync(const void *p, size_t n) { record<true>(reinterpret_cast<uint64_t>(p), n, 0, enabled_); }
  std::span<const RecordedAccess> recorded() const {
    return {reinterpret_cast<const RecordedAccess *>(layout::kAccessList), size_};
  }

  /// Adds the block's accesses to out, sorted.
  void harvest(AccessSet &out) const;

private:
  struct Shadow {
    uint32_t block;
    uint8_t reads, writes;
    uint16_t segment;
  };
  static Shadow *shadowOf(uint64_t granule) {
    return reinterpret_cast<Shadow *>(layout::kAccessShadow + (granule & layout::kShadowMask));
  }
  template <bool Write> __attribute__((always_inline)) void record(uint64_t address, size_t n, uint32_t place, bool on) {
    uint64_t offset = address & 7, granule = address & ~uint64_t{7};
    if (!on) {
      if (address - layout::kGuarded < layout::kGuardedSize) // more than this here, and hooks need more registers
        look(address, n);
      return;
    }
    while (true) {
      size_t here = n < 8 - offset ? n : 8 - offset;
      recordIn<Write>(granule, static_cast<uint8_t>(((1u << here) - 1) << offset), place);
      n -= here;
      if (n == 0)
        return;
      granule += 8;
      offset = 0;
    }
  }
  template <bool Write> __attribute__((noinline)) void recordIn(uint64_t granule, uint8_t mask, uint32_t place) {
    Shadow *s = shadowOf(granule);
    if (s->block != block_ || s->segment != segment_) {
      *s = {block_, static_cast<uint8_t>(Write ? 0 : mask), static_cast<uint8_t>(Write ? mask : 0), segment_};
    } else if (uint8_t &known = Write ? s->writes : s->reads; mask & ~known) {
      known |= mask;
    } else {
      if (__builtin_expect(++repeats_ % kManyRepeats == 0, 0) && onManyRepeats_)
        onManyRepeats_();
      return;
    }
    append({granule, place, segment_, static_cast<uint8_t>(Write ? 0 : mask), static_cast<uint8_t>(Write ? mask : 0)});
    auto end = static_cast<unsigned>(32 - __builtin_clz(mask));
    if (__builtin_expect(!heapAllows(granule, end), 0))
      lookAt(granule, end);
  }
  __attribute__((noinline)) void look(uint64_t address, size_t n) {
    uint64_t offset = address & 7;
    if (__builtin_expect(offset + n > 8 || !heapAllows(address - offset, static_cast<unsigned>(offset + n)), 0) &&
        (address - largeLow_ >= largeSize_ || n > largeLow_ + largeSize_ - address))
      lookAt(address, n);
  }
  void lookAt(uint64_t address, size_t n);
  void append(RecordedAccess access) {
    uint64_t granule = access.granule;
    if (__builtin_expect(granule - leftOutLow_ < leftOutSize_, 0) && isLeftOut(granule)) {
      leftOutSeen_ = true;
      return;
    }
    if (__builtin_expect(size_ == kCapacity, 0))
      full();
    reinterpret_cast<RecordedAccess *>(layout::kAccessList)[size_++] = access;
  }
  bool isLeftOut(uint64_t granule) const;
  void wrap();
  [[noreturn]] static void full();

  static constexpr uint64_t kCapacity = layout::kAccessListSize / sizeof(RecordedAccess);
  uint64_t size_ = 0;
  uint64_t repeats_ = 0; ///< accesses that were on the list already
  void (*onManyRepeats_)() = nullptr;
  void (*onStrayAccess_)() = nullptr;
  uint64_t largeLow_ = 0, largeSize_ = 0; ///< while it is off or pauses: a live block of 64 KiB or more that was accessed
  static constexpr unsigned kMaxLeftOut = 16;
  uint64_t leftOut_[kMaxLeftOut][2] = {};
  unsigned leftOutCount_ = 0;
  uint64_t leftOutLow_ = 0, leftOutSize_ = 0; // all of them lie in here
  uint32_t block_ = 0;
  uint16_t segment_ = 0;
  bool on_ = false, enabled_ = false;
  bool leftOutSeen_ = false;
};

extern AccessRecorder accessRecorder;

} // namespace xblock
