// What the machine and its files tell of the process: the same whenever it is asked, as nothing
// here changes it. Looked up as it is, and told of as written to the program's memory.
#include "intercept/accesses.h"
#include "intercept/kept_state.h"

#include <algorithm>
#include <cerrno>
#include <dlfcn.h>
#include <grp.h>
#include <pwd.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

using namespace xblock;

namespace {

template <typename Entry> struct Found {
  Entry entry;
  char texts[16384];
};

} // namespace

XBLOCK_KEPT(Found<passwd>, byUserName, "getpwnam_result");
XBLOCK_KEPT(Found<passwd>, byUser, "getpwuid_result");
XBLOCK_KEPT(Found<group>, byGroupName, "getgrnam_result");
XBLOCK_KEPT(Found<group>, byGroup, "getgrgid_result");

XBLOCK_FUNCTION(int, uname, (utsname * to), { return uname(result(to, site)); })
XBLOCK_FUNCTION(int, gethostname, (char *to, size_t n),
                { return gethostname(written(to, n, site), n); })
XBLOCK_FUNCTION(int, getdomainname, (char *to, size_t n),
                { return getdomainname(written(to, n, site), n); })
XBLOCK_FUNCTION(int, getlogin_r, (char *to, size_t n), {
  RuntimeScope scope;
  return getlogin_r(written(to, n, site), n);
})
XBLOCK_FUNCTION(int, getgroups, (int n, gid_t *to), {
  int count = getgroups(0, nullptr);
  if (n > 0 && count > 0 && count <= n)
    written(to, static_cast<size_t>(count) * sizeof *to, site);
  return getgroups(n, to);
})
#define XBLOCK_IDS(name, id)                                                                       \
  XBLOCK_FUNCTION(int, name, (id * real, id * effective, id * saved),                              \
                  { return name(result(real, site), result(effective, site), result(saved, site)); })
XBLOCK_IDS(getresuid, uid_t)
XBLOCK_IDS(getresgid, gid_t)
XBLOCK_FUNCTION(size_t, confstr, (int what, char *to, size_t n),
                { return confstr(what, written(to, std::min(n, confstr(what, nullptr, 0)), site), n); })
XBLOCK_FUNCTION(int, dladdr, (const void *address, Dl_info *to), { return dladdr(address, result(to, site)); })
XBLOCK_FUNCTION(int, getrlimit, (__rlimit_resource_t what, rlimit *to),
                { return getrlimit(what, result(to, site)); })
XBLOCK_FUNCTION(int, getrlimit64, (__rlimit_resource_t what, rlimit64 *to),
                { return getrlimit64(what, result(to, site)); })

// The static forms by the others, whose texts fit.
#define XBLOCK_ENTRIES(Entry, name, given, kept)                                                   \
  XBLOCK_FUNCTION(int, name##_r, (given key, Entry * to, char *texts, size_t n, Entry **found), {  \
    RuntimeScope scope;                                                                            \
    return name##_r(readKey(key, site), result(to, site), written(texts, n, site), n,              \
                    result(found, site));                                                          \
  })                                                                                               \
  XBLOCK_FUNCTION(Entry *, name, (given key), {                                                    \
    RuntimeScope scope;                                                                            \
    Entry *found = nullptr;                                                                        \
    touch(kept.value.texts, sizeof kept.value.texts);                                              \
    int error = name##_r(readKey(key, site), result(&kept.value.entry, site), kept.value.texts,    \
                         sizeof kept.value.texts, &found);                                         \
    if (error == ERANGE)                                                                           \
      unsupported(#name " of an entry of more than 16384 bytes", site);                            \
    if (error)                                                                                     \
      errno = error;                                                                               \
    return found;                                                                                  \
  })

namespace {

const char *readKey(const char *name, const xblock_site *site) { return readString(name, site); }
template <typename Id> Id readKey(Id id, const xblock_site *) { return id; }

} // namespace

XBLOCK_ENTRIES(passwd, getpwnam, const char *, byUserName)
XBLOCK_ENTRIES(passwd, getpwuid, uid_t, byUser)
XBLOCK_ENTRIES(group, getgrnam, const char *, byGroupName)
XBLOCK_ENTRIES(group, getgrgid, gid_t, byGroup)
