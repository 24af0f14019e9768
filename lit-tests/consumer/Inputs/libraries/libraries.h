// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What the static and the shared library have.
#pragma once

#ifdef __cplusplus
#define LIBRARY extern "C"
#else
#define LIBRARY extern
#endif

LIBRARY void addToStatic(int n);
LIBRARY int staticTotal(void);

LIBRARY void addToShared(int n);
LIBRARY int sharedTotal(void);
/// Calls of addToShared by the calling thread, counted from 10.
LIBRARY int callsOfThisThread(void);
/// The same, counted from 0.
LIBRARY __thread int visibleCalls;
/// Sums what the threads passed; read after they are joined.
LIBRARY int visibleTotal;
