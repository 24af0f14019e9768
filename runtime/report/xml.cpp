//===- xml.cpp - text and attributes of XML -----------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "report/xml.h"

#include "report/shown.h"

namespace xblock {

std::string xml(const std::string &text, bool attribute) {
  constexpr const char *kNone = "\xef\xbf\xbd";
  std::string valid = validUtf8(text);
  for (const char *missing : {"\xef\xbf\xbe", "\xef\xbf\xbf"}) // U+FFFE and U+FFFF
    for (size_t at = 0; (at = valid.find(missing, at)) != valid.npos;)
      valid.replace(at, 3, kNone);
  std::string out;
  for (char c : valid) {
    switch (c) {
    case '&':
      out += "&amp;";
      break;
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '"':
      out += "&quot;";
      break;
    case '\n':
    case '\t':
      if (attribute) // which loses it otherwise
        out += c == '\n' ? "&#10;" : "&#9;";
      else
        out += c;
      break;
    default:
      if (static_cast<unsigned char>(c) < 0x20)
        out += kNone;
      else
        out += c;
    }
  }
  return out;
}

std::string attribute(const char *name, const std::string &value) { return std::string(" ") + name + "=\"" + xml(value, true) + "\""; }

} // namespace xblock
