#include "memory/undo_log.h"

#include "memory/fixups.h"
#include "memory/mapping_linux.h"
#include "memory/private_memory.h"
#include "memory/page_guard_linux.h"
#include "support/check.h"

#include <cstring>
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
  auto move32 = [&](unsigned i) XBLOCK_WIDE {
    _mm256_storeu_si256(reinterpret_cast<__m256i *>(to + i), _mm256_loadu_si256(reinterpret_cast<const __m256i *>(from + i)));
  };
  for (; n >= 128; n -= 128, to += 128, from += 128) {
    move32(0);
    move32(32);
    move32(64);
    move32(96);
  }
  for (; n >= 32; n -= 32, to += 32, from += 32)
    move32(0);
  if (n)
    _mm_storeu_si128(reinterpret_cast<__m128i *>(to), _mm_loadu_si128(reinterpret_cast<const __m128i *>(from)));
}

__attribute__((no_sanitize("address"))) inline void copy16(void *to, const void *from, uint64_t n) {
  if (__builtin_expect(wide, 1))
    return copyWide(static_cast<char *>(to), static_cast<const char *>(from), n);
  auto *d = static_cast<__m128i *>(to);
  auto *s = static_cast<const __m128i *>(from);
  for (uint64_t i = 0; i < n / 16; ++i)
    _mm_storeu_si128(d + i, _mm_loadu_si128(s + i));
}

/// What goes with a span. Word by word, as it was written shortly before (ProcessWorld's copyScalars tells why).
__attribute__((no_sanitize("address"))) inline void copyExtra(char *to, const char *from) {
  uint64_t word;
  for (size_t i = 0; i < kExtra; i += 8) {
    __builtin_memcpy(&word, from + i, 8);
    __asm__("" : "+r"(word)); // no vectors
    __builtin_memcpy(to + i, &word, 8);
  }
}

static_assert(kChunk == 256);

/// Copies a chunk, into the log or back. False if it cannot be read, which happens as it is copied for the first time, or not be
/// written, on the way back: not a byte was copied then, since a chunk lies in one page.
bool copyChunkIfThere(void *to, const void *from) {
  if (__builtin_expect(wide, 1)) {
    __asm__ goto("1:\n"
                 "vmovdqu    (%[from]), %%ymm0\nvmovdqu  32(%[from]), %%ymm1\n"
                 "vmovdqu  64(%[from]), %%ymm2\nvmovdqu  96(%[from]), %%ymm3\n"
                 "vmovdqu 128(%[from]), %%ymm4\nvmovdqu 160(%[from]), %%ymm5\n"
                 "vmovdqu 192(%[from]), %%ymm6\nvmovdqu 224(%[from]), %%ymm7\n"
                 "vmovdqu %%ymm0,    (%[to])\nvmovdqu %%ymm1,  32(%[to])\n"
                 "vmovdqu %%ymm2,  64(%[to])\nvmovdqu %%ymm3,  96(%[to])\n"
                 "vmovdqu %%ymm4, 128(%[to])\nvmovdqu %%ymm5, 160(%[to])\n"
                 "vmovdqu %%ymm6, 192(%[to])\nvmovdqu %%ymm7, 224(%[to])\n" XBLOCK_FIXUP
                 "vzeroupper"
                 :
                 : [from] "r"(from), [to] "r"(to)
                 : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "memory"
                 : faulted);
    return true;
  }
  for (unsigned i = 0; i < kChunk; i += 64)
    __asm__ goto("1:\n"
                 "movdqu   (%[from]), %%xmm0\nmovdqu 16(%[from]), %%xmm1\n"
                 "movdqu 32(%[from]), %%xmm2\nmovdqu 48(%[from]), %%xmm3\n"
                 "movdqu %%xmm0,   (%[to])\nmovdqu %%xmm1, 16(%[to])\n"
                 "movdqu %%xmm2, 32(%[to])\nmovdqu %%xmm3, 48(%[to])\n" XBLOCK_FIXUP
                 :
                 : [from] "r"(static_cast<const char *>(from) + i), [to] "r"(static_cast<char *>(to) + i)
                 : "xmm0", "xmm1", "xmm2", "xmm3", "memory"
                 : faulted);
  return true;
faulted:
  return false;
}

/// Whether a chunk that cannot be written is what it was: the program's write faulted as well.
bool isUnchanged(const void *chunk, const void *before) {
  alignas(32) char now[kChunk];
  return copyChunkIfThere(now, chunk) && memcmp(now, before, kChunk) == 0;
}

} // namespace

bool UndoLog::map() {
  __builtin_cpu_init(); // before any constructor
  wide = __builtin_cpu_supports("avx");
  return mapFixed(layout::kEpochShadow, layout::kEpochShadowSize) &&
         mapFixed(layout::kUndoLog, layout::kUndoLogSize);
}

bool UndoLog::pushChunk(uint64_t address) {
  if (__builtin_expect(address - kPrivate < kPrivateSize, 0) && onPrivateWrite)
    onPrivateWrite(address);
  XBLOCK_CHECK(top_ + kChunk + sizeof(Header) < layout::kUndoLog + layout::kUndoLogSize);
  if (__builtin_expect(!copyChunkIfThere(reinterpret_cast<void *>(top_), reinterpret_cast<const void *>(address)), 0))
    return false;
  top_ += kChunk;
  pushHeader(address, kChunk, kOfChunk, nullptr);
  if (__builtin_expect(pageGuard.on(), 0))
    pageGuard.log(address);
  if (__builtin_expect(address - watchedLow_ < watchedSize_, 0))
    onWatched_(address);
  return true;
}

void UndoLog::touchChunksBehind(uint64_t a, size_t n) {
  uint64_t last = (a + n - 1) | (kChunk - 1);
  for (uint64_t chunk = (a | (kChunk - 1)) + 1; chunk <= last; chunk += kChunk)
    touchChunkOf(chunk);
}

void UndoLog::copy(void *to, const void *from, uint64_t n) { copy16(to, from, n); }

void UndoLog::pushSpan(uint64_t low, uint64_t high, void *extra) {
  uint64_t size = high - low;
  XBLOCK_CHECK(size % 16 == 0 && top_ + kExtra + padded(size) + sizeof(Header) < layout::kUndoLog + layout::kUndoLogSize);
  copyExtra(reinterpret_cast<char *>(top_), static_cast<const char *>(extra));
  copy16(reinterpret_cast<void *>(top_ + kExtra), reinterpret_cast<const void *>(low), size);
  top_ += kExtra + padded(size);
  pushHeader(low, size, kOfSpan, extra);
}

void UndoLog::beginWords(size_t most, const void *extra) {
  XBLOCK_CHECK(top_ + kExtra + padded(16 * most) + sizeof(Header) < layout::kUndoLog + layout::kUndoLogSize);
  copyExtra(reinterpret_cast<char *>(top_), static_cast<const char *>(extra));
  words_ = top_ += kExtra;
}

void UndoLog::endWords(void *extra) {
  uint64_t size = top_ - words_;
  top_ = words_ + padded(size);
  pushHeader(0, size, kOfWords, extra);
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

void UndoLog::restore(LogPosition position) {
  while (top_ != position.top) {
    auto *h = reinterpret_cast<const Header *>(top_ - sizeof(Header));
    uint64_t address = h->address, size = h->size;
    Kind kind = h->kind;
    top_ -= sizeof(Header) + padded(size);
    if (__builtin_expect(pageGuard.on(), 0))
      pageGuard.openQuietly(address, address + size);
    if (kind == kOfChunk) {
      auto *chunk = reinterpret_cast<void *>(address);
      auto *before = reinterpret_cast<const void *>(top_);
      if (__builtin_expect(!copyChunkIfThere(chunk, before), 0))
        XBLOCK_CHECK(isUnchanged(chunk, before));
    } else {
      void *extra = h->extra;
      if (kind == kOfWords)
        for (auto *first = reinterpret_cast<uint64_t *>(top_), *w = first + size / 8; w != first; w -= 2)
          *reinterpret_cast<uint64_t *>(w[-2]) = w[-1];
      else
        copy16(reinterpret_cast<void *>(address), reinterpret_cast<const void *>(top_), size);
      top_ -= kExtra;
      copyExtra(static_cast<char *>(extra), reinterpret_cast<const char *>(top_));
    }
  }
  newEpoch();
}

} // namespace xblock
