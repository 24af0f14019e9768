//===- files.h - what the intercepts of files share -----------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Before threads are explored the system's functions are called; from then on the model's (files/files.h). Each call is a visible
// step: its block ends right after. For intercept/ only.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "files/files.h"
#include "intercept/heap.h"
#include "intercept/accesses.h"

#include <cerrno>
#include <sys/uio.h>

/// An intercept that calls the real function unless the model holds; the body has `site`.
#define XBLOCK_OF_FILES(type, name, parameters, arguments, ...)                                    \
  XBLOCK_EVERYWHERE(type, name, parameters, arguments) {                                           \
    [[maybe_unused]] const xblock_site *site = takeSite();                                         \
    if (!filesAreModelled())                                                                       \
      return XBLOCK_REAL(type parameters, #name) arguments;                                        \
    __VA_ARGS__                                                                                    \
  }

/// And its name with 64.
#define XBLOCK_BOTH(type, name, parameters, arguments, ...)                                        \
  XBLOCK_OF_FILES(type, name, parameters, arguments, __VA_ARGS__)                                  \
  XBLOCK_OF_FILES(type, name##64, parameters, arguments, __VA_ARGS__)

namespace xblock {

inline bool filesAreModelled() { return running.onFiber && running.exploring && !runtimeDepth; }

/// The first thread is about to be created.
void beginFiles();

/// files::openAt(); what leads out of the process is refused.
int openFile(int directory, const char *path, int flags, uint32_t mode, const xblock_site *site);
void refuseForeign(const files::OpenFile *file, const xblock_site *site);
/// It is set to O_NONBLOCK: one that waits goes on waiting whatever becomes of the flags; the model tries again, and would not.
void refuseIfWaitedIn(const files::OpenFile *file, const xblock_site *site);
/// Of what a descriptor leads to, in words: a path below the current folder, or what it is; for reports. Null: nothing.
std::string describeFile(const files::OpenFile *file);
/// The same, kept for ever, while a schedule is traced; else "".
const char *nameOf(const files::OpenFile *file);
/// The end of such a step: its block ends; then errno and the result. Nothing private may be held.
int64_t endFileStep(int64_t result, const char *verb, const char *what, const xblock_site *site);
inline int endFileCall(int64_t result, const char *verb, const char *what, const xblock_site *site) {
  return static_cast<int>(endFileStep(result, verb, what, site));
}
/// The whole of a call with one path, or with two: `act` does it, in a RuntimeScope.
template <typename Act> int onPath(const char *verb, const char *path, const xblock_site *site, Act act) {
  readString(path, site);
  RuntimeScope scope;
  return endFileCall(act(), verb, path, site);
}
template <typename Act> int onPaths(const char *verb, const char *from, const char *to, const xblock_site *site, Act act) {
  readString(from, site), readString(to, site);
  RuntimeScope scope;
  return endFileCall(act(), verb, from, site);
}
/// Until told otherwise the ends of such steps end no block: code without hooks is under way.
void holdFileSteps(bool held);
/// The running thread cannot go on without r.
[[noreturn]] void waitForFile(Resource r);

/// read and write, with all that they wait for; -errno; -ECANCELED: outside every RuntimeScope the thread is to act on the request. Each part of a write that waits in between is a step of its own.
int64_t readDescriptor(int fd, void *to, size_t n, int64_t offset, const xblock_site *site);
struct Sending {
  bool never = false; ///< waits for room
  bool quiet = false; ///< sends no SIGPIPE
};
int64_t writeDescriptor(int fd, const void *from, size_t n, int64_t offset, const xblock_site *site, Sending how = {});
/// The whole calls.
int64_t writeToFile(int fd, const void *bytes, size_t n, const xblock_site *site);
int64_t writeToFile(int fd, const iovec *parts, int count, const xblock_site *site);
int64_t readFromFile(int fd, void *to, size_t n, const xblock_site *site);
/// A write to a pipe that nobody reads: the program's end, unless it ignores the signal.
void noteBrokenPipe();

} // namespace xblock
