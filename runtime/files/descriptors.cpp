// The table of descriptors, and what opens, closes and shares open files.
#include "files/arena.h"
#include "files/epolls.h"
#include "files/files.h"
#include "files/sockets.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>

namespace xblock::files {

namespace {

constexpr Resource kTable{ResourceKind::Descriptor, 0};
Resource resourceOf(int descriptor) { return {ResourceKind::Descriptor, static_cast<uint64_t>(descriptor) + 1}; }

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

} // namespace

void letGo(OpenFile *file) {
  if (--edit(file).references)
    return;
  Node *in = file->node, *out = file->out;
  if (in->kind == NodeKind::Pipe) // which others see
    surroundings.noteUse(endsOf(*in), true);
  forgetFile(*file);
  if (file->socket)
    endSocket(*file->socket);
  if (file->epoll)
    endEpoll(*file->epoll);
  count(*file, -1);
  if (in->kind == NodeKind::Pipe && !in->readers != !in->writers)
    wake(*in, 0);
  if (in->kind == NodeKind::Pipe && in->links && !in->opened && in->size) { // with a name: what nobody can read any more is lost
    surroundings.noteUse(stateOf(*in), true);
    edit(in).size = 0;
  }
  release(*in);
  if (out != in)
    release(*out);
  give(file->path, file->pathSize);
  give(file->waiting.steps, file->waiting.threads * sizeof(uint64_t));
  give(file, sizeof *file);
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

void setOut(OpenFile &file, Node *out) {
  count(file, -1);
  edit(&file).out = out;
  count(file, 1);
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
    if (node->kind == NodeKind::Stream)
      return -ENXIO;
    if (flags & O_TRUNC && writes(flags) && node->kind == NodeKind::File)
      resize(*node, 0);
  }
  bool named = node->kind == NodeKind::Pipe;
  if (named) {
    surroundings.noteUse(endsOf(*node), true);
    if (writes(flags) && !reads(flags) && flags & O_NONBLOCK && !node->readers)
      return -ENXIO;
  }
  OpenFile *file = makeOpenFile(node, node, flags & ~(O_CREAT | O_EXCL | O_TRUNC | O_NOCTTY | O_CLOEXEC));
  if (named) {
    edit(file).othersBefore = reads(flags) ? node->writersEver : node->readersEver;
    edit(node).readersEver += reads(flags);
    node->writersEver += writes(flags);
  }
  keepPath(&file->path, found.path);
  return addDescriptor(file, flags & O_CLOEXEC);
}

} // namespace xblock::files
