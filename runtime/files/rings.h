//===- rings.h - bytes that wait, in the order in which they came ----------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// What waits in a pipe, or to be received by a socket: the node's pages are a ring of them. Tracked memory; notes no use.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "files/files.h"

namespace xblock::files {

/// `most` is how much it holds: a multiple of kPage.
Node *makeRing(NodeKind kind, uint64_t most);
void makeRoom(Node *node, uint64_t most);
inline uint64_t capacityOf(const Node &ring) { return ring.pageCount * kPage; }
/// REQUIRES: so much waits, or there is room.
void takeFrom(Node &ring, void *to, size_t n);
void peekInto(Node &ring, void *to, size_t n, uint64_t from = 0); ///< behind `from` bytes that wait
void addTo(Node &ring, const void *bytes, size_t n);

// Messages: each has its length before it.
uint32_t nextMessage(Node &ring);
/// What does not fit into n is lost.
void takeMessage(Node &ring, void *to, size_t n);
void peekMessage(Node &ring, void *to, size_t n);
void addMessage(Node &ring, const void *bytes, size_t n);

} // namespace xblock::files
