//===- format_reads.h - memory that a printf-like call reads --------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#pragma once

#include "xblock/abi.h"

#include <cstdarg>

namespace xblock {

/// Notes the format, and the strings that its %s conversions read, as accesses of the block. %n is unsupported.
void noteFormatReads(const char *format, va_list arguments, const xblock_site *site);

} // namespace xblock
