// The environment: an array in tracked memory, so that what threads change is rolled back. libc
// reads the same one. Changes are made under libc's lock, and do not race with each other; who only
// looks takes none, and races with them.
#include "intercept/environment.h"

#include "intercept/accesses.h"
#include "intercept/kept_state.h"

#include <cerrno>
#include <cstdlib>
#include <unistd.h>

using namespace xblock;

namespace {

constexpr size_t kMost = 4095;

struct Environment {
  uint64_t changes; // stands for all of it
  char *slot[kMost + 1];
};

} // namespace

XBLOCK_KEPT(Environment, environment, "environment");

namespace {

size_t countOf(char **slots) {
  size_t n = 0;
  while (slots && slots[n])
    ++n;
  return n;
}

bool isOf(const char *entry, const char *name, size_t length) {
  return strncmp(entry, name, length) == 0 && entry[length] == '=';
}

char **find(const char *name, size_t length) {
  for (char **at = environ; at && *at; ++at)
    if (isOf(*at, name, length))
      return at;
  return nullptr;
}

/// The array is to be ours. False if it cannot.
bool adopt(const xblock_site *site) {
  if (environ == environment->slot)
    return true;
  if (running.exploring)
    unsupported("a change of the environment after environ was given another value", site);
  size_t n = countOf(environ);
  if (n > kMost)
    return false;
  memcpy(environment->slot, environ, n * sizeof *environ);
  environment->slot[n] = nullptr;
  environ = environment->slot;
  return true;
}

/// Of libc's time zone, which is not rolled back.
void refuseZone(const char *name, size_t length, const xblock_site *site) {
  if (running.exploring && length == 2 && memcmp(name, "TZ", 2) == 0)
    unsupported("a change of TZ while threads are explored", site);
}

/// The n slots at `at` are about to change.
void noteChange(char **at, size_t n, const xblock_site *site) {
  noteStep(&environment->changes, sizeof environment->changes);
  noteAtomic(&environment->changes, sizeof environment->changes, true, true, Order::Relaxed, site);
  ++environment->changes;
  noteAtomicWrite(at, n * sizeof *at);
  noteAtomic(at, n * sizeof *at, false, true, Order::Relaxed, site);
}

int fails(int error) {
  errno = error;
  return -1;
}

/// Puts `entry`, which begins with the name, in place of what there is, or behind it.
int put(char *entry, size_t length, const xblock_site *site) {
  char **at = find(entry, length);
  if (at) {
    noteChange(at, 1, site);
    *at = entry;
  } else {
    size_t n = countOf(environ);
    if (n == kMost) {
      if (running.exploring)
        unsupported("an environment of more than 4095 variables", site);
      return fails(ENOMEM);
    }
    noteChange(environ + n, 2, site);
    environ[n] = entry;
    environ[n + 1] = nullptr;
  }
  boundary(Ending::Split);
  return 0;
}

int removeAll(const char *name, size_t length, const xblock_site *site) {
  char **first = find(name, length);
  if (!first) {
    noteEnvironmentRead(site);
    return 0;
  }
  noteChange(first, countOf(first) + 1, site);
  char **to = first;
  for (char **from = first; *from; ++from)
    if (!isOf(*from, name, length))
      *to++ = *from;
  *to = nullptr;
  boundary(Ending::Split);
  return 0;
}

char *look(const char *name, const xblock_site *site) {
  noteEnvironmentRead(site);
  size_t length = strlen(readString(name, site));
  char **at = length ? find(name, length) : nullptr;
  return at ? readBytes(*at, length + 1, site) + length + 1 : nullptr;
}

} // namespace

void xblock::adoptEnvironment() { adopt(nullptr); }
void xblock::noteEnvironmentRead(const xblock_site *site) {
  noteRead(&environment->changes, sizeof environment->changes, site);
}

XBLOCK_FUNCTION(char *, getenv, (const char *name), { return look(name, site); })
XBLOCK_FUNCTION(char *, secure_getenv, (const char *name), { return look(name, site); })

XBLOCK_EVERYWHERE(int, setenv, (const char *name, const char *value, int replace),
                  (name, value, replace)) {
  const xblock_site *site = takeSite();
  if (!isProgramsCall())
    return XBLOCK_REAL(int(const char *, const char *, int), "setenv")(name, value, replace);
  RuntimeScope scope;
  if (!name || !*readString(name, site) || strchr(name, '='))
    return fails(EINVAL);
  if (!adopt(site))
    return fails(ENOMEM);
  size_t length = strlen(name), rest = strlen(readString(value, site)) + 1;
  if (!replace && find(name, length)) {
    noteEnvironmentRead(site);
    return 0;
  }
  refuseZone(name, length, site);
  uint32_t arena = running.onFiber ? index(running.thread) : 0;
  auto *entry = static_cast<char *>(trackedHeap.allocate(arena, length + 1 + rest));
  if (!entry)
    return fails(ENOMEM);
  touch(entry, length + 1 + rest);
  memcpy(entry, name, length);
  entry[length] = '=';
  memcpy(entry + length + 1, value, rest);
  return put(entry, length, site);
}

XBLOCK_EVERYWHERE(int, putenv, (char *entry), (entry)) {
  const xblock_site *site = takeSite();
  if (!isProgramsCall())
    return XBLOCK_REAL(int(char *), "putenv")(entry);
  RuntimeScope scope;
  if (!adopt(site))
    return fails(ENOMEM);
  size_t length = strcspn(readString(entry, site), "=");
  refuseZone(entry, length, site);
  return entry[length] ? put(entry, length, site) : removeAll(entry, length, site);
}

XBLOCK_EVERYWHERE(int, unsetenv, (const char *name), (name)) {
  const xblock_site *site = takeSite();
  if (!isProgramsCall())
    return XBLOCK_REAL(int(const char *), "unsetenv")(name);
  RuntimeScope scope;
  if (!name || !*readString(name, site) || strchr(name, '='))
    return fails(EINVAL);
  if (!adopt(site))
    return fails(ENOMEM);
  size_t length = strlen(name);
  if (find(name, length))
    refuseZone(name, length, site);
  return removeAll(name, length, site);
}

XBLOCK_EVERYWHERE(int, clearenv, (), ()) {
  const xblock_site *site = takeSite();
  if (!isProgramsCall())
    return XBLOCK_REAL(int(), "clearenv")();
  RuntimeScope scope;
  if (!adopt(site))
    return fails(ENOMEM);
  if (find("TZ", 2))
    refuseZone("TZ", 2, site);
  noteChange(environ, 1, site);
  *environ = nullptr;
  boundary(Ending::Split);
  return 0;
}
