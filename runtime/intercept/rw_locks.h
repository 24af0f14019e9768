//===- rw_locks.h - the program's reader-writer locks ---------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#pragma once

#include "support/ids.h"
#include "sync/rw_lock.h"
#include "world/running.h"
#include "xblock/abi.h"

#include <pthread.h>

namespace xblock {

inline Resource resourceOf(pthread_rwlock_t *l) { return {ResourceKind::RwLock, reinterpret_cast<uint64_t>(l)}; }
/// Its own data is rolled back, and a thread of the program runs.
bool isModelled(pthread_rwlock_t *l);
/// What is called before main, when no fiber runs, changes the object and tells nobody.
bool isEarly(pthread_rwlock_t *l);
/// The lock at l, which `what` is about to use; the run ends if it is none.
RwLock *rwLockAt(pthread_rwlock_t *l, const char *what, const xblock_site *site);
/// Whether readers wait for writers that wait.
inline bool writersFirst(const RwLock *lock) { return lock->prefersWriters() || running.preferWriters; }
/// The running thread asks to write under a lock that prefers writers, and no longer does.
void askToWrite(pthread_rwlock_t *l, const char *what, const xblock_site *site);
void stopAsking(pthread_rwlock_t *l);
/// How often the running thread holds it for reading.
uint32_t timesRead(pthread_rwlock_t *l);
/// A failure if the running thread, which reads under it, may not do so again.
void mayReadAgain(const RwLock *lock);
/// Once more, by a thread that reads under it already.
void readAgain(pthread_rwlock_t *l);
/// What the real try-lock said of a lock of a library: see lockForReal in mutexes.h.
int libraryLock(int error, const xblock_site *site);

} // namespace xblock
