//===- terminal_linux.h - the report on standard error --------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Coloured, and broken at its width, where that is a terminal. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "report/report.h"

#include <string>

namespace xblock {

/// quiet: only the verdict. color: auto, always, never.
void printToStderr(const Report &report, bool quiet, const std::string &color);

} // namespace xblock
