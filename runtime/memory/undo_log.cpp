#include "memory/undo_log.h"

#include "memory/mapping_linux.h"
#include "memory/private_memory.h"
#include "memory/page_guard_linux.h"
#include "support/check.h"

#include <immintrin.h>

namespace xblock {

UndoLog undoLog;
void (*onPrivateWrite)(uint64_t address) = nullptr;

namespace {

constexpr uint64_t kPrivate = layout::kEpochShadow; // and all up to the last of them
constexpr uint64_t kPrivateSize = layout::kLibraryBlocks + layout::kLibraryBlocksSize - kPrivate;

bool wide = false; ///< the processor moves 32 bytes at once

// Vector moves of 16-byte multiples: `rep movs` stalls on page-aligned copies (design.md section 4).
// Whole chunks, whatever lies in them: red zones of a sanitizer too.
#define XBLOCK_WIDE __attribute__((no_sanitize("address"), target("avx")))
XBLOCK_WIDE inline void copyWide(char *to, const char *from, uint64_t n) {
#pragma clang loop unroll_count(4)
  for (; n >= 32; n -= 32, to += 32, from += 32)
    _mm256_storeu_si256(reinterpret_cast<__m256i *>(to), _mm256_loadu_si256(reinterpret_cast<const __m256i *>(from)));
  if (n)
    _mm_storeu_si128(reinterpret_cast<__m128i *>(to), _mm_loadu_si128(reinterpret_cast<const __m128i *>(from)));
}
XBLOCK_WIDE inline void copyChunkWide(char *to, const char *from) {
#pragma clang loop unroll(full)
  for (unsigned i = 0; i < kChunk; i += 32)
    _mm256_storeu_si256(reinterpret_cast<__m256i *>(to + i), _mm256_loadu_si256(reinterpret_cast<const __m256i *>(from + i)));
}

__attribute__((no_sanitize("address"))) inline void copy16(void *to, const void *from, uint64_t n) {
  if (__builtin_expect(wide, 1))
    return copyWide(static_cast<char *>(to), static_cast<const char *>(from), n);
  auto *d = static_cast<__m128i *>(to);
  auto *s = static_cast<const __m128i *>(from);
  for (uint64_t i = 0; i < n / 16; ++i)
    _mm_storeu_si128(d + i, _mm_loadu_si128(s + i));
}

__attribute__((no_sanitize("address"))) inline void copyChunk(void *to, const void *from) {
  if (__builtin_expect(wide, 1))
    return copyChunkWide(static_cast<char *>(to), static_cast<const char *>(from));
  auto *d = static_cast<__m128i *>(to);
  auto *s = static_cast<const __m128i *>(from);
#pragma clang loop unroll(full)
  for (unsigned i = 0; i < kChunk / 16; ++i)
    _mm_storeu_si128(d + i, _mm_loadu_si128(s + i));
}

} // namespace

bool UndoLog::map() {
  __builtin_cpu_init(); // before any constructor
  wide = __builtin_cpu_supports("avx");
  return mapFixed(layout::kEpochShadow, layout::kEpochShadowSize) &&
         mapFixed(layout::kUndoLog, layout::kUndoLogSize);
}

void UndoLog::pushChunk(uint64_t address) {
  if (__builtin_expect(address - kPrivate < kPrivateSize, 0) && onPrivateWrite)
    onPrivateWrite(address);
  XBLOCK_CHECK(top_ + kChunk + sizeof(Header) < layout::kUndoLog + layout::kUndoLogSize);
  copyChunk(reinterpret_cast<void *>(top_), reinterpret_cast<const void *>(address));
  *reinterpret_cast<Header *>(top_ + kChunk) = {address, kChunk, 0};
  top_ += kChunk + sizeof(Header);
  if (__builtin_expect(pageGuard.on(), 0))
    pageGuard.log(address);
  if (__builtin_expect(address - watchedLow_ < watchedSize_, 0))
    onWatched_(address);
}

void UndoLog::copy(void *to, const void *from, uint64_t n) { copy16(to, from, n); }

void UndoLog::pushSpan(uint64_t low, uint64_t high, uint32_t owner, const void *extra) {
  uint64_t size = high - low;
  XBLOCK_CHECK(size % 16 == 0 && top_ + size + kExtra + sizeof(Header) < layout::kUndoLog + layout::kUndoLogSize);
  copy16(reinterpret_cast<void *>(top_), extra, kExtra);
  copy16(reinterpret_cast<void *>(top_ + kExtra), reinterpret_cast<const void *>(low), size);
  *reinterpret_cast<Header *>(top_ + kExtra + size) = {low, static_cast<uint32_t>(size), owner + 1};
  top_ += kExtra + size + sizeof(Header);
}

void UndoLog::beginWords(size_t most, const void *extra) {
  XBLOCK_CHECK(top_ + kExtra + 16 * most + sizeof(Header) < layout::kUndoLog + layout::kUndoLogSize);
  copy16(reinterpret_cast<void *>(top_), extra, kExtra);
  words_ = top_ += kExtra;
}

void UndoLog::endWords(uint32_t owner) {
  *reinterpret_cast<Header *>(top_) = {0, static_cast<uint32_t>(top_ - words_), kWords | (owner + 1)};
  top_ += sizeof(Header);
}

void UndoLog::newEpoch() {
  if (__builtin_expect(++epoch_ == 0, 0)) {
    clearMapping(layout::kEpochShadow, layout::kEpochShadowSize);
    epoch_ = 1;
  }
}

LogPosition UndoLog::save() {
  newEpoch();
  return {top_};
}

void UndoLog::restore(LogPosition position, SpanOwner &spans) {
  while (top_ != position.top) {
    Header h = *reinterpret_cast<Header *>(top_ - sizeof(Header));
    top_ -= sizeof(Header) + h.size;
    if (__builtin_expect(pageGuard.on(), 0))
      pageGuard.openQuietly(h.address, h.address + h.size);
    if (h.span == 0) {
      copyChunk(reinterpret_cast<void *>(h.address), reinterpret_cast<const void *>(top_));
    } else {
      if (h.span & kWords)
        for (auto *first = reinterpret_cast<uint64_t *>(top_), *w = first + h.size / 8; w != first; w -= 2)
          *reinterpret_cast<uint64_t *>(w[-2]) = w[-1];
      else
        copy16(reinterpret_cast<void *>(h.address), reinterpret_cast<const void *>(top_), h.size);
      top_ -= kExtra;
      spans.spanRestored((h.span & ~kWords) - 1, reinterpret_cast<const void *>(top_));
    }
  }
  newEpoch();
}

void UndoLog::forgetFaulted(uint64_t address) {
  if (top_ == layout::kUndoLog)
    return;
  auto *h = reinterpret_cast<Header *>(top_ - sizeof(Header));
  if (h->span == 0 && h->address == (address & ~(kChunk - 1))) {
    top_ -= sizeof(Header) + h->size;
    *epochOf(address) = 0;
  }
}

} // namespace xblock
