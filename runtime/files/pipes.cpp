#include "files/arena.h"
#include "files/epolls.h"
#include "files/files.h"
#include "files/rings.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/eventfd.h>

namespace xblock::files {

namespace {

constexpr uint64_t kMostEvents = UINT64_MAX - 1;
} // namespace

int64_t takeable(const Node &node, size_t n, Resource *missing) {
  look(node);
  if (node.kind == NodeKind::Events && n < sizeof(uint64_t))
    return -EINVAL;
  if (node.size == 0) {
    surroundings.noteUse(endsOf(node), false);
    if (node.kind != NodeKind::Events && node.writers == 0)
      return 0;
    *missing = stateOf(node);
    return kWouldBlock;
  }
  if (node.kind == NodeKind::Events)
    return sizeof(uint64_t);
  return static_cast<int64_t>(std::min<uint64_t>(n, node.size));
}

void takeOut(Node &node, void *to, size_t n) {
  change(node);
  if (node.kind == NodeKind::Events) {
    uint64_t count = node.semaphore ? 1 : node.size;
    memcpy(to, &count, sizeof count);
    edit(&node).size -= count;
    wake(node, EPOLLOUT);
  } else {
    bool full = kPipeSize - node.size < kPage;
    takeFrom(node, to, n);
    if (full && kPipeSize - node.size >= kPage)
      wake(node, EPOLLOUT | EPOLLWRNORM);
  }
}

int64_t room(const Node &node, size_t n, Resource *missing) {
  look(node);
  if (node.kind == NodeKind::Events) {
    if (n < sizeof(uint64_t))
      return -EINVAL;
    *missing = stateOf(node);
    return node.size == kMostEvents ? kWouldBlock : static_cast<int64_t>(sizeof(uint64_t));
  }
  surroundings.noteUse(endsOf(node), false);
  if (node.readers == 0)
    return -EPIPE;
  uint64_t free = kPipeSize - node.size;
  *missing = stateOf(node);
  constexpr uint64_t kAtomic = 4096; // PIPE_BUF: so much is written whole
  if (free == 0 || (n <= kAtomic && n > free))
    return kWouldBlock;
  return static_cast<int64_t>(std::min<uint64_t>(n, free));
}

void putIn(Node &node, const void *from, size_t n) {
  change(node);
  if (node.kind == NodeKind::Events) {
    uint64_t count;
    memcpy(&count, from, sizeof count);
    edit(&node).size += count;
    wake(node, EPOLLIN);
    return;
  }
  addTo(node, from, n);
  wake(node, EPOLLIN | EPOLLRDNORM);
}

int makePipe(int flags, int ends[2]) {
  Node *pipe = makeRing(NodeKind::Pipe, kPipeSize);
  int open = flags & (O_NONBLOCK | O_DIRECT);
  ends[0] = addDescriptor(makeOpenFile(pipe, pipe, O_RDONLY | open), flags & O_CLOEXEC);
  ends[1] = ends[0] < 0 ? ends[0] : addDescriptor(makeOpenFile(pipe, pipe, O_WRONLY | open), flags & O_CLOEXEC);
  return ends[1] < 0 ? ends[1] : 0;
}

int makeNamedPipe(int directory, const char *path, uint32_t mode) {
  Found found = find(directory, path, false);
  if (found.error)
    return -found.error;
  if (found.exists())
    return -EEXIST;
  surroundings.noteUse(maskOfModes(), false);
  Node *node = makeNode(NodeKind::Pipe, nodeNumber(found.path), mode & ~tables().mask & 07777);
  makeRoom(node, kPipeSize);
  name(found.path, node);
  return 0;
}

bool waitsForOtherEnd(const OpenFile &file) {
  const Node &node = *file.node;
  if (node.kind != NodeKind::Pipe || !node.links || file.flags & O_NONBLOCK || (file.flags & O_ACCMODE) == O_RDWR)
    return false;
  surroundings.noteUse(endsOf(node), false);
  bool isReader = reads(file.flags);
  return !(isReader ? node.writers : node.readers) && (isReader ? node.writersEver : node.readersEver) == file.othersBefore;
}

int makeEvents(unsigned count, int flags) {
  Node *events = makeNode(NodeKind::Events, nextNumber(), 0600);
  edit(events).size = count;
  events->links = 0;
  events->semaphore = flags & EFD_SEMAPHORE;
  return addDescriptor(makeOpenFile(events, events, O_RDWR | (flags & EFD_NONBLOCK)), flags & EFD_CLOEXEC);
}

} // namespace xblock::files
