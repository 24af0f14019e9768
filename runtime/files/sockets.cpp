// What goes through connected sockets, and how they end: as net/ipv4/tcp.c and net/unix/af_unix.c of Linux 6 do it.
#include "files/sockets.h"

#include "files/arena.h"
#include "files/epolls.h"
#include "files/rings.h"

#include <algorithm>
#include <cerrno>
#include <poll.h>

namespace xblock::files {

namespace {

constexpr uint64_t kTcpSize = uint64_t{4} << 20; ///< what Linux buffers in both ends, once it has grown them
constexpr uint64_t kUnixSize = 65536;

void use(Resource r, bool writes) { surroundings.noteUse(r, writes); }
bool isStream(const Socket &s) { return s.type == SOCK_STREAM; }
bool isWritable(const Node &out) {
  uint64_t most = capacityOf(out);
  return most - out.size >= (most == kTcpSize ? most / 3 : kPage);
}

/// Runs act, which changes what waits in `in`; notes what it changed.
template <typename Act> void changeWaiting(Node &in, Act act) {
  bool filled = in.size, writable = isWritable(in);
  act();
  change(in);
  if (filled != (in.size != 0))
    use(filledOf(in), true);
  if (writable != isWritable(in))
    use(roomOf(in), true);
}

/// A FIN came.
void finish(Socket &s) {
  use(endsOf(*s.in), true);
  edit(&s);
  s.finReceived = s.receiveShut = true;
  if (s.finSent)
    s.closed = s.sendShut = true;
  wake(*s.in, 0);
}

/// TCP: what s sends meets nobody who receives it, and is answered with a reset.
bool meetsReset(const Socket &s) { return !s.peer || (s.peer->receiveShut && s.peer->finSent); }

} // namespace

OpenFile *makeSocket(int family, int type, int flags) {
  Node *in = makeRing(type == SOCK_STREAM ? NodeKind::Stream : NodeKind::Messages, family == AF_UNIX ? kUnixSize : kTcpSize);
  OpenFile *file = makeOpenFile(in, in, O_RDWR | flags);
  auto *s = make<Socket>();
  edit(s).file = file;
  s->in = in;
  s->family = family;
  s->type = type;
  edit(file).socket = s;
  return file;
}

void connectEnds(OpenFile &a, OpenFile &b) {
  for (auto [from, to] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
    setOut(*from, to->node);
    edit(from->socket).phase = Phase::Connected;
    from->socket->peer = to->socket;
    from->socket->receiveShut = from->socket->sendShut = false;
  }
}

int makeSocketPair(int type, int ends[2]) {
  OpenFile *files[2];
  for (OpenFile *&file : files)
    file = makeSocket(AF_UNIX, type & 0xf, type & SOCK_NONBLOCK);
  connectEnds(*files[0], *files[1]);
  ends[0] = addDescriptor(files[0], type & SOCK_CLOEXEC);
  ends[1] = addDescriptor(files[1], type & SOCK_CLOEXEC);
  if (ends[0] >= 0 && ends[1] < 0)
    closeDescriptor(ends[0]);
  return ends[1] < 0 ? ends[1] : 0;
}

int takeError(Socket &s) {
  use(endsOf(*s.in), true);
  int error = s.error;
  edit(&s).error = 0;
  return error;
}

int64_t planReceive(OpenFile &file, size_t n, Resource *missing) {
  Socket &s = *file.socket;
  Node &in = *s.in;
  use(phaseOf(s), false);
  if (s.phase == Phase::Listening || (s.phase == Phase::Fresh && !isTcp(s) && s.type != SOCK_DGRAM))
    return isTcp(s) || !isStream(s) ? -ENOTCONN : -EINVAL;
  look(in);
  if (!isStream(s)) { // an error comes before what waits
    use(endsOf(in), false);
    if (s.error)
      return -takeError(s);
  }
  if (in.size)
    return static_cast<int64_t>(std::min<uint64_t>(n, isStream(s) ? in.size : nextMessage(in)));
  use(endsOf(in), false);
  if (s.finReceived)
    return 0;
  if (s.error)
    return -takeError(s);
  if (s.receiveShut)
    return s.type == SOCK_DGRAM && file.flags & O_NONBLOCK ? -EAGAIN : 0;
  if (isTcp(s) && (s.phase == Phase::Fresh || s.closed))
    return -ENOTCONN;
  *missing = stateOf(in);
  return kWouldBlock;
}

int64_t planSend(OpenFile &file, size_t n, Resource *missing) {
  Socket &s = *file.socket;
  use(phaseOf(s), false);
  use(endsOf(*s.in), false);
  if (isTcp(s)) {
    if (s.error)
      return -takeError(s);
    if (s.phase != Phase::Connected || s.sendShut || s.closed)
      return -EPIPE;
    if (n == 0)
      return 0;
    use(endsOf(*file.out), false);
    if (meetsReset(s))
      return static_cast<int64_t>(n);
  } else {
    if (s.type == SOCK_SEQPACKET && s.error)
      return -takeError(s);
    if (s.phase != Phase::Connected)
      return -ENOTCONN;
    if (s.sendShut)
      return -EPIPE;
    if (s.error)
      return -takeError(s);
    if (!isStream(s)) {
      use(endsOf(*file.out), false);
      if (!s.peer && s.type == SOCK_DGRAM) { // it has none from now on
        use(phaseOf(s), true);
        edit(&s).phase = Phase::Fresh;
        return -ECONNREFUSED;
      }
    }
    if (!s.peer || s.peer->receiveShut)
      return -EPIPE;
    if (n == 0 && isStream(s))
      return 0;
  }
  Node &out = *file.out;
  look(out);
  uint64_t free = capacityOf(out) - out.size;
  *missing = stateOf(out);
  if (isStream(s))
    return free == 0 ? kWouldBlock : static_cast<int64_t>(std::min<uint64_t>(n, free));
  uint64_t needed = n + sizeof(uint32_t);
  return needed > capacityOf(out) ? -EMSGSIZE : needed > free ? kWouldBlock : static_cast<int64_t>(n);
}

void receive(OpenFile &file, void *to, size_t n, bool peek) {
  Node &in = *file.node;
  bool stream = isStream(*file.socket);
  if (in.size == 0 || (stream && n == 0))
    return;
  if (peek)
    return stream ? peekInto(in, to, n) : peekMessage(in, to, n);
  bool writable = isWritable(in);
  changeWaiting(in, [&] { stream ? takeFrom(in, to, n) : takeMessage(in, to, n); });
  if (isWritable(in) && (!writable || !isTcp(*file.socket)))
    wake(*file.out, EPOLLOUT | EPOLLWRNORM | EPOLLWRBAND); // who sends
}

void send(OpenFile &file, const void *from, size_t n) {
  Socket &s = *file.socket;
  if (isStream(s) && n == 0)
    return;
  if (isTcp(s) && meetsReset(s)) {
    Socket *peer = s.peer;
    reset(s);
    if (peer)
      reset(*peer);
    return;
  }
  changeWaiting(*file.out, [&] { isStream(s) ? addTo(*file.out, from, n) : addMessage(*file.out, from, n); });
  wake(*file.out, EPOLLIN | EPOLLPRI | EPOLLRDNORM | EPOLLRDBAND);
}

void reset(Socket &s) {
  if (s.closed)
    return;
  use(endsOf(*s.in), true);
  edit(&s).error = s.finReceived && !s.finSent ? EPIPE : ECONNRESET;
  s.receiveShut = s.sendShut = s.closed = true;
  wake(*s.in, 0);
}

int shutDown(Socket &s, int how) {
  bool receiving = how != SHUT_WR, sending = how != SHUT_RD;
  use(phaseOf(s), false);
  if (isTcp(s) && s.phase == Phase::Listening) {
    if (receiving)
      stopListening(s);
    return 0;
  }
  use(endsOf(*s.in), true);
  edit(&s);
  bool gone = isTcp(s) && (s.phase == Phase::Fresh || s.closed);
  s.receiveShut |= receiving;
  s.sendShut |= sending;
  wake(*s.in, 0);
  if (!s.peer && !isTcp(s))
    return 0;
  if (isTcp(s)) {
    if (gone)
      return -ENOTCONN;
    if (!sending || s.finSent)
      return 0;
    s.finSent = true;
    if (s.finReceived)
      s.closed = s.receiveShut = true;
    if (s.peer)
      finish(*s.peer);
  } else if (s.type != SOCK_DGRAM) { // the peer knows of both
    use(endsOf(*s.peer->in), true);
    edit(s.peer).receiveShut |= sending;
    s.peer->sendShut |= receiving;
    wake(*s.peer->in, 0);
  }
  return 0;
}

void endSocket(Socket &s) {
  if (s.phase == Phase::Listening)
    stopListening(s);
  forgetName(s);
  use(watchersOf(*s.file->out), false); // who closes the peer is told of this one, or not
  if (Socket *peer = s.peer) {
    edit(peer).peer = nullptr;
    bool unread = false;
    if (isTcp(s) || s.type != SOCK_DGRAM) {
      look(*s.in);
      unread = s.in->size != 0;
    }
    bool lingers = true; // until all was sent
    for (const Option *o = s.options; o; o = o->next)
      if (o->level == SOL_SOCKET && o->name == SO_LINGER)
        lingers = !(reinterpret_cast<const linger *>(o->value)->l_onoff && reinterpret_cast<const linger *>(o->value)->l_linger == 0);
    if (isTcp(s)) {
      use(endsOf(*s.in), false);
      if (s.closed)
        ; // so is the peer
      else if (unread || !lingers)
        reset(*peer);
      else if (!s.finSent)
        finish(*peer);
      else
        use(endsOf(*peer->in), true); // which finds nobody if it sends more
    } else {
      use(endsOf(*peer->in), true);
      if (s.type != SOCK_DGRAM) {
        peer->receiveShut = peer->sendShut = true;
        if (unread)
          peer->error = ECONNRESET;
        wake(*peer->in, 0);
      }
    }
  }
  for (Option *o = s.options; o;) {
    Option *next = o->next;
    give(o, sizeof *o);
    o = next;
  }
  give(&s, sizeof s);
}

short readinessOf(const OpenFile &file, short wanted) {
  const Socket &s = *file.socket;
  const Node &in = *s.in, &out = *file.out;
  constexpr short kIn = POLLIN | POLLRDNORM, kOut = POLLOUT | POLLWRNORM;
  short ready = 0;
  use(phaseOf(s), false);
  if (wanted & kIn) {
    use(filledOf(in), false);
    if (in.size)
      ready |= kIn;
  }
  if (s.phase == Phase::Listening) {
    if (wanted & kIn && s.pending)
      ready |= kIn;
    if (isTcp(s))
      return static_cast<short>(ready & wanted);
  }
  use(endsOf(in), false);
  bool fresh = s.phase == Phase::Fresh && s.type != SOCK_DGRAM;
  if ((s.receiveShut && s.sendShut) || fresh || s.closed)
    ready |= POLLHUP;
  if (s.receiveShut)
    ready |= kIn | POLLRDHUP;
  if (s.error)
    ready |= POLLERR;
  if (wanted & kOut) {
    if (s.phase == Phase::Connected && !(isTcp(s) && s.sendShut))
      use(roomOf(out), false);
    if (s.phase != Phase::Connected || (isTcp(s) && s.sendShut) || isWritable(out))
      ready |= kOut;
  }
  return static_cast<short>(ready & (wanted | POLLHUP | POLLERR));
}

} // namespace xblock::files
