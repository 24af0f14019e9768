// Functions of <libgen.h> and basename(), which cut the path that they are given, or look at it only. Where they cut it, they say on a copy.
#include "intercept/accesses.h"

#include <cstdlib>
#include <libgen.h> // whose basename is __xpg_basename

using namespace xblock;

namespace {

char *cutPath(char *path, char *(*cut)(char *), const xblock_site *site) {
  if (!path)
    return cut(path);
  readString(path, site);
  RuntimeScope scope;
  size_t n = strlen(path) + 1;
  char *copy = strdup(path);
  if (!copy)
    unsupported("out of memory for the copy of a path", site);
  char *part = cut(copy);
  for (size_t i = 0; i < n; ++i)
    if (copy[i] != path[i])
      *written(path + i, 1, site) = copy[i];
  char *of = part >= copy && part < copy + n ? path + (part - copy) : part; // or a constant
  free(copy);
  return of;
}

} // namespace

XBLOCK_FUNCTION(char *, dirname, (char *path), { return cutPath(path, dirname, site); })
XBLOCK_FUNCTION(char *, __xpg_basename, (char *path), { return cutPath(path, __xpg_basename, site); })
#undef basename
XBLOCK_FUNCTION(char *, basename, (const char *path), {
  const char *slash = strrchr(readString(path, site), '/');
  return const_cast<char *>(slash ? slash + 1 : path);
})
