// What goes through open files: reads, writes, seeks, and whether they would wait.
#include "files/arena.h"
#include "files/files.h"
#include "files/sockets.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace xblock::files {

int64_t seek(OpenFile &file, int64_t offset, int whence) {
  Node &node = *file.node;
  if (node.kind == NodeKind::Directory || node.kind == NodeKind::Null || node.kind == NodeKind::Zero || node.kind == NodeKind::Random) {
    if (whence == SEEK_SET && offset >= 0)
      edit(&file).offset = static_cast<uint64_t>(offset);
    surroundings.noteUse(stateOf(file), true);
    return static_cast<int64_t>(file.offset);
  }
  if (node.kind == NodeKind::Events) // as Linux has it
    return 0;
  if (node.kind != NodeKind::File)
    return -ESPIPE;
  bool moves = whence != SEEK_CUR || offset;
  surroundings.noteUse(stateOf(file), moves);
  int64_t from = 0;
  switch (whence) {
  case SEEK_SET:
    break;
  case SEEK_CUR:
    from = static_cast<int64_t>(file.offset);
    break;
  case SEEK_END:
  case SEEK_HOLE:
  case SEEK_DATA:
    look(node);
    from = static_cast<int64_t>(node.size);
    if (whence == SEEK_END)
      break;
    if (offset < 0 || offset >= from)
      return -ENXIO;
    if (whence == SEEK_DATA)
      from = 0; // all of it is data
    else
      offset = 0;
    break;
  default:
    return -EINVAL;
  }
  int64_t to;
  if (__builtin_add_overflow(from, offset, &to))
    return -EOVERFLOW;
  if (to < 0)
    return -EINVAL;
  if (moves)
    edit(&file).offset = static_cast<uint64_t>(to);
  return to;
}

int64_t planRead(OpenFile &file, size_t n, int64_t offset, Resource *missing) {
  Node &node = *file.node;
  surroundings.noteUse(flagsOf(file), false);
  if (!reads(file.flags))
    return -EBADF;
  if (file.socket) {
    int64_t plan = offset == -1 ? planReceive(file, n, missing) : -ESPIPE;
    return plan == kWouldBlock && file.flags & O_NONBLOCK ? -EAGAIN : plan;
  }
  if (node.kind == NodeKind::Input) { // only once somebody reads it
    edit(&node).base = &standardInput();
    node.kind = NodeKind::File;
    node.size = node.baseSize = node.base->size;
  }
  if (offset < -1)
    return -EINVAL;
  switch (node.kind) {
  case NodeKind::Directory:
    return -EISDIR;
  case NodeKind::Epoll:
    return -EINVAL;
  case NodeKind::Null:
    return 0;
  case NodeKind::Zero:
  case NodeKind::Random:
    return static_cast<int64_t>(std::min<size_t>(n, INT32_MAX));
  case NodeKind::File: {
    look(node);
    int64_t plan = readable(node, offset == -1 ? file.offset : static_cast<uint64_t>(offset), std::min<size_t>(n, INT32_MAX));
    if (offset == -1)
      surroundings.noteUse(stateOf(file), plan > 0);
    return plan;
  }
  default:
    if (offset != -1)
      return -ESPIPE;
    int64_t plan = takeable(node, n, missing);
    return plan == kWouldBlock && file.flags & O_NONBLOCK ? -EAGAIN : plan;
  }
}

int64_t planWrite(OpenFile &file, size_t n, int64_t offset, Resource *missing) {
  const Node &node = *file.out;
  surroundings.noteUse(flagsOf(file), false);
  if (!writes(file.flags))
    return -EBADF;
  if (file.socket) {
    int64_t plan = offset == -1 ? planSend(file, n, missing) : -ESPIPE;
    return plan == kWouldBlock && file.flags & O_NONBLOCK ? -EAGAIN : plan;
  }
  if (offset < -1)
    return -EINVAL;
  switch (node.kind) {
  case NodeKind::Epoll:
    return -EINVAL;
  case NodeKind::Null:
  case NodeKind::Zero:
  case NodeKind::Random:
    return static_cast<int64_t>(n);
  case NodeKind::File: {
    if (offset == -1)
      surroundings.noteUse(stateOf(file), true);
    uint64_t at = file.flags & O_APPEND ? node.size : offset == -1 ? file.offset : static_cast<uint64_t>(offset);
    constexpr uint64_t kLargest = uint64_t{1} << 40;
    n = std::min<size_t>(n, INT32_MAX);
    return at + n > kLargest ? -EFBIG : static_cast<int64_t>(n);
  }
  default:
    if (offset != -1)
      return -ESPIPE;
    int64_t plan = room(node, n, missing);
    return plan == kWouldBlock && file.flags & O_NONBLOCK ? -EAGAIN : plan;
  }
}

void read(OpenFile &file, void *to, size_t n, int64_t offset) {
  Node &node = *file.node;
  if (file.socket)
    return receive(file, to, n);
  switch (node.kind) {
  case NodeKind::File:
    copyOut(node, offset == -1 ? file.offset : static_cast<uint64_t>(offset), to, n);
    if (offset == -1)
      edit(&file).offset += n;
    return;
  case NodeKind::Zero:
    memset(to, 0, n);
    return;
  case NodeKind::Random: {
    uint64_t state = nextNumber();
    for (size_t i = 0; i < n; ++i, state = state * 0x5851F42D4C957F2D + 1)
      static_cast<unsigned char *>(to)[i] = static_cast<unsigned char>(state >> 56);
    return;
  }
  case NodeKind::Null:
    return;
  default:
    if (n && node.size)
      takeOut(node, to, n);
  }
}

void write(OpenFile &file, const void *from, size_t n, int64_t offset) {
  if (file.socket)
    return send(file, from, n);
  Node &node = *file.out;
  if (node.kind == NodeKind::File) {
    change(node);
    uint64_t at = file.flags & O_APPEND ? node.size : offset == -1 ? file.offset : static_cast<uint64_t>(offset);
    if (n)
      copyIn(node, at, from, n);
    if (offset == -1)
      edit(&file).offset = at + n;
  } else if (waits(node)) {
    putIn(node, from, n);
  }
}

short readiness(const OpenFile &file, short wanted) {
  if (file.socket)
    return readinessOf(file, wanted);
  const Node &node = *file.node;
  if (!waits(node))
    return static_cast<short>(wanted & (POLLIN | POLLOUT | POLLRDNORM | POLLWRNORM));
  look(node);
  surroundings.noteUse(endsOf(node), false);
  bool pipe = node.kind == NodeKind::Pipe;
  short ready = 0;
  if (reads(file.flags)) {
    if (node.size)
      ready |= POLLIN | POLLRDNORM;
    if (pipe && node.writers == 0)
      ready |= POLLHUP;
  }
  if (writes(file.flags)) {
    if (pipe ? kPipeSize - node.size >= kPage : node.size < UINT64_MAX - 1)
      ready |= POLLOUT | POLLWRNORM;
    if (pipe && node.readers == 0)
      ready |= POLLERR;
  }
  return static_cast<short>(ready & (wanted | POLLHUP | POLLERR));
}

} // namespace xblock::files
