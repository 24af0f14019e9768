// What files are: stat, access, permissions.
#include "intercept/files.h"
#include "memory/program_memory.h"
#include "world/strict_memory_linux.h"

#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace xblock;

namespace {

/// Whether the kernel can write the result there.
template <typename T> bool isThere(T *to, const xblock_site *site) {
  if (!isReadable(to))
    return false;
  noteWrite(to, sizeof *to, site);
  return isWritable(to);
}

int statusStep(int at, const char *path, struct stat *to, int flags, const xblock_site *site) {
  readString(path, site);
  RuntimeScope scope;
  struct stat found;
  int result = flags & AT_EMPTY_PATH && !*path ? -EBADF : files::status(at, path, !(flags & AT_SYMLINK_NOFOLLOW), found);
  if (flags & AT_EMPTY_PATH && !*path)
    if (files::OpenFile *file = files::fileAt(at)) {
      files::statusOf(*file->node, found);
      result = 0;
    }
  if (result == 0 && isThere(to, site))
    *to = found;
  else if (result == 0)
    result = -EFAULT;
  return endFileCall(result, "look at", path, site);
}

int statusOfOpen(int fd, struct stat *to, const xblock_site *site) {
  RuntimeScope scope;
  files::OpenFile *file = files::fileAt(fd);
  if (!file && (fd < 0 || fd > 2))
    return endFileCall(-EBADF, "look at", "", site);
  if (!isThere(to, site))
    return endFileCall(-EFAULT, "look at", "", site);
  if (file) {
    files::statusOf(*file->node, *to);
  } else { // where output goes to is no matter
    memset(to, 0, sizeof *to);
    to->st_mode = S_IFIFO | 0600;
    to->st_nlink = 1;
    to->st_blksize = 4096;
  }
  return endFileCall(0, "look at", "", site);
}

} // namespace

XBLOCK_BOTH(int, stat, (const char *path, struct stat *to), (path, to), { return statusStep(AT_FDCWD, path, to, 0, site); })
XBLOCK_BOTH(int, lstat, (const char *path, struct stat *to), (path, to), {
  return statusStep(AT_FDCWD, path, to, AT_SYMLINK_NOFOLLOW, site);
})
XBLOCK_BOTH(int, fstatat, (int at, const char *path, struct stat *to, int flags), (at, path, to, flags), {
  return statusStep(at, path, to, flags, site);
})
XBLOCK_BOTH(int, fstat, (int fd, struct stat *to), (fd, to), { return statusOfOpen(fd, to, site); })
XBLOCK_OF_FILES(int, isfdtype, (int fd, int type), (fd, type), {
  struct stat found;
  int before = errno; // glibc leaves it as it was
  bool open = statusOfOpen(fd, &found, site) == 0;
  errno = before;
  return !open ? -1 : (found.st_mode & S_IFMT) == static_cast<mode_t>(type);
})
XBLOCK_OF_FILES(int, statx, (int at, const char *path, int flags, unsigned mask, struct statx *to), (at, path, flags, mask, to), {
  struct stat found;
  if (statusStep(at, path, &found, flags, site) != 0)
    return -1;
  RuntimeScope scope;
  if (!isThere(to, site)) {
    errno = EFAULT;
    noteModelledFault();
    return -1;
  }
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
  return onPath("ask for", path, site, [&] { return files::mayAccess(AT_FDCWD, path, how, true); });
})
XBLOCK_OF_FILES(int, faccessat, (int at, const char *path, int how, int flags), (at, path, how, flags), {
  return onPath("ask for", path, site, [&] { return files::mayAccess(at, path, how, !(flags & AT_SYMLINK_NOFOLLOW)); });
})
XBLOCK_OF_FILES(mode_t, umask, (mode_t mask), (mask), {
  RuntimeScope scope;
  files::Tables &t = files::tables();
  mode_t before = t.mask;
  files::surroundings.noteUse(files::maskOfModes(), true);
  undoLog.touch(&t.mask, sizeof t.mask);
  t.mask = mask & 0777;
  endFileStep();
  return before;
})
XBLOCK_OF_FILES(int, chmod, (const char *path, mode_t mode), (path, mode), {
  return onPath("chmod", path, site, [&] { return files::changeMode(AT_FDCWD, path, mode); });
})
XBLOCK_OF_FILES(int, fchmodat, (int at, const char *path, mode_t mode, int flags), (at, path, mode, flags), {
  if (flags)
    unsupported("fchmodat with flags", site);
  return onPath("chmod", path, site, [&] { return files::changeMode(at, path, mode); });
})
XBLOCK_OF_FILES(int, fchmod, (int fd, mode_t mode), (fd, mode), {
  RuntimeScope scope;
  files::OpenFile *file = files::fileAt(fd);
  if (file) {
    files::surroundings.noteUse(files::linksOf(*file->node), true);
    undoLog.touch(file->node, sizeof *file->node);
    file->node->mode = mode & 07777;
  }
  return endFileCall(file ? 0 : -EBADF, "chmod", "", site);
})
