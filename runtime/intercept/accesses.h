//===- accesses.h - what a function of libc reads and writes --------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// XBLOCK_FUNCTION(type, name, (parameters), { body }) defines a modelled function of which only the accesses matter. Its body
// tells of what the real one reads and writes by these, before that does. For intercept/ only.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "intercept/define.h"
#include "memory/tracked_heap.h"

#include <cstring>
#include <cwchar>

namespace xblock {

/// Whether somebody wants to know what is read of it.
inline bool isLookedAt(const void *s) { return accessRecorder.enabled() || TrackedHeap::contains(s); }

inline const char *readString(const char *s, const xblock_site *site) {
  if (isLookedAt(s))
    noteRead(s, strlen(s) + 1, site);
  return s;
}

inline const char *readBounded(const char *s, size_t n, const xblock_site *site) {
  if (isLookedAt(s) && n) {
    size_t length = strnlen(s, n);
    noteRead(s, length < n ? length + 1 : n, site);
  }
  return s;
}

/// What a function that stopped at `end` looked at: not all of a string, which may lack an end.
inline void readUpTo(const char *s, const char *end, const xblock_site *site) {
  noteRead(s, static_cast<size_t>(end - s) + 1, site);
}

template <typename T> T *written(T *p, size_t n, const xblock_site *site) {
  if (n)
    noteWrite(p, n, site);
  return p;
}

template <typename T> T *readBytes(T *p, size_t n, const xblock_site *site) {
  if (n)
    noteRead(p, n, site);
  return p;
}

/// Up to the first difference, as far as the result depends on the bytes.
inline size_t comparedBytes(const char *a, const char *b, size_t n) {
  size_t i = 0;
  while (i < n && a[i] == b[i] && a[i])
    ++i;
  return i < n ? i + 1 : n;
}

/// The same of wide characters.
inline const wchar_t *readString(const wchar_t *s, const xblock_site *site) {
  if (isLookedAt(s))
    noteRead(s, (wcslen(s) + 1) * sizeof *s, site);
  return s;
}
inline const wchar_t *readBounded(const wchar_t *s, size_t n, const xblock_site *site) {
  if (isLookedAt(s) && n) {
    size_t length = wcsnlen(s, n);
    noteRead(s, (length < n ? length + 1 : n) * sizeof *s, site);
  }
  return s;
}
inline void readUpTo(const wchar_t *s, const wchar_t *end, const xblock_site *site) {
  noteRead(s, static_cast<size_t>(end - s + 1) * sizeof *s, site);
}

/// Until it ends, no access ends the block: not between one that was told of and its doing. No code of the program runs.
/// A library may call one within another, by a table of virtual functions.
struct CutHeld {
  CutHeld() { running.cutHeld = true; }
  ~CutHeld() { running.cutHeld = before; }
  CutHeld(const CutHeld &) = delete;
  CutHeld &operator=(const CutHeld &) = delete;
  const bool before = running.cutHeld;
};

/// Where the function writes a result, unless it is null.
template <typename T> T *result(T *p, const xblock_site *site) { return p ? written(p, sizeof *p, site) : p; }

} // namespace xblock

#define XBLOCK_FUNCTION(type, name, parameters, ...)                                               \
  XBLOCK_INSTRUMENTED(type, name, parameters) {                                                    \
    [[maybe_unused]] const xblock_site *site = takeSite();                                         \
    CutHeld held;                                         \
    __VA_ARGS__                                                                                    \
  }
