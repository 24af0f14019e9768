//===- excerpts.h - the two or three lines of source that matter ----------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#pragma once

#include "report/paint.h"
#include "support/failure.h"

#include <string>

namespace xblock {

/// Where the failing thread stood, each of the two accesses of a race, or where threads wait for each other: the line, marked
/// with the thread, and one before and after it. "" if the source is not there.
std::string printExcerpts(const Finding &finding, Paint paint, std::size_t columns);

} // namespace xblock
