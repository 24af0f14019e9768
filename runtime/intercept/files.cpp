// What the intercepts of files share: steps, their names and ends.
#include "intercept/files.h"
#include "intercept/cancellation.h"
#include "intercept/signals.h"
#include "intercept/streams.h"
#include "intercept/virtual_clock.h"
#include "support/report_streams_linux.h"
#include "world/misuse.h"
#include "world/process_world.h"
#include "world/strict_memory_linux.h"
#include "world/trace.h"

#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <string>
#include <vector>

using namespace xblock;

namespace {

/// Of the traced schedule: what is told to be what. Private memory.
std::map<uint64_t, std::string> told;
std::vector<uint64_t> used; ///< since the last step

void tellUsed(const std::string &what) {
  for (uint64_t key : used)
    told.try_emplace(key, what);
  used.clear();
}
std::string tellUse(uint64_t key) {
  auto found = told.find(key);
  return found == told.end() ? "" : found->second;
}

void noteUse(Resource r, bool writes) {
  if (!running.out)
    return;
  RuntimeScope scope(
      RuntimeScope::Internal); // what grows here is the runtime's, also within a call of a library
  running.out->data.add(resourceKey(r), !writes, writes);
  if (running.tracing)
    used.push_back(resourceKey(r));
  if (writes && r.kind == ResourceKind::File)
    running.out->owed.push_back(r);
}
uint32_t thread() { return index(running.thread); }
bool stepsHeld = false;

uint64_t now() { return kStartOfTime * 1'000'000'000 + threadOf(running.thread).clock; }

/// Its conflicts, and that it races with what the program does there without a call; not with another call.
void noteMemory(void *p, size_t n, bool writes) {
  if (writes)
    noteAtomicWrite(p, n);
  else
    noteAtomicRead(p, n);
  noteAtomic(p, n, !writes, writes, Order::Relaxed, nullptr);
}
[[noreturn]] void refuse(const char *what) { unsupported(what, nullptr); }

} // namespace

void xblock::refuseForeign(const files::OpenFile *file, const xblock_site *site) {
  if (file && file->node->kind == files::NodeKind::Foreign)
    unsupported("use of a descriptor that leads out of the process: a terminal, socket or device", site);
}

std::string xblock::describeFile(const files::OpenFile *file) {
  if (!file)
    return "a descriptor that is not open";
  if (file->path) {
    std::string path(file->path, file->pathSize), folder = files::currentDirectory() + "/";
    return path.starts_with(folder) ? path.substr(folder.size()) : path;
  }
  switch (file->node->kind) {
  case files::NodeKind::Events:
    return "an event counter";
  case files::NodeKind::Pipe:
    return "a pipe";
  case files::NodeKind::Epoll:
    return "an epoll";
  case files::NodeKind::Stream:
  case files::NodeKind::Messages:
    return "a socket";
  case files::NodeKind::Input:
    return "stdin";
  default:
    return "a file";
  }
}

const char *xblock::nameOf(const files::OpenFile *file) {
  return running.tracing ? strdup(describeFile(file).c_str()) : ""; // for the report of the one schedule that is traced
}

namespace {

/// The program closed stdout or stderr, which are captured as they are, and what it opened then got their number. `how`: O_RDONLY; what can be
/// written too is taken for its output, as a log that it opened for both.
bool isInPlaceOf(int stream, int how) {
  const files::BaseDescriptor now = files::baseDescriptor(stream);
  if (now.error || S_ISCHR(now.status.st_mode) || (now.flags & O_ACCMODE) != how)
    return false;
  return reportStream(stream) < 0 || !files::isSameOpenFile(stream, reportStream(stream));
}

} // namespace

void xblock::refuseReadBack(int fd, const xblock_site *site) {
  if ((fd == 1 || fd == 2) && isInPlaceOf(fd, O_RDWR))
    unsupported("a read of what was opened in the place of stdout or stderr", site);
}

void xblock::beginFiles() {
  if (files::surroundings.noteUse)
    return;
  files::surroundings = {noteUse, thread, now, noteMemory, refuse};
  tellFile = tellUse;
  for (int stream : {1, 2})
    if (isInPlaceOf(stream, O_RDONLY))
      unsupported(stream == 1 ? "a file to read as descriptor 1, in the place of stdout: open something in its place before, as /dev/null"
                              : "a file to read as descriptor 2, in the place of stderr: open something in its place before, as /dev/null",
                  nullptr);
  prepareStreams(); // what they hold back is written before
  files::begin();
  adoptStreams();
  running.filesModelled = xblockRefuseFiles = true;
}

void xblock::endFiles() {
  forgetStreams();
  files::end();
  files::surroundings = {};
  running.filesModelled = xblockRefuseFiles = false;
}

void xblock::holdFileSteps(bool held) { stepsHeld = held; }

int64_t xblock::endFileStep(int64_t result, const char *verb, const char *what, const xblock_site *site) {
  static constexpr xblock_site kUnknown{"", "", 0, 0};
  running.ran = true;
  if (running.tracing) {
    tellUsed(*what ? what : verb);
    char text[320];
    snprintf(text, sizeof text, "%s%s%.200s", verb, *what ? " " : "", what);
    if (result < 0)
      snprintf(text + strlen(text), sizeof text - strlen(text), ": %s", strerrorname_np(static_cast<int>(-result)));
    traceEvent(strdup(text), nullptr, site); // kept, as above
  }
  running.endSite = site ? site : &kUnknown;
  uint64_t &steps = files::tables().steps[index(running.thread)];
  undoLog.touch(&steps, sizeof steps);
  ++steps;
  if (!stepsHeld)
    boundary(Ending::Split);
  if (result >= 0)
    return result;
  errno = static_cast<int>(-result);
  if (result == -EFAULT)
    noteModelledFault();
  return -1;
}

void xblock::endFileStep() {
  running.ran = true;
  if (!stepsHeld)
    boundary(Ending::Split);
}

void xblock::waitForFile(Resource r) {
  stepsHeld = false; // the block is undone
  noteWanted(r);
  blockOn(r);
}

int xblock::openFile(int directory, const char *path, int flags, uint32_t mode, const xblock_site *site) {
  int fd = files::openAt(directory, path, flags, mode);
  if (fd < 0)
    return fd;
  const files::OpenFile *file = files::fileAt(fd);
  refuseForeign(file, site);
  if (!files::waitsForOtherEnd(*file))
    return fd;
  if (stepsHeld)
    unsupported("a pipe with a name that is opened by a C++ stream", site);
  running.ran = true; // others see that it is open now
  traceEvent("begin to open a pipe with a name", nullptr, site);
  boundary(Ending::Split);
  file = files::fileAt(fd);
  if (file && files::waitsForOtherEnd(*file) && requestActs())
    unsupported("a thread that is cancelled while it opens a pipe with a name", site);
  if (file && files::waitsForOtherEnd(*file))
    waitForFile(files::endsOf(*file->node));
  return fd;
}

void xblock::noteBrokenPipe() {
  if (isIgnored(SIGPIPE) || threadOf(running.thread).signalMask & bitOf(SIGPIPE))
    return;
  if (hasHandler(SIGPIPE))
    unsupported("a write to a pipe or socket that nobody reads, where SIGPIPE has a handler", nullptr);
  failf(FailureKind::Signal, "SIGPIPE: a write to a pipe or socket that nobody reads");
}
