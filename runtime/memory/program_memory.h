//===- program_memory.h - whether there is memory where a call of the program says so -------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A modelled system call fails with EFAULT where the kernel could not read or write, instead of faulting as a function of libc does.
// Looked at is one byte, the first one that the call is to use: of more, the kernel does what it can, which is not modelled.
// What the heap does not allow is a failure of the program before that (noteRead, noteWrite).
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstddef>

namespace xblock {

bool isReadable(const void *p);
/// How many of the n bytes are memory, from the first up to a page that cannot be read.
size_t readableBytes(const void *p, size_t n);
/// It was told of that the program writes there. The byte stays as it is.
bool isWritable(void *p);

} // namespace xblock
