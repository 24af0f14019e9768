//===- xml.h - text and attributes of XML -------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <string>

namespace xblock {

/// Text as XML 1.0 can hold it. Bytes that are no UTF-8, and characters that XML has not, become U+FFFD.
std::string xml(const std::string &text, bool attribute);
/// ' name="value"'
std::string attribute(const char *name, const std::string &value);

} // namespace xblock
