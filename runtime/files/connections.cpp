// The names of sockets, and how those that listen are found by them.
#include "files/arena.h"
#include "files/epolls.h"
#include "files/rings.h"
#include "files/sockets.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace xblock::files {

/// That a socket has, or had.
struct Name {
  Name *next;
  Socket *socket; ///< null: it was connected, and is closed: the kernel may keep its port for a minute
  Address address;
  bool reuses; ///< had
};

namespace {

constexpr uint16_t kFirstPort = 32768, kPortsApart = 128, kLastPort = 60999; // Linux's range for those that the program leaves open
constexpr int kMostBacklog = 4096;                                        // net.core.somaxconn

void use(Resource r, bool writes) { surroundings.noteUse(r, writes); }
bool isPath(const Address &a) { return a.family == AF_UNIX && a.length && a.name[0]; }

/// Who looks for it reads it; who binds, listens, or ceases to, writes it.
Resource resourceOf(const Address &a, const Node *node = nullptr) {
  if (node)
    return stateOf(*node);
  if (a.family == AF_UNIX)
    return {ResourceKind::Path, hashOf({a.name, a.length}, 0x84222325cbf29ce7)};
  return {ResourceKind::Path, hashOf("port", a.port)};
}

void keepName(Socket &s, const Address &address, Node *node) {
  auto *name = make<Name>();
  edit(name).next = tables().names;
  name->socket = &s;
  name->address = address;
  edit(&tables().names) = name;
  edit(&s).own = address;
  s.place = node;
}

bool overlap(const Address &a, const Address &b) {
  if ((a.family == AF_UNIX) != (b.family == AF_UNIX))
    return false;
  if (a.family == AF_UNIX)
    return a.length == b.length && memcmp(a.name, b.name, a.length) == 0;
  return a.port == b.port && coverageOf(a) & coverageOf(b);
}

/// 0, or why s cannot have, or listen by, that address.
int conflictOf(const Socket &s, const Address &address) {
  int conflict = 0;
  for (const Name *n = tables().names; n; n = n->next) {
    if (n->socket == &s || !overlap(n->address, address))
      continue;
    if (n->socket) {
      use(phaseOf(*n->socket), false);
      if (address.family == AF_UNIX || !s.reuses || !n->socket->reuses || n->socket->phase == Phase::Listening)
        return -EADDRINUSE;
    } else if (!s.reuses || !n->reuses) {
      conflict = -ENOSYS;
    }
  }
  return conflict;
}

/// One that no socket of the process has; it depends on the thread alone, as long as there are few.
uint16_t choosePort(const Socket &s, Address address) {
  uint32_t thread = surroundings.thread();
  while (true) {
    uint32_t port = kFirstPort + thread % kPortsApart + kPortsApart * edit(&tables().ports[thread])++;
    if (port > kLastPort)
      return 0;
    address.port = static_cast<uint16_t>(port);
    use(resourceOf(address), false);
    if (conflictOf(s, address) == 0)
      return address.port;
  }
}

Address anyAddress(const Socket &s) {
  Address a{};
  a.family = static_cast<sa_family_t>(s.family);
  a.any = isTcp(s);
  a.only6 = s.family == AF_INET6 && s.only6;
  return a;
}

/// The one that listens there, or null.
Socket *listenerAt(const Address &to, const Node *node) {
  for (Name *n = tables().names; n; n = n->next) {
    if (!n->socket || !(node ? n->socket->place == node : !n->socket->place && overlap(n->address, to)))
      continue;
    use(phaseOf(*n->socket), false);
    if (n->socket->phase == Phase::Listening)
      return n->socket;
  }
  return nullptr;
}

/// By a path: its node, or -errno in *error.
Node *nodeAt(const Address &a, int *error) {
  std::string path(a.name, a.length);
  Found found = find(AT_FDCWD, path.c_str(), true);
  *error = found.error ? -found.error : found.exists() ? 0 : -ENOENT;
  return *error ? nullptr : nodeOf(found);
}

void enqueue(Socket &listener, Socket *child) {
  change(*listener.in);
  if (!listener.first)
    use(filledOf(*listener.in), true);
  edit(&listener);
  ++listener.pending;
  if (listener.last)
    edit(listener.last).next = child;
  else
    listener.first = child;
  listener.last = child;
  wake(*listener.in, EPOLLIN | EPOLLPRI | EPOLLRDNORM | EPOLLRDBAND);
}

Socket *dequeue(Socket &listener) {
  change(*listener.in);
  Socket *child = listener.first;
  edit(&listener).first = child->next;
  --listener.pending;
  if (!listener.first) {
    listener.last = nullptr;
    use(filledOf(*listener.in), true);
  }
  edit(child).next = nullptr;
  return child;
}

int refuse(Socket &s, bool waits) {
  if (waits)
    return -ECONNREFUSED;
  use(endsOf(*s.in), true);
  use(phaseOf(s), true);
  edit(&s);
  s.refused = s.connecting = s.receiveShut = s.sendShut = true;
  s.error = ECONNREFUSED;
  wake(*s.in, 0);
  return -EINPROGRESS;
}

/// Of the connect() that did not wait.
int resultOfConnecting(Socket &s) {
  use(phaseOf(s), true);
  use(endsOf(*s.in), true);
  edit(&s).connecting = false;
  if (!s.refused && !s.closed)
    return 0;
  int error = s.error ? s.error : ECONNABORTED;
  s.error = 0;
  s.refused = s.receiveShut = s.sendShut = s.finReceived = s.finSent = s.closed = false;
  s.phase = Phase::Fresh;
  return -error;
}

} // namespace

int bindTo(Socket &s, const Address &wanted) {
  use(phaseOf(s), true);
  Address address = wanted;
  if (s.bound || s.own.port || s.own.length)
    return -EINVAL;
  if (isTcp(s) && address.port == 0)
    address.port = choosePort(s, address);
  else if (isTcp(s) && address.port < 1024 && geteuid())
    return -EACCES;
  if (isTcp(s) && address.port == 0)
    return -EADDRINUSE;
  Node *node = nullptr;
  if (isPath(address)) {
    std::string path(address.name, address.length);
    Found found = find(AT_FDCWD, path.c_str(), true);
    if (found.error)
      return -found.error;
    if (found.exists())
      return -EADDRINUSE;
    use(maskOfModes(), false);
    node = makeNode(NodeKind::Stream, nodeNumber(found.path), 0777 & ~tables().mask);
    name(found.path, node);
    ++edit(node).opened; // for the name
  } else {
    use(resourceOf(address), true);
    if (int error = conflictOf(s, address))
      return error;
  }
  keepName(s, address, node);
  edit(&s).bound = true;
  return 0;
}

int listenOn(Socket &s, int backlog) {
  use(phaseOf(s), true);
  if (s.phase == Phase::Connected)
    return -EINVAL;
  if (!isTcp(s) && !s.bound)
    return -EINVAL;
  if (isTcp(s) && !s.own.port) {
    Address address = anyAddress(s);
    address.port = choosePort(s, address);
    if (!address.port)
      return -EADDRINUSE;
    keepName(s, address, nullptr);
  }
  use(resourceOf(s.own, s.place), true);
  if (isTcp(s) && s.phase != Phase::Listening)
    if (int error = conflictOf(s, s.own))
      return error;
  change(*s.in); // how many may wait
  edit(&s).phase = Phase::Listening;
  s.backlog = static_cast<uint32_t>(backlog < 0 || backlog > kMostBacklog ? kMostBacklog : backlog);
  return 0;
}

int64_t connectTo(Socket &s, const Address &wanted, bool waits, Resource *missing, Socket **met) {
  *met = nullptr;
  use(phaseOf(s), false);
  if (s.connecting)
    return resultOfConnecting(s);
  if (s.phase != Phase::Fresh)
    return !isTcp(s) && s.phase == Phase::Listening ? -EINVAL : -EISCONN;
  Address to = wanted;
  to.any = false; // a connection to all addresses is one to the loopback address
  Node *node = nullptr;
  if (isPath(to)) {
    int error;
    node = nodeAt(to, &error);
    if (error)
      return error;
  }
  use(resourceOf(to, node), false);
  Socket *listener = listenerAt(to, node);
  if (!listener) {
    if (isTcp(s) && s.own.port == to.port && to.port)
      return -ENOSYS; // to itself
    return isTcp(s) ? refuse(s, waits) : -ECONNREFUSED;
  }
  if (!isTcp(s)) {
    use(endsOf(*listener->in), false);
    if (listener->receiveShut)
      return -ECONNREFUSED;
  }
  look(*listener->in);
  if (listener->pending > listener->backlog) {
    *missing = stateOf(*listener->in);
    return waits ? kWouldBlock : isTcp(s) ? -ENOSYS : -EAGAIN;
  }
  use(phaseOf(s), true);
  use(endsOf(*s.in), true);
  if (isTcp(s)) {
    Address own = to;
    own.port = s.own.port ? s.own.port : choosePort(s, to);
    if (!own.port)
      return -EADDRNOTAVAIL;
    if (s.own.port)
      edit(&s).own = own;
    else
      keepName(s, own, nullptr);
  }
  OpenFile *file = makeSocket(listener->family, listener->type, 0);
  Socket &child = edit(file->socket);
  child.reuses = listener->reuses;
  child.only6 = listener->only6;
  copyOptions(*listener, child);
  Address there = isTcp(s) ? to : listener->own;
  there.family = static_cast<sa_family_t>(listener->family);
  there.mapped = isTcp(s) && listener->family == AF_INET6 && coverageOf(to) == 1;
  if (isTcp(s))
    keepName(child, there, nullptr);
  child.own = there;
  child.other = s.own;
  child.other.family = there.family;
  child.other.mapped = there.mapped;
  edit(&s).other = isTcp(s) ? to : listener->own;
  connectEnds(*s.file, *file);
  *met = listener;
  enqueue(*listener, &child);
  wake(*s.in, 0);
  s.connecting = isTcp(s) && !waits;
  return s.connecting ? -EINPROGRESS : 0;
}

int64_t acceptFrom(Socket &listener, int flags, Resource *missing) {
  use(phaseOf(listener), false);
  if (listener.phase != Phase::Listening)
    return -EINVAL;
  look(*listener.in);
  if (!listener.first) {
    if (!isTcp(listener)) {
      use(endsOf(*listener.in), false);
      if (listener.receiveShut)
        return -EINVAL;
    }
    *missing = stateOf(*listener.in);
    return kWouldBlock;
  }
  OpenFile *file = dequeue(listener)->file;
  edit(file).flags |= flags & SOCK_NONBLOCK;
  return addDescriptor(file, flags & SOCK_CLOEXEC);
}

void stopListening(Socket &listener) {
  use(phaseOf(listener), true);
  use(resourceOf(listener.own, listener.place), true);
  edit(&listener).phase = Phase::Fresh;
  wake(*listener.in, 0);
  while (listener.first) {
    OpenFile *file = dequeue(listener)->file;
    Socket &child = edit(file->socket);
    if (Socket *client = child.peer) {
      child.peer = nullptr;
      edit(client).peer = nullptr;
      reset(*client);
    }
    edit(file).references = 1;
    letGo(file);
  }
}

void forgetName(Socket &s) {
  bool had = isTcp(s) && s.phase == Phase::Connected;
  if (s.own.port || s.own.length)
    use(resourceOf(s.own, s.place), false);
  for (Name **at = &tables().names; Name *n = *at;) {
    if (n->socket != &s) {
      at = &n->next;
    } else if (had) {
      edit(n).socket = nullptr;
      n->reuses = s.reuses;
      return;
    } else {
      edit(at) = n->next;
      if (s.place) {
        --edit(s.place).opened;
        release(*s.place);
      }
      give(n, sizeof *n);
      return;
    }
  }
}

} // namespace xblock::files
