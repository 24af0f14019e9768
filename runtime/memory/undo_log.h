//===- undo_log.h - copy-on-write chunks and the snapshots made of them ---------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Before tracked memory changes, the old bytes of its 256-byte chunk are pushed on a last-in-first-out log, once an
// epoch. A snapshot is a position in the log; restoring pops back to it (design.md section 4).
//
// Invariants
//  1. epochOf(chunk) == epoch implies that the log holds the chunk's bytes of the newest save or restore.
//  2. An epoch is never used twice: save, restore and discard-free code only count up; at the wrap the shadow is cleared.
//  3. Any address may be touched, mapped by the runtime or not, readable, writable or not: nothing but the hooks decides what is
//     tracked. What cannot be read is not on the log; what cannot be written is, and a restore leaves it as it is.
// Private memory. Called by hooks and world only; touch() is the hook path: no allocation, no libc.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "memory/layout_linux.h"

#include <cstddef>
#include <cstdint>

namespace xblock {

constexpr unsigned kChunkShift = 8; // 256 bytes: the fastest in the table of design.md section 4
constexpr size_t kChunk = size_t{1} << kChunkShift;

/// A position to go back to.
struct LogPosition {
  uint64_t top = 0;
};

constexpr size_t kExtra = 32; ///< bytes that go with a span: what is known of the live stack of a fiber, which changes without hooks

class UndoLog {
public:
  /// Maps shadow and log. False if the address space is taken.
  bool map();

  /// The bytes at [p, p + n) are about to change. n > 0.
  void touch(const void *p, size_t n) {
    auto a = reinterpret_cast<uint64_t>(p);
    touchChunkOf(a);
    if (__builtin_expect((a & (kChunk - 1)) + n > kChunk, 0))
      touchChunksBehind(a, n);
  }

  /// Whether touch() has nothing to do for bytes of one chunk.
  [[gnu::always_inline]] bool holds(const void *p) const { return *epochOf(reinterpret_cast<uint64_t>(p)) == epoch_; }

  /// Pushes the bytes of [low, high), 16-byte aligned (32 is faster), and the 32 bytes at `extra`.
  void pushSpan(uint64_t low, uint64_t high, void *extra);

  /// Pushes single words of tracked memory: word() of each before it changes, in between the two others, of which the first takes
  /// what goes with it as pushSpan() does, at `extra` of the second. Their chunks are not marked as pushed.
  void beginWords(size_t most, const void *extra);
  void word(uint64_t *at) {
    auto *to = reinterpret_cast<uint64_t *>(top_);
    to[0] = reinterpret_cast<uint64_t>(at);
    to[1] = *at;
    top_ += 16;
  }
  void endWords(void *extra);

  /// From here on, changes are pushed again.
  LogPosition save();
  /// Bytes as they were at save(). The position stays valid.
  void restore(LogPosition position);
  /// Touches nothing from now on are pushed (before the first save): epoch 0 is that of untouched shadow.
  uint32_t epoch() const { return epoch_; }
  /// Whether the chunk's bytes of the newest save or restore are on the log.
  bool holds(uint64_t address) const { return *epochOf(address) == epoch_; }
  uint64_t bytes() const { return top_ - layout::kUndoLog; }
  /// There are no positions any more.
  void forgetAll() {
    top_ = layout::kUndoLog;
    newEpoch();
  }
  /// Tells of each entry since then, newest first: its first byte's address, whether it is a span, and the old bytes.
  template <typename Tell> void forEachSince(LogPosition position, Tell tell) const {
    for (uint64_t top = top_; top != position.top;) {
      const Header &h = *reinterpret_cast<const Header *>(top - sizeof(Header));
      top -= sizeof(Header) + padded(h.size);
      tell(h.address, h.kind != kOfChunk, reinterpret_cast<const void *>(top));
      top -= h.kind != kOfChunk ? kExtra : 0;
    }
  }
  /// Calls `tell` when a chunk of [low, low + size) was pushed.
  void onChunksOf(uint64_t low, uint64_t size, void (*tell)(uint64_t address)) {
    watchedLow_ = low;
    watchedSize_ = size;
    onWatched_ = tell;
  }
  /// n bytes, a multiple of 16.
  static void copy(void *to, const void *from, uint64_t n);

private:
  enum Kind : uint32_t { kOfChunk, kOfSpan, kOfWords }; ///< the last is of addresses and words
  /// Behind the bytes, which are padded to 32 of them: moves of that size never cross a line of the cache here.
  struct alignas(32) Header {
    uint64_t address; ///< of the first byte
    uint32_t size;    ///< of the bytes before this header and the padding, a multiple of 16
    Kind kind;
    void *extra;      ///< but for a chunk: where the 32 bytes go that lie before the bytes
  };
  static uint64_t padded(uint64_t size) { return (size + 31) & ~uint64_t{31}; }
  void pushHeader(uint64_t address, uint64_t size, Kind kind, void *extra) {
    auto *h = reinterpret_cast<Header *>(top_);
    h->address = address;
    h->size = static_cast<uint32_t>(size);
    h->kind = kind;
    h->extra = extra;
    top_ += sizeof(Header);
  }
  static uint32_t *epochOf(uint64_t address) {
    return reinterpret_cast<uint32_t *>(layout::kEpochShadow +
                                        ((address & layout::kShadowMask) >> kChunkShift) * sizeof(uint32_t));
  }
  [[gnu::always_inline]] void touchChunkOf(uint64_t address) {
    uint32_t *shadow = epochOf(address);
    if (*shadow != epoch_ && pushChunk(address & ~(kChunk - 1)))
      *shadow = epoch_;
  }
  /// All chunks of the n bytes at a but the first.
  void touchChunksBehind(uint64_t a, size_t n);
  /// False if there is no memory that could be read: the access itself is to fault.
  bool pushChunk(uint64_t address);
  void newEpoch();

  uint64_t top_ = layout::kUndoLog;
  uint64_t words_ = 0; ///< where those being pushed begin
  uint32_t epoch_ = 0;
  uint64_t watchedLow_ = 0, watchedSize_ = 0;
  void (*onWatched_)(uint64_t address) = nullptr;
};

extern UndoLog undoLog;

} // namespace xblock
