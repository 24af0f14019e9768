// What __builtin___memcpy_chk and its like call: as without, if there is room, else a failure, as libc ends the program then. (-D_FORTIFY_SOURCE, of which
// most of these calls come, is undone by the compiler's wrappers.)
#include "intercept/accesses.h"

using namespace xblock;

namespace {

void checkRoom(size_t needed, size_t room) {
  if (needed > room)
    failf(FailureKind::Misuse, "%zu bytes into an object of %zu, as the compiler knows", needed, room);
}

} // namespace

#define XBLOCK_COPY(name, of)                                                                      \
  XBLOCK_FUNCTION(void *, name, (void *to, const void *from, size_t n, size_t room), {             \
    checkRoom(n, room);                                                                            \
    return of(written(to, n, site), readBytes(from, n, site), n);                                  \
  })
XBLOCK_COPY(__memcpy_chk, memcpy)
XBLOCK_COPY(__memmove_chk, memmove)
XBLOCK_COPY(__mempcpy_chk, mempcpy)
XBLOCK_FUNCTION(void *, __memset_chk, (void *to, int c, size_t n, size_t room), {
  checkRoom(n, room);
  return memset(written(to, n, site), c, n);
})
XBLOCK_FUNCTION(void, __explicit_bzero_chk, (void *to, size_t n, size_t room), {
  checkRoom(n, room);
  explicit_bzero(written(to, n, site), n);
})

#define XBLOCK_TEXT(name, of)                                                                      \
  XBLOCK_FUNCTION(char *, name, (char *to, const char *from, size_t room), {                       \
    size_t n = strlen(readString(from, site)) + 1;                                                 \
    checkRoom(n, room);                                                                            \
    return of(written(to, n, site), from);                                                         \
  })
#define XBLOCK_BOUNDED(name, of)                                                                   \
  XBLOCK_FUNCTION(char *, name, (char *to, const char *from, size_t n, size_t room), {             \
    checkRoom(n, room);                                                                            \
    return of(written(to, n, site), readBounded(from, n, site), n);                                \
  })
XBLOCK_TEXT(__strcpy_chk, strcpy)
XBLOCK_TEXT(__stpcpy_chk, stpcpy)
XBLOCK_BOUNDED(__strncpy_chk, strncpy)
XBLOCK_BOUNDED(__stpncpy_chk, stpncpy)
XBLOCK_FUNCTION(char *, __strcat_chk, (char *to, const char *from, size_t room), {
  size_t at = strlen(readString(to, site)), n = strlen(readString(from, site)) + 1;
  checkRoom(at + n, room);
  written(to + at, n, site);
  return strcat(to, from);
})
XBLOCK_FUNCTION(char *, __strncat_chk, (char *to, const char *from, size_t most, size_t room), {
  size_t at = strlen(readString(to, site)), n = strnlen(readBounded(from, most, site), most) + 1;
  checkRoom(at + n, room);
  written(to + at, n, site);
  return strncat(to, from, most);
})
