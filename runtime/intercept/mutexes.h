//===- mutexes.h - the program's mutexes ----------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#pragma once

#include "support/ids.h"
#include "sync/mutex.h"
#include "world/patience.h"
#include "xblock/abi.h"

#include <ctime>
#include <pthread.h>

namespace xblock {

inline Resource resourceOf(pthread_mutex_t *m) { return {ResourceKind::Mutex, reinterpret_cast<uint64_t>(m)}; }
/// Its own data is rolled back, and a thread of the program runs.
bool isModelled(const pthread_mutex_t *m);
/// The mutex at m, which `what` is about to use; the run ends if it is none.
Mutex *mutexAt(pthread_mutex_t *m, const char *what, const xblock_site *site);
/// A lock of a library, whose data is not rolled back. If a thread of the program holds it across the end of a block,
/// waiting would be for ever: there is one OS thread.
int lockForReal(pthread_mutex_t *m, const xblock_site *site);
/// What a robust mutex says to its next owners changed: they come before or after, also those that had it in a block of
/// their own.
void noteHealth(pthread_mutex_t *m);
/// The running thread, which ends, gives up the robust ones that it holds.
void loseRobustMutexes();
/// pthread_mutex_trylock and, under a name of its own, pthread_mutex_timedlock.
int tryMutex(pthread_mutex_t *m, const xblock_site *site, CallPlace place);
int lockMutexBefore(pthread_mutex_t *m, const timespec *until, const char *name, const xblock_site *site, CallPlace place);

} // namespace xblock
