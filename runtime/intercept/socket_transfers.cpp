// What goes through sockets: send, recv and their like. read and write are with the other descriptors (file_transfers.cpp).
#include "intercept/cancellation.h"
#include "intercept/sockets.h"

#include <cstring>

using namespace xblock;

namespace {

constexpr int kSendFlags = MSG_DONTWAIT | MSG_NOSIGNAL | MSG_MORE | MSG_EOR;
constexpr int kReceiveFlags = MSG_DONTWAIT | MSG_WAITALL | MSG_PEEK | MSG_NOSIGNAL | MSG_CMSG_CLOEXEC;

/// With an address only where there is none to be used.
int64_t sendParts(int fd, const iovec *parts, int count, int flags, bool addressed, const xblock_site *site) {
  if (flags & ~kSendFlags)
    unsupported("send with flags other than MSG_DONTWAIT, MSG_NOSIGNAL, MSG_MORE and MSG_EOR", site);
  int error;
  const files::Socket *s = socketAt(fd, &error, site);
  if (error)
    return error;
  if (addressed && s->type != SOCK_STREAM)
    unsupported("a datagram with an address", site);
  if (addressed && !files::isTcp(*s)) {
    files::surroundings.noteUse(files::phaseOf(*s), false);
    return s->phase == files::Phase::Connected ? -EISCONN : -EOPNOTSUPP;
  }
  return writeParts(fd, parts, count, -1, site, {(flags & MSG_DONTWAIT) != 0, (flags & MSG_NOSIGNAL) != 0});
}

int64_t receiveParts(int fd, const iovec *parts, int count, int flags, const xblock_site *site) {
  if (flags & ~kReceiveFlags)
    unsupported("recv with flags other than MSG_DONTWAIT, MSG_PEEK, MSG_WAITALL and MSG_CMSG_CLOEXEC", site);
  int error;
  const files::Socket *s = socketAt(fd, &error, site);
  if (error)
    return error;
  Receiving how{(flags & MSG_DONTWAIT) != 0, (flags & MSG_PEEK) != 0};
  if (!(flags & MSG_WAITALL) || s->type != SOCK_STREAM)
    return readParts(fd, parts, count, -1, site, how);
  if (count != 1 || how.peek)
    unsupported("recv with MSG_WAITALL into several parts, or with MSG_PEEK", site);
  auto *to = static_cast<char *>(parts->iov_base);
  int64_t done = 0, all = static_cast<int64_t>(parts->iov_len);
  while (true) {
    int64_t part = readDescriptor(fd, to + done, static_cast<size_t>(all - done), -1, site, how);
    if (part == -ECANCELED)
      return part;
    if (part <= 0)
      return done ? done : part;
    done += part;
    const files::OpenFile *file = files::fileAt(fd);
    if (done == all || how.never || !file || file->flags & O_NONBLOCK)
      return done;
    running.ran = true;
    boundary(Ending::Split);
  }
}

template <typename Act> int64_t step(int fd, const char *verb, const xblock_site *site, Act act) {
  cancellationPoint(site);
  {
    RuntimeScope scope;
    int64_t result = act();
    if (result != -ECANCELED)
      return endFileStep(result, verb, nameOf(files::fileAt(fd)), site);
  }
  actOnRequest();
}

/// Who it came from, as recvfrom() says: TCP tells nothing.
void giveSender(int fd, sockaddr *address, socklen_t *length, const xblock_site *site) {
  const files::OpenFile *file = files::fileAt(fd);
  if (!address || !file || !file->socket)
    return;
  if (file->socket->family == AF_UNIX && file->socket->other.length)
    return giveAddress(file->socket->other, address, length, site);
  noteWrite(length, sizeof *length, site);
  *length = 0;
}

} // namespace

XBLOCK_OF_FILES(ssize_t, send, (int fd, const void *bytes, size_t n, int flags), (fd, bytes, n, flags), {
  iovec part{const_cast<void *>(bytes), n};
  return step(fd, "send to", site, [&] { return sendParts(fd, &part, 1, flags, false, site); });
})
XBLOCK_OF_FILES(ssize_t, sendto, (int fd, const void *bytes, size_t n, int flags, const sockaddr *address, socklen_t length),
                (fd, bytes, n, flags, address, length), {
  iovec part{const_cast<void *>(bytes), n};
  return step(fd, "send to", site, [&] { return sendParts(fd, &part, 1, flags, address && length, site); });
})
XBLOCK_OF_FILES(ssize_t, sendmsg, (int fd, const msghdr *message, int flags), (fd, message, flags), {
  noteRead(message, sizeof *message, site);
  return step(fd, "send to", site, [&] {
    if (message->msg_control && message->msg_controllen)
      unsupported("sendmsg with control data", site);
    return sendParts(fd, message->msg_iov, static_cast<int>(message->msg_iovlen), flags, message->msg_name && message->msg_namelen, site);
  });
})
XBLOCK_OF_FILES(ssize_t, recv, (int fd, void *to, size_t n, int flags), (fd, to, n, flags), {
  iovec part{to, n};
  return step(fd, "receive from", site, [&] { return receiveParts(fd, &part, 1, flags, site); });
})
XBLOCK_OF_FILES(ssize_t, recvfrom, (int fd, void *to, size_t n, int flags, sockaddr *address, socklen_t *length),
                (fd, to, n, flags, address, length), {
  iovec part{to, n};
  return step(fd, "receive from", site, [&] {
    int64_t result = receiveParts(fd, &part, 1, flags, site);
    if (result >= 0)
      giveSender(fd, address, length, site);
    return result;
  });
})
XBLOCK_OF_FILES(ssize_t, recvmsg, (int fd, msghdr *message, int flags), (fd, message, flags), {
  noteRead(message, sizeof *message, site);
  return step(fd, "receive from", site, [&] {
    int error;
    if (const files::Socket *s = socketAt(fd, &error, site); s && s->type != SOCK_STREAM)
      unsupported("recvmsg of a datagram or packet", site);
    int64_t result = receiveParts(fd, message->msg_iov, static_cast<int>(message->msg_iovlen), flags, site);
    if (result >= 0) {
      noteWrite(message, sizeof *message, site);
      if (message->msg_name)
        giveSender(fd, static_cast<sockaddr *>(message->msg_name), &message->msg_namelen, site);
      message->msg_controllen = 0;
      message->msg_flags = flags & MSG_CMSG_CLOEXEC;
    }
    return result;
  });
})

// Behind CMSG_NXTHDR, where the header's own is not compiled in.
XBLOCK_INSTRUMENTED(cmsghdr *, __cmsg_nxthdr, (msghdr * message, cmsghdr *part)) {
  const xblock_site *site = takeSite();
  noteRead(message, sizeof *message, site);
  noteRead(part, sizeof *part, site);
  return __cmsg_nxthdr(message, part);
}
