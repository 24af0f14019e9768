#include "files/rings.h"

#include "files/arena.h"

#include <algorithm>
#include <cstring>

namespace xblock::files {

namespace {

/// Calls part(bytes in the ring, n) for the n bytes from `at` on.
template <typename Part> void each(Node &ring, uint64_t at, size_t n, Part part) {
  while (n) {
    at %= capacityOf(ring);
    size_t here = std::min<uint64_t>(n, kPage - at % kPage);
    char *&page = ring.pages[at / kPage];
    if (!page)
      edit(&page) = static_cast<char *>(take(kPage));
    part(page + at % kPage, here);
    at += here;
    n -= here;
  }
}

} // namespace

Node *makeRing(NodeKind kind, uint64_t most) {
  Node *node = makeNode(kind, nextNumber(), 0600);
  edit(node).links = 0;
  makeRoom(node, most);
  return node;
}

void makeRoom(Node *node, uint64_t most) {
  edit(node).pageCount = most / kPage;
  node->pages = static_cast<char **>(take(node->pageCount * sizeof(char *)));
}

void peekInto(Node &ring, void *to, size_t n, uint64_t from) {
  auto *bytes = static_cast<char *>(to);
  each(ring, ring.head + from, n, [&](const char *part, size_t here) { memcpy(bytes, part, here), bytes += here; });
}

void takeFrom(Node &ring, void *to, size_t n) {
  if (to)
    peekInto(ring, to, n);
  edit(&ring).head = (ring.head + n) % capacityOf(ring);
  ring.size -= n;
}

void addTo(Node &ring, const void *from, size_t n) {
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
  peekInto(ring, &length, sizeof length);
  return length;
}

void takeMessage(Node &ring, void *to, size_t n) {
  uint32_t length = nextMessage(ring);
  takeFrom(ring, nullptr, sizeof length);
  takeFrom(ring, to, n);
  takeFrom(ring, nullptr, length - n);
}

void peekMessage(Node &ring, void *to, size_t n) { peekInto(ring, to, n, sizeof(uint32_t)); }

void addMessage(Node &ring, const void *bytes, size_t n) {
  auto length = static_cast<uint32_t>(n);
  addTo(ring, &length, sizeof length);
  addTo(ring, bytes, n);
}

} // namespace xblock::files
