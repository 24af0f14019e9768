// What is done with paths: names, directories, permissions.
#include "intercept/files.h"

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/time.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace xblock;

XBLOCK_OF_FILES(int, rename, (const char *from, const char *to), (from, to), {
  return onPaths("rename", from, to, site, [&] { return files::rename(AT_FDCWD, from, AT_FDCWD, to, 0); });
})
XBLOCK_OF_FILES(int, renameat, (int at, const char *from, int toAt, const char *to), (at, from, toAt, to), {
  return onPaths("rename", from, to, site, [&] { return files::rename(at, from, toAt, to, 0); });
})
XBLOCK_OF_FILES(int, renameat2, (int at, const char *from, int toAt, const char *to, unsigned flags), (at, from, toAt, to, flags), {
  return onPaths("rename", from, to, site, [&] { return files::rename(at, from, toAt, to, flags); });
})
XBLOCK_OF_FILES(int, unlink, (const char *path), (path), {
  return onPath("unlink", path, site, [&] { return files::remove(AT_FDCWD, path, false); });
})
XBLOCK_OF_FILES(int, unlinkat, (int at, const char *path, int flags), (at, path, flags), {
  return onPath("unlink", path, site, [&] { return files::remove(at, path, flags & AT_REMOVEDIR); });
})
XBLOCK_OF_FILES(int, rmdir, (const char *path), (path), {
  return onPath("remove", path, site, [&] { return files::remove(AT_FDCWD, path, true); });
})
XBLOCK_OF_FILES(int, remove, (const char *path), (path), {
  readString(path, site);
  RuntimeScope scope;
  int result = files::remove(AT_FDCWD, path, false);
  return endFileCall(result == -EISDIR ? files::remove(AT_FDCWD, path, true) : result, "remove", path, site);
})
XBLOCK_OF_FILES(int, mkdir, (const char *path, mode_t mode), (path, mode), {
  return onPath("mkdir", path, site, [&] { return files::makeDirectory(AT_FDCWD, path, mode); });
})
XBLOCK_OF_FILES(int, mkdirat, (int at, const char *path, mode_t mode), (at, path, mode), {
  return onPath("mkdir", path, site, [&] { return files::makeDirectory(at, path, mode); });
})
namespace {

int makeForReal(const char *path, mode_t mode) {
  int result = XBLOCK_REAL(int(const char *, mode_t), "mkfifo")(path, mode);
  struct stat made;
  if (running.onFiber && !runtimeDepth && result == 0 && syscall(SYS_newfstatat, AT_FDCWD, path, &made, AT_SYMLINK_NOFOLLOW) == 0)
    files::rememberNamedPipe(made);
  return result;
}

} // namespace

XBLOCK_EVERYWHERE(int, mkfifo, (const char *path, mode_t mode), (path, mode)) {
  const xblock_site *site = takeSite();
  if (!filesAreModelled())
    return makeForReal(path, mode);
  return onPath("mkfifo", path, site, [&] { return files::makeNamedPipe(AT_FDCWD, path, mode); });
}
XBLOCK_OF_FILES(int, mkfifoat, (int at, const char *path, mode_t mode), (at, path, mode), {
  return onPath("mkfifo", path, site, [&] { return files::makeNamedPipe(at, path, mode); });
})
XBLOCK_OF_FILES(int, link, (const char *from, const char *to), (from, to), {
  return onPaths("link", from, to, site, [&] { return files::link(AT_FDCWD, from, AT_FDCWD, to, false); });
})
XBLOCK_OF_FILES(int, linkat, (int at, const char *from, int toAt, const char *to, int flags), (at, from, toAt, to, flags), {
  return onPaths("link", from, to, site, [&] { return files::link(at, from, toAt, to, flags & AT_SYMLINK_FOLLOW); });
})
XBLOCK_OF_FILES(int, symlink, (const char *target, const char *path), (target, path), {
  return onPaths("symlink", target, path, site, [&] { return files::symbolicLink(target, AT_FDCWD, path); });
})
XBLOCK_OF_FILES(int, symlinkat, (const char *target, int at, const char *path), (target, at, path), {
  return onPaths("symlink", target, path, site, [&] { return files::symbolicLink(target, at, path); });
})

namespace {

ssize_t readLinkStep(int at, const char *path, char *to, size_t n, const xblock_site *site) {
  readString(path, site);
  RuntimeScope scope;
  int64_t length = n ? files::readLink(at, path, nullptr, n) : -EINVAL;
  if (length > 0) {
    noteWrite(to, static_cast<size_t>(length), site);
    files::readLink(at, path, to, n);
  }
  return endFileStep(length, "read link", path, site);
}

/// -errno, or 0 and the path in `to`, of PATH_MAX bytes.
int realPath(const char *path, char *to) {
  files::Found found = files::find(AT_FDCWD, path, true);
  if (found.error || !found.exists())
    return found.error ? -found.error : -ENOENT;
  memcpy(to, found.path.c_str(), found.path.size() + 1);
  return 0;
}

char *realPathStep(const char *path, char *to, const xblock_site *site) {
  readString(path, site);
  char result[PATH_MAX];
  {
    RuntimeScope scope;
    if (endFileCall(realPath(path, result), "look at", path, site) != 0)
      return nullptr;
    if (to) {
      noteWrite(to, strlen(result) + 1, site);
      strcpy(to, result);
      return to;
    }
  }
  char *copy = static_cast<char *>(allocateForProgram(strlen(result) + 1));
  noteWrite(copy, strlen(result) + 1, site);
  return strcpy(copy, result);
}

} // namespace

XBLOCK_OF_FILES(ssize_t, readlink, (const char *path, char *to, size_t n), (path, to, n), { return readLinkStep(AT_FDCWD, path, to, n, site); })
XBLOCK_OF_FILES(ssize_t, readlinkat, (int at, const char *path, char *to, size_t n), (at, path, to, n), {
  return readLinkStep(at, path, to, n, site);
})
XBLOCK_OF_FILES(char *, realpath, (const char *path, char *to), (path, to), { return realPathStep(path, to, site); })
XBLOCK_OF_FILES(char *, canonicalize_file_name, (const char *path), (path), { return realPathStep(path, nullptr, site); })
XBLOCK_OF_FILES(int, chdir, (const char *path), (path), {
  return onPath("chdir", path, site, [&] { return files::changeDirectory(AT_FDCWD, path); });
})
XBLOCK_OF_FILES(int, fchdir, (int fd), (fd), {
  RuntimeScope scope;
  const files::OpenFile *file = files::fileAt(fd);
  int result = !file ? -EBADF : file->node->kind != files::NodeKind::Directory ? -ENOTDIR : files::changeDirectory(fd, ".");
  return endFileCall(result, "chdir", nameOf(file), site);
})
XBLOCK_OF_FILES(char *, getcwd, (char *to, size_t n), (to, n), {
  char path[PATH_MAX];
  {
    RuntimeScope scope;
    strcpy(path, files::directoryNow().c_str());
    endFileStep();
  }
  size_t size = strlen(path) + 1;
  if (!to)
    to = static_cast<char *>(allocateForProgram(n ? n : size));
  else if (n < size)
    return errno = n ? ERANGE : EINVAL, nullptr;
  noteWrite(to, size, site);
  return strcpy(to, path);
})
namespace {

/// Names that nobody has, in place of the last six X: the same in each run.
int fillTemplate(char *path, int suffix, int (*make)(const char *path, int flags), int flags, const xblock_site *site) {
  size_t length = strlen(path);
  readString(path, site);
  if (suffix < 0 || length < 6 + static_cast<size_t>(suffix) || memcmp(path + length - 6 - suffix, "XXXXXX", 6) != 0)
    return -EINVAL;
  char *x = path + length - 6 - suffix;
  noteWrite(x, 6, site);
  for (unsigned tries = 0; tries < 1000; ++tries) {
    uint64_t value = files::nextNumber();
    for (int i = 0; i < 6; ++i, value /= 62)
      x[i] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"[value % 62];
    int result = make(path, flags);
    if (result != -EEXIST)
      return result;
  }
  return -EEXIST;
}

int makeTemporary(const char *path, int flags) { return files::openAt(AT_FDCWD, path, O_RDWR | O_CREAT | O_EXCL | flags, 0600); }
int makeTemporaryDirectory(const char *path, int) { return files::makeDirectory(AT_FDCWD, path, 0700); }

} // namespace

XBLOCK_BOTH(int, mkstemp, (char *path), (path), {
  RuntimeScope scope;
  return endFileCall(fillTemplate(path, 0, makeTemporary, 0, site), "create", path, site);
})
XBLOCK_BOTH(int, mkostemp, (char *path, int flags), (path, flags), {
  RuntimeScope scope;
  return endFileCall(fillTemplate(path, 0, makeTemporary, flags, site), "create", path, site);
})
XBLOCK_OF_FILES(int, mkstemps, (char *path, int suffix), (path, suffix), {
  RuntimeScope scope;
  return endFileCall(fillTemplate(path, suffix, makeTemporary, 0, site), "create", path, site);
})
XBLOCK_OF_FILES(char *, mkdtemp, (char *path), (path), {
  RuntimeScope scope;
  return endFileCall(fillTemplate(path, 0, makeTemporaryDirectory, 0, site), "mkdir", path, site) == 0 ? path : nullptr;
})
