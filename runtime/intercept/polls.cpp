// Waiting for several descriptors; event counters.
#include "intercept/cancellation.h"
#include "intercept/files.h"
#include "intercept/polls.h"

#include <algorithm>
#include <cstring>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/select.h>

using namespace xblock;

namespace {

/// How many are ready; notes what was looked at.
int lookAtAll(pollfd *all, nfds_t n, const xblock_site *site) {
  int ready = 0;
  if (n)
    noteWrite(all, n * sizeof *all, site);
  for (nfds_t i = 0; i < n; ++i) {
    all[i].revents = 0;
    if (all[i].fd < 0)
      continue;
    files::OpenFile *file = files::fileAt(all[i].fd);
    if (file && file->node->kind == files::NodeKind::Foreign)
      unsupported("poll of a descriptor that leads out of the process", nullptr);
    if (file && file->epoll)
      unsupported("poll of an epoll", site);
    if (file)
      all[i].revents = files::readiness(*file, all[i].events);
    else if (all[i].fd < 3)
      all[i].revents = static_cast<short>(all[i].events & (all[i].fd == 0 ? POLLIN : POLLOUT));
    else
      all[i].revents = POLLNVAL;
    if (all[i].revents && all[i].revents != POLLNVAL && file && file->node->kind != files::NodeKind::File)
      noteReceive(file->node);
    ready += all[i].revents != 0;
  }
  return ready;
}

/// `length` null: no time-out. The array was told of.
int pollStepOrCancel(pollfd *all, nfds_t n, const timespec *length, const xblock_site *site, CallPlace place) {
  RuntimeScope scope;
  bool now = length && length->tv_sec == 0 && length->tv_nsec == 0;
  for (nfds_t i = 0; i < n && !now; ++i)
    refuseIfTaken(all[i].fd, false, site, true);
  int ready = waitUntilReady(length, place, [&] { return lookAtAll(all, n, site); });
  if (ready == -ECANCELED)
    return ready;
  return static_cast<int>(endFileStep(ready, ready ? "poll, ready" : "poll, nothing", "", site));
}

int pollStep(pollfd *all, nfds_t n, const timespec *length, const xblock_site *site, CallPlace place) {
  int ready = pollStepOrCancel(all, n, length, site, place);
  if (ready == -ECANCELED)
    actOnRequest();
  return ready;
}

} // namespace

XBLOCK_OF_FILES(int, poll, (pollfd * all, nfds_t n, int milliseconds), (all, n, milliseconds), {
  timespec length{milliseconds / 1000, milliseconds % 1000 * 1'000'000L};
  return pollStep(all, n, milliseconds < 0 ? nullptr : &length, site, XBLOCK_CALL_PLACE(all));
})
XBLOCK_OF_FILES(int, ppoll, (pollfd * all, nfds_t n, const timespec *length, const sigset_t *mask), (all, n, length, mask), {
  if (length)
    noteRead(length, sizeof *length, site);
  return pollStep(all, n, length, site, XBLOCK_CALL_PLACE(all));
})

namespace {

int selectStep(int n, fd_set *in, fd_set *out, fd_set *odd, const timespec *length, const xblock_site *site, CallPlace place) {
  if (n < 0 || n > FD_SETSIZE)
    return errno = EINVAL, -1;
  pollfd all[FD_SETSIZE];
  nfds_t count = 0;
  for (fd_set *set : {in, out, odd})
    if (set)
      noteRead(set, sizeof *set, site);
  for (int fd = 0; fd < n; ++fd) {
    short wanted = static_cast<short>((in && FD_ISSET(fd, in) ? POLLIN : 0) | (out && FD_ISSET(fd, out) ? POLLOUT : 0));
    if (wanted || (odd && FD_ISSET(fd, odd)))
      all[count++] = {fd, wanted, 0};
  }
  if (pollStep(all, count, length, site, place) < 0)
    return -1;
  for (fd_set *set : {in, out, odd})
    if (set) {
      noteWrite(set, sizeof *set, site);
      FD_ZERO(set);
    }
  int bits = 0;
  for (nfds_t i = 0; i < count; ++i) {
    if (all[i].revents & POLLNVAL)
      return errno = EBADF, -1;
    if (in && all[i].events & POLLIN && all[i].revents & (POLLIN | POLLHUP | POLLERR))
      FD_SET(all[i].fd, in), ++bits;
    if (out && all[i].events & POLLOUT && all[i].revents & (POLLOUT | POLLERR))
      FD_SET(all[i].fd, out), ++bits;
  }
  return bits;
}

} // namespace

XBLOCK_OF_FILES(int, select, (int n, fd_set *in, fd_set *out, fd_set *odd, timeval *length), (n, in, out, odd, length), {
  timespec time{};
  if (length) {
    noteRead(length, sizeof *length, site);
    time = {length->tv_sec, length->tv_usec * 1000};
  }
  int ready = selectStep(n, in, out, odd, length ? &time : nullptr, site, XBLOCK_CALL_PLACE(nullptr));
  if (length && ready == 0) { // what is left of it
    noteWrite(length, sizeof *length, site);
    *length = {};
  }
  return ready;
})
XBLOCK_OF_FILES(int, pselect, (int n, fd_set *in, fd_set *out, fd_set *odd, const timespec *length, const sigset_t *mask),
                (n, in, out, odd, length, mask), {
  if (length)
    noteRead(length, sizeof *length, site);
  return selectStep(n, in, out, odd, length, site, XBLOCK_CALL_PLACE(nullptr));
})

XBLOCK_EVERYWHERE(int, eventfd, (unsigned count, int flags), (count, flags)) {
  const xblock_site *site = takeSite();
  if (!filesAreModelled()) {
    int fd = XBLOCK_REAL(int(unsigned, int), "eventfd")(count, flags);
    if (running.onFiber && !runtimeDepth && fd >= 0)
      files::rememberEvents(fd, flags & EFD_SEMAPHORE);
    return fd;
  }
  RuntimeScope scope;
  int result = flags & ~(EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE) ? -EINVAL : files::makeEvents(count, flags);
  return static_cast<int>(endFileStep(result, "make an event counter", "", site));
}
XBLOCK_OF_FILES(int, eventfd_read, (int fd, eventfd_t *value), (fd, value), {
  return readFromFile(fd, value, sizeof *value, site) == sizeof *value ? 0 : -1;
})
XBLOCK_OF_FILES(int, eventfd_write, (int fd, eventfd_t value), (fd, value), {
  return writeToFile(fd, &value, sizeof value, site) == sizeof value ? 0 : -1;
})
