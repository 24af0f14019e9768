//===- symbolizer_linux.h - llvm-symbolizer as a subprocess -------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// One run for one batch of addresses. Its environment is ours without LD_PRELOAD and with no
// debuginfod server, so it reads nothing but files of this machine.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <optional>
#include <string>

namespace xblock {

/// What the symbolizer prints (--output-style=JSON, one object a line) for lines of `"MODULE"
/// 0xOFFSET`; empty if none could be started. Blocks until it ends.
std::optional<std::string> runSymbolizer(const std::string &input);

} // namespace xblock
