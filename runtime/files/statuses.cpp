// What stat() and access() say, and modes.
#include "files/arena.h"
#include "files/files.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace xblock::files {

void statusOf(const Node &node, struct stat &to) {
  look(node);
  surroundings.noteUse(linksOf(node), false);
  memset(&to, 0, sizeof to);
  if (node.base)
    to = node.base->status;
  static constexpr mode_t kTypes[] = {S_IFREG, S_IFDIR, S_IFLNK, S_IFIFO, S_IFSOCK, 0 /* as Linux has it */, S_IFCHR, S_IFCHR, S_IFCHR, S_IFCHR, S_IFSOCK, 0, S_IFREG};
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
  to.st_nlink = node.kind == NodeKind::Directory && node.links ? to.st_nlink + !node.base * 2 : node.links;
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
  if (how & ~(R_OK | W_OK | X_OK))
    return -EINVAL;
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
