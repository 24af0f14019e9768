//===- files.h - what the intercepts of files share -----------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Before threads are explored the system's functions are called; from then on the model's (files/files.h). Each call is a visible
// step: its block ends right after. For intercept/ only.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "files/files.h"
#include "intercept/cancellation.h"
#include "world/process_world.h"
#include "intercept/heap.h"
#include "intercept/accesses.h"
#include "support/own_descriptors_linux.h"

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

/// The same of a function that changes a descriptor: those of the runtime's own are not there.
#define XBLOCK_OF_DESCRIPTOR(type, name, fd, parameters, arguments, ...)                           \
  XBLOCK_EVERYWHERE(type, name, parameters, arguments) {                                           \
    [[maybe_unused]] const xblock_site *site = takeSite();                                         \
    if (!filesAreModelled()) {                                                                     \
      if (hidesDescriptor(fd))                                                                     \
        return errno = EBADF, -1;                                                                  \
      return XBLOCK_REAL(type parameters, #name) arguments;                                        \
    }                                                                                              \
    __VA_ARGS__                                                                                    \
  }

/// And its name with 64.
#define XBLOCK_BOTH(type, name, parameters, arguments, ...)                                        \
  XBLOCK_OF_FILES(type, name, parameters, arguments, __VA_ARGS__)                                  \
  XBLOCK_OF_FILES(type, name##64, parameters, arguments, __VA_ARGS__)

namespace xblock {

inline bool filesAreModelled() { return running.onFiber && running.filesModelled && !runtimeDepth; }

/// From the program, which calls the system: a descriptor that it did not open.
inline bool hidesDescriptor(int fd) { return (running.onFiber ? !runtimeDepth : !explorerRuns) && isOwnDescriptor(fd); }

/// The first thread is about to be created, or a socket that the model has.
void beginFiles();
/// The system's again, for a program of which only calls were explored: what the model had is forgotten.
void endFiles();

/// files::openAt(); what leads out of the process is refused.
int openFile(int directory, const char *path, int flags, uint32_t mode, const xblock_site *site);
void refuseForeign(const files::OpenFile *file, const xblock_site *site);
/// `fd` is no descriptor of the model, and is to be read: what the program put in the place of stdout or stderr to write and read it is captured.
void refuseReadBack(int fd, const xblock_site *site);
/// The running thread is about to wait in a call: another one closed the descriptor, and natively it may have waited before.
void refuseIfTaken(int fd, bool writing, const xblock_site *site, bool polls = false);
/// The same where it does not wait, as another one set O_NONBLOCK.
void refuseIfUnblocked(const files::OpenFile &file, bool writing, const xblock_site *site);
/// The running thread does one or the other.
inline void noteClose(const files::OpenFile &file, int fd) {
  if (running.exploring)
    files::take(files::tables().closed[fd], file, scalars.threads);
}
inline void noteUnblock(files::OpenFile &file) {
  if (running.exploring)
    files::take(file.waiting, file, scalars.threads);
}
/// Of what a descriptor leads to, in words: a path below the current folder, or what it is; for reports. Null: nothing.
std::string describeFile(const files::OpenFile *file);
/// The same, kept for ever, while a schedule is traced; else "".
const char *nameOf(const files::OpenFile *file);
/// The end of such a step: its block ends; then errno and the result. Nothing private may be held.
int64_t endFileStep(int64_t result, const char *verb, const char *what, const xblock_site *site);
/// That of a step which is not told of.
void endFileStep();
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
struct Receiving {
  bool never = false; ///< waits
  bool peek = false;
};
int64_t readDescriptor(int fd, void *to, size_t n, int64_t offset, const xblock_site *site, Receiving how = {});
struct Sending {
  bool never = false; ///< waits for room
  bool quiet = false; ///< sends no SIGPIPE
};
int64_t writeDescriptor(int fd, const void *from, size_t n, int64_t offset, const xblock_site *site, Sending how = {});
/// The whole calls.
int64_t writeToFile(int fd, const void *bytes, size_t n, const xblock_site *site);
int64_t writeToFile(int fd, const iovec *parts, int count, const xblock_site *site);
int64_t readFromFile(int fd, void *to, size_t n, const xblock_site *site);
/// The same of several parts; as one, as far as they go without waiting.
int64_t writeParts(int fd, const iovec *parts, int count, int64_t offset, const xblock_site *site, Sending how = {});
int64_t readParts(int fd, const iovec *parts, int count, int64_t offset, const xblock_site *site, Receiving how = {});
/// Of something that may wait: plan(file, &missing) is asked again where other threads may have run. As readDescriptor.
template <typename Plan> int64_t planOrWait(int fd, Plan plan) {
  Resource missing;
  int64_t result = plan(*files::fileAt(fd), &missing);
  if (result != files::kWouldBlock)
    return result;
  boundaryBeforeBlocking();
  if (requestActs()) {
    endBeforeActing();
    return -ECANCELED;
  }
  files::OpenFile *file = files::fileAt(fd);
  result = file ? plan(*file, &missing) : -EBADF;
  if (result == files::kWouldBlock)
    waitForFile(missing);
  return result;
}
/// A write to a pipe that nobody reads: the program's end, unless it ignores the signal.
void noteBrokenPipe();

} // namespace xblock
