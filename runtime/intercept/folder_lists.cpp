// opendir and its like.
#include "intercept/files.h"

#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

using namespace xblock;

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
Listing *listing(DIR *d, const xblock_site *site) {
  auto *l = reinterpret_cast<Listing *>(d);
  if (TrackedHeap::contains(l))
    noteRead(&l->mark, sizeof l->mark, site); // it may be closed
  if (l->mark != kListing)
    unsupported("use of a folder's list that was opened before the first thread", site);
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
  endFileStep();
  return &l.entry;
}

} // namespace

XBLOCK_OF_FILES(DIR *, opendir, (const char *path), (path), {
  readString(path, site);
  int fd;
  {
    RuntimeScope scope;
    fd = endFileCall(files::openAt(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0), "open", path, site);
  }
  return fd < 0 ? nullptr : openListing(fd, site);
})
XBLOCK_OF_FILES(DIR *, fdopendir, (int fd), (fd), {
  files::OpenFile *file = files::fileAt(fd);
  if (!file || file->node->kind != files::NodeKind::Directory)
    return errno = file ? ENOTDIR : EBADF, nullptr;
  return openListing(fd, site);
})
XBLOCK_BOTH(struct dirent *, readdir, (DIR * d), (d), { return nextEntry(*listing(d, site), site); })
XBLOCK_OF_FILES(void, rewinddir, (DIR * d), (d), {
  Listing *l = listing(d, site);
  noteWrite(&l->next, sizeof l->next, site);
  l->next = 0;
})
XBLOCK_OF_FILES(long, telldir, (DIR * d), (d), {
  Listing *l = listing(d, site);
  noteRead(&l->next, sizeof l->next, site);
  return static_cast<long>(l->next);
})
XBLOCK_OF_FILES(void, seekdir, (DIR * d, long at), (d, at), {
  Listing *l = listing(d, site);
  noteWrite(&l->next, sizeof l->next, site);
  l->next = static_cast<size_t>(at);
})
XBLOCK_OF_FILES(int, dirfd, (DIR * d), (d), { return listing(d, site)->fd; })
XBLOCK_OF_FILES(int, closedir, (DIR * d), (d), {
  int fd = listing(d, site)->fd;
  free(d);
  RuntimeScope scope;
  return endFileCall(files::closeDescriptor(fd), "close", "a directory", site);
})

namespace {

using Entries = struct dirent **;

/// As opendir, readdir, and for each name that the filter lets through a copy; sorted as the program says.
int scanStep(const char *path, Entries *to, int (*wants)(const struct dirent *), int (*compare)(const struct dirent **, const struct dirent **),
             const xblock_site *site) {
  DIR *d = fn_opendir(path);
  if (!d)
    return -1;
  Entries all = nullptr;
  size_t count = 0, room = 0;
  while (const struct dirent *e = nextEntry(*listing(d, site), site)) {
    if (wants && !wants(e))
      continue;
    size_t size = offsetof(struct dirent, d_name) + strlen(e->d_name) + 1;
    auto *copy = static_cast<struct dirent *>(allocateForProgram(size));
    noteWrite(copy, size, site);
    memcpy(static_cast<void *>(copy), e, size);
    if (count == room) {
      room = room ? 2 * room : 10;
      auto larger = static_cast<Entries>(allocateForProgram(room * sizeof *all));
      noteWrite(larger, room * sizeof *all, site);
      memcpy(larger, all, count * sizeof *all);
      free(all);
      all = larger;
    }
    size_t at = count++;
    for (; at > 0 && compare; --at) {
      const struct dirent *before = all[at - 1], *mine = copy;
      __xblock_call_site = site;
      if (compare(&before, &mine) <= 0)
        break;
      noteWrite(&all[at], sizeof *all, site);
      all[at] = all[at - 1];
    }
    noteWrite(&all[at], sizeof *all, site);
    all[at] = copy;
  }
  fn_closedir(d);
  noteWrite(to, sizeof *to, site);
  *to = all;
  return static_cast<int>(count);
}

} // namespace

XBLOCK_BOTH(int, scandir,
            (const char *path, Entries *to, int (*wants)(const struct dirent *), int (*compare)(const struct dirent **, const struct dirent **)),
            (path, to, wants, compare), { return scanStep(path, to, wants, compare, site); })

// What scandir() sorts by. It calls them as the program does, and holds no cut.
#define XBLOCK_ORDER(name, compared)                                                               \
  XBLOCK_INSTRUMENTED(int, name, (const struct dirent **a, const struct dirent **b)) {             \
    const xblock_site *site = takeSite();                                                          \
    noteRead(a, sizeof *a, site);                                                                  \
    noteRead(b, sizeof *b, site);                                                                  \
    return compared(readString((*a)->d_name, site), readString((*b)->d_name, site));               \
  }
XBLOCK_ORDER(alphasort, strcoll)
XBLOCK_ORDER(versionsort, strverscmp)
