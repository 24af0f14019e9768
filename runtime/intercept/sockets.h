//===- sockets.h - what the intercepts of sockets share ---------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A socket is the model's from its creation on, also before the first thread. For intercept/ only.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "files/sockets.h"
#include "intercept/files.h"

namespace xblock {

/// Null: -EBADF or -ENOTSOCK in *error. What leads out of the process is refused.
files::Socket *socketAt(int fd, int *error, const xblock_site *site);
/// Fills as much of `to` as fits, as the system does. Null: nothing is wanted.
void giveAddress(const files::Address &address, sockaddr *to, socklen_t *length, const xblock_site *site);
/// 127.0.0.1:80, [::1]:80, a path; to be read.
const char *textOf(const sockaddr *address, socklen_t length);

} // namespace xblock
