// Resources in the words of reports.
#include "world/held_locks.h"
#include "world/object_names_linux.h"
#include "world/steps.h"
#include "world/thread_table.h"
#include "world/trace.h"

#include <string>

namespace xblock {

namespace {

const char *kindName(ResourceKind kind) {
  switch (kind) {
  case ResourceKind::Mutex:
    return "mutex";
  case ResourceKind::Spin:
    return "spin lock";
  case ResourceKind::Condition:
    return "condition variable";
  case ResourceKind::ThreadEnd:
  case ResourceKind::EndOrCancel:
    return "the end of";
  case ResourceKind::Semaphore:
    return "semaphore";
  case ResourceKind::Signal:
    return "a signal";
  case ResourceKind::Guard:
  case ResourceKind::Once:
    return "initialisation of";
  case ResourceKind::RwLock:
    return "the writer of lock";
  case ResourceKind::RwReaders:
    return "the readers of lock";
  case ResourceKind::RwWaiting:
    return "the writers that wait for lock";
  case ResourceKind::Futex:
    return "futex";
  case ResourceKind::Join:
  case ResourceKind::Cancel:
    return "a cancellation of";
  case ResourceKind::Barrier:
    return "barrier";
  case ResourceKind::Change:
    return "a change of"; // of one of the things that the loop reads
  case ResourceKind::Time:
    return "a time-out at";
  case ResourceKind::Patience:
  case ResourceKind::Bound:
  case ResourceKind::OwnLock:
  case ResourceKind::OwnReaders:
    return "lock";
  case ResourceKind::File:
    return "data or room in a pipe, socket or event counter, or a connection";
  case ResourceKind::None:
  case ResourceKind::Outcome: // nobody waits for one
  case ResourceKind::Handover:
  case ResourceKind::Path:
  case ResourceKind::Descriptor:
  case ResourceKind::Stream: // has a name of its own
    break;
  }
  return "nothing";
}

} // namespace

std::string (*tellStream)(uint64_t number) = nullptr;

std::string describe(Resource r) {
  if (r.kind == ResourceKind::ThreadEnd || r.kind == ResourceKind::EndOrCancel || r.kind == ResourceKind::Cancel)
    return std::string(kindName(r.kind)) + " " + ThreadName(ThreadId{static_cast<uint32_t>(r.id)}).text;
  if (r.kind == ResourceKind::Stream && tellStream)
    return tellStream(r.id);
  if (r.kind == ResourceKind::File)
    return r.id == 1 ? "one of several descriptors" : kindName(r.kind);
  return kindName(r.kind) + (r.kind == ResourceKind::Signal ? "" : " " + nameWithFrame(r.id));
}

std::string describeHeld(const HeldFor &h) {
  std::string text =
      h.lock.kind == ResourceKind::RwLock ? "lock " + nameWithFrame(h.lock.id) : describe(h.lock);
  return text + (h.shared ? " (for reading)" : "");
}

} // namespace xblock
