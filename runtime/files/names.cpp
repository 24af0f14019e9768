// Names are made, moved and removed.
#include "files/arena.h"
#include "files/files.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace xblock::files {

namespace {

enum class Last { Name, Dot, DotDot, Root };
/// What a path ends in.
Last lastOf(std::string_view path) {
  while (path.ends_with('/'))
    path.remove_suffix(1);
  std::string_view last = path.substr(path.rfind('/') + 1);
  return last.empty() ? Last::Root : last == "." ? Last::Dot : last == ".." ? Last::DotDot : Last::Name;
}

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
  if (Last last = lastOf(path); last != Last::Name)
    return !isDirectory ? -EISDIR : last == Last::Dot ? -EINVAL : last == Last::DotDot ? -ENOTEMPTY : -EBUSY;
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
  if (lastOf(oldPath) != Last::Name)
    return -EBUSY;
  if (lastOf(newPath) != Last::Name)
    return flags & 1 ? -EEXIST : -EBUSY;
  if (!old.exists())
    return -ENOENT;
  if (flags & 2) // RENAME_EXCHANGE
    return -EINVAL;
  if (fresh.exists() && flags & 1) // RENAME_NOREPLACE
    return -EEXIST;
  Node *node = nodeOf(old);
  bool isDirectory = node->kind == NodeKind::Directory;
  if (!isDirectory && std::string_view(newPath).ends_with('/'))
    return -ENOTDIR;
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

} // namespace xblock::files
