#include "files/arena.h"
#include "files/files.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace xblock::files {

namespace {

constexpr int kFarDescriptors = 500; // from there on they are the runtime's own
constexpr Resource kTable{ResourceKind::Descriptor, 0};
Resource resourceOf(int descriptor) { return {ResourceKind::Descriptor, static_cast<uint64_t>(descriptor) + 1}; }

// 3: of a socket that is shut down both ways.
bool reads(int flags) { return (flags & O_ACCMODE) != O_WRONLY && (flags & O_ACCMODE) != 3; }
bool writes(int flags) { return (flags & O_ACCMODE) != O_RDONLY && (flags & O_ACCMODE) != 3; }
bool isRing(const Node &node) { return node.kind == NodeKind::Pipe || node.kind == NodeKind::Messages; }
bool waits(const Node &node) { return isRing(node) || node.kind == NodeKind::Events; }

void count(OpenFile &file, int by) {
  auto add = [&](uint32_t &n) { n += static_cast<uint32_t>(by); };
  add(edit(file.node).opened);
  if (reads(file.flags))
    add(file.node->readers);
  if (file.out != file.node)
    add(edit(file.out).opened);
  if (writes(file.flags))
    add(edit(file.out).writers);
}

void letGo(OpenFile *file) {
  if (--edit(file).references)
    return;
  Node *in = file->node, *out = file->out;
  if (isRing(*in) || in != out) { // which others see
    surroundings.noteUse(endsOf(*in), true);
    surroundings.noteUse(endsOf(*out), true);
  }
  count(*file, -1);
  release(*in);
  if (out != in)
    release(*out);
  give(file->path, file->pathSize);
  give(file, sizeof *file);
}

/// What the program made before threads were explored. Private memory.
struct Made {
  int first, second; ///< descriptors; the same of an event counter
  bool semaphore;
  int type; ///< of sockets
};
std::vector<Made> madeBefore;

const Made *madeAs(int fd, bool pair) {
  for (size_t i = madeBefore.size(); i-- > 0;) // the newest: descriptors are used again
    if (const Made &m = madeBefore[i]; (m.first == fd || m.second == fd) && (m.first != m.second) == pair)
      return &m;
  return nullptr;
}

/// Of a descriptor that the system had as threads began to be explored.
/// `isWhole`: of a pipe, that both ends of it are here; else somebody else has the other.
Node *adopt(const BaseDescriptor &base, std::vector<std::pair<uint64_t, Node *>> &pipes, int fd, bool isWhole) {
  mode_t mode = base.status.st_mode;
  if (fd == 0 && !S_ISREG(mode) && base.path != "/dev/null") {
    Node *node = makeNode(NodeKind::Input, hashOf("stdin"), 0600);
    edit(node).links = 0;
    return node;
  }
  if (S_ISFIFO(mode) && isWhole) {
    for (auto &[inode, node] : pipes)
      if (inode == base.status.st_ino)
        return node;
    int ends[2];
    makePipe(0, ends); // for its node
    Node *node = fileAt(ends[0])->node;
    edit(node).links = 1;
    closeDescriptor(ends[0]);
    closeDescriptor(ends[1]);
    node->links = 0;
    pipes.emplace_back(base.status.st_ino, node);
    return node;
  }
  if (base.events) {
    const Made *made = madeAs(fd, false);
    Node *node = makeNode(NodeKind::Events, nextNumber(), 0600);
    edit(node).links = 0;
    node->semaphore = made && made->semaphore;
    std::string count;
    do { // a semaphore's are read one by one
      count = drain(fd, sizeof(uint64_t));
      uint64_t value = 0;
      memcpy(&value, count.data(), count.size() == sizeof value ? sizeof value : 0);
      node->size += value;
    } while (count.size() == sizeof(uint64_t));
    return node;
  }
  if (base.path.empty()) {
    Node *node = makeNode(NodeKind::Foreign, hashOf("descriptor", static_cast<uint64_t>(fd)), mode & 07777);
    edit(node).links = 0;
    return node;
  }
  Found found = find(AT_FDCWD, base.path.c_str(), true);
  if (found.exists() && found.base && found.base->status.st_ino == base.status.st_ino)
    return nodeOf(found);
  if (found.exists() && found.entry && found.entry->node->base && found.entry->node->base->status.st_ino == base.status.st_ino)
    return found.entry->node;
  std::string own = "/proc/self/fd/" + std::to_string(fd); // it was removed or renamed meanwhile
  Node *node = makeNode(S_ISREG(mode) ? NodeKind::File : NodeKind::Foreign, hashOf(own), mode & 07777);
  edit(node).links = 0;
  if (S_ISREG(mode)) {
    auto *file = new BaseFile{};
    file->path = own;
    file->status = base.status;
    file->readable = file->writable = true;
    edit(node).base = file;
    if (loadContents(*file) == 0)
      node->size = node->baseSize = file->size;
  }
  return node;
}

/// What waits in them is taken over; an end that was closed stays so.
void adoptPair(const Made &made) {
  int ends[2];
  makeSocketPair(made.type, ends);
  OpenFile *files[2] = {fileAt(ends[0]), fileAt(ends[1])};
  ++edit(files[0]).references, ++edit(files[1]).references;
  closeDescriptor(ends[0]);
  closeDescriptor(ends[1]);
  for (int i : {0, 1}) {
    int fd = i ? made.second : made.first;
    BaseDescriptor base = baseDescriptor(fd);
    if (base.error || !S_ISSOCK(base.status.st_mode)) {
      letGo(files[i]);
      continue;
    }
    edit(files[i]).flags = O_RDWR | (base.flags & O_NONBLOCK);
    edit(&tables().descriptors[fd]) = {files[i], base.closeOnExec};
    for (std::string part; !(part = drain(fd, files[i]->node->kind == NodeKind::Pipe ? kPipeSize : 1)).empty();)
      putIn(*files[i]->node, part.data(), part.size());
  }
}

bool hasBothEnds(uint64_t inode, const std::vector<int> &open) {
  bool in = false, out = false;
  for (int fd : open)
    if (BaseDescriptor base = baseDescriptor(fd); fd > 2 && fd < kFarDescriptors && S_ISFIFO(base.status.st_mode) && base.status.st_ino == inode) {
      in |= reads(base.flags);
      out |= writes(base.flags);
    }
  return in && out;
}

/// The open file that a lower descriptor has, and this one too.
OpenFile *sharedWith(int fd, const std::vector<int> &open) {
  for (int lower : open)
    if (lower < fd && lower != 1 && lower != 2 && tables().descriptors[lower].file && isSameOpenFile(lower, fd))
      return tables().descriptors[lower].file;
  return nullptr;
}

} // namespace

void rememberEvents(int fd, bool semaphore) { madeBefore.push_back({fd, fd, semaphore, 0}); }
void rememberPair(const int ends[2], int type) { madeBefore.push_back({ends[0], ends[1], false, type}); }

void begin() {
  Tables &t = tables();
  if (t.begun)
    return;
  edit(&t.begun) = true;
  mode_t mask = ::umask(0);
  ::umask(mask);
  edit(&t.mask) = mask;
  std::vector<std::pair<uint64_t, Node *>> pipes;
  std::vector<int> open = baseDescriptors();
  for (int fd : open) {
    if (fd == 1 || fd == 2 || fd >= kFarDescriptors || t.descriptors[fd].file)
      continue;
    BaseDescriptor base = baseDescriptor(fd);
    if (base.error)
      continue;
    if (const Made *made = S_ISSOCK(base.status.st_mode) ? madeAs(fd, true) : nullptr) {
      adoptPair(*made);
      continue;
    }
    if (OpenFile *same = sharedWith(fd, open)) { // by dup()
      edit(&t.descriptors[fd]) = {same, base.closeOnExec};
      ++edit(same).references;
      continue;
    }
    Node *node = adopt(base, pipes, fd, !S_ISFIFO(base.status.st_mode) || hasBothEnds(base.status.st_ino, open));
    OpenFile *file = makeOpenFile(node, node, base.flags);
    edit(file).offset = static_cast<uint64_t>(base.offset);
    if (node->kind == NodeKind::Directory || node->kind == NodeKind::File) {
      keepPath(&file->path, base.path);
    }
    edit(&t.descriptors[fd]) = {file, base.closeOnExec};
    ++edit(file).references;
    if (node->kind == NodeKind::Pipe && reads(base.flags) && node->size == 0) {
      std::string waiting = drain(fd, kPipeSize);
      putIn(*node, waiting.data(), std::min<size_t>(waiting.size(), kPipeSize));
    }
  }
}

OpenFile *fileAt(int descriptor) {
  if (descriptor < 0 || descriptor >= kDescriptors)
    return nullptr;
  surroundings.noteUse(resourceOf(descriptor), false);
  return tables().descriptors[descriptor].file;
}

void keepPath(char **kept, const std::string &path) {
  struct Kept {
    char *path;
    uint32_t size;
  } &k = edit(reinterpret_cast<Kept *>(kept));
  give(k.path, k.size);
  k.path = static_cast<char *>(take(path.size()));
  k.size = static_cast<uint32_t>(path.size());
  undoLog.touch(k.path, path.size());
  memcpy(k.path, path.data(), path.size());
}

OpenFile *makeOpenFile(Node *in, Node *out, int flags) {
  auto *file = make<OpenFile>();
  edit(file).node = in;
  file->out = out;
  file->flags = flags;
  file->number = nextNumber();
  count(*file, 1);
  return file;
}

int addDescriptor(OpenFile *file, bool closeOnExec, int least) {
  surroundings.noteUse(kTable, true);
  Descriptor *all = tables().descriptors;
  for (int fd = least < 0 ? 0 : least; fd < kDescriptors; ++fd)
    if (!all[fd].file && fd != 1 && fd != 2) { // which are captured
      surroundings.noteUse(resourceOf(fd), true);
      edit(&all[fd]) = {file, closeOnExec};
      ++edit(file).references;
      return fd;
    }
  if (file->references == 0) {
    ++edit(file).references;
    letGo(file);
  }
  return -EMFILE;
}

int closeDescriptor(int descriptor) {
  OpenFile *file = fileAt(descriptor);
  if (!file)
    return -EBADF;
  surroundings.noteUse(kTable, false); // only who opens can tell in which order others close
  surroundings.noteUse(resourceOf(descriptor), true);
  edit(&tables().descriptors[descriptor]).file = nullptr;
  letGo(file);
  return 0;
}

int duplicate(int descriptor, int least, bool closeOnExec) {
  OpenFile *file = fileAt(descriptor);
  return file ? addDescriptor(file, closeOnExec, least) : -EBADF;
}

int duplicateTo(int descriptor, int to, bool closeOnExec) {
  OpenFile *file = fileAt(descriptor);
  if (!file || to < 0 || to >= kDescriptors)
    return -EBADF;
  if (descriptor == to)
    return to;
  OpenFile *before = fileAt(to);
  surroundings.noteUse(kTable, true);
  surroundings.noteUse(resourceOf(to), true);
  edit(&tables().descriptors[to]) = {file, closeOnExec};
  ++edit(file).references;
  if (before)
    letGo(before);
  return to;
}

int openAt(int directory, const char *path, int flags, uint32_t mode) {
  bool creates = flags & O_CREAT;
  if ((flags & O_TMPFILE) == O_TMPFILE)
    return -EOPNOTSUPP;
  Found found = find(directory, path, !(flags & O_NOFOLLOW) && !(creates && flags & O_EXCL));
  if (found.error)
    return -found.error;
  Node *node;
  if (!found.exists()) {
    if (!creates)
      return -ENOENT;
    if (path[0] && path[strlen(path) - 1] == '/')
      return -EISDIR;
    surroundings.noteUse(maskOfModes(), false);
    node = makeNode(NodeKind::File, hashOf(found.path, 0x84222325cbf29ce4) << 2, mode & ~tables().mask & 07777);
    name(found.path, node);
  } else {
    if (creates && flags & O_EXCL)
      return -EEXIST;
    node = nodeOf(found);
    if (node->kind == NodeKind::Link)
      return -ELOOP;
    if (flags & O_DIRECTORY && node->kind != NodeKind::Directory)
      return -ENOTDIR;
    if (node->kind == NodeKind::Directory && (writes(flags) || creates))
      return -EISDIR;
    surroundings.noteUse(linksOf(*node), false);
    if ((reads(flags) && !mayRead(*node)) || (writes(flags) && !mayWrite(*node)))
      return -EACCES;
    if (flags & O_TRUNC && writes(flags) && node->kind == NodeKind::File)
      resize(*node, 0);
  }
  OpenFile *file = makeOpenFile(node, node, flags & ~(O_CREAT | O_EXCL | O_TRUNC | O_NOCTTY | O_CLOEXEC));
  keepPath(&file->path, found.path);
  return addDescriptor(file, flags & O_CLOEXEC);
}

int64_t seek(OpenFile &file, int64_t offset, int whence) {
  Node &node = *file.node;
  if (node.kind == NodeKind::Directory || node.kind == NodeKind::Null || node.kind == NodeKind::Zero || node.kind == NodeKind::Random) {
    if (whence == SEEK_SET && offset >= 0)
      edit(&file).offset = static_cast<uint64_t>(offset);
    surroundings.noteUse(stateOf(file), true);
    return static_cast<int64_t>(file.offset);
  }
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
    return file.node == file.out ? -EBADF : 0;
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

int64_t planWrite(const OpenFile &file, size_t n, int64_t offset, Resource *missing) {
  const Node &node = *file.out;
  surroundings.noteUse(flagsOf(file), false);
  if (!writes(file.flags))
    return file.node == file.out ? -EBADF : -EPIPE;
  if (offset < -1)
    return -EINVAL;
  switch (node.kind) {
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
    if (n || node.kind == NodeKind::Messages)
      if (node.size)
        takeOut(node, to, n);
  }
}

void write(OpenFile &file, const void *from, size_t n, int64_t offset) {
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

void shutDown(OpenFile &file, bool reading, bool writing) {
  reading &= reads(file.flags);
  writing &= writes(file.flags);
  if (reading) {
    surroundings.noteUse(endsOf(*file.node), true);
    --edit(file.node).readers;
  }
  if (writing) {
    surroundings.noteUse(endsOf(*file.out), true);
    --edit(file.out).writers;
  }
  bool in = reads(file.flags) && !reading, out = writes(file.flags) && !writing;
  surroundings.noteUse(flagsOf(file), true);
  edit(&file).flags = (file.flags & ~O_ACCMODE) | (in ? out ? O_RDWR : O_RDONLY : out ? O_WRONLY : 3);
}

short readiness(const OpenFile &file, short wanted) {
  const Node &in = *file.node, &out = *file.out;
  if (!waits(in))
    return static_cast<short>(wanted & (POLLIN | POLLOUT | POLLRDNORM | POLLWRNORM));
  for (const Node *node : {&in, &out}) {
    look(*node);
    surroundings.noteUse(endsOf(*node), false);
  }
  short ready = 0;
  bool pair = &out != &in;
  if (reads(file.flags) && (in.size || (isRing(in) && pair && in.writers == 0)))
    ready |= POLLIN | POLLRDNORM;
  if (reads(file.flags) && isRing(in) && in.writers == 0)
    ready |= POLLHUP;
  if (writes(file.flags)) {
    constexpr uint64_t kEnough = 4096;
    if (in.kind == NodeKind::Events ? in.size < UINT64_MAX - 1 : kPipeSize - out.size >= kEnough)
      ready |= POLLOUT | POLLWRNORM;
    if (isRing(out) && out.readers == 0)
      ready |= pair ? POLLHUP : POLLERR;
  }
  return static_cast<short>(ready & (wanted | POLLHUP | POLLERR));
}

} // namespace xblock::files
