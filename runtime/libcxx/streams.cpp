// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::ios_base of libc++, and the facets that read and write numbers, times and amounts: what its headers leave to its
// library. The locales in the library have these facets too: their tables of functions are taken from here.
#include <cstdlib>
#include <cstring>
#include <ios>
#include <locale>
#include <new>

_LIBCPP_BEGIN_NAMESPACE_STD

// A locale is one pointer, counted in the library. That writes pointers on this stack only.

static locale &localeIn(void *&slot) { return reinterpret_cast<locale &>(slot); }
static void keep(void *&slot, const locale &from) {
  alignas(locale) unsigned char copy[sizeof(locale)];
  new (copy) locale(from);
  memcpy(&slot, copy, sizeof slot);
}
static void drop(void *slot) { localeIn(slot).~locale(); }

/// Room for n elements; false, and unchanged, if there is none. New ones are 0.
template <class T> static bool reserve(T *&array, size_t &capacity, size_t n) {
  if (n <= capacity)
    return true;
  size_t more = n < 2 * capacity ? 2 * capacity : n;
  auto *larger = static_cast<T *>(realloc(array, more * sizeof(T)));
  if (!larger)
    return false;
  for (size_t i = capacity; i < more; ++i)
    larger[i] = T();
  array = larger;
  capacity = more;
  return true;
}

void ios_base::init(void *buffer) {
  __fmtflags_ = skipws | dec;
  __precision_ = 6;
  __width_ = 0;
  __rdbuf_ = buffer;
  __rdstate_ = buffer ? goodbit : badbit;
  __exceptions_ = goodbit;
  __fn_ = nullptr;
  __index_ = nullptr;
  __iarray_ = nullptr;
  __parray_ = nullptr;
  __event_size_ = __event_cap_ = __iarray_size_ = __iarray_cap_ = __parray_size_ = __parray_cap_ = 0;
  keep(__loc_, locale());
}
ios_base::~ios_base() {
  if (!__loc_) // never initialised
    return;
  __call_callbacks(erase_event);
  drop(__loc_);
  free(__fn_);
  free(__index_);
  free(__iarray_);
  free(__parray_);
}

void ios_base::clear(iostate state) {
  __rdstate_ = __rdbuf_ ? state : state | badbit;
  if (__rdstate_ & __exceptions_)
    throw failure("ios_base::clear");
}
void ios_base::__set_badbit_and_consider_rethrow() {
  __rdstate_ |= badbit;
  if (__exceptions_ & badbit)
    throw;
}
void ios_base::__set_failbit_and_consider_rethrow() {
  __rdstate_ |= failbit;
  if (__exceptions_ & failbit)
    throw;
}

locale ios_base::imbue(const locale &to) {
  locale old = localeIn(__loc_);
  drop(__loc_);
  keep(__loc_, to);
  __call_callbacks(imbue_event);
  return old;
}

long &ios_base::iword(int index) {
  size_t i = static_cast<size_t>(index);
  if (!reserve(__iarray_, __iarray_cap_, i + 1)) {
    setstate(badbit);
    static long none;
    return none = 0;
  }
  __iarray_size_ = __iarray_size_ < i + 1 ? i + 1 : __iarray_size_;
  return __iarray_[i];
}
void *&ios_base::pword(int index) {
  size_t i = static_cast<size_t>(index);
  if (!reserve(__parray_, __parray_cap_, i + 1)) {
    setstate(badbit);
    static void *none;
    return none = nullptr;
  }
  __parray_size_ = __parray_size_ < i + 1 ? i + 1 : __parray_size_;
  return __parray_[i];
}

void ios_base::register_callback(event_callback function, int index) {
  size_t capacity = __event_cap_; // of both
  if (!reserve(__fn_, capacity, __event_size_ + 1) || !reserve(__index_, __event_cap_, __event_size_ + 1)) {
    setstate(badbit);
    return;
  }
  __fn_[__event_size_] = function;
  __index_[__event_size_++] = index;
}
void ios_base::__call_callbacks(event what) {
  for (size_t i = __event_size_; i--;)
    __fn_[i](what, *this, __index_[i]);
}

void ios_base::copyfmt(const ios_base &other) {
  if (this == &other)
    return;
  size_t functions = __event_cap_;
  if (!reserve(__fn_, functions, other.__event_size_) || !reserve(__index_, __event_cap_, other.__event_size_) ||
      !reserve(__iarray_, __iarray_cap_, other.__iarray_size_) || !reserve(__parray_, __parray_cap_, other.__parray_size_))
    __throw_bad_alloc();
  __fmtflags_ = other.__fmtflags_;
  __precision_ = other.__precision_;
  __width_ = other.__width_;
  void *old = __loc_;
  keep(__loc_, reinterpret_cast<const locale &>(other.__loc_));
  drop(old);
  for (__event_size_ = 0; __event_size_ < other.__event_size_; ++__event_size_) {
    __fn_[__event_size_] = other.__fn_[__event_size_];
    __index_[__event_size_] = other.__index_[__event_size_];
  }
  for (__iarray_size_ = 0; __iarray_size_ < other.__iarray_size_; ++__iarray_size_)
    __iarray_[__iarray_size_] = other.__iarray_[__iarray_size_];
  for (__parray_size_ = 0; __parray_size_ < other.__parray_size_; ++__parray_size_)
    __parray_[__parray_size_] = other.__parray_[__parray_size_];
}

/// *this has no value yet.
void ios_base::move(ios_base &other) {
  __fmtflags_ = other.__fmtflags_;
  __precision_ = other.__precision_;
  __width_ = other.__width_;
  __rdstate_ = other.__rdstate_;
  __exceptions_ = other.__exceptions_;
  __rdbuf_ = nullptr;
  keep(__loc_, localeIn(other.__loc_));
  auto take = [](auto &mine, auto &from) {
    mine = from;
    from = {};
  };
  take(__fn_, other.__fn_);
  take(__index_, other.__index_);
  take(__event_size_, other.__event_size_);
  take(__event_cap_, other.__event_cap_);
  take(__iarray_, other.__iarray_);
  take(__iarray_size_, other.__iarray_size_);
  take(__iarray_cap_, other.__iarray_cap_);
  take(__parray_, other.__parray_);
  take(__parray_size_, other.__parray_size_);
  take(__parray_cap_, other.__parray_cap_);
}
void ios_base::swap(ios_base &other) noexcept {
  std::swap(__fmtflags_, other.__fmtflags_);
  std::swap(__precision_, other.__precision_);
  std::swap(__width_, other.__width_);
  std::swap(__rdstate_, other.__rdstate_);
  std::swap(__exceptions_, other.__exceptions_);
  std::swap(__loc_, other.__loc_);
  std::swap(__fn_, other.__fn_);
  std::swap(__index_, other.__index_);
  std::swap(__event_size_, other.__event_size_);
  std::swap(__event_cap_, other.__event_cap_);
  std::swap(__iarray_, other.__iarray_);
  std::swap(__iarray_size_, other.__iarray_size_);
  std::swap(__iarray_cap_, other.__iarray_cap_);
  std::swap(__parray_, other.__parray_);
  std::swap(__parray_size_, other.__parray_size_);
  std::swap(__parray_cap_, other.__parray_cap_);
}

#define XBLOCK_FACETS(character)                                                                                       \
  template class num_get<character>;                                                                                   \
  template class num_put<character>;                                                                                   \
  template class time_get<character>;                                                                                  \
  template class time_put<character>;                                                                                  \
  template class money_get<character>;                                                                                 \
  template class money_put<character>;
XBLOCK_FACETS(char)
XBLOCK_FACETS(wchar_t)

_LIBCPP_END_NAMESPACE_STD
