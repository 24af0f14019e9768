// The descriptors that the system has as threads begin to be explored become the model's.
#include "files/arena.h"
#include "files/files.h"
#include "files/rings.h"
#include "files/sockets.h"
#include "support/own_descriptors_linux.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace xblock::files {

namespace {

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
  if (S_ISFIFO(mode) && isWhole && !isRememberedPipe(base.status)) {
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
      files[i] = nullptr;
      continue;
    }
    edit(files[i]).flags = O_RDWR | (base.flags & O_NONBLOCK);
    edit(&tables().descriptors[fd]) = {files[i], base.closeOnExec};
  }
  for (int i : {0, 1}) {
    if (!files[i])
      continue;
    int fd = i ? made.second : made.first;
    Socket &socket = edit(files[i]->socket);
    auto [error, ended] = stateOfSocket(fd);
    socket.error = error;
    socket.receiveShut |= ended;
    if (ended && socket.peer)
      edit(socket.peer).sendShut = true;
    bool stream = (made.type & 0xf) == SOCK_STREAM;
    Node &in = *files[i]->node;
    for (std::string part; !(part = drain(fd, stream ? kPipeSize : 1)).empty();) {
      if (part.size() + sizeof(uint32_t) > capacityOf(in) - in.size)
        break;
      stream ? addTo(in, part.data(), part.size()) : addMessage(in, part.data(), part.size());
    }
  }
}

bool hasBothEnds(uint64_t inode, const std::vector<int> &open) {
  bool in = false, out = false;
  for (int fd : open)
    if (BaseDescriptor base = baseDescriptor(fd); fd > 2 && fd < kDescriptors && !isOwnDescriptor(fd) && S_ISFIFO(base.status.st_mode) && base.status.st_ino == inode) {
      in |= reads(base.flags);
      out |= writes(base.flags);
    }
  return in && out;
}

/// The open file that a lower descriptor has, and this one too.
OpenFile *sharedWith(int fd, const std::vector<int> &open) {
  for (int lower : open)
    if (lower < fd && lower < kDescriptors && lower != 1 && lower != 2 && tables().descriptors[lower].file && isSameOpenFile(lower, fd))
      return tables().descriptors[lower].file;
  return nullptr;
}

} // namespace

namespace {

std::vector<std::pair<dev_t, ino_t>> namedPipes; // private memory

} // namespace

void rememberNamedPipe(const struct stat &status) { namedPipes.emplace_back(status.st_dev, status.st_ino); }
bool isRememberedPipe(const struct stat &status) {
  return S_ISFIFO(status.st_mode) && std::ranges::find(namedPipes, std::pair(status.st_dev, status.st_ino)) != namedPipes.end();
}

void rememberEvents(int fd, bool semaphore) { madeBefore.push_back({fd, fd, semaphore, 0}); }
void rememberPair(const int ends[2], int type) { madeBefore.push_back({ends[0], ends[1], false, type}); }

bool wouldTakeOver() {
  std::vector<int> open = baseDescriptors();
  return std::ranges::any_of(open, [&](int fd) {
    BaseDescriptor base = baseDescriptor(fd);
    if (base.error || fd <= 2 || fd >= kDescriptors || isOwnDescriptor(fd))
      return false;
    bool pipe = S_ISFIFO(base.status.st_mode) && !isRememberedPipe(base.status) && hasBothEnds(base.status.st_ino, open);
    return base.events || pipe || (S_ISSOCK(base.status.st_mode) && madeAs(fd, true));
  });
}

void end() {
  forgetAll();
  forgetBase();
}

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
    if (fd == 1 || fd == 2 || fd >= kDescriptors || t.descriptors[fd].file)
      continue;
    BaseDescriptor base = baseDescriptor(fd);
    if (base.error || isOwnDescriptor(fd))
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

} // namespace xblock::files
