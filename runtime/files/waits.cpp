// Threads that may wait in a call with a descriptor that others close: an attempt that was blocked is undone, so who tries again does not
// know that it waited. It may have, if it did nothing since, and the call would have waited.
#include "files/arena.h"
#include "files/epolls.h"
#include "files/files.h"
#include "files/rings.h"
#include "files/sockets.h"

#include <cstring>

namespace xblock::files {

void take(Taken &taken, const OpenFile &file, uint32_t threads) {
  const Node &in = *file.node, &out = *file.out;
  give(edit(&taken).steps, taken.threads * sizeof(uint64_t));
  taken = {};
  if (!waits(in) && !file.epoll)
    return;
  if (reads(file.flags))
    look(in);
  bool ended = file.socket ? file.socket->receiveShut || file.socket->error || file.socket->phase == Phase::Fresh
                           : in.kind == NodeKind::Pipe && in.writers == 0;
  bool listens = file.socket && file.socket->phase == Phase::Listening;
  taken.emptied = reads(file.flags) && (file.epoll ? !file.epoll->first : listens ? file.socket->pending == 0 : in.size == 0 && !ended);
  taken.filled = writes(file.flags) && out.pages && capacityOf(out) - out.size < kPage;
  taken.polled = file.flags & O_NONBLOCK;
  if (!taken.emptied && !taken.filled)
    return;
  taken.steps = static_cast<uint64_t *>(take(threads * sizeof(uint64_t)));
  undoLog.touch(taken.steps, threads * sizeof(uint64_t));
  memcpy(taken.steps, tables().steps, threads * sizeof(uint64_t));
  taken.threads = threads;
  taken.by = surroundings.thread();
}

bool mayWaitSince(const Taken &taken, bool writing, bool polls) {
  uint32_t thread = surroundings.thread();
  return taken.steps && (polls || !taken.polled) && (writing ? taken.filled : taken.emptied) && thread != taken.by && thread < taken.threads &&
         taken.steps[thread] == tables().steps[thread];
}

} // namespace xblock::files
