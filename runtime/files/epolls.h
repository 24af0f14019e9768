//===- epolls.h - descriptors that tell of others that become ready --------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// As fs/eventpoll.c of Linux 6 does it: what wakes those who wait for a file puts it at the end of the list of what may be ready; who waits
// takes from its front what then is. So the order of events is that in which they came, and two that come to one list conflict. Tracked
// memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "files/files.h"

#include <sys/epoll.h>

namespace xblock::files {

struct Epoll;

/// That one is interested in an open file, by a descriptor.
struct Interest {
  Interest *next;       ///< of the same
  Interest *nextOfNode; ///< in the same node
  Interest *nextReady;
  Epoll *epoll;
  OpenFile *file;
  int fd;
  uint32_t events; ///< EPOLLONESHOT: none once it was told
  bool listed;     ///< among what may be ready
  uint64_t data;
};

struct Epoll {
  Node *node;
  Interest *all, *first, *last; ///< first to last: what may be ready
};

inline Resource readyOf(const Epoll &e) { return stateOf(*e.node); }
/// Who is interested in it.
inline Resource watchersOf(const Node &node) { return {ResourceKind::File, node.number + 5}; }

int makeEpoll(int flags);
/// -errno of epoll_ctl(); -ENOSYS: not modelled.
int control(Epoll &epoll, int operation, int fd, const epoll_event *event);
/// Takes the first that is ready off the list, and all before it, which are not; null: none is. Who is to be told of again as long as it is ready goes to
/// the end of *again.
const OpenFile *takeEvent(Epoll &epoll, epoll_event &event, Interest **again);
/// Behind all that are listed.
void putBack(Interest *again);
/// Something happened to the node that wakes who waits for one of the events; 0: who waits for any.
void wake(Node &node, uint32_t events);
/// Its last descriptor is closed.
void forgetFile(OpenFile &file);
void endEpoll(Epoll &epoll);

} // namespace xblock::files
