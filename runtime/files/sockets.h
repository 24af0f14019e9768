//===- sockets.h - sockets that stay within the process --------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// TCP by the loopback addresses, AF_UNIX streams, and pairs of sockets. What Linux does at once on loopback is done at once: a
// segment that one end sends has arrived, and was answered, when the call returns. Functions as in files.h. Tracked memory.
//
// Invariants
//  1. file->node of a socket is what it receives, and stays the same; file->out is what its peer receives, once it has one.
//  2. Of its state, each part has a resource, so that calls conflict only where one can tell their order:
//     phaseOf - whether it listens, or is connected; endsOf(*in) - errors, and which directions are shut; stateOf(*in) - what waits in it,
//     or the connections that wait to be accepted; filledOf(*in) - whether anything does; roomOf(*in) - whether there is room.
//  3. Who closes a socket after its peer changes nothing that others see.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "files/files.h"

#include <sys/socket.h>

namespace xblock::files {

/// Of a socket. A port is a number of the process: it means the same by every loopback address.
struct Address {
  sa_family_t family; ///< AF_UNSPEC: none
  uint16_t port;
  bool any;      ///< not one address, but all
  bool only6;    ///< :: without IPv4
  bool mapped;   ///< IPv4 as IPv6
  uint8_t length; ///< of the name
  char name[108]; ///< AF_UNIX: abstract names begin with 0
};
/// 1: IPv4, 2: IPv6.
inline unsigned coverageOf(const Address &a) {
  return a.family == AF_INET || a.mapped ? 1 : a.any && !a.only6 ? 3 : 2;
}

struct Option {
  Option *next;
  int level, name;
  uint32_t length;
  char value[16];
};

enum class Phase : uint8_t { Fresh, Listening, Connected };

struct Socket {
  OpenFile *file;
  Node *in;
  Socket *peer; ///< null: none, or closed
  int family, type;
  Phase phase;
  bool refused, connecting;          ///< TCP: by a connect() that did not wait, and was not asked about since
  bool receiveShut, sendShut;        ///< as the kernel's sk_shutdown
  bool finReceived, finSent, closed; ///< TCP; closed: nothing comes or goes any more
  bool reuses;                       ///< SO_REUSEADDR
  bool only6;                        ///< IPV6_V6ONLY
  bool bound;                        ///< by bind(): in the list below
  int error;                         ///< SO_ERROR
  Address own, other;
  Node *place; ///< AF_UNIX: where the path of its own leads, or null
  Option *options;
  // Listening: who waits to be accepted, the first one first; its own place in such a list.
  uint32_t backlog, pending;
  Socket *first, *last, *next;
};
inline bool isTcp(const Socket &s) { return s.family != AF_UNIX; }

inline Resource phaseOf(const Socket &s) { return {ResourceKind::File, s.in->number + 1}; }
inline Resource filledOf(const Node &in) { return {ResourceKind::File, in.number + 2}; }
inline Resource roomOf(const Node &in) { return {ResourceKind::File, in.number + 4}; }

// sockets.cpp
/// One that nobody knows yet.
OpenFile *makeSocket(int family, int type, int flags);
void connectEnds(OpenFile &a, OpenFile &b);
int makeSocketPair(int type, int ends[2]);
int64_t planReceive(OpenFile &file, size_t n, Resource *missing);
int64_t planSend(OpenFile &file, size_t n, Resource *missing);
void receive(OpenFile &file, void *to, size_t n, bool peek = false);
void send(OpenFile &file, const void *from, size_t n);
/// -errno of shutdown().
int shutDown(Socket &socket, int how);
/// The last descriptor is closed.
void endSocket(Socket &socket);
/// Its peer finds the connection reset.
void reset(Socket &peer);
/// The pending error, which is none any more.
int takeError(Socket &socket);
short readinessOf(const OpenFile &file, short wanted);

// connections.cpp
int bindTo(Socket &socket, const Address &address);
int listenOn(Socket &socket, int backlog);
/// kWouldBlock: the backlog is full. *met: who listens there, or null.
int64_t connectTo(Socket &socket, const Address &address, bool waits, Resource *missing, Socket **met);
/// The new descriptor, or kWouldBlock.
int64_t acceptFrom(Socket &listener, int flags, Resource *missing);
/// It listens no more: those who wait to be accepted are reset.
void stopListening(Socket &listener);
/// It is known by no name any more.
void forgetName(Socket &socket);

// socket_options.cpp
/// -errno, or 0; -ENOSYS: not modelled.
int setOption(Socket &socket, int level, int name, const void *value, uint32_t length);
/// *length: room, then what was written.
int getOption(Socket &socket, int level, int name, void *value, uint32_t *length);
void copyOptions(const Socket &from, Socket &to);

} // namespace xblock::files
