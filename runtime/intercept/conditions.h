//===- conditions.h - waiting on a condition variable ---------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#pragma once

#include "xblock/abi.h"

#include <cstdint>
#include <pthread.h>

namespace xblock {

/// For the running thread; ends its block. ETIMEDOUT if the wait expired: while it is not notified, the thread may run on at
/// any time from then on, unless it is idle. EOWNERDEAD, ENOTRECOVERABLE: what the mutex said as it was taken again.
/// ECANCELED: the thread has the mutex, and is to be cancelled.
int waitUntil(pthread_cond_t *c, pthread_mutex_t *m, uint64_t deadline, const xblock_site *site);
/// Wakes one waiter (a choice of the search if there are several), resp. all.
void signalOne(pthread_cond_t *c, const xblock_site *site);
void signalAll(pthread_cond_t *c, const xblock_site *site);

} // namespace xblock
