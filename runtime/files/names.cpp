#include "files/arena.h"
#include "files/files.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
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
uint64_t nodeNumber(std::string_view path) { return hashOf(path, 0x84222325cbf29ce4) << 2; }
constexpr Resource kCurrentDirectory{ResourceKind::Path, 0};

Entry *&bucketOf(std::string_view path) { return tables().entries[hashOf(path) % kBuckets]; }

Entry *entryAt(std::string_view path) {
  for (Entry *e = bucketOf(path); e; e = e->next)
    if (std::string_view(e->path, e->length) == path)
      return e->unused ? nullptr : e;
  return nullptr;
}

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

bool mayRead(const Node &node) { return node.base ? node.base->readable || node.mode != (node.base->status.st_mode & 07777) : isRoot() || node.mode & 0400; }
bool mayWrite(const Node &node) { return node.base ? node.base->writable || node.mode != (node.base->status.st_mode & 07777) : isRoot() || node.mode & 0200; }

namespace {

/// Where something new is to be named: 0, or why not.
int mayName(const Found &found, bool mayExist) {
  if (found.error)
    return -found.error;
  if (found.exists() && !mayExist)
    return -EEXIST;
  return 0;
}

void unname(const Found &found) {
  Node *node = nodeOf(found);
  name(found.path, nullptr);
  surroundings.noteUse(linksOf(*node), true);
  edit(node).links -= node->links != 0;
  release(*node);
}

/// A path that was kept goes with the folder that it leads into; its size lies behind the pointer to it.
void follow(const char *path, uint32_t size, const std::string &from, const std::string &to, char **kept) {
  std::string_view old(path, size);
  if (!old.starts_with(from) || (old.size() > from.size() && old[from.size()] != '/'))
    return;
  std::string fresh = to + std::string(old.substr(from.size()));
  keepPath(kept, fresh);
}

/// All below the directory, and itself, move with it.
void move(const std::string &from, const std::string &to) {
  std::vector<std::pair<std::string, Node *>> below;
  for (Entry *bucket : tables().entries) // what was removed there hides nothing of what comes
    for (Entry *e = bucket; e; e = e->next)
      if (std::string_view(e->path, e->length).starts_with(to + "/"))
        edit(e).unused = true;
  for (Entry *bucket : tables().entries)
    for (Entry *e = bucket; e; e = e->next)
      if (std::string_view path(e->path, e->length); path.size() > from.size() && path.starts_with(from) && path[from.size()] == '/' && !e->unused)
        below.emplace_back(std::string(path), e->node);
  std::sort(below.begin(), below.end());
  Entry *own = entryAt(from);
  Node *node = own->node;
  for (auto &[path, child] : below) {
    name(path, nullptr);
    name(to + path.substr(from.size()), child);
  }
  name(from, nullptr);
  name(to, node);
  Tables &t = tables();
  for (Descriptor &d : t.descriptors)
    if (d.file && d.file->path)
      follow(d.file->path, d.file->pathSize, from, to, &d.file->path);
  if (t.directory)
    follow(t.directory, t.directorySize, from, to, &t.directory);
}

} // namespace

int makeDirectory(int directory, const char *path, uint32_t mode) {
  Found found = find(directory, path, false);
  if (int error = mayName(found, false))
    return error;
  surroundings.noteUse(maskOfModes(), false);
  Node *node = makeNode(NodeKind::Directory, nodeNumber(found.path), mode & ~tables().mask & 07777);
  name(found.path, node);
  return 0;
}

int remove(int directory, const char *path, bool isDirectory) {
  Found found = find(directory, path, false);
  if (found.error)
    return -found.error;
  if (!found.exists())
    return -ENOENT;
  Node *node = nodeOf(found);
  if (isDirectory != (node->kind == NodeKind::Directory))
    return isDirectory ? -ENOTDIR : -EISDIR;
  if (isDirectory && found.path == "/")
    return -EBUSY;
  if (isDirectory && !isEmpty(found.path, *node))
    return -ENOTEMPTY;
  unname(found);
  return 0;
}

int rename(int from, const char *oldPath, int to, const char *newPath, unsigned flags) {
  Found old = find(from, oldPath, false), fresh = find(to, newPath, false);
  if (old.error || fresh.error)
    return old.error ? -old.error : -fresh.error;
  if (!old.exists())
    return -ENOENT;
  if (flags & 2) // RENAME_EXCHANGE
    return -EINVAL;
  if (fresh.exists() && flags & 1) // RENAME_NOREPLACE
    return -EEXIST;
  Node *node = nodeOf(old);
  bool isDirectory = node->kind == NodeKind::Directory;
  if (isDirectory && (fresh.path + "/").starts_with(old.path + "/") && fresh.path != old.path)
    return -EINVAL;
  if (fresh.exists() && old.path.starts_with(fresh.path + "/"))
    return -ENOTEMPTY;
  if (fresh.exists()) {
    Node *there = nodeOf(fresh);
    if (there == node)
      return 0;
    if (isDirectory != (there->kind == NodeKind::Directory))
      return isDirectory ? -ENOTDIR : -EISDIR;
    if (isDirectory && !isEmpty(fresh.path, *there))
      return -ENOTEMPTY;
    unname(fresh);
  }
  if (isDirectory)
    move(old.path, fresh.path);
  else
    name(old.path, nullptr), name(fresh.path, node);
  return 0;
}

int link(int from, const char *oldPath, int to, const char *newPath, bool follow) {
  Found old = find(from, oldPath, follow), fresh = find(to, newPath, false);
  if (old.error)
    return -old.error;
  if (!old.exists())
    return -ENOENT;
  if (int error = mayName(fresh, false))
    return error;
  Node *node = nodeOf(old);
  if (node->kind == NodeKind::Directory)
    return -EPERM;
  surroundings.noteUse(linksOf(*node), true);
  ++edit(node).links;
  name(fresh.path, node);
  return 0;
}

int symbolicLink(const char *target, int directory, const char *path) {
  if (!*target)
    return -ENOENT;
  Found found = find(directory, path, false);
  if (int error = mayName(found, false))
    return error;
  Node *node = makeNode(NodeKind::Link, nodeNumber(found.path), 0777);
  copyIn(*node, 0, target, strlen(target));
  name(found.path, node);
  return 0;
}

int64_t readLink(int directory, const char *path, char *to, size_t n) {
  Found found = find(directory, path, false);
  if (found.error || !found.exists())
    return found.error ? -found.error : -ENOENT;
  Node *node = nodeOf(found);
  if (node->kind != NodeKind::Link)
    return -EINVAL;
  n = std::min<uint64_t>(n, node->size);
  if (to)
    copyOut(*node, 0, to, n);
  return static_cast<int64_t>(n);
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

void statusOf(const Node &node, struct stat &to) {
  look(node);
  surroundings.noteUse(linksOf(node), false);
  memset(&to, 0, sizeof to);
  if (node.base)
    to = node.base->status;
  static constexpr mode_t kTypes[] = {S_IFREG, S_IFDIR, S_IFLNK, S_IFIFO, S_IFSOCK, S_IFREG, S_IFCHR, S_IFCHR, S_IFCHR, S_IFCHR, S_IFSOCK, S_IFREG};
  if (node.kind != NodeKind::Foreign)
    to.st_mode = kTypes[static_cast<unsigned>(node.kind)] | node.mode;
  if (!node.base) {
    to.st_dev = 1;
    to.st_ino = node.number;
    to.st_uid = geteuid();
    to.st_gid = getegid();
    to.st_blksize = 4096;
    if (node.kind == NodeKind::Directory)
      to.st_size = 4096; // as most file systems say
  }
  bool holdsBytes = node.kind == NodeKind::File || node.kind == NodeKind::Link;
  to.st_nlink = node.kind == NodeKind::Directory ? to.st_nlink + !node.base * 2 : node.links;
  if (holdsBytes)
    to.st_size = static_cast<off_t>(node.size);
  if (holdsBytes && node.modified)
    to.st_blocks = static_cast<blkcnt_t>((node.size + 511) / 512);
  if (node.modified) {
    timespec time{static_cast<time_t>(node.modified / 1'000'000'000), static_cast<long>(node.modified % 1'000'000'000)};
    to.st_mtim = to.st_ctim = time;
    if (!node.base)
      to.st_atim = time;
  }
}

int status(int directory, const char *path, bool follow, struct stat &to) {
  Found found = find(directory, path, follow);
  if (found.error || !found.exists())
    return found.error ? -found.error : -ENOENT;
  if (found.entry) {
    statusOf(*found.entry->node, to);
    return 0;
  }
  for (uint64_t which : {0, 1}) // as if there was a node
    surroundings.noteUse({ResourceKind::File, nodeNumber(found.path) + which}, false);
  if (S_ISREG(found.base->status.st_mode) && found.base->status.st_size == 0)
    loadContents(*found.base);
  to = found.base->status;
  return 0;
}

int changeMode(int directory, const char *path, uint32_t mode) {
  Found found = find(directory, path, true);
  if (found.error || !found.exists())
    return found.error ? -found.error : -ENOENT;
  Node *node = nodeOf(found);
  surroundings.noteUse(linksOf(*node), true);
  edit(node).mode = mode & 07777;
  return 0;
}

int mayAccess(int directory, const char *path, int how, bool follow) {
  Found found = find(directory, path, follow);
  if (found.error || !found.exists())
    return found.error ? -found.error : -ENOENT;
  surroundings.noteUse(found.entry ? linksOf(*found.entry->node) : Resource{ResourceKind::File, nodeNumber(found.path) + 1}, false);
  const Node *node = found.entry ? found.entry->node : nullptr;
  bool reads = node ? mayRead(*node) : found.base->readable, writes = node ? mayWrite(*node) : found.base->writable;
  bool executes = node && (!node->base || node->mode != (node->base->status.st_mode & 07777)) ? node->mode & 0111 : (node ? node->base : found.base)->executable;
  bool may = (!(how & R_OK) || reads) && (!(how & W_OK) || writes) && (!(how & X_OK) || executes);
  return may ? 0 : -EACCES;
}

} // namespace xblock::files
