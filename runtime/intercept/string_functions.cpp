// Less frequent string and memory functions, as in memory_functions.cpp.
#include "intercept/accesses.h"
#include "intercept/heap.h"

#include <algorithm>
#include <arpa/inet.h>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <fnmatch.h>
#include <glob.h>
#include <strings.h>
#include <unistd.h>

using namespace xblock;

namespace {

size_t lengthUpTo(const char *s, size_t n, char c) {
  auto *at = static_cast<const char *>(memchr(s, c, n));
  return at ? static_cast<size_t>(at - s) + 1 : n;
}

} // namespace

XBLOCK_FUNCTION(void *, memccpy, (void *to, const void *from, int c, size_t n), {
  size_t copied = lengthUpTo(static_cast<const char *>(from), n, static_cast<char>(c));
  readBytes(from, copied, site);
  return memccpy(written(to, copied, site), from, c, n);
})
XBLOCK_FUNCTION(void *, memrchr, (const void *s, int c, size_t n), {
  return const_cast<void *>(memrchr(readBytes(s, n, site), c, n));
})
XBLOCK_FUNCTION(void *, rawmemchr, (const void *s, int c), {
  auto *at = static_cast<const char *>(rawmemchr(s, c));
  readUpTo(static_cast<const char *>(s), at, site);
  return const_cast<char *>(at);
})
XBLOCK_FUNCTION(void *, memmem, (const void *s, size_t n, const void *t, size_t m), {
  return const_cast<void *>(memmem(readBytes(s, n, site), n, readBytes(t, m, site), m));
})
XBLOCK_FUNCTION(void, swab, (const void *from, void *to, ssize_t n), {
  size_t swapped = n > 1 ? static_cast<size_t>(n) & ~size_t{1} : 0;
  readBytes(from, swapped, site);
  swab(from, written(to, swapped, site), n);
})
XBLOCK_FUNCTION(char *, stpncpy, (char *to, const char *from, size_t n), {
  readBounded(from, n, site);
  return stpncpy(written(to, n, site), from, n);
})
XBLOCK_FUNCTION(char *, strndup, (const char *s, size_t n), {
  size_t length = strnlen(readBounded(s, n, site), n);
  auto *copy = static_cast<char *>(allocateForProgram(length + 1));
  if (!copy)
    return nullptr;
  memcpy(written(copy, length + 1, site), s, length);
  copy[length] = 0;
  return copy;
})
XBLOCK_FUNCTION(char *, strchrnul, (const char *s, int c), {
  const char *at = strchrnul(s, c);
  readUpTo(s, at, site);
  return const_cast<char *>(at);
})
XBLOCK_FUNCTION(char *, strcasestr, (const char *s, const char *t), {
  return const_cast<char *>(strcasestr(readString(s, site), readString(t, site)));
})
XBLOCK_FUNCTION(int, strncasecmp, (const char *a, const char *b, size_t n), {
  size_t i = 0;
  while (i < n && a[i] && tolower(static_cast<unsigned char>(a[i])) == tolower(static_cast<unsigned char>(b[i])))
    ++i;
  i = std::min(n, i + 1);
  return strncasecmp(readBytes(a, i, site), readBytes(b, i, site), n);
})
XBLOCK_FUNCTION(size_t, strspn, (const char *s, const char *set), {
  size_t n = strspn(s, readString(set, site));
  readBytes(s, n + 1, site);
  return n;
})
XBLOCK_FUNCTION(size_t, strcspn, (const char *s, const char *set), {
  size_t n = strcspn(s, readString(set, site));
  readBytes(s, n + 1, site);
  return n;
})
XBLOCK_FUNCTION(char *, strpbrk, (const char *s, const char *set), {
  readBytes(s, strcspn(s, readString(set, site)) + 1, site);
  return const_cast<char *>(strpbrk(s, set));
})
XBLOCK_FUNCTION(char *, strsep, (char **s, const char *set), {
  readBytes(s, sizeof *s, site);
  if (!*s)
    return nullptr;
  char *end = *s + strcspn(*s, readString(set, site));
  readUpTo(*s, end, site);
  if (*end)
    written(end, 1, site);
  return strsep(result(s, site), set);
})
XBLOCK_FUNCTION(int, strcoll, (const char *a, const char *b), {
  return strcoll(readString(a, site), readString(b, site));
})
XBLOCK_FUNCTION(size_t, strxfrm, (char *to, const char *from, size_t n), {
  readString(from, site);
  return strxfrm(written(to, n, site), from, n);
})
XBLOCK_FUNCTION(char *, strerror_r, (int error, char *to, size_t n), { return strerror_r(error, written(to, n, site), n); })
XBLOCK_FUNCTION(int, __xpg_strerror_r, (int error, char *to, size_t n), {
  return XBLOCK_REAL(int(int, char *, size_t), "__xpg_strerror_r")(error, written(to, n, site), n);
})
XBLOCK_FUNCTION(const char *, inet_ntop, (int family, const void *from, char *to, socklen_t n), {
  readBytes(from, family == AF_INET ? sizeof(in_addr) : sizeof(in6_addr), site);
  return inet_ntop(family, from, written(to, std::min<size_t>(n, INET6_ADDRSTRLEN), site), n);
})
XBLOCK_FUNCTION(int, inet_pton, (int family, const char *from, void *to), {
  readString(from, site);
  return inet_pton(family, from, written(to, family == AF_INET ? sizeof(in_addr) : sizeof(in6_addr), site));
})
XBLOCK_FUNCTION(int, inet_aton, (const char *from, in_addr *to), { return inet_aton(readString(from, site), result(to, site)); })

XBLOCK_FUNCTION(void, explicit_bzero, (void *to, size_t n), { explicit_bzero(written(to, n, site), n); })
XBLOCK_FUNCTION(void, bcopy, (const void *from, void *to, size_t n), { memmove(written(to, n, site), readBytes(from, n, site), n); })
XBLOCK_FUNCTION(int, strverscmp, (const char *a, const char *b), { return strverscmp(readString(a, site), readString(b, site)); })
XBLOCK_FUNCTION(int, fnmatch, (const char *pattern, const char *s, int flags), {
  return fnmatch(readString(pattern, site), readString(s, site), flags);
})
XBLOCK_FUNCTION(long, a64l, (const char *s), {
  constexpr size_t kDigits = 6;
  return a64l(readBounded(s, kDigits, site));
})
XBLOCK_FUNCTION(int, glob_pattern_p, (const char *pattern, int quote), { return glob_pattern_p(readString(pattern, site), quote); })
