//===- streams.h - FILE on modelled files -----------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Behind each FILE that the program opens while threads are explored is an object of glibc's own kind (fopencookie), on a modelled
// descriptor. So glibc does all that FILE does. The object is a copy, in tracked memory, of one that glibc made, and in none of
// glibc's lists: it is saved with its buffer before each call, and goes back with a snapshot. A stream that was open before is given
// such an object when it is used; so is stdin.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "intercept/cancellation.h"
#include "intercept/files.h"
#include "intercept/stream_locks.h"
#include "world/heap_errors.h"

#include <cstdio>
#include <optional>

/// A function of FILE, and the one of that name that leaves the stream's lock; the body has `locking`.
#define XBLOCK_UNLOCKED(type, name, parameters, arguments, ...)                                    \
  XBLOCK_OF_FILES(type, name, parameters, arguments, constexpr StreamLocking locking = StreamLocking::Takes; __VA_ARGS__)          \
  XBLOCK_OF_FILES(type, name##_unlocked, parameters, arguments, constexpr StreamLocking locking = StreamLocking::Leaves; __VA_ARGS__)

namespace xblock {

struct Stream {
  char object[1024]; ///< glibc's; first: the program's FILE * is its address
  char buffer[4096];
  FILE *original; ///< that was open before threads were explored, or null
  uint64_t number;
  Mutex lock;
  int fd;
  bool open;
  Closing closed; ///< if it is not open
  uint64_t closedAt; ///< and how many had been opened until then
  const char *given; ///< the buffer that the program gave it, which the model does without
};

Stream &streamAt(unsigned stream);
FILE *fileOf(unsigned stream);
/// That of a FILE that fileOf() returned.
inline char *bufferOf(FILE *file) { return reinterpret_cast<Stream *>(file)->buffer; }
/// The program gives an open stream a buffer, or takes it back (null): until the stream is closed, what the program allocated for it is no leak.
void keepGivenBuffer(FILE *stream, const char *buffer);
/// A stream on that descriptor, with flags of open(); -1: there are too many.
int openStream(int fd, int flags, FILE *original);
/// On one that is closed. Its address stays what it was.
void openStreamAgain(unsigned stream, int fd, int flags, FILE *original);
/// One that was saved is closed by the running thread: whoever uses it from now on fails.
void closeStream(unsigned stream);
/// The program closes a stream of libc's, while files are not the model's.
void noteClosedBefore(FILE *stream);
/// What the call of glibc's that is under way would have to wait for, if it must.
extern std::optional<Resource> toWaitFor;

/// Before the first thread is created.
void prepareStreams();
/// Once the descriptors are the model's: each that is open is given an object of the model's.
void adoptStreams();
/// They are not: those that were open before are as they were.
void forgetStreams();
/// Whether the program opened one since adoptStreams(), and it is open.
bool hasOwnStreams();
/// fflush(NULL).
void flushAll(const xblock_site *site);
/// Those of stdout (1) and stderr (2).
StreamLock standardLock(int stream);
StreamLock lockOf(unsigned stream);
std::string nameOfStreamLock(uint64_t number);
/// The number of the stream that the program means; ends the run if it is none that is open.
unsigned streamOf(FILE *given, const char *function, const xblock_site *site);
/// The running thread finds it open, and changes nothing of it: who closes it comes before or after.
void noteLook(unsigned stream);
/// A call on the stream that the program means.
struct StreamCall {
  unsigned stream;
  bool locked; ///< it took the stream's lock
};
StreamCall enterStream(FILE *given, const char *function, const xblock_site *site, StreamLocking locking);
/// Its FILE, for the call of a function of glibc: what that changes was saved.
FILE *beginStreamStep(StreamCall call);
/// Behind the call, which left errno: the block ends, unless it must wait and goes back. The lock is given back, unless the call
/// is to go on in another step. False: outside every RuntimeScope the thread is to act on a request to end.
bool endStreamStep(StreamCall call, const char *verb, const xblock_site *site, bool goesOn = false);

/// One call of glibc's: `call` gets its FILE.
template <typename Call>
auto onStream(FILE *given, const char *function, const xblock_site *site, Call call, StreamLocking locking = StreamLocking::Takes) {
  decltype(call(given)) result;
  bool goesOn;
  {
    RuntimeScope scope;
    StreamCall entered = enterStream(given, function, site, locking);
    result = call(beginStreamStep(entered));
    goesOn = endStreamStep(entered, function, site);
  }
  if (!goesOn)
    actOnRequest();
  return result;
}

} // namespace xblock
