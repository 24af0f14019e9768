//===- thread_exit.h - what runs when a thread, or the program, ends ------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#pragma once

#include "xblock/abi.h"

#include <pthread.h>

namespace xblock {

/// The running thread's destructors of thread_local objects, then those of its keys.
void runThreadExit();

/// The running thread ends: its destructors, and those of the process if no other thread lives.
[[noreturn]] void finishThread();

/// What atexit and static destructors registered, newest first, then the end of the process with that status. `returned`:
/// main did, else the program called exit.
[[noreturn]] void exitProgram(int status, bool returned);

/// Whether threads are made joinable or detached that are given no attributes (scheduling.cpp).
int defaultDetachState();

/// A thread that asks for more stack than it would have stops the run. What attributes have by default was not asked for.
void refuseLargerStack(const pthread_attr_t *attr, const xblock_site *site);

/// Destructors of the values of the running thread (keys.cpp).
void runKeyDestructors();

/// For std::set_terminate: an uncaught exception, or std::terminate for another reason.
[[noreturn]] void onTerminate();

/// Something the program did before main (or after it) that cannot be modelled: one line, exit code 4.
[[noreturn]] void unsupportedBeforeMain(const char *what);

} // namespace xblock
