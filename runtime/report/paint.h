//===- paint.h - colours of a report ------------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A Paint wraps text in the terminal's codes, or leaves it as it is. Widths are counted before
// painting.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <string>

namespace xblock {

class Paint {
public:
  explicit Paint(bool on) : on_(on) {}
  std::string red(const std::string &text) const { return wrap("\x1b[1;31m", text); }
  std::string green(const std::string &text) const { return wrap("\x1b[1;32m", text); }
  std::string yellow(const std::string &text) const { return wrap("\x1b[1;33m", text); }
  std::string bold(const std::string &text) const { return wrap("\x1b[1m", text); }
  std::string dim(const std::string &text) const { return wrap("\x1b[2m", text); }

private:
  std::string wrap(const char *code, const std::string &text) const {
    return on_ && !text.empty() ? code + text + "\x1b[0m" : text;
  }
  bool on_;
};

} // namespace xblock
