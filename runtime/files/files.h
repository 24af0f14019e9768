//===- files.h - the files, pipes and descriptors that the program sees ---------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// While threads are explored nothing that the program does to files leaves the process: what it writes, creates, renames and removes
// lies over what the system has (base_linux.h), in tracked memory, and goes back with a snapshot.
//
// Functions return what the system's would, or -errno. What must wait returns kWouldBlock, changed nothing, and says for what.
// Each says by noteUse what it looked at and changed, so that the search knows which steps of threads conflict.
//
// Invariants
//  1. The number of a node or of an open file does not depend on what other threads did: paths are hashed, what has no path is
//     numbered by its thread.
//  2. Two paths that lead to one node (links) are told apart by no call but stat.
// Called by intercepts, in a RuntimeScope. No block ends here.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "files/base_linux.h"
#include "support/ids.h"

#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <vector>

namespace xblock::files {

enum class NodeKind : uint8_t { File, Directory, Link, Pipe, Messages, Events, Null, Zero, Random, Input, Stream, Epoll, Foreign };

constexpr uint64_t kPage = 4096;
constexpr uint64_t kPipeSize = 65536;

/// What a path or a descriptor leads to.
struct Node {
  NodeKind kind;
  bool semaphore;       ///< Events: reads take one
  uint32_t mode;        ///< permissions
  uint32_t links;       ///< names, of a file
  uint32_t opened;      ///< open files
  uint32_t readers, writers; ///< of a pipe: open files
  uint32_t readersEver, writersEver; ///< of a pipe with a name: by which who opens it knows that the other end was
  uint64_t number;      ///< invariant 1
  uint64_t size;        ///< of the contents; of a pipe what waits in it; of Events its count
  uint64_t head;        ///< of a pipe: where that begins in its ring
  uint64_t modified;    ///< nanoseconds of the virtual clock; 0: as the base says
  const BaseFile *base; ///< what lies below, or null; pages that are null are its bytes, up to baseSize
  uint64_t baseSize;
  char **pages;
  uint64_t pageCount;
  struct Interest *watchers; ///< of epolls (epolls.h)
  char *window;        ///< while it is mapped: its first pages, which lie in one piece
  uint64_t windowSize; ///< a multiple of kPage
};

/// When something was taken from under threads that may wait in calls with it: those would go on waiting, natively.
struct Taken {
  uint64_t *steps;  ///< of each thread, by then; null: never
  uint32_t threads, by;
  bool emptied;     ///< who read would have waited
  bool filled;      ///< who wrote
  bool polled;      ///< but with O_NONBLOCK, only in poll() and the like
};
/// What open() makes; descriptors share one by dup().
struct OpenFile {
  Node *node; ///< what is read
  Node *out;  ///< of a socket: what is written; else the same
  uint64_t offset;
  uint64_t number;
  int flags; ///< of open()
  uint32_t references;
  struct Socket *socket;   ///< or null (sockets.h)
  struct Epoll *epoll;     ///< or null (epolls.h)
  uint32_t othersBefore;   ///< of a pipe with a name: how often its other end had been opened
  Taken waiting;           ///< as O_NONBLOCK was set
  char *path;              ///< by which it was opened, or null; of directories the names are listed below it
  uint32_t pathSize;
};

struct Descriptor {
  OpenFile *file; ///< null: closed
  bool closeOnExec;
};
constexpr int kDescriptors = 1024;

// Flags of open().
inline bool reads(int flags) { return (flags & O_ACCMODE) != O_WRONLY && (flags & O_ACCMODE) != 3; }
inline bool writes(int flags) { return (flags & O_ACCMODE) != O_RDONLY && (flags & O_ACCMODE) != 3; }
inline bool waits(const Node &node) {
  return node.kind == NodeKind::Pipe || node.kind == NodeKind::Events || node.kind == NodeKind::Stream || node.kind == NodeKind::Messages;
}

struct Entry {
  Entry *next;
  Node *node; ///< null: removed
  bool unused; ///< as if it was not here
  uint32_t length;
  char path[4];
};
constexpr unsigned kBuckets = 1024;

/// What mmap() returned. Each begins a block of the program's heap, or lies in a window.
struct Map {
  uint64_t address, size; ///< 0: none; a multiple of kPage
  Node *node;             ///< of one that is shared: its window; else null
  uint64_t end;           ///< in the file
};
constexpr unsigned kMaps = 256;

/// All of it.
struct Tables {
  bool begun;
  Descriptor descriptors[kDescriptors];
  Entry *entries[kBuckets];
  uint64_t made[2000]; ///< by each thread, of what has no path
  uint32_t mask;       ///< umask
  char *directory;     ///< the current one; null: the system's
  uint32_t directorySize;
  Map maps[kMaps];
  struct Name *names;  ///< of sockets (connections.cpp)
  uint32_t ports[2000]; ///< that each thread was given
  uint64_t steps[2000]; ///< of each thread, with files
  Taken closed[kDescriptors];
};
Tables &tables();

/// Set by the intercepts.
struct Surroundings {
  void (*noteUse)(Resource r, bool writes);
  uint32_t (*thread)();
  uint64_t (*now)(); ///< nanoseconds since 1970, of the running thread
  void (*noteMemory)(void *p, size_t n, bool writes); ///< memory that the program has mapped is about to be used
  void (*refuse)(const char *what); ///< does not return
};
extern Surroundings surroundings;

constexpr int64_t kWouldBlock = INT64_MIN;

// adoption.cpp
/// Of what the program makes before: an event counter, a pair of sockets.
void rememberEvents(int fd, bool semaphore);
/// A pipe with a name: others than the program have no end of it.
void rememberNamedPipe(const struct stat &status);
bool isRememberedPipe(const struct stat &status);
void rememberPair(const int ends[2], int type);
/// Threads are explored from now on: what the system has open is the program's, but for what the runtime itself uses.
void begin();
/// What waits in a pipe, event counter or pair of sockets that the program has open would be the model's by begin(), and nobody else's.
bool wouldTakeOver();
/// Nothing is the model's any more, and all that it had is forgotten.
void end();

// nodes.cpp
uint64_t hashOf(std::string_view text, uint64_t seed = 0xcbf29ce484222325);
/// Of something without a path.
uint64_t nextNumber();
Resource stateOf(const Node &node); ///< what it holds; who waits for data or for room waits for a change of it
Resource linksOf(const Node &node); ///< how many names it has, and its permissions
Resource endsOf(const Node &pipe); ///< who has it open
Resource mapsOf(const Node &node); ///< whether it is mapped, and where
Resource stateOf(const OpenFile &file); ///< its offset
Resource flagsOf(const OpenFile &file);
Resource maskOfModes();
void look(const Node &node);
void change(const Node &node);
Node *makeNode(NodeKind kind, uint64_t number, uint32_t mode);
/// One reference less; what nobody names or has open is given back.
void release(Node &node);

// paths.cpp
/// What a path leads to.
struct Found {
  int error = 0;                  ///< of the way there: ENOTDIR, ELOOP, ENAMETOOLONG, ENOENT of a directory
  std::string path;               ///< without links but the last, if it was not to be followed
  Entry *entry = nullptr;         ///< if it was changed or opened before
  const BaseFile *base = nullptr; ///< what the system has there, if nothing lies over it; may be Missing
  bool exists() const { return entry ? entry->node != nullptr : base && !base->error; }
};
/// `directory` is a descriptor or AT_FDCWD.
Found find(int directory, const char *path, bool follow);
/// Its node, made if it was not used before. REQUIRES: exists().
Node *nodeOf(const Found &found);
/// From now on `path` leads to node, or to nothing (null).
void name(const std::string &path, Node *node);
bool mayRead(const Node &node);
bool mayWrite(const Node &node);
std::string directoryNow();
int changeDirectory(int directory, const char *path);
/// What was changed or opened there before, or null.
Entry *entryAt(std::string_view path);
/// Of the node that is made at that path.
uint64_t nodeNumber(std::string_view path);

// names.cpp
int makeDirectory(int directory, const char *path, uint32_t mode);
int remove(int directory, const char *path, bool isDirectory);
int rename(int from, const char *oldPath, int to, const char *newPath, unsigned flags);
int link(int from, const char *oldPath, int to, const char *newPath, bool follow);
int symbolicLink(const char *target, int directory, const char *path);
int64_t readLink(int directory, const char *path, char *to, size_t n);

// statuses.cpp
int status(int directory, const char *path, bool follow, struct stat &to);
void statusOf(const Node &node, struct stat &to);
int changeMode(int directory, const char *path, uint32_t mode);
/// As access(): F_OK, or R_OK, W_OK, X_OK.
int mayAccess(int directory, const char *path, int how, bool follow);

// directories.cpp
/// Names in a directory, sorted, behind . and .. ; -errno in *error.
std::vector<std::string> namesIn(const OpenFile &directory, int *error);
bool isEmpty(const std::string &path, const Node &directory);

// contents.cpp
/// Bytes that a read of n at the offset gives. 0 at the end.
int64_t readable(const Node &node, uint64_t offset, size_t n);
void copyOut(const Node &node, uint64_t offset, void *to, size_t n);
void copyIn(Node &node, uint64_t offset, const void *from, size_t n);
int resize(Node &node, uint64_t size);

/// Its first `size` bytes lie at `block` from now on, where the program may change them.
void openWindow(Node &node, char *block, uint64_t size);
/// No longer: the block is the caller's again.
void closeWindow(Node &node);

// maps.cpp
/// False: there are too many.
bool addMap(const Map &map);
/// The one that begins there, or null.
Map *mapAt(uint64_t address);
/// Whether bytes of the file from `size` on are mapped.
bool isMappedBehind(const Node &node, uint64_t size);
/// A shared one keeps its node; the window of the last one of it stays open.
void removeMap(Map &map);
bool isMapped(const Node &node);

// pipes.cpp
/// The same of the way data take through a pipe, socket or event counter. *missing: what is waited for.
int64_t takeable(const Node &node, size_t n, Resource *missing);
void takeOut(Node &node, void *to, size_t n);
int64_t room(const Node &node, size_t n, Resource *missing);
void putIn(Node &node, const void *from, size_t n);
int makePipe(int flags, int ends[2]);
/// A pipe with a name.
int makeNamedPipe(int directory, const char *path, uint32_t mode);
/// Who opened it last must wait until somebody opens its other end.
bool waitsForOtherEnd(const OpenFile &file);
int makeEvents(unsigned count, int flags);

// waits.cpp
/// The running thread, one of so many, closes the descriptor of the file, or sets O_NONBLOCK.
void take(Taken &from, const OpenFile &file, uint32_t threads);
/// Whether the running thread may have begun to wait before.
bool mayWaitSince(const Taken &taken, bool writing, bool polls = false);

// descriptors.cpp
/// One reference less.
void letGo(OpenFile *file);
/// Null: EBADF.
OpenFile *fileAt(int descriptor);
int openAt(int directory, const char *path, int flags, uint32_t mode);
OpenFile *makeOpenFile(Node *in, Node *out, int flags);
void setOut(OpenFile &file, Node *out);
/// *kept, and its size right behind it, are this path from now on.
void keepPath(char **kept, const std::string &path);
/// The lowest number from `least` on; -EMFILE.
int addDescriptor(OpenFile *file, bool closeOnExec, int least = 0);
int closeDescriptor(int descriptor);
int duplicate(int descriptor, int least, bool closeOnExec);
int duplicateTo(int descriptor, int to, bool closeOnExec);

// transfers.cpp
int64_t seek(OpenFile &file, int64_t offset, int whence);
/// How much a read or write of n would do now; offset -1: where the file is.
int64_t planRead(OpenFile &file, size_t n, int64_t offset, Resource *missing);
int64_t planWrite(OpenFile &file, size_t n, int64_t offset, Resource *missing);
/// Do as much as was planned.
void read(OpenFile &file, void *to, size_t n, int64_t offset);
void write(OpenFile &file, const void *from, size_t n, int64_t offset);
/// poll()'s events of `wanted`, and POLLERR, POLLHUP.
short readiness(const OpenFile &file, short wanted);

} // namespace xblock::files
