// <search.h>, but its trees, and <regex.h>.
#include "intercept/accesses.h"
#include "intercept/kept_state.h"

#include <cstdlib>
#include <regex.h>
#include <search.h>

using namespace xblock;

XBLOCK_KEPT(hsearch_data, hashTable, "hsearch_table");

namespace {

struct Slot { // libc's
  unsigned used;
  ENTRY entry;
};

int create(size_t n, hsearch_data *table, const xblock_site *site) {
  written(readBytes(table, sizeof *table, site), sizeof *table, site);
  allocateTracked = running.onFiber && !table->table;
  int created = hcreate_r(n, table);
  allocateTracked = false;
  return created;
}

void destroy(hsearch_data *table, const xblock_site *site) {
  hdestroy_r(written(readBytes(table, sizeof *table, site), sizeof *table, site));
}

/// Which slot libc fills is not told: all of them may change, but who looks one up sees that the
/// table did.
int look(ENTRY item, ACTION action, ENTRY **found, hsearch_data *table, const xblock_site *site) {
  readBytes(table, sizeof *table, site);
  readString(item.key, site);
  if (action == ENTER && table->table) {
    written(table, sizeof *table, site);
    touch(table->table, (table->size + 1) * sizeof(Slot));
  }
  return hsearch_r(item, action, result(found, site), table);
}

} // namespace

XBLOCK_FUNCTION(int, hcreate, (size_t n), { return create(n, &hashTable.value, site); })
XBLOCK_FUNCTION(void, hdestroy, (), { destroy(&hashTable.value, site); })
XBLOCK_FUNCTION(ENTRY *, hsearch, (ENTRY item, ACTION action), {
  ENTRY *found = nullptr;
  look(item, action, &found, &hashTable.value, site);
  return found;
})
XBLOCK_FUNCTION(int, hcreate_r, (size_t n, hsearch_data *table), { return create(n, table, site); })
XBLOCK_FUNCTION(void, hdestroy_r, (hsearch_data * table), { destroy(table, site); })
XBLOCK_FUNCTION(int, hsearch_r, (ENTRY item, ACTION action, ENTRY **found, hsearch_data *table),
                { return look(item, action, found, table, site); })

namespace {

using Comparison = int (*)(const void *, const void *);

/// The program's comparison, or a function of libc, which is to know where it is called.
int compareBy(Comparison compare, const void *a, const void *b, const xblock_site *site) {
  __xblock_call_site = site;
  return compare(a, b);
}

/// The first of `count` elements that is equal, or the end.
char *firstEqual(const void *key, const void *base, size_t count, size_t size, Comparison compare, const xblock_site *site) {
  auto *at = static_cast<char *>(const_cast<void *>(base));
  for (; count && compareBy(compare, key, at, site) != 0; --count)
    at += size;
  return at;
}

} // namespace

// The program's comparison runs within these: no XBLOCK_FUNCTION.
XBLOCK_INSTRUMENTED(void *, lsearch, (const void *key, void *base, size_t *count, size_t size, Comparison compare)) {
  const xblock_site *site = takeSite();
  size_t n = *readBytes(count, sizeof *count, site);
  char *at = firstEqual(key, base, n, size, compare, site);
  if (at != static_cast<char *>(base) + n * size)
    return at;
  CutHeld held;
  memcpy(written(at, size, site), readBytes(key, size, site), size);
  ++*written(count, sizeof *count, site);
  return at;
}
XBLOCK_INSTRUMENTED(void *, lfind, (const void *key, const void *base, size_t *count, size_t size, Comparison compare)) {
  const xblock_site *site = takeSite();
  size_t n = *readBytes(count, sizeof *count, site);
  char *at = firstEqual(key, base, n, size, compare, site);
  return at != static_cast<const char *>(base) + n * size ? at : nullptr;
}
// As glibc's: which of equal elements it is follows from the order of comparisons.
XBLOCK_INSTRUMENTED(void *, bsearch, (const void *key, const void *base, size_t count, size_t size, Comparison compare)) {
  const xblock_site *site = takeSite();
  auto *all = static_cast<char *>(const_cast<void *>(base));
  for (size_t low = 0, high = count; low < high;) {
    size_t middle = (low + high) / 2;
    int order = compareBy(compare, key, all + middle * size, site);
    if (order == 0)
      return all + middle * size;
    (order < 0 ? high : low) = order < 0 ? middle : middle + 1;
  }
  return nullptr;
}

namespace {

struct Linked {
  Linked *next, *before;
};

} // namespace

XBLOCK_FUNCTION(void, insque, (void *element, void *before), {
  auto *e = result(static_cast<Linked *>(element), site);
  auto *b = static_cast<Linked *>(before);
  if (!b) {
    *e = {nullptr, nullptr};
    return;
  }
  readBytes(&b->next, sizeof b->next, site);
  *e = {b->next, b};
  if (b->next)
    *result(&b->next->before, site) = e;
  *result(&b->next, site) = e;
})
XBLOCK_FUNCTION(void, remque, (void *element), {
  auto *e = readBytes(static_cast<Linked *>(element), sizeof(Linked), site);
  if (e->next)
    *result(&e->next->before, site) = e->before;
  if (e->before)
    *result(&e->before->next, site) = e->next;
})

// What a regex_t points to is libc's: what a search adds there changes no result, and it is not
// given back while threads are explored, since an earlier state may still have it.
XBLOCK_FUNCTION(int, regcomp, (regex_t * to, const char *pattern, int flags), {
  RuntimeScope scope;
  readString(pattern, site);
  return regcomp(result(to, site), pattern, flags);
})
XBLOCK_FUNCTION(int, regexec,
                (const regex_t *pattern, const char *text, size_t n, regmatch_t *matches,
                 int flags),
                {
                  RuntimeScope scope;
                  readBytes(pattern, sizeof *pattern, site);
                  bool told = n && !pattern->__REPB_PREFIX(no_sub);
                  if (flags & REG_STARTEND) {
                    readBytes(matches, sizeof *matches, site);
                    readBytes(text + matches->rm_so,
                              static_cast<size_t>(matches->rm_eo - matches->rm_so), site);
                  } else {
                    readString(text, site);
                  }
                  if (told)
                    written(matches, n * sizeof *matches, site);
                  return regexec(pattern, text, n, matches, flags);
                })
XBLOCK_FUNCTION(void, regfree, (regex_t * pattern),
                { regfree(result(readBytes(pattern, sizeof *pattern, site), site)); })
XBLOCK_FUNCTION(size_t, regerror, (int error, const regex_t *pattern, char *to, size_t n),
                { return regerror(error, pattern, written(to, n, site), n); })
