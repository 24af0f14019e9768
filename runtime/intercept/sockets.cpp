// Sockets: how they are made, named, connected and closed in one direction. What goes through them: socket_transfers.cpp.
#include "intercept/sockets.h"
#include "intercept/cancellation.h"

#include <arpa/inet.h>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <netinet/in.h>
#include <sys/un.h>

using namespace xblock;
using files::Address;
using files::Socket;

Socket *xblock::socketAt(int fd, int *error, const xblock_site *site) {
  const files::OpenFile *file = files::fileAt(fd);
  if (file && file->node->kind == files::NodeKind::Foreign)
    unsupported("use of a socket that leads out of the process", site);
  *error = !file ? (fd >= 0 && fd < 3 ? -ENOTSOCK : -EBADF) : file->socket ? 0 : -ENOTSOCK;
  return *error ? nullptr : file->socket;
}

const char *xblock::textOf(const sockaddr *address, socklen_t length) {
  static char text[160];
  char number[INET6_ADDRSTRLEN] = "?";
  if (address->sa_family == AF_INET && length >= sizeof(sockaddr_in)) {
    auto *in = reinterpret_cast<const sockaddr_in *>(address);
    inet_ntop(AF_INET, &in->sin_addr, number, sizeof number);
    snprintf(text, sizeof text, "%s:%u", number, ntohs(in->sin_port));
  } else if (address->sa_family == AF_INET6 && length >= sizeof(sockaddr_in6)) {
    auto *in = reinterpret_cast<const sockaddr_in6 *>(address);
    inet_ntop(AF_INET6, &in->sin6_addr, number, sizeof number);
    snprintf(text, sizeof text, "[%s]:%u", number, ntohs(in->sin6_port));
  } else if (address->sa_family == AF_UNIX) {
    auto *un = reinterpret_cast<const sockaddr_un *>(address);
    snprintf(text, sizeof text, "%s%.107s", un->sun_path[0] ? "" : "@", un->sun_path + !un->sun_path[0]);
  } else {
    snprintf(text, sizeof text, "an address of family %d", address->sa_family);
  }
  return text;
}

void xblock::giveAddress(const Address &a, sockaddr *to, socklen_t *length, const xblock_site *site) {
  if (!to)
    return;
  sockaddr_storage all{};
  auto &in = reinterpret_cast<sockaddr_in &>(all);
  auto &in6 = reinterpret_cast<sockaddr_in6 &>(all);
  auto &un = reinterpret_cast<sockaddr_un &>(all);
  socklen_t size;
  all.ss_family = a.family;
  if (a.family == AF_INET) {
    size = sizeof in;
    in.sin_port = htons(a.port);
    in.sin_addr.s_addr = htonl(a.any ? INADDR_ANY : INADDR_LOOPBACK);
  } else if (a.family == AF_INET6) {
    size = sizeof in6;
    in6.sin6_port = htons(a.port);
    inet_pton(AF_INET6, a.mapped ? a.any ? "::ffff:0.0.0.0" : "::ffff:127.0.0.1" : a.any ? "::" : "::1", &in6.sin6_addr);
  } else {
    size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + a.length + (a.length && a.name[0]));
    memcpy(un.sun_path, a.name, a.length);
  }
  noteRead(length, sizeof *length, site);
  noteWrite(length, sizeof *length, site);
  socklen_t fits = *length < size ? *length : size;
  *length = size;
  if (fits)
    noteWrite(to, fits, site), memcpy(to, &all, fits);
}

namespace {

/// -errno; -ENOSYS: it leads out of the process.
int addressFrom(const Socket &s, const sockaddr *from, socklen_t length, Address &to, const xblock_site *site) {
  to = {};
  if (length < sizeof(sa_family_t))
    return -EINVAL;
  if (length > sizeof(sockaddr_storage))
    return -EINVAL;
  noteRead(from, length, site);
  to.family = static_cast<sa_family_t>(s.family);
  if (s.family == AF_UNIX) {
    if (from->sa_family != AF_UNIX || length > sizeof(sockaddr_un))
      return -EINVAL;
    auto *un = reinterpret_cast<const sockaddr_un *>(from);
    size_t n = length - offsetof(sockaddr_un, sun_path);
    if (n == 0)
      return -EINVAL;
    to.length = static_cast<uint8_t>(un->sun_path[0] ? strnlen(un->sun_path, n) : n);
    memcpy(to.name, un->sun_path, to.length);
    return 0;
  }
  if (length < (s.family == AF_INET ? sizeof(sockaddr_in) : size_t{24})) // without its scope
    return -EINVAL;
  if (from->sa_family == AF_UNSPEC)
    return -ENOSYS;
  if (from->sa_family != s.family)
    return -EAFNOSUPPORT;
  if (s.family == AF_INET) {
    auto *in = reinterpret_cast<const sockaddr_in *>(from);
    uint32_t number = ntohl(in->sin_addr.s_addr);
    to.port = ntohs(in->sin_port);
    to.any = number == INADDR_ANY;
    return to.any || number == INADDR_LOOPBACK ? 0 : -ENOSYS;
  }
  auto *in = reinterpret_cast<const sockaddr_in6 *>(from);
  to.port = ntohs(in->sin6_port);
  to.any = IN6_IS_ADDR_UNSPECIFIED(&in->sin6_addr);
  to.only6 = s.only6;
  to.mapped = IN6_IS_ADDR_V4MAPPED(&in->sin6_addr);
  if (!to.mapped)
    return to.any || IN6_IS_ADDR_LOOPBACK(&in->sin6_addr) ? 0 : -ENOSYS;
  uint32_t number;
  memcpy(&number, in->sin6_addr.s6_addr + 12, sizeof number);
  to.any = number == htonl(INADDR_ANY);
  return s.only6 || !(to.any || number == htonl(INADDR_LOOPBACK)) ? -ENOSYS : 0;
}

[[noreturn]] void refuseAddress(const char *verb, const sockaddr *address, socklen_t length, const xblock_site *site) {
  static char what[240];
  if (address->sa_family == AF_UNSPEC)
    snprintf(what, sizeof what, "%s without an address (AF_UNSPEC)", verb);
  else
    snprintf(what, sizeof what, "%s %s, which leads out of the process: only loopback addresses do not", verb, textOf(address, length));
  unsupported(what, site);
}

bool isModelled(int family, int type, int protocol) {
  return (type & 0xf) == SOCK_STREAM &&
         (family == AF_UNIX || ((family == AF_INET || family == AF_INET6) && (protocol == 0 || protocol == IPPROTO_TCP)));
}

} // namespace

XBLOCK_EVERYWHERE(int, socket, (int family, int type, int protocol), (family, type, protocol)) {
  const xblock_site *site = takeSite();
  bool ours = isModelled(family, type, protocol);
  if (!running.onFiber || runtimeDepth || (!ours && !running.filesModelled))
    return XBLOCK_REAL(int(int, int, int), "socket")(family, type, protocol);
  RuntimeScope scope;
  if (!ours)
    unsupported("socket of another kind than TCP and AF_UNIX streams", site);
  beginFiles();
  files::OpenFile *file = files::makeSocket(family, type & 0xf, type & SOCK_NONBLOCK);
  return endFileCall(files::addDescriptor(file, type & SOCK_CLOEXEC), "make", "a socket", site);
}

XBLOCK_EVERYWHERE(int, socketpair, (int family, int type, int protocol, int *ends), (family, type, protocol, ends)) {
  const xblock_site *site = takeSite();
  if (!filesAreModelled()) {
    int result = XBLOCK_REAL(int(int, int, int, int *), "socketpair")(family, type, protocol, ends);
    if (running.onFiber && !runtimeDepth && result == 0)
      files::rememberPair(ends, type);
    return result;
  }
  RuntimeScope scope;
  int kind = type & 0xf;
  if (family != AF_UNIX || (kind != SOCK_STREAM && kind != SOCK_DGRAM && kind != SOCK_SEQPACKET))
    unsupported("socketpair of another kind than AF_UNIX streams, datagrams and packets", site);
  noteWrite(ends, 2 * sizeof *ends, site);
  return endFileCall(files::makeSocketPair(type, ends), "make a pair of sockets", "", site);
}

XBLOCK_OF_FILES(int, bind, (int fd, const sockaddr *address, socklen_t length), (fd, address, length), {
  RuntimeScope scope;
  int error;
  Socket *s = socketAt(fd, &error, site);
  Address to;
  if (!error && !(error = addressFrom(*s, address, length, to, site)))
    if ((error = files::bindTo(*s, to)) == -ENOSYS)
      unsupported("bind to the port of a connection that was closed, without SO_REUSEADDR: whether it may depends on time", site);
  if (error == -ENOSYS)
    refuseAddress("bind to", address, length, site);
  return endFileCall(error, "bind", error == -EBADF ? "" : textOf(address, length), site);
})

XBLOCK_OF_FILES(int, listen, (int fd, int backlog), (fd, backlog), {
  RuntimeScope scope;
  int error;
  if (Socket *s = socketAt(fd, &error, site)) {
    noteSend(s->in);
    error = s->type == SOCK_STREAM ? files::listenOn(*s, backlog) : -EOPNOTSUPP;
    if (error == -ENOSYS)
      unsupported("listen at the port of a connection that was closed, without SO_REUSEADDR: whether it may depends on time", site);
  }
  return endFileCall(error, "listen", "", site);
})

namespace {

int64_t connectOrCancel(int fd, const sockaddr *address, socklen_t length, const xblock_site *site) {
  RuntimeScope scope;
  int error;
  Socket *s = socketAt(fd, &error, site);
  Address to;
  if (!error)
    error = addressFrom(*s, address, length, to, site);
  if (error == -ENOSYS)
    refuseAddress("connect to", address, length, site);
  if (error)
    return endFileStep(error, "connect", "", site);
  if (s->type != SOCK_STREAM)
    unsupported("connect of a socket that is no stream", site);
  Socket *listener = nullptr;
  int64_t result = planOrWait(fd, [&](files::OpenFile &file, Resource *missing) -> int64_t {
    if (!file.socket)
      return -ENOTSOCK;
    files::surroundings.noteUse(files::flagsOf(file), false);
    return files::connectTo(*file.socket, to, !(file.flags & O_NONBLOCK), missing, &listener);
  });
  if (result == -ENOSYS)
    unsupported("connect of a socket to itself, or, where it does not wait, to one whose backlog is full", site);
  if (result == -ECANCELED)
    return result;
  if (listener) {
    noteReceive(listener->in); // of what comes before listen(), or before accept() if it waited for that
    noteSend(listener->in);
    noteSend(files::fileAt(fd)->out);
  }
  return endFileStep(result, "connect to", textOf(address, length), site);
}

} // namespace

XBLOCK_OF_FILES(int, connect, (int fd, const sockaddr *address, socklen_t length), (fd, address, length), {
  cancellationPoint(site);
  int64_t result = connectOrCancel(fd, address, length, site);
  if (result == -ECANCELED)
    actOnRequest();
  return static_cast<int>(result);
})

namespace {

int64_t acceptOrCancel(int fd, sockaddr *address, socklen_t *length, int flags, const xblock_site *site) {
  RuntimeScope scope;
  if (flags & ~(SOCK_NONBLOCK | SOCK_CLOEXEC))
    return endFileStep(-EINVAL, "accept", "", site);
  int error;
  refuseIfTaken(fd, false, site);
  Socket *s = socketAt(fd, &error, site);
  if (!error && s->type != SOCK_STREAM)
    error = -EOPNOTSUPP;
  if (error)
    return endFileStep(error, "accept", "", site);
  int64_t result = planOrWait(fd, [&](files::OpenFile &file, Resource *missing) -> int64_t {
    if (!file.socket)
      return -ENOTSOCK;
    files::surroundings.noteUse(files::flagsOf(file), false);
    int64_t plan = files::acceptFrom(*file.socket, flags, missing);
    return plan == files::kWouldBlock && file.flags & O_NONBLOCK ? -EAGAIN : plan;
  });
  if (result == -ECANCELED)
    return result;
  if (result >= 0) {
    const files::OpenFile *file = files::fileAt(static_cast<int>(result));
    noteReceive(file->node);
    if (files::OpenFile *listener = files::fileAt(fd))
      noteSend(listener->node);
    giveAddress(file->socket->other, address, length, site);
  }
  return endFileStep(result, "accept", result >= 0 ? "a connection" : "", site);
}

int acceptStep(int fd, sockaddr *address, socklen_t *length, int flags, const xblock_site *site) {
  cancellationPoint(site);
  int64_t result = acceptOrCancel(fd, address, length, flags, site);
  if (result == -ECANCELED)
    actOnRequest();
  return static_cast<int>(result);
}

} // namespace

XBLOCK_OF_FILES(int, accept, (int fd, sockaddr *address, socklen_t *length), (fd, address, length),
                { return acceptStep(fd, address, length, 0, site); })
XBLOCK_OF_FILES(int, accept4, (int fd, sockaddr *address, socklen_t *length, int flags), (fd, address, length, flags),
                { return acceptStep(fd, address, length, flags, site); })

XBLOCK_OF_FILES(int, shutdown, (int fd, int how), (fd, how), {
  RuntimeScope scope;
  int error;
  Socket *s = socketAt(fd, &error, site);
  if (!error && (how < SHUT_RD || how > SHUT_RDWR))
    error = -EINVAL;
  if (!error) {
    noteSend(files::fileAt(fd)->out);
    error = files::shutDown(*s, how);
  }
  return endFileCall(error, "shut down", "a socket", site);
})

XBLOCK_OF_FILES(int, getsockname, (int fd, sockaddr *address, socklen_t *length), (fd, address, length), {
  RuntimeScope scope;
  int error;
  if (Socket *s = socketAt(fd, &error, site)) {
    files::surroundings.noteUse(files::phaseOf(*s), false);
    Address own = s->own;
    own.family = static_cast<sa_family_t>(s->family);
    own.any |= files::isTcp(*s) && !own.port;
    giveAddress(own, address, length, site);
  }
  return endFileCall(error, "ask for the name of", "a socket", site);
})
XBLOCK_OF_FILES(int, getpeername, (int fd, sockaddr *address, socklen_t *length), (fd, address, length), {
  RuntimeScope scope;
  int error;
  if (Socket *s = socketAt(fd, &error, site)) {
    files::surroundings.noteUse(files::phaseOf(*s), false);
    files::surroundings.noteUse(files::endsOf(*s->in), false);
    if (s->phase != files::Phase::Connected || s->closed)
      error = -ENOTCONN;
    else {
      Address other = s->other;
      other.family = static_cast<sa_family_t>(s->family);
      giveAddress(other, address, length, site);
    }
  }
  return endFileCall(error, "ask for the peer of", "a socket", site);
})

namespace {

[[noreturn]] void refuseOption(const char *verb, int level, int name, const xblock_site *site) {
  static char what[120];
  snprintf(what, sizeof what, "%s of option %d of level %d, or that value of it", verb, name, level);
  unsupported(what, site);
}

} // namespace

XBLOCK_OF_FILES(int, setsockopt, (int fd, int level, int name, const void *value, socklen_t length), (fd, level, name, value, length), {
  RuntimeScope scope;
  int error;
  if (Socket *s = socketAt(fd, &error, site)) {
    noteRead(value, length, site);
    if ((error = files::setOption(*s, level, name, value, length)) == -ENOSYS)
      refuseOption("setsockopt", level, name, site);
  }
  return endFileCall(error, "set an option of", "a socket", site);
})
XBLOCK_OF_FILES(int, getsockopt, (int fd, int level, int name, void *value, socklen_t *length), (fd, level, name, value, length), {
  RuntimeScope scope;
  int error;
  if (Socket *s = socketAt(fd, &error, site)) {
    noteRead(length, sizeof *length, site);
    noteWrite(length, sizeof *length, site);
    noteWrite(value, *length, site);
    if ((error = files::getOption(*s, level, name, value, length)) == -ENOSYS)
      refuseOption("getsockopt", level, name, site);
  }
  return endFileCall(error, "ask for an option of", "a socket", site);
})
