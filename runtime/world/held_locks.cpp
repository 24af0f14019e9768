#include "world/held_locks.h"

#include "support/library_headers.h"
#include "world/process_world.h"
#include "world/misuse.h"
#include "world/running.h"

#include <cstdio>

namespace xblock {

HeldLock *findHeld(ThreadId t, Resource r) {
  ThreadState &th = threadOf(t);
  for (uint32_t i = 0; i < th.heldCount; ++i)
    if (th.held[i].lock == r)
      return &th.held[i];
  return nullptr;
}

namespace {

/// Null for what is no lock of the program.
const char *lockName(ResourceKind kind) {
  switch (kind) {
  case ResourceKind::Mutex:
    return "a mutex";
  case ResourceKind::Spin:
    return "a spin lock";
  case ResourceKind::Stream:
    return "the lock of a stream";
  case ResourceKind::OwnLock:
    return "a lock of its own making";
  case ResourceKind::OwnReaders:
    return "a lock of its own making for reading";
  case ResourceKind::RwLock:
    return "a lock for writing";
  case ResourceKind::RwReaders:
    return "a lock for reading";
  default:
    return nullptr;
  }
}

/// A place in a header of the C++ library says nothing: that of the program is told from the stack, if it is known (misuse.h).
bool isPlaceOfProgram(const HeldLock &held) { return held.site && held.site->line && !isLibraryHeader(held.site->file); }

} // namespace

HolderName::HolderName(ThreadId holder, Resource lock) {
  const HeldLock *held = findHeld(holder, lock);
  if (held && isPlaceOfProgram(*held))
    snprintf(text, sizeof text, "%s, taken at %s:%u", ThreadName(holder).text, held->site->file, held->site->line);
  else
    snprintf(text, sizeof text, "%s", ThreadName(holder).text);
}

void mustHoldNothing() {
  const ThreadState &th = threadOf(running.thread);
  for (uint32_t i = 0; i < th.heldCount; ++i) {
    const HeldLock &held = th.held[i];
    const char *lock = lockName(held.lock.kind);
    const auto *object = reinterpret_cast<const void *>(held.lock.id);
    if (lock && isPlaceOfProgram(held))
      misuse(object, "%s ends holding %s, taken at %s:%u", ThreadName(running.thread).text, lock,
            held.site->file, held.site->line);
    if (lock)
      misuse(object, "%s ends holding %s", ThreadName(running.thread).text, lock);
  }
}

bool findHolder(Resource r, ThreadId &out) {
  for (uint32_t i = 0; i < scalars.threads; ++i)
    if (findHeld(ThreadId{i}, r)) {
      out = ThreadId{i};
      return true;
    }
  return false;
}

LockList listLocks(ThreadId t, Outcome &out) {
  const ThreadState &th = threadOf(t);
  if (th.heldCount == 1 && th.held[0].lock.kind == ResourceKind::Mutex) { // mostly
    auto begin = static_cast<uint32_t>(out.locks.size());
    out.locks.push_back(th.held[0].lock);
    return {begin, begin, begin + 1};
  }
  auto add = [&](bool reading) {
    for (uint32_t i = 0; i < th.heldCount; ++i)
      if (th.held[i].lock.kind != ResourceKind::RwWaiting && isForReading(th.held[i].lock) == reading)
        out.locks.push_back(wholeLock(th.held[i].lock));
    return static_cast<uint32_t>(out.locks.size());
  };
  auto begin = static_cast<uint32_t>(out.locks.size());
  uint32_t shared = add(true);
  return {begin, shared, add(false)};
}

void addLockKeys(ThreadId t, Outcome &out) {
  const ThreadState &th = threadOf(t);
  for (Resource r : out.acquired) {
    bool written = r.kind == ResourceKind::RwReaders || (th.heldCount && findHeld(t, r)); // the former by a writer
    out.sync.add(resourceKey(r), !written, written);
    if (r.kind == ResourceKind::RwLock && findHeld(t, readersOf(r)))
      out.sync.add(resourceKey(readersOf(r)), 1, 0);
  }
  for (uint32_t i = 0; i < th.heldCount; ++i)
    if (th.held[i].lock.kind == ResourceKind::RwWaiting && th.held[i].sinceBlock == running.block)
      out.sync.add(resourceKey(th.held[i].lock), 0, 1); // readers, which need it to be free, read it
}

} // namespace xblock
