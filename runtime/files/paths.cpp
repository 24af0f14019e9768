// What a path leads to.
#include "files/arena.h"
#include "files/files.h"
#include "files/rings.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace xblock::files {

namespace {

constexpr unsigned kMostLinks = 40;

Resource nameOf(std::string_view path) { return {ResourceKind::Path, hashOf(path)}; }
void lookAtName(std::string_view path) { surroundings.noteUse(nameOf(path), false); }
void changeName(std::string_view path) { surroundings.noteUse(nameOf(path), true); }
/// In the folder it is in. Two changes of different names commute, and conflict with who lists the folder: they count as reads, and a
/// list as a write (directories.cpp).
void changeNamesIn(const std::string &path) { lookAtName(path.substr(0, path.rfind('/')) + "/*"); }
constexpr Resource kCurrentDirectory{ResourceKind::Path, 0};

Entry *&bucketOf(std::string_view path) { return tables().entries[hashOf(path) % kBuckets]; }

/// Also one that is not used.
Entry *placeAt(std::string_view path) {
  for (Entry *e = bucketOf(path); e; e = e->next)
    if (std::string_view(e->path, e->length) == path)
      return e;
  return nullptr;
}

bool isRoot() { return geteuid() == 0; }

std::string textOf(const Node &link) {
  std::string text(link.size, 0);
  copyOut(link, 0, text.data(), link.size);
  return text;
}

/// One component on the way.
struct Step {
  Entry *entry;
  const BaseFile *base; ///< null: nothing can be below, for the directory is one that the program made
  bool exists() const { return entry ? entry->node != nullptr : base && !base->error; }
  bool isDirectory() const { return entry ? entry->node->kind == NodeKind::Directory : S_ISDIR(base->status.st_mode); }
  bool isLink() const { return entry ? entry->node->kind == NodeKind::Link : S_ISLNK(base->status.st_mode); }
  std::string target() const { return entry ? textOf(*entry->node) : base->target; }
  const BaseFile *below() const { return entry ? entry->node->base : base; }
};

Step stepTo(const std::string &path, const BaseFile *directory, const std::string &component) {
  lookAtName(path);
  if (Entry *e = entryAt(path))
    return {e, nullptr};
  if (!directory)
    return {nullptr, nullptr};
  return {nullptr, &baseAt((directory->path == "/" ? "" : directory->path) + "/" + component)};
}

} // namespace

uint64_t nodeNumber(std::string_view path) { return hashOf(path, 0x84222325cbf29ce4) << 2; }

Entry *entryAt(std::string_view path) {
  for (Entry *e = bucketOf(path); e; e = e->next)
    if (std::string_view(e->path, e->length) == path)
      return e->unused ? nullptr : e;
  return nullptr;
}

std::string directoryNow() {
  surroundings.noteUse(kCurrentDirectory, false);
  return tables().directory ? std::string(tables().directory, tables().directorySize) : currentDirectory();
}

Found find(int directory, const char *text, bool follow) {
  Found found;
  std::string rest = text;
  if (rest.empty())
    return found.error = ENOENT, found;
  if (rest.size() >= 4096)
    return found.error = ENAMETOOLONG, found;
  if (rest[0] != '/') {
    if (directory == AT_FDCWD) {
      rest = directoryNow() + "/" + rest;
    } else {
      OpenFile *file = fileAt(directory);
      if (!file || file->node->kind != NodeKind::Directory)
        return found.error = file ? ENOTDIR : EBADF, found;
      rest = std::string(file->path, file->pathSize) + "/" + rest;
    }
  }
  std::string path; // "" is the root
  Step here{nullptr, &baseAt("/")};
  std::vector<std::pair<std::string, Step>> way; // to go back by ..
  bool wantsDirectory = false;
  unsigned links = 0;
  for (size_t at = 0; at < rest.size();) {
    while (at < rest.size() && rest[at] == '/')
      ++at;
    if (at == rest.size()) {
      wantsDirectory = true;
      break;
    }
    size_t end = std::min(rest.find('/', at), rest.size());
    std::string component = rest.substr(at, end - at);
    at = end;
    if (component.size() > 255)
      return found.error = ENAMETOOLONG, found;
    if (!here.exists())
      return found.error = ENOENT, found;
    if (!here.isDirectory())
      return found.error = ENOTDIR, found;
    if (component == ".")
      continue;
    if (component == "..") {
      if (!way.empty()) {
        path = way.back().first;
        here = way.back().second;
        way.pop_back();
      }
      continue;
    }
    std::string next = path + "/" + component;
    Step step = stepTo(next, here.below(), component);
    bool last = rest.find_first_not_of('/', at) == std::string::npos;
    if (step.exists() && step.isLink() && (!last || follow || at < rest.size())) {
      if (++links > kMostLinks)
        return found.error = ELOOP, found;
      if (path.starts_with("/proc/") && path.ends_with("/fd")) // the explorer's own
        surroundings.refuse("use of a descriptor by its name (/dev/stdout, /dev/fd, /proc/self/fd)");
      std::string target = step.target();
      rest = target + rest.substr(at);
      at = 0;
      if (target[0] == '/') {
        path.clear();
        way.clear();
        here = {nullptr, &baseAt("/")};
      }
      continue;
    }
    way.emplace_back(path, here);
    path = next;
    here = step;
  }
  if (wantsDirectory && here.exists() && !here.isDirectory())
    return found.error = ENOTDIR, found;
  if (!here.entry && here.base && here.base->error && here.base->error != ENOENT)
    return found.error = here.base->error, found;
  found.path = path.empty() ? "/" : path;
  found.entry = here.entry;
  found.base = here.base;
  return found;
}

void name(const std::string &path, Node *node) {
  changeName(path);
  changeNamesIn(path);
  Entry *e = placeAt(path);
  if (!e) {
    e = static_cast<Entry *>(take(sizeof(Entry) + path.size()));
    undoLog.touch(e, sizeof(Entry) + path.size());
    e->length = static_cast<uint32_t>(path.size());
    memcpy(e->path, path.data(), path.size());
    Entry *&bucket = bucketOf(path);
    e->next = bucket;
    edit(&bucket) = e;
  }
  edit(e).node = node;
  e->unused = false;
}

Node *nodeOf(const Found &found) {
  if (found.entry)
    return found.entry->node;
  const BaseFile &base = *found.base;
  mode_t mode = base.status.st_mode;
  NodeKind kind = S_ISREG(mode) ? NodeKind::File : S_ISDIR(mode) ? NodeKind::Directory : S_ISLNK(mode) ? NodeKind::Link : NodeKind::Foreign;
  if (isRememberedPipe(base.status))
    kind = NodeKind::Pipe;
  if (S_ISCHR(mode)) {
    const std::string &p = base.path;
    kind = p == "/dev/null" ? NodeKind::Null : p == "/dev/zero" ? NodeKind::Zero : p == "/dev/urandom" || p == "/dev/random" ? NodeKind::Random : kind;
  }
  Node *node = makeNode(kind, nodeNumber(found.path), mode & 07777);
  edit(node).base = &base;
  node->modified = 0;
  node->links = S_ISDIR(mode) ? 1 : static_cast<uint32_t>(base.status.st_nlink);
  if (kind == NodeKind::File && loadContents(base) == 0)
    node->size = node->baseSize = base.size;
  if (kind == NodeKind::Pipe)
    makeRoom(node, kPipeSize);
  if (kind == NodeKind::Link) {
    edit(node).base = nullptr;
    copyIn(*node, 0, base.target.data(), base.target.size());
    node->modified = 0;
  }
  // Nobody can tell: no use of the name.
  auto noteUse = surroundings.noteUse;
  surroundings.noteUse = [](Resource, bool) {};
  name(found.path, node);
  surroundings.noteUse = noteUse;
  return node;
}

int changeDirectory(int directory, const char *path) {
  Found found = find(directory, path, true);
  if (found.error || !found.exists())
    return found.error ? -found.error : -ENOENT;
  if (nodeOf(found)->kind != NodeKind::Directory)
    return -ENOTDIR;
  surroundings.noteUse(kCurrentDirectory, true);
  Tables &t = tables();
  keepPath(&t.directory, found.path);
  return 0;
}

bool mayRead(const Node &node) { return node.base ? node.base->readable || node.mode != (node.base->status.st_mode & 07777) : isRoot() || node.mode & 0400; }
bool mayWrite(const Node &node) { return node.base ? node.base->writable || node.mode != (node.base->status.st_mode & 07777) : isRoot() || node.mode & 0200; }

} // namespace xblock::files
