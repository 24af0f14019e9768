// What is done with paths: names, directories, permissions.
#include "intercept/files.h"

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/time.h>
#include <unistd.h>

using namespace xblock;

namespace {

const char *read(const char *path, const xblock_site *site) { return readString(path, site); }

int named(int64_t result, const char *verb, const char *path, const xblock_site *site) {
  return static_cast<int>(endFileStep(result, verb, path, site));
}

int statusStep(int at, const char *path, struct stat *to, int flags, const xblock_site *site) {
  read(path, site);
  RuntimeScope scope;
  struct stat found;
  int result = flags & AT_EMPTY_PATH && !*path ? -EBADF : files::status(at, path, !(flags & AT_SYMLINK_NOFOLLOW), found);
  if (flags & AT_EMPTY_PATH && !*path)
    if (files::OpenFile *file = files::fileAt(at)) {
      files::statusOf(*file->node, found);
      result = 0;
    }
  if (result == 0) {
    noteWrite(to, sizeof *to, site);
    *to = found;
  }
  return named(result, "look at", path, site);
}

int statusOfOpen(int fd, struct stat *to, const xblock_site *site) {
  RuntimeScope scope;
  files::OpenFile *file = files::fileAt(fd);
  if (!file && (fd < 0 || fd > 2))
    return named(-EBADF, "look at", "", site);
  noteWrite(to, sizeof *to, site);
  if (file) {
    files::statusOf(*file->node, *to);
  } else { // where output goes to is no matter
    memset(to, 0, sizeof *to);
    to->st_mode = S_IFIFO | 0600;
    to->st_nlink = 1;
    to->st_blksize = 4096;
  }
  return named(0, "look at", "", site);
}

} // namespace

#define XBLOCK_BOTH(type, name, parameters, arguments, ...)                                        \
  XBLOCK_OF_FILES(type, name, parameters, arguments, __VA_ARGS__)                                  \
  XBLOCK_OF_FILES(type, name##64, parameters, arguments, __VA_ARGS__)

XBLOCK_BOTH(int, stat, (const char *path, struct stat *to), (path, to), { return statusStep(AT_FDCWD, path, to, 0, site); })
XBLOCK_BOTH(int, lstat, (const char *path, struct stat *to), (path, to), {
  return statusStep(AT_FDCWD, path, to, AT_SYMLINK_NOFOLLOW, site);
})
XBLOCK_BOTH(int, fstatat, (int at, const char *path, struct stat *to, int flags), (at, path, to, flags), {
  return statusStep(at, path, to, flags, site);
})
XBLOCK_BOTH(int, fstat, (int fd, struct stat *to), (fd, to), { return statusOfOpen(fd, to, site); })
XBLOCK_OF_FILES(int, statx, (int at, const char *path, int flags, unsigned mask, struct statx *to), (at, path, flags, mask, to), {
  struct stat found;
  if (statusStep(at, path, &found, flags, site) != 0)
    return -1;
  RuntimeScope scope;
  noteWrite(to, sizeof *to, site);
  memset(to, 0, sizeof *to);
  to->stx_mask = STATX_BASIC_STATS;
  to->stx_blksize = static_cast<uint32_t>(found.st_blksize);
  to->stx_nlink = static_cast<uint32_t>(found.st_nlink);
  to->stx_uid = found.st_uid;
  to->stx_gid = found.st_gid;
  to->stx_mode = static_cast<uint16_t>(found.st_mode);
  to->stx_ino = found.st_ino;
  to->stx_size = static_cast<uint64_t>(found.st_size);
  to->stx_blocks = static_cast<uint64_t>(found.st_blocks);
  auto time = [](const timespec &t) {
    struct statx_timestamp stamp {};
    stamp.tv_sec = t.tv_sec;
    stamp.tv_nsec = static_cast<uint32_t>(t.tv_nsec);
    return stamp;
  };
  to->stx_atime = time(found.st_atim);
  to->stx_mtime = time(found.st_mtim);
  to->stx_ctime = time(found.st_ctim);
  return 0;
})
XBLOCK_OF_FILES(int, access, (const char *path, int how), (path, how), {
  read(path, site);
  RuntimeScope scope;
  return named(files::mayAccess(AT_FDCWD, path, how, true), "ask for", path, site);
})
XBLOCK_OF_FILES(int, faccessat, (int at, const char *path, int how, int flags), (at, path, how, flags), {
  read(path, site);
  RuntimeScope scope;
  return named(files::mayAccess(at, path, how, !(flags & AT_SYMLINK_NOFOLLOW)), "ask for", path, site);
})
XBLOCK_OF_FILES(int, rename, (const char *from, const char *to), (from, to), {
  read(from, site), read(to, site);
  RuntimeScope scope;
  return named(files::rename(AT_FDCWD, from, AT_FDCWD, to, 0), "rename", from, site);
})
XBLOCK_OF_FILES(int, renameat, (int at, const char *from, int toAt, const char *to), (at, from, toAt, to), {
  read(from, site), read(to, site);
  RuntimeScope scope;
  return named(files::rename(at, from, toAt, to, 0), "rename", from, site);
})
XBLOCK_OF_FILES(int, renameat2, (int at, const char *from, int toAt, const char *to, unsigned flags), (at, from, toAt, to, flags), {
  read(from, site), read(to, site);
  RuntimeScope scope;
  return named(files::rename(at, from, toAt, to, flags), "rename", from, site);
})
XBLOCK_OF_FILES(int, unlink, (const char *path), (path), {
  read(path, site);
  RuntimeScope scope;
  return named(files::remove(AT_FDCWD, path, false), "unlink", path, site);
})
XBLOCK_OF_FILES(int, unlinkat, (int at, const char *path, int flags), (at, path, flags), {
  read(path, site);
  RuntimeScope scope;
  return named(files::remove(at, path, flags & AT_REMOVEDIR), "unlink", path, site);
})
XBLOCK_OF_FILES(int, rmdir, (const char *path), (path), {
  read(path, site);
  RuntimeScope scope;
  return named(files::remove(AT_FDCWD, path, true), "remove", path, site);
})
XBLOCK_OF_FILES(int, remove, (const char *path), (path), {
  read(path, site);
  RuntimeScope scope;
  int result = files::remove(AT_FDCWD, path, false);
  return named(result == -EISDIR ? files::remove(AT_FDCWD, path, true) : result, "remove", path, site);
})
XBLOCK_OF_FILES(int, mkdir, (const char *path, mode_t mode), (path, mode), {
  read(path, site);
  RuntimeScope scope;
  return named(files::makeDirectory(AT_FDCWD, path, mode), "mkdir", path, site);
})
XBLOCK_OF_FILES(int, mkdirat, (int at, const char *path, mode_t mode), (at, path, mode), {
  read(path, site);
  RuntimeScope scope;
  return named(files::makeDirectory(at, path, mode), "mkdir", path, site);
})
XBLOCK_OF_FILES(int, link, (const char *from, const char *to), (from, to), {
  read(from, site), read(to, site);
  RuntimeScope scope;
  return named(files::link(AT_FDCWD, from, AT_FDCWD, to, false), "link", from, site);
})
XBLOCK_OF_FILES(int, linkat, (int at, const char *from, int toAt, const char *to, int flags), (at, from, toAt, to, flags), {
  read(from, site), read(to, site);
  RuntimeScope scope;
  return named(files::link(at, from, toAt, to, flags & AT_SYMLINK_FOLLOW), "link", from, site);
})
XBLOCK_OF_FILES(int, symlink, (const char *target, const char *path), (target, path), {
  read(target, site), read(path, site);
  RuntimeScope scope;
  return named(files::symbolicLink(target, AT_FDCWD, path), "symlink", path, site);
})
XBLOCK_OF_FILES(int, symlinkat, (const char *target, int at, const char *path), (target, at, path), {
  read(target, site), read(path, site);
  RuntimeScope scope;
  return named(files::symbolicLink(target, at, path), "symlink", path, site);
})

namespace {

ssize_t readLinkStep(int at, const char *path, char *to, size_t n, const xblock_site *site) {
  read(path, site);
  RuntimeScope scope;
  int64_t length = files::readLink(at, path, nullptr, n);
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
  read(path, site);
  char result[PATH_MAX];
  {
    RuntimeScope scope;
    if (named(realPath(path, result), "look at", path, site) != 0)
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
  read(path, site);
  RuntimeScope scope;
  return named(files::changeDirectory(AT_FDCWD, path), "chdir", path, site);
})
XBLOCK_OF_FILES(char *, getcwd, (char *to, size_t n), (to, n), {
  char path[PATH_MAX];
  {
    RuntimeScope scope;
    strcpy(path, files::directoryNow().c_str());
    running.ran = true;
    boundary(Ending::Split);
  }
  size_t size = strlen(path) + 1;
  if (!to)
    to = static_cast<char *>(allocateForProgram(n ? n : size));
  else if (n < size)
    return errno = n ? ERANGE : EINVAL, nullptr;
  noteWrite(to, size, site);
  return strcpy(to, path);
})
XBLOCK_OF_FILES(mode_t, umask, (mode_t mask), (mask), {
  RuntimeScope scope;
  files::Tables &t = files::tables();
  mode_t before = t.mask;
  files::surroundings.noteUse(files::maskOfModes(), true);
  undoLog.touch(&t.mask, sizeof t.mask);
  t.mask = mask & 0777;
  running.ran = true;
  boundary(Ending::Split);
  return before;
})
XBLOCK_OF_FILES(int, chmod, (const char *path, mode_t mode), (path, mode), {
  read(path, site);
  RuntimeScope scope;
  return named(files::changeMode(AT_FDCWD, path, mode), "chmod", path, site);
})
XBLOCK_OF_FILES(int, fchmod, (int fd, mode_t mode), (fd, mode), {
  RuntimeScope scope;
  files::OpenFile *file = files::fileAt(fd);
  if (file) {
    files::surroundings.noteUse(files::linksOf(*file->node), true);
    undoLog.touch(file->node, sizeof *file->node);
    file->node->mode = mode & 07777;
  }
  return named(file ? 0 : -EBADF, "chmod", "", site);
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
  return named(fillTemplate(path, 0, makeTemporary, 0, site), "create", path, site);
})
XBLOCK_BOTH(int, mkostemp, (char *path, int flags), (path, flags), {
  RuntimeScope scope;
  return named(fillTemplate(path, 0, makeTemporary, flags, site), "create", path, site);
})
XBLOCK_OF_FILES(int, mkstemps, (char *path, int suffix), (path, suffix), {
  RuntimeScope scope;
  return named(fillTemplate(path, suffix, makeTemporary, 0, site), "create", path, site);
})
XBLOCK_OF_FILES(char *, mkdtemp, (char *path), (path), {
  RuntimeScope scope;
  return named(fillTemplate(path, 0, makeTemporaryDirectory, 0, site), "mkdir", path, site) == 0 ? path : nullptr;
})

namespace {

/// What opendir() returns: on the program's heap, as glibc's is.
struct Listing {
  uint64_t mark; ///< kListing: glibc's, of before threads were explored, begin otherwise
  int fd;
  size_t next, size;
  struct dirent entry;
  char names[1]; ///< each with its 0
};

constexpr uint64_t kListing = 0x78626c6f636b2064;
Listing *listing(DIR *d) {
  auto *l = reinterpret_cast<Listing *>(d);
  if (l->mark != kListing)
    unsupported("use of a folder's list that was opened before the first thread", nullptr);
  return l;
}

DIR *openListing(int fd, const xblock_site *site) {
  size_t size = 0;
  Listing *made = nullptr;
  for (bool fill : {false, true}) {
    RuntimeScope scope;
    int error = 0;
    std::vector<std::string> names = files::namesIn(*files::fileAt(fd), &error);
    if (error) {
      errno = -error;
      return nullptr;
    }
    if (!fill) {
      for (const std::string &name : names)
        size += name.size() + 1;
    } else {
      noteWrite(made, sizeof(Listing) + size, site);
      made->mark = kListing;
      made->fd = fd;
      made->next = 0;
      made->size = size;
      char *to = made->names;
      for (const std::string &name : names)
        to = static_cast<char *>(mempcpy(to, name.c_str(), name.size() + 1));
      break;
    }
    names.clear();
    names.shrink_to_fit();
    --runtimeDepth; // the program's
    made = static_cast<Listing *>(allocateForProgram(sizeof(Listing) + size));
    ++runtimeDepth;
  }
  return reinterpret_cast<DIR *>(made);
}

unsigned char typeOf(const std::string &path, uint64_t *number) {
  struct stat status;
  if (files::status(AT_FDCWD, path.c_str(), false, status) != 0)
    return DT_UNKNOWN;
  *number = status.st_ino;
  return IFTODT(status.st_mode);
}

struct dirent *nextEntry(Listing &l, const xblock_site *site) {
  RuntimeScope scope;
  noteRead(&l.next, sizeof l.next, site);
  if (l.next >= l.size)
    return nullptr;
  noteWrite(&l.entry, sizeof l.entry, site);
  noteWrite(&l.next, sizeof l.next, site);
  const char *name = l.names + l.next;
  size_t length = strlen(name);
  l.next += length + 1;
  memset(&l.entry, 0, sizeof l.entry);
  memcpy(l.entry.d_name, name, length + 1);
  l.entry.d_off = static_cast<off_t>(l.next);
  l.entry.d_reclen = sizeof l.entry;
  const files::OpenFile *directory = files::fileAt(l.fd);
  uint64_t number = 1;
  l.entry.d_type = directory ? typeOf(std::string(directory->path, directory->pathSize) + "/" + name, &number) : static_cast<unsigned char>(DT_UNKNOWN);
  l.entry.d_ino = number;
  running.ran = true;
  boundary(Ending::Split);
  return &l.entry;
}

} // namespace

XBLOCK_OF_FILES(DIR *, opendir, (const char *path), (path), {
  read(path, site);
  int fd;
  {
    RuntimeScope scope;
    fd = named(files::openAt(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0), "open", path, site);
  }
  return fd < 0 ? nullptr : openListing(fd, site);
})
XBLOCK_OF_FILES(DIR *, fdopendir, (int fd), (fd), {
  files::OpenFile *file = files::fileAt(fd);
  if (!file || file->node->kind != files::NodeKind::Directory)
    return errno = file ? ENOTDIR : EBADF, nullptr;
  return openListing(fd, site);
})
XBLOCK_BOTH(struct dirent *, readdir, (DIR * d), (d), { return nextEntry(*listing(d), site); })
XBLOCK_OF_FILES(void, rewinddir, (DIR * d), (d), {
  noteWrite(&listing(d)->next, sizeof(size_t), site);
  listing(d)->next = 0;
})
XBLOCK_OF_FILES(long, telldir, (DIR * d), (d), {
  noteRead(&listing(d)->next, sizeof(size_t), site);
  return static_cast<long>(listing(d)->next);
})
XBLOCK_OF_FILES(void, seekdir, (DIR * d, long at), (d, at), {
  noteWrite(&listing(d)->next, sizeof(size_t), site);
  listing(d)->next = static_cast<size_t>(at);
})
XBLOCK_OF_FILES(int, dirfd, (DIR * d), (d), { return listing(d)->fd; })
XBLOCK_OF_FILES(int, closedir, (DIR * d), (d), {
  int fd = listing(d)->fd;
  free(d);
  RuntimeScope scope;
  return static_cast<int>(endFileStep(files::closeDescriptor(fd), "close", "a directory", site));
})
