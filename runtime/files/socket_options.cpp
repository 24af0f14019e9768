// Options of sockets: what is set is kept, and told back. Few change anything here.
#include "files/arena.h"
#include "files/sockets.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <netinet/in.h>
#include <netinet/tcp.h>

namespace xblock::files {

namespace {

/// What is kept, with what Linux has before it is set.
struct Known {
  int level, name, tcp, unix; ///< -1: no option of it
  uint32_t length = sizeof(int);
  bool truth = false; ///< told back as 0 or 1
};
constexpr Known kKnown[] = {
    {SOL_SOCKET, SO_KEEPALIVE, 0, 0, sizeof(int), true},
    {SOL_SOCKET, SO_BROADCAST, 0, 0, sizeof(int), true},
    {SOL_SOCKET, SO_OOBINLINE, 0, 0, sizeof(int), true},
    {SOL_SOCKET, SO_DONTROUTE, 0, 0, sizeof(int), true},
    {SOL_SOCKET, SO_REUSEPORT, 0, 0, sizeof(int), true},
    {SOL_SOCKET, SO_PRIORITY, 0, 0},
    {SOL_SOCKET, SO_SNDBUF, 16384, 212992},
    {SOL_SOCKET, SO_RCVBUF, 131072, 212992},
    {SOL_SOCKET, SO_LINGER, 0, 0, sizeof(linger)},
    {SOL_SOCKET, SO_RCVTIMEO, 0, 0, sizeof(timeval)},
    {SOL_SOCKET, SO_SNDTIMEO, 0, 0, sizeof(timeval)},
    {SOL_SOCKET, SO_RCVLOWAT, 1, 1},
    {IPPROTO_TCP, TCP_NODELAY, 0, -1, sizeof(int), true},
    {IPPROTO_TCP, TCP_CORK, 0, -1, sizeof(int), true},
    {IPPROTO_TCP, TCP_QUICKACK, 1, -1, sizeof(int), true},
    {IPPROTO_TCP, TCP_KEEPIDLE, 7200, -1},
    {IPPROTO_TCP, TCP_KEEPINTVL, 75, -1},
    {IPPROTO_TCP, TCP_KEEPCNT, 9, -1},
    {IPPROTO_TCP, TCP_USER_TIMEOUT, 0, -1},
    {IPPROTO_TCP, TCP_SYNCNT, 6, -1},
    {IPPROTO_IP, IP_TOS, 0, -1},
    {IPPROTO_IP, IP_TTL, 64, -1},
};

const Known *knownOf(const Socket &s, int level, int name) {
  const Known *k = std::ranges::find_if(kKnown, [&](const Known &o) { return o.level == level && o.name == name; });
  return k == std::end(kKnown) || (!isTcp(s) && k->unix == -1) ? nullptr : k;
}

/// Sizes of buffers are doubled, within bounds of the system's (net.core.wmem_max, rmem_max).
int sizeFor(int name, int size) {
  constexpr int kMost = 212992, kLeastOut = 4608, kLeastIn = 2304;
  size = size < 0 || size > kMost ? kMost : size;
  return std::max(2 * size, name == SO_SNDBUF ? kLeastOut : kLeastIn);
}

bool isZero(const void *value, uint32_t length) {
  auto *bytes = static_cast<const char *>(value);
  return std::all_of(bytes, bytes + length, [](char c) { return c == 0; });
}

} // namespace

int setOption(Socket &s, int level, int name, const void *value, uint32_t length) {
  int number = 0;
  if (length >= sizeof number)
    memcpy(&number, value, sizeof number);
  bool reuse = level == SOL_SOCKET && name == SO_REUSEADDR, only6 = level == IPPROTO_IPV6 && name == IPV6_V6ONLY && s.family == AF_INET6;
  if (!isTcp(s) && level != SOL_SOCKET)
    return -EOPNOTSUPP;
  const Known *known = knownOf(s, level, name);
  if (!reuse && !only6 && !known)
    return -ENOSYS;
  if (length < (known ? known->length : sizeof number))
    return -EINVAL;
  surroundings.noteUse(phaseOf(s), true);
  if (reuse) {
    edit(&s).reuses = number != 0;
    return 0;
  }
  if (only6) {
    if (s.bound)
      return -EINVAL;
    edit(&s).only6 = number != 0;
    return 0;
  }
  bool waits = name == SO_RCVTIMEO || name == SO_SNDTIMEO;
  if (level == SOL_SOCKET && ((waits && !isZero(value, length)) || (name == SO_RCVLOWAT && number != 1) ||
                              (name == SO_REUSEPORT && number)))
    return -ENOSYS;
  if (level == SOL_SOCKET && (name == SO_SNDBUF || name == SO_RCVBUF))
    number = sizeFor(name, number);
  if (known->truth)
    number = number != 0;
  Option *option = s.options;
  while (option && (option->level != level || option->name != name))
    option = option->next;
  if (!option) {
    option = make<Option>();
    edit(option).next = s.options;
    edit(&s).options = option;
  }
  edit(option).level = level;
  option->name = name;
  option->length = known->length;
  memcpy(option->value, known->length == sizeof number ? static_cast<const void *>(&number) : value, known->length);
  return 0;
}

int getOption(Socket &s, int level, int name, void *value, uint32_t *length) {
  surroundings.noteUse(phaseOf(s), false);
  if (!isTcp(s) && level != SOL_SOCKET)
    return -EOPNOTSUPP;
  char all[16] = {};
  uint32_t size = sizeof(int);
  auto say = [&](int number) { memcpy(all, &number, sizeof number); };
  const Known *known = knownOf(s, level, name);
  if (level == SOL_SOCKET && name == SO_ERROR)
    surroundings.noteUse(endsOf(*s.in), false), say(s.error ? takeError(s) : 0);
  else if (level == SOL_SOCKET && name == SO_TYPE)
    say(s.type);
  else if (level == SOL_SOCKET && name == SO_DOMAIN)
    say(s.family);
  else if (level == SOL_SOCKET && name == SO_PROTOCOL)
    say(isTcp(s) ? IPPROTO_TCP : 0);
  else if (level == SOL_SOCKET && name == SO_ACCEPTCONN)
    say(s.phase == Phase::Listening);
  else if (level == SOL_SOCKET && name == SO_REUSEADDR)
    say(s.reuses);
  else if (level == IPPROTO_IPV6 && name == IPV6_V6ONLY && s.family == AF_INET6)
    say(s.only6);
  else if (known) {
    size = known->length;
    if (size == sizeof(int))
      say(isTcp(s) ? known->tcp : known->unix);
    for (const Option *o = s.options; o; o = o->next)
      if (o->level == level && o->name == name)
        memcpy(all, o->value, size);
  } else {
    return -ENOSYS;
  }
  *length = std::min(*length, size);
  memcpy(value, all, *length);
  return 0;
}

void copyOptions(const Socket &from, Socket &to) {
  for (const Option *o = from.options; o; o = o->next) {
    auto *copy = make<Option>();
    edit(copy) = *o;
    copy->next = to.options;
    edit(&to).options = copy;
  }
}

} // namespace xblock::files
