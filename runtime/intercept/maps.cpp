// mmap while threads are explored. What is mapped is a block of the program's heap, so that its address depends on the thread's own
// allocations alone, it goes back with a snapshot, and an access of what was unmapped is found. A file that is mapped shared has its first
// pages there (files::openWindow): all maps of it are one piece of memory, and what goes through descriptors is the same bytes.
#include "intercept/allocate.h"
#include "intercept/files.h"

#include <fcntl.h>
#include <sys/mman.h>

using namespace xblock;

namespace {

constexpr size_t kMost = size_t{256} << 20; // each is zeroed
constexpr uint64_t kPage = files::kPage;
constexpr int kMeaningless = MAP_NORESERVE | MAP_POPULATE | MAP_LOCKED | MAP_STACK | MAP_NONBLOCK | MAP_DENYWRITE | MAP_EXECUTABLE | MAP_SYNC;

uint64_t wholePages(uint64_t n) { return (n + kPage - 1) & ~(kPage - 1); }

/// 0, or why the file cannot be mapped so.
int refusal(const files::OpenFile *file, int protection, bool shared) {
  if (!file)
    return -EBADF;
  int way = file->flags & O_ACCMODE;
  if (way == O_WRONLY || (shared && protection & PROT_WRITE && way != O_RDWR))
    return -EACCES;
  return file->node->kind == files::NodeKind::File || file->node->kind == files::NodeKind::Zero ? 0 : -ENODEV;
}

char *blockOf(size_t n, Caller caller) {
  auto *block = static_cast<char *>(allocateMap(n, caller));
  if (!block)
    unsupported("a map for which there is no room", nullptr);
  return block;
}

/// The address, or -errno.
int64_t map(size_t n, int protection, int flags, int fd, off_t offset, const xblock_site *site, Caller caller) {
  int sharing = flags & MAP_TYPE;
  bool shared = sharing == MAP_SHARED || sharing == MAP_SHARED_VALIDATE;
  if (n == 0 || (!shared && sharing != MAP_PRIVATE) || offset % static_cast<off_t>(kPage) || offset < 0)
    return -EINVAL;
  if (flags & ~(MAP_TYPE | MAP_ANONYMOUS | kMeaningless))
    unsupported("mmap at a fixed address, of huge pages, or with other flags that are not known", site);
  if (!(protection & PROT_READ) || protection & ~(PROT_READ | PROT_WRITE))
    unsupported("mmap of what is not to be read, or is to be run", site);
  if (n > kMost)
    unsupported("mmap of more than 256 MiB", site);
  uint64_t size = wholePages(n), from = static_cast<uint64_t>(offset);
  files::OpenFile *file = flags & MAP_ANONYMOUS ? nullptr : files::fileAt(fd);
  if (!(flags & MAP_ANONYMOUS)) {
    refuseForeign(file, site);
    if (int error = refusal(file, protection, shared))
      return error;
  }
  files::Map made{0, size, nullptr, from + size};
  if (!file || file->node->kind == files::NodeKind::Zero) {
    made.address = reinterpret_cast<uint64_t>(blockOf(size, caller));
  } else {
    files::Node &node = *file->node;
    files::look(node);
    files::surroundings.noteUse(files::mapsOf(node), shared);
    if (from + size > wholePages(node.size))
      unsupported("mmap of bytes behind the end of a file", site);
    if (!shared) {
      char *block = blockOf(size, caller);
      files::copyOut(node, from, block, std::min<uint64_t>(size, node.size - from));
      made.address = reinterpret_cast<uint64_t>(block);
    } else {
      made.node = &node;
      if (!node.window)
        files::openWindow(node, blockOf(wholePages(node.size), caller), wholePages(node.size));
      if (from + size > node.windowSize)
        unsupported("mmap of a part of a file that it did not have as it was mapped before", site);
      made.address = reinterpret_cast<uint64_t>(node.window) + from;
    }
  }
  if (!files::addMap(made))
    unsupported("more than 256 maps at once", site);
  return static_cast<int64_t>(made.address);
}

void *mapStep(size_t n, int protection, int flags, int fd, off_t offset, const xblock_site *site, Caller caller) {
  RuntimeScope scope;
  const char *name = flags & MAP_ANONYMOUS ? "memory" : nameOf(files::fileAt(fd));
  int64_t address = map(n, protection, flags, fd, offset, site, caller);
  bool visible = !(flags & MAP_ANONYMOUS);
  if (!visible && address >= 0)
    return reinterpret_cast<void *>(address);
  return reinterpret_cast<void *>(endFileStep(address, "map", name, site)); // MAP_FAILED is -1
}

int64_t unmap(uint64_t address, size_t n, const xblock_site *site, Caller caller) {
  if (n == 0 || address % kPage)
    return -EINVAL;
  files::Map *map = files::mapAt(address);
  if (!map)
    unsupported("munmap of what was mapped before the first thread, or of a part of a map", site);
  uint64_t size = wholePages(n);
  for (files::Map &m : files::tables().maps) // of several that begin there, one of that size
    if (m.size == size && m.address == address)
      map = &m;
  if (map->size != size)
    unsupported("munmap of a part of a map, or of several", site);
  static constexpr Release kUnmap{"munmap", BlockKind::Runtime};
  files::Node *node = map->node;
  files::removeMap(*map);
  if (!node) {
    release(reinterpret_cast<void *>(address), caller, kUnmap);
    return 0;
  }
  files::surroundings.noteUse(files::mapsOf(*node), true);
  files::look(*node);
  if (!files::isMapped(*node)) {
    char *window = node->window;
    noteRead(window, node->windowSize, site);
    files::closeWindow(*node);
    release(window, caller, kUnmap);
  }
  files::release(*node);
  return 0;
}

} // namespace

XBLOCK_INSTRUMENTED(void *, mmap, (void *hint, size_t n, int protection, int flags, int fd, off_t offset)) {
  const xblock_site *site = takeSite();
  return filesAreModelled() ? mapStep(n, protection, flags, fd, offset, site, XBLOCK_CALLER) : mmap(hint, n, protection, flags, fd, offset);
}
XBLOCK_INSTRUMENTED(void *, mmap64, (void *hint, size_t n, int protection, int flags, int fd, off_t offset)) {
  const xblock_site *site = takeSite();
  return filesAreModelled() ? mapStep(n, protection, flags, fd, offset, site, XBLOCK_CALLER) : mmap(hint, n, protection, flags, fd, offset);
}
XBLOCK_INSTRUMENTED(int, munmap, (void *p, size_t n)) {
  const xblock_site *site = takeSite();
  if (!filesAreModelled())
    return munmap(p, n);
  RuntimeScope scope;
  int64_t result = unmap(reinterpret_cast<uint64_t>(p), n, site, XBLOCK_CALLER);
  return endFileCall(result, "unmap", "", site);
}
XBLOCK_INSTRUMENTED(int, msync, (void *p, size_t n, int flags)) {
  const xblock_site *site = takeSite();
  if (!filesAreModelled())
    return msync(p, n, flags);
  bool both = flags & MS_ASYNC && flags & MS_SYNC;
  if (reinterpret_cast<uint64_t>(p) % kPage || both || flags & ~(MS_ASYNC | MS_SYNC | MS_INVALIDATE))
    return errno = EINVAL, -1;
  static_cast<void>(site);
  return 0; // nothing is lost here
}
XBLOCK_INSTRUMENTED(int, madvise, (void *p, size_t n, int advice)) {
  const xblock_site *site = takeSite();
  if (!filesAreModelled())
    return madvise(p, n, advice);
  if (advice != MADV_NORMAL && advice != MADV_RANDOM && advice != MADV_SEQUENTIAL && advice != MADV_WILLNEED)
    unsupported("madvise with other advice than normal, random, sequential and willneed", site);
  return 0;
}
