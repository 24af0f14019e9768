// Names of addresses: those of this machine's loopback, and numbers. The system's functions say; what they tell is taken to stay.
#include "intercept/sockets.h"

#include <arpa/inet.h>
#include <cstdio>
#include <cstring>
#include <netdb.h>
#include <netinet/in.h>

using namespace xblock;

namespace {

bool isNumber(const char *host) {
  unsigned char number[sizeof(in6_addr)];
  return inet_pton(AF_INET, host, number) == 1 || inet_pton(AF_INET6, host, number) == 1;
}

bool isLoopback(const sockaddr *a) {
  if (a->sa_family == AF_INET)
    return reinterpret_cast<const sockaddr_in *>(a)->sin_addr.s_addr == htonl(INADDR_LOOPBACK);
  return a->sa_family == AF_INET6 && IN6_IS_ADDR_LOOPBACK(&reinterpret_cast<const sockaddr_in6 *>(a)->sin6_addr);
}

/// As freeaddrinfo() gives it back.
addrinfo *copyOf(const addrinfo *from) {
  auto *to = static_cast<addrinfo *>(allocateForProgram(sizeof(addrinfo) + from->ai_addrlen));
  if (!to)
    return nullptr;
  *to = *from;
  to->ai_next = nullptr;
  to->ai_addr = reinterpret_cast<sockaddr *>(to + 1);
  memcpy(to->ai_addr, from->ai_addr, from->ai_addrlen);
  if (from->ai_canonname && (to->ai_canonname = static_cast<char *>(allocateForProgram(strlen(from->ai_canonname) + 1))))
    strcpy(to->ai_canonname, from->ai_canonname);
  return to;
}

} // namespace

XBLOCK_OF_FILES(int, getaddrinfo, (const char *host, const char *service, const addrinfo *hints, addrinfo **found),
                (host, service, hints, found), {
  if (host)
    readString(host, site);
  if (service)
    readString(service, site);
  if (hints)
    noteRead(hints, sizeof *hints, site);
  noteWrite(found, sizeof *found, site);
  RuntimeScope scope;
  if (host && strcmp(host, "localhost") != 0 && !isNumber(host) && !(hints && hints->ai_flags & AI_NUMERICHOST)) {
    static char what[200];
    snprintf(what, sizeof what, "getaddrinfo of %.120s, which leads out of the process", host);
    unsupported(what, site);
  }
  addrinfo *all = nullptr;
  if (int error = XBLOCK_REAL(int(const char *, const char *, const addrinfo *, addrinfo **), "getaddrinfo")(host, service, hints, &all))
    return error;
  addrinfo **end = found;
  int error = 0;
  *found = nullptr;
  for (const addrinfo *a = all; a && !error; a = a->ai_next) {
    *end = copyOf(a);
    if (*end)
      end = &(*end)->ai_next;
    else
      error = EAI_MEMORY;
  }
  freeaddrinfo(all);
  return error;
})

XBLOCK_OF_FILES(int, getnameinfo, (const sockaddr *address, socklen_t length, char *host, socklen_t hostRoom, char *service, socklen_t serviceRoom, int flags),
                (address, length, host, hostRoom, service, serviceRoom, flags), {
  noteRead(address, length, site);
  if (host && hostRoom)
    noteWrite(host, hostRoom, site);
  if (service && serviceRoom)
    noteWrite(service, serviceRoom, site);
  RuntimeScope scope;
  if (host && hostRoom && !(flags & NI_NUMERICHOST) && !isLoopback(address)) {
    static char what[200];
    snprintf(what, sizeof what, "getnameinfo of %s, which leads out of the process", textOf(address, length));
    unsupported(what, site);
  }
  return XBLOCK_REAL(int(const sockaddr *, socklen_t, char *, socklen_t, char *, socklen_t, int), "getnameinfo")(address, length, host, hostRoom, service,
                                                                                                               serviceRoom, flags);
})

XBLOCK_INSTRUMENTED(void, freeaddrinfo, (addrinfo * all)) {
  const xblock_site *site = takeSite();
  while (all) {
    noteRead(all, sizeof *all, site);
    addrinfo *next = all->ai_next;
    free(all->ai_canonname);
    free(all);
    all = next;
  }
}
