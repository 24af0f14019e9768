// Facets of locales read and write numbers, money and time in libstdc++ itself, which tells of nothing: what they
// change of a stream and its buffer, and where they put what they read, is told of first. The program calls them by their tables
// of virtual functions, so that what is in those is replaced; those of all locales share them.
#include "intercept/library_state.h"
#include "memory/mapping_linux.h"
#include "world/running.h"

#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <iterator>
#include <link.h>
#include <locale>
#include <string>

using namespace xblock;

namespace {

void tell(const void *p, size_t n) {
  if (running.onFiber && !runtimeDepth)
    noteWrite(p, n, nullptr);
}
template <typename T> T &told(T &object) {
  tell(&object, sizeof object);
  return object;
}
/// A stream's width is reset; the buffer that the iterator is of moves on.
template <typename Iterator> Iterator told(Iterator at, std::ios_base &io) {
  void *buffer;
  memcpy(&buffer, &at, sizeof buffer); // its first member
  if (buffer)
    tell(buffer, sizeof(std::streambuf));
  tell(&io, sizeof io);
  return at;
}

template <typename C> struct NumPut final : std::num_put<C> {
  using Base = std::num_put<C>;
  using I = typename Base::iter_type;
#define XBLOCK_PUT(type)                                                                           \
  I do_put(I at, std::ios_base &io, C fill, type value) const override { return Base::do_put(told(at, io), io, fill, value); }
  XBLOCK_PUT(bool)
  XBLOCK_PUT(long)
  XBLOCK_PUT(unsigned long)
  XBLOCK_PUT(long long)
  XBLOCK_PUT(unsigned long long)
  XBLOCK_PUT(double)
  XBLOCK_PUT(long double)
  XBLOCK_PUT(const void *)
};

template <typename C> struct NumGet final : std::num_get<C> {
  using Base = std::num_get<C>;
  using I = typename Base::iter_type;
#define XBLOCK_GET(type)                                                                                            \
  I do_get(I at, I end, std::ios_base &io, std::ios_base::iostate &state, type &value) const override {            \
    return Base::do_get(told(at, io), end, io, told(state), told(value));                                           \
  }
  XBLOCK_GET(bool)
  XBLOCK_GET(long)
  XBLOCK_GET(unsigned short)
  XBLOCK_GET(unsigned int)
  XBLOCK_GET(unsigned long)
  XBLOCK_GET(long long)
  XBLOCK_GET(unsigned long long)
  XBLOCK_GET(float)
  XBLOCK_GET(double)
  XBLOCK_GET(long double)
  XBLOCK_GET(void *)
};

template <typename C> struct TimePut final : std::time_put<C> {
  using I = typename std::time_put<C>::iter_type;
  I do_put(I at, std::ios_base &io, C fill, const tm *time, char format, char modifier) const override {
    return std::time_put<C>::do_put(told(at, io), io, fill, time, format, modifier);
  }
};

template <typename C> struct TimeGet final : std::time_get<C> {
  using Base = std::time_get<C>;
  using I = typename Base::iter_type;
#define XBLOCK_GET_TIME(name)                                                                                         \
  I name(I at, I end, std::ios_base &io, std::ios_base::iostate &state, tm *time) const override {                    \
    return Base::name(told(at, io), end, io, told(state), &told(*time));                                              \
  }
  XBLOCK_GET_TIME(do_get_time)
  XBLOCK_GET_TIME(do_get_date)
  XBLOCK_GET_TIME(do_get_weekday)
  XBLOCK_GET_TIME(do_get_monthname)
  XBLOCK_GET_TIME(do_get_year)
  I do_get(I at, I end, std::ios_base &io, std::ios_base::iostate &state, tm *time, char format, char modifier) const override {
    return Base::do_get(told(at, io), end, io, told(state), &told(*time), format, modifier);
  }
};

template <typename C> struct MoneyPut final : std::money_put<C> {
  using Base = std::money_put<C>;
  using I = typename Base::iter_type;
  using S = typename Base::string_type;
  I do_put(I at, bool international, std::ios_base &io, C fill, long double units) const override {
    return Base::do_put(told(at, io), international, io, fill, units);
  }
  I do_put(I at, bool international, std::ios_base &io, C fill, const S &digits) const override {
    return Base::do_put(told(at, io), international, io, fill, digits);
  }
};

template <typename C> struct MoneyGet final : std::money_get<C> {
  using Base = std::money_get<C>;
  using I = typename Base::iter_type;
  using S = typename Base::string_type;
  I do_get(I at, I end, bool international, std::ios_base &io, std::ios_base::iostate &state, long double &units) const override {
    return Base::do_get(told(at, io), end, international, io, told(state), told(units));
  }
  I do_get(I at, I end, bool international, std::ios_base &io, std::ios_base::iostate &state, S &digits) const override {
    tell(digits.data(), (digits.capacity() + 1) * sizeof(C));
    return Base::do_get(told(at, io), end, international, io, told(state), told(digits));
  }
};

/// All facets of the class, of the classic locale and of others, have the functions of ours from here on: the classic one's table is the library's,
/// or the program's if that has one.
template <typename Mine, typename Facet> void replace() {
  static Mine mine;
  void **theirs, **ours, *symbol = nullptr; // which tells the size
  memcpy(&theirs, static_cast<const void *>(&std::use_facet<Facet>(std::locale::classic())), sizeof theirs);
  memcpy(&ours, static_cast<const void *>(&mine), sizeof ours);
  constexpr size_t kHead = 2, kDestructors = 2, kPage = 4096; // two words in front are no functions
  Dl_info info;
  if (!dladdr1(theirs - kHead, &info, &symbol, RTLD_DL_SYMENT) || !symbol)
    return;
  for (size_t i = kDestructors, n = static_cast<const ElfW(Sym) *>(symbol)->st_size / sizeof(void *) - kHead; i < n; ++i) {
    makeWritable(reinterpret_cast<uint64_t>(theirs + i) & ~uint64_t{kPage - 1}, kPage);
    theirs[i] = ours[i];
  }
}

template <typename C> void replaceAll() {
  replace<NumPut<C>, std::num_put<C>>();
  replace<NumGet<C>, std::num_get<C>>();
  replace<TimePut<C>, std::time_put<C>>();
  replace<TimeGet<C>, std::time_get<C>>();
  replace<MoneyPut<C>, std::money_put<C>>();
  replace<MoneyGet<C>, std::money_get<C>>();
}

} // namespace

void xblock::replaceFacets() {
  replaceAll<char>();
  replaceAll<wchar_t>();
}
