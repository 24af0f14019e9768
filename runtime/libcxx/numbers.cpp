// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::to_string, std::stoi and the like, and std::align of libc++: what its headers leave to its library.
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cwchar>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>

_LIBCPP_BEGIN_NAMESPACE_STD

void *align(size_t alignment, size_t size, void *&pointer, size_t &space) {
  auto at = reinterpret_cast<uintptr_t>(pointer);
  uintptr_t aligned = (at + alignment - 1) & ~(static_cast<uintptr_t>(alignment) - 1);
  if (size > space || aligned - at > space - size)
    return nullptr;
  space -= aligned - at;
  return pointer = reinterpret_cast<void *>(aligned);
}

static string narrow(const char *format, auto value) {
  char small[32];
  int n = snprintf(small, sizeof small, format, value);
  if (static_cast<size_t>(n) < sizeof small)
    return string(small, static_cast<size_t>(n));
  string large(static_cast<size_t>(n), '\0');
  snprintf(large.data(), large.size() + 1, format, value);
  return large;
}
#define XBLOCK_TO_STRING(type, format)                                                                                 \
  string to_string(type value) { return narrow(format, value); }                                                       \
  wstring to_wstring(type value) {                                                                                     \
    string digits = narrow(format, value);                                                                             \
    return wstring(digits.begin(), digits.end());                                                                      \
  }
XBLOCK_TO_STRING(int, "%d")
XBLOCK_TO_STRING(long, "%ld")
XBLOCK_TO_STRING(long long, "%lld")
XBLOCK_TO_STRING(unsigned, "%u")
XBLOCK_TO_STRING(unsigned long, "%lu")
XBLOCK_TO_STRING(unsigned long long, "%llu")
XBLOCK_TO_STRING(float, "%f")
XBLOCK_TO_STRING(double, "%f")
XBLOCK_TO_STRING(long double, "%Lf")

/// What `convert`, one of the C library, makes of the text; it sets the end, and errno if the value does not fit.
template <class Result, class Text, class Convert>
static Result number(const char *name, const Text &text, size_t *used, Convert convert) {
  const Text copy = text; // read where it is seen
  auto *begin = copy.c_str();
  auto *end = const_cast<typename Text::value_type *>(begin);
  int before = errno;
  errno = 0;
  auto value = convert(begin, &end);
  int error = errno;
  errno = before;
  bool fits = error != ERANGE;
  if constexpr (numeric_limits<Result>::is_integer)
    fits = fits && value >= numeric_limits<Result>::min() && value <= numeric_limits<Result>::max();
  if (!fits)
    throw out_of_range(string(name) + ": out of range");
  if (end == begin)
    throw invalid_argument(string(name) + ": no conversion");
  if (used)
    *used = static_cast<size_t>(end - begin);
  return static_cast<Result>(value);
}
#define XBLOCK_INTEGER(name, type, narrow, wide)                                                                       \
  type name(const string &text, size_t *used, int base) {                                                              \
    return number<type>(#name, text, used, [base](const char *from, char **end) { return narrow(from, end, base); });  \
  }                                                                                                                    \
  type name(const wstring &text, size_t *used, int base) {                                                             \
    return number<type>(#name, text, used,                                                                             \
                        [base](const wchar_t *from, wchar_t **end) { return wide(from, end, base); });                 \
  }
XBLOCK_INTEGER(stoi, int, strtol, wcstol)
XBLOCK_INTEGER(stol, long, strtol, wcstol)
XBLOCK_INTEGER(stoul, unsigned long, strtoul, wcstoul)
XBLOCK_INTEGER(stoll, long long, strtoll, wcstoll)
XBLOCK_INTEGER(stoull, unsigned long long, strtoull, wcstoull)
#define XBLOCK_FLOAT(name, type, narrow, wide)                                                                         \
  type name(const string &text, size_t *used) { return number<type>(#name, text, used, narrow); }                      \
  type name(const wstring &text, size_t *used) { return number<type>(#name, text, used, wide); }
XBLOCK_FLOAT(stof, float, strtof, wcstof)
XBLOCK_FLOAT(stod, double, strtod, wcstod)
XBLOCK_FLOAT(stold, long double, strtold, wcstold)

_LIBCPP_END_NAMESPACE_STD
