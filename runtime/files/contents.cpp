#include "files/arena.h"
#include "files/files.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace xblock::files {

namespace {

/// The page is the node's own from now on, with the bytes that it had.
char *pageFor(Node &node, uint64_t index) {
  if (index >= node.pageCount) {
    uint64_t more = std::max<uint64_t>(8, node.pageCount);
    while (node.pageCount + more <= index)
      more *= 2;
    uint64_t count = node.pageCount + more;
    auto **pages = static_cast<char **>(take(count * sizeof(char *)));
    undoLog.touch(pages, count * sizeof(char *));
    memcpy(pages, node.pages, node.pageCount * sizeof(char *));
    give(node.pages, node.pageCount * sizeof(char *));
    edit(&node).pages = pages;
    node.pageCount = count;
  }
  char *&page = node.pages[index];
  if (!page) {
    edit(&page) = static_cast<char *>(take(kPage));
    if (uint64_t at = index * kPage; at < node.baseSize) {
      size_t n = std::min(kPage, node.baseSize - at);
      undoLog.touch(page, n);
      memcpy(page, node.base->data + at, n);
    }
  }
  return page;
}

bool isInWindow(const Node &node, uint64_t index) { return node.window && index < node.windowSize / kPage; }

/// Bytes that the program may look at and change without a call.
void noteWindow(const Node &node, uint64_t index, uint64_t within, size_t n, bool writes) {
  if (isInWindow(node, index))
    surroundings.noteMemory(node.pages[index] + within, n, writes);
}

} // namespace

void openWindow(Node &node, char *block, uint64_t size) {
  edit(&node);
  for (uint64_t i = 0; i < size / kPage; ++i) {
    char *page = pageFor(node, i), *own = block + i * kPage;
    undoLog.touch(own, kPage);
    memcpy(own, page, kPage);
    give(page, kPage);
    edit(&node.pages[i]) = own;
  }
  node.window = block;
  node.windowSize = size;
}

void closeWindow(Node &node) {
  uint64_t size = node.windowSize;
  edit(&node).window = nullptr;
  node.windowSize = 0;
  for (uint64_t i = 0; i < size / kPage; ++i) {
    char *page = static_cast<char *>(take(kPage));
    undoLog.touch(page, kPage);
    memcpy(page, node.pages[i], kPage);
    edit(&node.pages[i]) = page;
  }
}

int64_t readable(const Node &node, uint64_t offset, size_t n) {
  return offset >= node.size ? 0 : static_cast<int64_t>(std::min<uint64_t>(n, node.size - offset));
}

void copyOut(const Node &node, uint64_t offset, void *to, size_t n) {
  auto *bytes = static_cast<char *>(to);
  while (n) {
    uint64_t index = offset / kPage, within = offset % kPage;
    size_t here = std::min<uint64_t>(n, kPage - within);
    const char *page = index < node.pageCount ? node.pages[index] : nullptr;
    if (page) {
      noteWindow(node, index, within, here, false);
      memcpy(bytes, page + within, here);
    } else {
      size_t known = offset < node.baseSize ? std::min<uint64_t>(here, node.baseSize - offset) : 0;
      if (known)
        memcpy(bytes, node.base->data + offset, known);
      memset(bytes + known, 0, here - known);
    }
    bytes += here;
    offset += here;
    n -= here;
  }
}

void copyIn(Node &node, uint64_t offset, const void *from, size_t n) {
  auto *bytes = static_cast<const char *>(from);
  edit(&node).modified = surroundings.now();
  node.size = std::max<uint64_t>(node.size, offset + n);
  while (n) {
    uint64_t within = offset % kPage;
    size_t here = std::min<uint64_t>(n, kPage - within);
    char *page = pageFor(node, offset / kPage);
    undoLog.touch(page + within, here);
    noteWindow(node, offset / kPage, within, here, true);
    memcpy(page + within, bytes, here);
    bytes += here;
    offset += here;
    n -= here;
  }
}

int resize(Node &node, uint64_t size) {
  if (node.kind != NodeKind::File)
    return node.kind == NodeKind::Directory ? -EISDIR : -EINVAL;
  change(node);
  surroundings.noteUse(mapsOf(node), false);
  if (size < node.size && isMappedBehind(node, size))
    surroundings.refuse("a file that is cut where it is mapped");
  edit(&node).modified = surroundings.now();
  if (size < node.size) { // what is cut off reads as zeros should the file grow again
    node.baseSize = std::min(node.baseSize, size);
    for (uint64_t i = size / kPage; i < node.pageCount; ++i) {
      uint64_t within = i == size / kPage ? size % kPage : 0;
      if (node.pages[i] && (within || isInWindow(node, i))) {
        noteWindow(node, i, within, kPage - within, true);
        undoLog.touch(node.pages[i] + within, kPage - within);
        memset(node.pages[i] + within, 0, kPage - within);
      } else if (node.pages[i]) {
        give(node.pages[i], kPage);
        edit(&node.pages[i]) = nullptr;
      }
    }
  }
  node.size = size;
  return 0;
}

} // namespace xblock::files
