// Misuse of classes that the C++ headers define wholly. What follows such a hook is in the same block.
#include "world/held_locks.h"
#include "world/misuse.h"
#include "world/process_world.h"

#include <pthread.h>

#define XBLOCK_HOOK extern "C" __attribute__((visibility("default"), used))

using namespace xblock;

namespace {

int64_t valueOf(const void *counter, size_t n) {
  if (n == 4)
    return *static_cast<const int32_t *>(counter);
  return *static_cast<const int64_t *>(counter);
}

} // namespace

XBLOCK_HOOK void __xblock_counts(const void *counter, size_t n, int64_t update, int64_t most) {
  if (!running.onFiber)
    return;
  RuntimeScope scope;
  bool latch = most < 0;
  ThreadName thread(running.thread);
  int64_t value = valueOf(counter, n);
  if (update < 0)
    misuse(counter, "%s counts a %s by %ld", thread.text, latch ? "latch down" : "semaphore up", update);
  if (latch && update > value)
    misuse(counter, "%s counts a latch down by %ld, which expects %ld", thread.text, update, value);
  if (!latch && update > most - value)
    misuse(counter, "%s releases a semaphore by %ld, whose value is %ld and must not exceed %ld", thread.text, update, value, most);
}

XBLOCK_HOOK void __xblock_unlocks(const void *lock, bool shared) {
  if (!running.onFiber)
    return;
  RuntimeScope scope;
  auto address = reinterpret_cast<uint64_t>(lock);
  if (shared && findHeld(running.thread, {ResourceKind::RwLock, address}))
    misuse(lock, "%s gives back by unlock_shared() a lock that it holds for writing", ThreadName(running.thread).text);
  if (!shared && findHeld(running.thread, {ResourceKind::RwReaders, address}))
    misuse(lock, "%s gives back by unlock() a lock that it holds for reading", ThreadName(running.thread).text);
}

XBLOCK_HOOK void __xblock_loses_thread(const void *object) {
  callUnknown();
  auto number = *static_cast<const pthread_t *>(object); // 0: none; else one more than the model's
  if (!running.onFiber || number == 0 || number > scalars.threads)
    return;
  RuntimeScope scope;
  ThreadId lost{static_cast<uint32_t>(number - 1)};
  misuse(lost, "%s destroys or assigns a std::thread that was neither joined nor detached, %s: std::terminate",
         ThreadName(running.thread).text, ThreadName(lost).text);
}
