// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A counter in C++ that C uses.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif
void increment(void);
int count(void);
#ifdef __cplusplus
}
#endif
