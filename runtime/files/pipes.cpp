#include "files/arena.h"
#include "files/files.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

namespace xblock::files {

namespace {

constexpr uint64_t kMostEvents = UINT64_MAX - 1;
constexpr uint64_t kPages = kPipeSize / kPage;

void makeRoom(Node *node) {
  edit(node).pages = static_cast<char **>(take(kPages * sizeof(char *)));
  node->pageCount = kPages;
}

Node *makeRing(NodeKind kind) {
  Node *node = makeNode(kind, nextNumber(), 0600);
  edit(node).links = 0;
  makeRoom(node);
  return node;
}

/// Calls part(bytes in the ring, n) for the n bytes from `at` on.
template <typename Part> void each(Node &ring, uint64_t at, size_t n, Part part) {
  while (n) {
    at %= kPipeSize;
    size_t here = std::min<uint64_t>(n, kPage - at % kPage);
    char *&page = ring.pages[at / kPage];
    if (!page)
      edit(&page) = static_cast<char *>(take(kPage));
    part(page + at % kPage, here);
    at += here;
    n -= here;
  }
}

void get(Node &ring, void *to, size_t n) {
  auto *bytes = static_cast<char *>(to);
  each(ring, ring.head, n, [&](const char *part, size_t here) {
    if (bytes)
      memcpy(bytes, part, here), bytes += here;
  });
  edit(&ring).head = (ring.head + n) % kPipeSize;
  ring.size -= n;
}

void put(Node &ring, const void *from, size_t n) {
  auto *bytes = static_cast<const char *>(from);
  each(ring, ring.head + ring.size, n, [&](char *part, size_t here) {
    undoLog.touch(part, here);
    memcpy(part, bytes, here);
    bytes += here;
  });
  edit(&ring).size += n;
}

uint32_t nextMessage(Node &ring) {
  uint32_t length;
  auto *bytes = reinterpret_cast<char *>(&length);
  each(ring, ring.head, sizeof length, [&](const char *part, size_t here) { memcpy(bytes, part, here), bytes += here; });
  return length;
}

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
  if (node.kind == NodeKind::Messages)
    return std::min<int64_t>(static_cast<int64_t>(n), nextMessage(const_cast<Node &>(node)));
  return static_cast<int64_t>(std::min<uint64_t>(n, node.size));
}

void takeOut(Node &node, void *to, size_t n) {
  change(node);
  if (node.kind == NodeKind::Events) {
    uint64_t count = node.semaphore ? 1 : node.size;
    memcpy(to, &count, sizeof count);
    edit(&node).size -= count;
  } else if (node.kind == NodeKind::Messages) {
    uint32_t length;
    get(node, &length, sizeof length);
    get(node, to, n);
    get(node, nullptr, length - n); // what did not fit is lost
  } else {
    get(node, to, n);
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
  if (node.kind == NodeKind::Messages) {
    uint64_t needed = n + sizeof(uint32_t);
    return needed > kPipeSize ? -EMSGSIZE : needed > free ? kWouldBlock : static_cast<int64_t>(n);
  }
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
    return;
  }
  if (node.kind == NodeKind::Messages) {
    auto length = static_cast<uint32_t>(n);
    put(node, &length, sizeof length);
  }
  put(node, from, n);
}

int makePipe(int flags, int ends[2]) {
  Node *pipe = makeRing(NodeKind::Pipe);
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
  makeRoom(node);
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

int makeSocketPair(int type, int ends[2]) {
  NodeKind kind = (type & 0xf) == SOCK_STREAM ? NodeKind::Pipe : NodeKind::Messages;
  Node *there = makeRing(kind), *back = makeRing(kind);
  int open = O_RDWR | (type & SOCK_NONBLOCK);
  ends[0] = addDescriptor(makeOpenFile(back, there, open), type & SOCK_CLOEXEC);
  ends[1] = ends[0] < 0 ? ends[0] : addDescriptor(makeOpenFile(there, back, open), type & SOCK_CLOEXEC);
  return ends[1] < 0 ? ends[1] : 0;
}

} // namespace xblock::files
