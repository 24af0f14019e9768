#include "files/epolls.h"

#include "files/arena.h"
#include "files/sockets.h"

#include <cerrno>
#include <fcntl.h>
#include <poll.h>

namespace xblock::files {

namespace {

constexpr uint32_t kKept = EPOLLET | EPOLLONESHOT | EPOLLWAKEUP; ///< of events, what stays once it was told
constexpr uint32_t kModelled = EPOLLIN | EPOLLPRI | EPOLLOUT | EPOLLRDNORM | EPOLLRDBAND | EPOLLWRNORM | EPOLLWRBAND | EPOLLMSG | EPOLLERR | EPOLLHUP | EPOLLRDHUP | kKept;

void use(Resource r, bool writes) { surroundings.noteUse(r, writes); }

uint32_t readyNow(const Interest &i) {
  auto wanted = static_cast<short>(i.events & 0x7fff);
  return static_cast<uint32_t>(static_cast<unsigned short>(readiness(*i.file, wanted))) & i.events;
}

void list(Interest &i) {
  Epoll &e = *i.epoll;
  use(readyOf(e), true);
  edit(&i).listed = true;
  i.nextReady = nullptr;
  edit(&e);
  (e.last ? edit(e.last).nextReady : e.first) = &i;
  e.last = &i;
}

void unlist(Interest &i) {
  Epoll &e = *i.epoll;
  use(readyOf(e), true);
  Interest *before = nullptr;
  for (Interest *at = e.first; at != &i; at = at->nextReady)
    before = at;
  edit(&e);
  (before ? edit(before).nextReady : e.first) = i.nextReady;
  if (e.last == &i)
    e.last = before;
  edit(&i).listed = false;
}

void drop(Interest &i) {
  if (i.listed)
    unlist(i);
  Node &node = *i.file->node;
  use(watchersOf(node), true);
  for (Interest **at = &node.watchers; *at; at = &(*at)->nextOfNode)
    if (*at == &i) {
      edit(at) = i.nextOfNode;
      break;
    }
  for (Interest **at = &i.epoll->all; *at; at = &(*at)->next)
    if (*at == &i) {
      edit(at) = i.next;
      break;
    }
  give(&i, sizeof i);
}

} // namespace

int makeEpoll(int flags) {
  Node *node = makeNode(NodeKind::Epoll, nextNumber(), 0600);
  edit(node).links = 0;
  auto *epoll = make<Epoll>();
  edit(epoll).node = node;
  OpenFile *file = makeOpenFile(node, node, O_RDWR);
  edit(file).epoll = epoll;
  return addDescriptor(file, flags & EPOLL_CLOEXEC);
}

int control(Epoll &e, int operation, int fd, const epoll_event *event) {
  OpenFile *file = fileAt(fd);
  if (!file)
    return -EBADF;
  if (file->epoll == &e)
    return -EINVAL;
  Node &node = *file->node;
  if (node.kind == NodeKind::File || node.kind == NodeKind::Directory)
    return -EPERM;
  if (!waits(node))
    return -ENOSYS;
  use(watchersOf(node), operation != EPOLL_CTL_ADD && operation != EPOLL_CTL_DEL && operation != EPOLL_CTL_MOD ? false : true);
  Interest *i = node.watchers;
  while (i && (i->epoll != &e || i->file != file || i->fd != fd))
    i = i->nextOfNode;
  switch (operation) {
  case EPOLL_CTL_DEL:
    if (!i)
      return -ENOENT;
    drop(*i);
    return 0;
  case EPOLL_CTL_ADD:
  case EPOLL_CTL_MOD:
    break;
  default:
    return -EINVAL;
  }
  if (event->events & ~kModelled || (file->socket && !isTcp(*file->socket) && event->events & EPOLLET && event->events & EPOLLOUT))
    return -ENOSYS;
  if (operation == EPOLL_CTL_ADD) {
    if (i)
      return -EEXIST;
    i = make<Interest>();
    edit(i).epoll = &e;
    i->file = file;
    i->fd = fd;
    i->next = e.all;
    edit(&e).all = i;
    i->nextOfNode = node.watchers;
    edit(&node).watchers = i;
  } else if (!i) {
    return -ENOENT;
  } else {
    use(readyOf(e), true); // what it is told of
  }
  edit(i).events = event->events | EPOLLERR | EPOLLHUP;
  i->data = event->data.u64;
  if (readyNow(*i) && !i->listed)
    list(*i);
  return 0;
}

const OpenFile *takeEvent(Epoll &e, epoll_event &event, Interest **again) {
  use(readyOf(e), false);
  while (e.first) {
    Interest &i = *e.first;
    unlist(i);
    uint32_t ready = readyNow(i);
    if (!ready)
      continue;
    event.events = ready;
    event.data.u64 = i.data;
    if (i.events & EPOLLONESHOT) {
      edit(&i).events &= kKept;
    } else if (!(i.events & EPOLLET)) {
      edit(&i).nextReady = nullptr;
      while (*again)
        again = &(*again)->nextReady;
      *again = &i;
    }
    return i.file;
  }
  return nullptr;
}

void putBack(Interest *again) {
  while (Interest *i = again) {
    again = i->nextReady;
    list(*i);
  }
}

void wake(Node &node, uint32_t events) {
  use(watchersOf(node), false);
  for (Interest *i = node.watchers; i; i = i->nextOfNode) {
    // A pipe has a list for each of its ends.
    if (node.kind == NodeKind::Pipe && events && !(events & EPOLLIN ? reads(i->file->flags) : writes(i->file->flags)))
      continue;
    use(readyOf(*i->epoll), false); // whether it is listed, or was told of for the last time
    if (i->listed || !(i->events & ~kKept) || (events && !(events & i->events)))
      continue;
    list(*i);
  }
}

void forgetFile(OpenFile &file) {
  use(watchersOf(*file.node), false);
  for (Interest *i = file.node->watchers; i;) {
    Interest *next = i->nextOfNode;
    if (i->file == &file)
      drop(*i);
    i = next;
  }
}

void endEpoll(Epoll &e) {
  while (e.all)
    drop(*e.all);
  give(&e, sizeof e);
}

} // namespace xblock::files
