// The objects behind FILE.
#include "intercept/streams.h"
#include "files/arena.h"
#include "intercept/kept_state.h"
#include "support/check.h"
#include "world/heap_stacks.h"
#include "world/leaks.h"
#include "world/trace.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <malloc.h>
#include <map>
#include <vector>

using namespace xblock;

namespace {

constexpr unsigned kStreams = 256;
/// Closed ones that are not opened anew, so that who still uses one is found.
constexpr unsigned kClosed = 16;
constexpr int kNoReads = 4, kNoWrites = 8, kError = 0x20, kLinked = 0x80, kAppends = 0x1000, kUserLock = 0x8000; // glibc's _flags

ssize_t readCookie(void *cookie, char *to, size_t n);
ssize_t writeCookie(void *cookie, const char *from, size_t n);
int seekCookie(void *cookie, off64_t *offset, int whence);
int closeCookie(void *) { return 0; }

struct AllStreams {
  Mutex standard[2];     ///< locks of stdout and stderr
  Stream *all[kStreams]; ///< null from the first on that was never used
  uint64_t opened;       ///< how many times
};
AllStreams *allStreams = nullptr;

/// One of glibc's objects as it is when it is made. Private memory.
struct Made {
  char bytes[sizeof Stream::object];
  size_t size, cookieAt, lockAt;
};
const Made &madeByLibc() {
  static const Made *const made = [] {
    auto *m = new Made{};
    auto *mark = reinterpret_cast<void *>(0x5bc00f1e);
    FILE *file = fopencookie(mark, "r+", {readCookie, writeCookie, seekCookie, closeCookie});
    m->size = std::min(sizeof m->bytes, malloc_usable_size(file));
    memcpy(m->bytes, static_cast<void *>(file), m->size);
    m->cookieAt = static_cast<size_t>(static_cast<char *>(memmem(m->bytes, m->size, &mark, sizeof mark)) - m->bytes);
    m->lockAt = static_cast<size_t>(static_cast<char *>(file->_lock) - reinterpret_cast<char *>(file));
    fclose(file);
    XBLOCK_CHECK(m->lockAt < m->size && m->cookieAt < m->size);
    return m;
  }();
  return *made;
}

void save(unsigned stream) { undoLog.touch(&streamAt(stream), sizeof(Stream)); }

/// Of what a call does to it.
Resource useOf(const Stream &s) { return {ResourceKind::File, s.number + 3}; }
/// Of whether it is open.
Resource openingOf(const Stream &s) { return {ResourceKind::File, s.number + 4}; }

ssize_t readCookie(void *cookie, char *to, size_t n) {
  files::OpenFile *file = files::fileAt(streamAt(static_cast<unsigned>(reinterpret_cast<uintptr_t>(cookie))).fd);
  Resource missing;
  int64_t plan = file ? files::planRead(*file, n, -1, &missing) : -EBADF;
  if (plan == files::kWouldBlock) {
    toWaitFor = missing;
    plan = -EAGAIN;
  }
  if (plan < 0)
    return errno = static_cast<int>(-plan), -1;
  files::read(*file, to, static_cast<size_t>(plan), -1);
  if (file->node->kind != files::NodeKind::File)
    noteReceive(file->node);
  return plan;
}

ssize_t writePart(void *cookie, const char *from, size_t n) {
  files::OpenFile *file = files::fileAt(streamAt(static_cast<unsigned>(reinterpret_cast<uintptr_t>(cookie))).fd);
  Resource missing;
  int64_t plan = file ? files::planWrite(*file, n, -1, &missing) : -EBADF;
  if (plan == files::kWouldBlock) {
    toWaitFor = missing;
    plan = -EAGAIN;
  }
  if (plan == -EPIPE)
    noteBrokenPipe();
  if (plan < 0)
    return errno = static_cast<int>(-plan), 0;
  if (file->node->kind != files::NodeKind::File)
    noteSend(file->out);
  files::write(*file, from, static_cast<size_t>(plan), -1);
  return plan;
}

ssize_t writeCookie(void *cookie, const char *from, size_t n) {
  size_t done = 0;
  while (done < n) {
    ssize_t part = writePart(cookie, from + done, n - done);
    if (part <= 0)
      break;
    done += static_cast<size_t>(part);
  }
  return static_cast<ssize_t>(done);
}

int seekCookie(void *cookie, off64_t *offset, int whence) {
  files::OpenFile *file = files::fileAt(streamAt(static_cast<unsigned>(reinterpret_cast<uintptr_t>(cookie))).fd);
  int64_t to = file ? files::seek(*file, *offset, whence) : -EBADF;
  if (to < 0)
    return errno = static_cast<int>(-to), -1;
  *offset = to;
  return 0;
}

} // namespace

std::optional<Resource> xblock::toWaitFor;

Stream &xblock::streamAt(unsigned i) { return *allStreams->all[i]; }
FILE *xblock::fileOf(unsigned i) { return reinterpret_cast<FILE *>(streamAt(i).object); }

namespace {

/// Of those closed, the least is opened anew first, which is the one that was closed the longest ago, as openings tell time: closings are in any order. An original's address
/// is no other stream's while threads are explored, and told to be closed as long as there is room.
uint64_t turnOf(const Stream &s) { return s.closedAt | (s.original ? uint64_t{1} << 63 : 0); }

/// One that is to be opened, perhaps for the first time; -1: all are open.
int findClosed() {
  int next = -1;
  unsigned closed = 0, i = 0;
  for (; i < kStreams && allStreams->all[i]; ++i) {
    const Stream &s = streamAt(i);
    if (s.open)
      continue;
    closed += !s.original;
    if (next < 0 || turnOf(s) < turnOf(streamAt(static_cast<unsigned>(next))))
      next = static_cast<int>(i);
  }
  return i < kStreams && closed < kClosed ? static_cast<int>(i) : next;
}

} // namespace

int xblock::openStream(int fd, int flags, FILE *original) {
  int found = findClosed();
  if (found < 0)
    return -1;
  auto i = static_cast<unsigned>(found);
  if (!allStreams->all[i])
    files::edit(&allStreams->all[i]) = files::make<Stream>();
  openStreamAgain(i, fd, flags, original);
  return found;
}

void xblock::closeStream(unsigned stream) {
  Stream &s = streamAt(stream);
  files::surroundings.noteUse(openingOf(s), true);
  s.open = false;
  s.closedAt = allStreams->opened;
  s.closed = {running.thread, keepStackToTell()};
  FILE *file = fileOf(stream); // what is compiled inline finds its buffer empty, and full: it calls __uflow and __overflow
  file->_IO_read_ptr = file->_IO_read_end;
  file->_IO_write_ptr = file->_IO_write_end = file->_IO_write_base;
}

void xblock::openStreamAgain(unsigned stream, int fd, int flags, FILE *original) {
  Stream &s = streamAt(stream);
  save(stream);
  ++files::edit(&allStreams->opened);
  s.open = true;
  s.fd = fd;
  s.given = nullptr;
  s.original = original;
  s.number = files::nextNumber();
  files::surroundings.noteUse(useOf(s), true); // who has its address finds it open from now on
  files::surroundings.noteUse(openingOf(s), true);
  s.lock.init(MutexKind::Recursive);
  const Made &made = madeByLibc();
  memcpy(s.object, made.bytes, made.size);
  auto cookie = static_cast<uintptr_t>(stream);
  memcpy(s.object + made.cookieAt, &cookie, sizeof cookie);
  FILE *file = fileOf(stream);
  file->_lock = s.object + made.lockAt;
  file->_chain = nullptr;
  int way = flags & O_ACCMODE;
  file->_flags &= ~kLinked;
  file->_flags |= (way == O_WRONLY ? kNoReads : 0) | (way == O_RDONLY ? kNoWrites : 0) | (flags & O_APPEND ? kAppends : 0);
  setvbuf(file, s.buffer, _IOFBF, sizeof s.buffer);
}

/// Those of stdout and stderr, which are none of the model's. No lock of libc's orders what comes before or after.
XBLOCK_KEPT(const char *[2], givenToStandard, "stdio_buffers");

namespace {

void tellGivenBuffers(void (*tell)(void *to, const void *p), void *to) {
  for (unsigned i = 0; allStreams && i < kStreams && allStreams->all[i]; ++i)
    if (streamAt(i).open)
      tell(to, streamAt(i).given);
}

} // namespace

void xblock::keepGivenBuffer(FILE *stream, const char *buffer) {
  if (stream != stdout && stream != stderr) {
    files::edit(&reinterpret_cast<Stream *>(stream)->given) = buffer;
    return;
  }
  const char *&given = givenToStandard.value[stream == stderr];
  touch(&given, sizeof given);
  noteAtomicWrite(&given, sizeof given);
  given = buffer;
}

void xblock::prepareStreams() {
  if (!allStreams)
    allStreams = files::make<AllStreams>();
  for (Mutex &m : allStreams->standard)
    files::edit(&m).init(MutexKind::Recursive);
  tellStream = nameOfStreamLock;
  tellKept = tellGivenBuffers;
  XBLOCK_REAL(int(FILE *), "fflush")(nullptr);
}

StreamLock xblock::standardLock(int stream) {
  return {&allStreams->standard[stream - 1], {ResourceKind::Stream, static_cast<uint64_t>(stream)}};
}
StreamLock xblock::lockOf(unsigned stream) { return {&streamAt(stream).lock, {ResourceKind::Stream, streamAt(stream).number}}; }
StreamLock xblock::lockOf(FILE *given, const char *function, const xblock_site *site) {
  if (given == stdout || given == stderr)
    return standardLock(given == stdout ? 1 : 2);
  unsigned stream = streamOf(given, function, site);
  noteLook(stream);
  return lockOf(stream);
}

std::string xblock::nameOfStreamLock(uint64_t number) {
  if (number <= 2)
    return number == 1 ? "the stdio lock of stdout" : "the stdio lock of stderr";
  for (unsigned i = 0; i < kStreams && allStreams->all[i]; ++i)
    if (streamAt(i).open && streamAt(i).number == number)
      return std::string("the stdio lock of ") + describeFile(files::tables().descriptors[streamAt(i).fd].file);
  return "the stdio lock of a stream that was closed";
}

namespace {

/// What adoptStreams() changed of a stream that was open before.
struct Adopted {
  FILE *file;
  char *readAt, *writeAt, *writeEnd;
};
std::vector<Adopted> adopted; // private memory

} // namespace

void xblock::forgetStreams() {
  for (const Adopted &a : adopted) {
    a.file->_IO_read_ptr = a.readAt;
    a.file->_IO_write_ptr = a.writeAt;
    a.file->_IO_write_end = a.writeEnd;
  }
  adopted.clear();
  allStreams = nullptr;
}

bool xblock::hasOwnStreams() {
  for (unsigned i = 0; i < kStreams && allStreams->all[i]; ++i)
    if (streamAt(i).open && !streamAt(i).original)
      return true;
  return false;
}

// glibc's list of all streams.
extern "C" FILE *_IO_list_all;

namespace {

/// Streams of libc's that main closed before threads were explored, and that are not open again. Private memory.
std::map<FILE *, Closing> closedBefore;

} // namespace

void xblock::noteClosedBefore(FILE *stream) {
  RuntimeScope scope;
  closedBefore.insert_or_assign(stream, Closing{running.thread, keepStackToTell()});
}

void xblock::adoptStreams() {
  for (FILE *open = _IO_list_all; open; open = open->_chain)
    closedBefore.erase(open);
  for (FILE *original = _IO_list_all; original; original = original->_chain) {
    int fd = XBLOCK_REAL(int(FILE *), "fileno")(original);
    const files::OpenFile *file = fd < 0 || original == stdout || original == stderr ? nullptr : files::fileAt(fd);
    if (file && file->node->kind != files::NodeKind::Foreign && original->_mode <= 0) {
      int stream = openStream(fd, file->flags, original);
      if (stream < 0)
        unsupported("more than 256 streams at once", nullptr);
      FILE *own = fileOf(static_cast<unsigned>(stream));
      constexpr int kUnbuffered = 2, kEnd = 0x10, kLine = 0x200;
      if (original->_flags & (kUnbuffered | kLine))
        setvbuf(own, nullptr, original->_flags & kUnbuffered ? _IONBF : _IOLBF, 0);
      own->_flags |= original->_flags & kEnd;
      auto unread = static_cast<size_t>(original->_IO_read_end - original->_IO_read_ptr);
      if (file->node->kind == files::NodeKind::File) {
        if (off_t at = XBLOCK_REAL(off_t(FILE *), "ftello")(original); at >= 0)
          files::seek(*files::fileAt(fd), at, SEEK_SET);
      } else if (unread) {
        Stream &s = streamAt(static_cast<unsigned>(stream));
        if (unread > sizeof s.buffer)
          unsupported("a stream of which more than 4,096 bytes were read ahead before the first thread", nullptr);
        memcpy(s.buffer, original->_IO_read_ptr, unread);
        setvbuf(own, s.buffer, _IOFBF, sizeof s.buffer);
        own->_IO_read_base = own->_IO_read_ptr = s.buffer;
        own->_IO_read_end = s.buffer + unread;
      }
      adoptStreamLock(lockOf(static_cast<unsigned>(stream)), original);
    } else if (original == stdout || original == stderr) {
      adoptStreamLock(standardLock(original == stdout ? 1 : 2), original);
    }
    // Code that was compiled inline finds its buffer empty, and full: it calls __uflow and __overflow.
    if (original->_mode <= 0) {
      adopted.push_back({original, original->_IO_read_ptr, original->_IO_write_ptr, original->_IO_write_end});
      original->_IO_read_ptr = original->_IO_read_end;
      original->_IO_write_ptr = original->_IO_write_end = original->_IO_write_base;
    }
  }
}

namespace {

/// Who flushes all sees what was done to any stream.
constexpr Resource kAnyStream{ResourceKind::File, 2};

} // namespace

void xblock::flushAll(const xblock_site *site) {
  {
    RuntimeScope scope;
    files::surroundings.noteUse(kAnyStream, true);
  }
  for (unsigned i = 0; i < kStreams && allStreams->all[i]; ++i) {
    if (!streamAt(i).open)
      continue;
    if (fileOf(i)->_IO_write_ptr > fileOf(i)->_IO_write_base) {
      onStream(fileOf(i), "fflush", site, [](FILE *f) { return XBLOCK_REAL(int(FILE *), "fflush")(f); });
      continue;
    }
    RuntimeScope scope;
    StreamCall call = enterStream(fileOf(i), "fflush", site, StreamLocking::Takes);
    files::surroundings.noteUse(useOf(streamAt(i)), false);
    if (call.locked)
      giveStreamLock(lockOf(i));
  }
  RuntimeScope scope;
  endFileStep(0, "fflush", "all", site);
}

void xblock::noteLook(unsigned stream) { files::surroundings.noteUse(openingOf(streamAt(stream)), false); }

unsigned xblock::streamOf(FILE *given, const char *function, const xblock_site *site) {
  const Closing *closed = nullptr;
  for (unsigned i = 0; i < kStreams && allStreams->all[i]; ++i) {
    const Stream &s = streamAt(i);
    if (fileOf(i) != given && s.original != given)
      continue;
    if (s.open)
      return i;
    closed = &s.closed;
    files::surroundings.noteUse(openingOf(s), false); // whether it is closed depends on who came before
  }
  static char what[120];
  if (auto before = closedBefore.find(given); !closed && before != closedBefore.end())
    closed = &before->second;
  if (closed && given == stdin) { // which is not given back
    snprintf(what, sizeof what, "%s of the closed stdin", function);
    unsupported(what, site);
  }
  if (closed)
    failClosedStream(function, *closed);
  snprintf(what, sizeof what, "%s of a stream that leads out of the process, is wide, or was made without a descriptor", function);
  unsupported(what, site);
}

namespace {

bool mayWait(const Stream &s) {
  const files::OpenFile *file = files::fileAt(s.fd);
  return file && (files::waits(*file->node) || files::waits(*file->out));
}

} // namespace

StreamCall xblock::enterStream(FILE *given, const char *function, const xblock_site *site, StreamLocking locking) {
  unsigned stream = streamOf(given, function, site);
  if (locking == StreamLocking::Leaves || fileOf(stream)->_flags & kUserLock)
    return {stream, false};
  takeStreamLock(lockOf(stream), site);
  stream = streamOf(given, function, site); // others may have run before it was taken
  if (running.tracing && mayWait(streamAt(stream)) && streamAt(stream).lock.count() == 1)
    tellStreamLock("lock ", lockOf(stream), site);
  return {stream, true};
}

FILE *xblock::beginStreamStep(StreamCall call) {
  Stream &s = streamAt(call.stream);
  if (mayWait(s))
    boundaryBeforeBlocking();
  files::surroundings.noteUse(useOf(s), true);
  files::surroundings.noteUse(kAnyStream, false);
  save(call.stream);
  toWaitFor.reset();
  return fileOf(call.stream);
}

bool xblock::endStreamStep(StreamCall call, const char *verb, const xblock_site *site, bool goesOn) {
  int error = errno;
  Stream &s = streamAt(call.stream);
  if (toWaitFor && requestActs()) {
    fileOf(call.stream)->_flags &= ~kError;
    if (call.locked) // as the stack is unwound
      giveStreamLock(lockOf(call.stream));
    endBeforeActing();
    return false;
  }
  if (toWaitFor)
    waitForFile(*toWaitFor);
  const files::OpenFile *file = running.tracing ? files::fileAt(s.fd) : nullptr;
  if (call.locked && !goesOn)
    giveStreamLock(lockOf(call.stream));
  endFileStep(0, verb, file ? nameOf(file) : "", site);
  errno = error;
  return true;
}
