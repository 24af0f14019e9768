//===- streams.h - FILE on modelled files -----------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Behind each FILE that the program opens while threads are explored is an object of glibc's own kind (fopencookie), on a modelled
// descriptor. So glibc does all that FILE does. The object is a copy, in tracked memory, of one that glibc made, and in none of
// glibc's lists: it is saved with its buffer before each call, and goes back with a snapshot. A stream that was open before is given
// such an object when it is used; so is stdin.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "intercept/files.h"

#include <cstdio>
#include <optional>

namespace xblock {

struct Stream {
  char object[1024]; ///< glibc's; first: the program's FILE * is its address
  char buffer[4096];
  FILE *original; ///< that was open before threads were explored, or null
  uint64_t number;
  int fd;
  bool open;
};

Stream &streamAt(unsigned stream);
FILE *fileOf(unsigned stream);
/// A stream on that descriptor, with flags of open(); -1: there are too many.
int openStream(int fd, int flags, FILE *original);
/// What the call of glibc's that is under way would have to wait for, if it must.
extern std::optional<Resource> toWaitFor;

/// Before the first thread is created.
void prepareStreams();
/// Once the descriptors are the model's: each that is open is given an object of the model's.
void adoptStreams();
/// fflush(NULL).
void flushAll(const xblock_site *site);
/// The number of the stream that the program means; ends the run if it is none that is open.
unsigned streamOf(FILE *given, const char *function, const xblock_site *site);
/// Its FILE, for the call of a function of glibc: what that changes was saved.
FILE *beginStreamStep(unsigned stream);
/// Behind the call, which left errno: the block ends, unless it must wait and goes back.
void endStreamStep(unsigned stream, const char *verb, const xblock_site *site);

/// One call of glibc's: `call` gets its FILE.
template <typename Call> auto onStream(FILE *given, const char *function, const xblock_site *site, Call call) {
  RuntimeScope scope;
  unsigned stream = streamOf(given, function, site);
  FILE *file = beginStreamStep(stream);
  auto result = call(file);
  endStreamStep(stream, function, site);
  return result;
}

} // namespace xblock
