//===- own_descriptors_linux.h - descriptors of the runtime's own, which the program is not to meet ----===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// They lie far from where the program's own are counted from, and are closed by exec. Until the model has the descriptors the program calls
// the system, and may close all that it did not open (closefrom, a loop): intercept/ then tells it that these are not open. By system call.
//===------------------------------------------------------------------------------------------------===//
#pragma once

namespace xblock {

/// A duplicate far away, known as the runtime's own; -1, and errno, if there is none.
int duplicateFar(int fd);
/// The same, and `fd` is closed, in any case.
int moveFar(int fd);
/// Nothing of -1.
void closeOwn(int fd);
bool isOwnDescriptor(int fd);

} // namespace xblock
