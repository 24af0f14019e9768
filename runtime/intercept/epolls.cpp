// epoll: waiting for several descriptors that were named before.
#include "files/epolls.h"
#include "intercept/cancellation.h"
#include "intercept/files.h"
#include "intercept/polls.h"

#include <cstdint>
#include <sys/epoll.h>

using namespace xblock;

namespace {

/// Null: -EBADF or -EINVAL in *error.
files::Epoll *epollAt(int fd, int *error, const xblock_site *site) {
  const files::OpenFile *file = files::fileAt(fd);
  refuseForeign(file, site);
  *error = !file ? -EBADF : file->epoll ? 0 : -EINVAL;
  return *error ? nullptr : file->epoll;
}

int makeStep(int flags, const xblock_site *site) {
  RuntimeScope scope;
  beginFiles();
  return endFileCall(flags & ~EPOLL_CLOEXEC ? -EINVAL : files::makeEpoll(flags), "make", "an epoll", site);
}

/// `length` null: no time-out.
int waitOrCancel(int fd, epoll_event *events, int most, const timespec *length, const xblock_site *site, CallPlace place) {
  RuntimeScope scope;
  int error;
  bool now = length && length->tv_sec == 0 && length->tv_nsec == 0;
  if (!now)
    refuseIfTaken(fd, false, site);
  epollAt(fd, &error, site);
  if (!error && (most <= 0 || most > INT32_MAX / static_cast<int>(sizeof *events)))
    error = -EINVAL;
  if (error)
    return endFileCall(error, "wait for", "an epoll", site);
  auto look = [&] {
    while (true) {
      files::Epoll *epoll = epollAt(fd, &error, site); // others may have run
      if (!epoll)
        return 1;
      bool listed = epoll->first;
      files::Interest *again = nullptr;
      int n = 0;
      epoll_event event;
      while (const files::OpenFile *file = n < most ? files::takeEvent(*epoll, event, &again) : nullptr) {
        noteReceive(file->node);
        noteWrite(events + n, sizeof event, site);
        events[n++] = event;
      }
      files::putBack(again);
      if (n) {
        noteReceive(files::fileAt(fd)->node);
        return n;
      }
      if (now || !listed)
        return 0;
      running.ran = true; // what was listed and is not ready is off the list from now on, though the thread waits
      boundary(Ending::Split);
    }
  };
  int ready = waitUntilReady(length, place, look);
  if (ready == -ECANCELED)
    return ready;
  if (error)
    return endFileCall(error, "wait for", "an epoll", site);
  return endFileCall(ready, ready ? "epoll, ready" : "epoll, nothing", "", site);
}

int waitStep(int fd, epoll_event *events, int most, const timespec *length, const xblock_site *site, CallPlace place) {
  cancellationPoint(site);
  int ready = waitOrCancel(fd, events, most, length, site, place);
  if (ready == -ECANCELED)
    actOnRequest();
  return ready;
}

int waitStep(int fd, epoll_event *events, int most, int milliseconds, const xblock_site *site, CallPlace place) {
  timespec length{milliseconds / 1000, milliseconds % 1000 * 1'000'000L};
  return waitStep(fd, events, most, milliseconds < 0 ? nullptr : &length, site, place);
}

void refuseMask(const sigset_t *mask, const xblock_site *site) {
  if (mask)
    unsupported("epoll_pwait with a mask of signals", site);
}

} // namespace

/// Also before the first thread: it may be given sockets.
#define XBLOCK_MAKES_EPOLL(name, parameter, flags)                                                 \
  XBLOCK_EVERYWHERE(int, name, (int parameter), (parameter)) {                                     \
    const xblock_site *site = takeSite();                                                          \
    if (!running.onFiber || runtimeDepth)                                                          \
      return XBLOCK_REAL(int(int), #name)(parameter);                                              \
    return makeStep(flags, site);                                                                  \
  }
XBLOCK_MAKES_EPOLL(epoll_create, size, size > 0 ? 0 : -1)
XBLOCK_MAKES_EPOLL(epoll_create1, flags, flags)

XBLOCK_OF_FILES(int, epoll_ctl, (int fd, int operation, int of, epoll_event *event), (fd, operation, of, event), {
  RuntimeScope scope;
  if (operation != EPOLL_CTL_DEL)
    noteRead(event, sizeof *event, site);
  int error;
  files::Epoll *epoll = epollAt(fd, &error, site);
  const files::OpenFile *file = files::fileAt(of);
  refuseForeign(file, site);
  if (epoll && !file && of >= 0 && of < 3)
    unsupported("epoll of stdin, stdout or stderr", site);
  if (epoll) {
    noteSend(files::fileAt(fd)->node);
    error = files::control(*epoll, operation, of, event);
    if (error == -ENOSYS)
      unsupported("epoll of another epoll, of stdin or a device, with EPOLLEXCLUSIVE, or EPOLLET with EPOLLOUT of an AF_UNIX socket", site);
  }
  return endFileCall(error, "change", "an epoll", site);
})
XBLOCK_OF_FILES(int, epoll_wait, (int fd, epoll_event *events, int most, int milliseconds), (fd, events, most, milliseconds),
                { return waitStep(fd, events, most, milliseconds, site, XBLOCK_CALL_PLACE(events)); })
XBLOCK_OF_FILES(int, epoll_pwait, (int fd, epoll_event *events, int most, int milliseconds, const sigset_t *mask),
                (fd, events, most, milliseconds, mask),
                {
  refuseMask(mask, site);
  return waitStep(fd, events, most, milliseconds, site, XBLOCK_CALL_PLACE(events));
})
XBLOCK_OF_FILES(int, epoll_pwait2, (int fd, epoll_event *events, int most, const timespec *length, const sigset_t *mask),
                (fd, events, most, length, mask), {
  refuseMask(mask, site);
  if (length)
    noteRead(length, sizeof *length, site);
  return waitStep(fd, events, most, length, site, XBLOCK_CALL_PLACE(events));
})
