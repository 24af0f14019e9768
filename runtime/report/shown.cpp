//===- shown.cpp - how a report shows files, words of a command and long lines -------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "report/shown.h"

#include <filesystem>
#include <sstream>

namespace xblock {

namespace fs = std::filesystem;

std::string shownPath(const std::string &path) {
  fs::path normal = fs::path(path).lexically_normal();
  std::error_code error;
  fs::path here = fs::current_path(error);
  if (error || !normal.is_absolute())
    return normal.string();
  fs::path relative = normal.lexically_relative(here);
  bool below = !relative.empty() && *relative.begin() != "..";
  return below ? relative.string() : normal.string();
}

static std::string place(const std::string &path, uint32_t line) {
  return path.empty() || !line ? path : path + ":" + std::to_string(line);
}

std::string shownPlace(const std::string &file, uint32_t line) {
  return file.empty() ? "" : place(shownPath(file), line);
}

std::string shortPlace(const std::string &file, uint32_t line) {
  return place(fs::path(file).filename().string(), line);
}

std::string shownLocks(const AccessReport &access) {
  std::string text;
  for (const std::string &lock : access.holding)
    text += (text.empty() ? "" : ", ") + printable(lock, false);
  return text.empty() ? "nothing" : text;
}

std::string shellQuoted(const std::string &word) {
  constexpr std::string_view kSafe =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,+@%";
  if (!word.empty() && word.find_first_not_of(kSafe) == word.npos)
    return word;
  std::string text = "'";
  for (char c : word)
    text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string shellQuoted(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words)
    text += (text.empty() ? "" : " ") + shellQuoted(word);
  return text;
}

std::string printable(std::string_view text, bool keepNewlines) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string result;
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    bool acts = (byte < 0x20 && c != '\t' && !(c == '\n' && keepNewlines)) || byte == 0x7f;
    if (acts)
      result += std::string("\\x") + kDigits[byte >> 4] + kDigits[byte & 15];
    else
      result += c;
  }
  return result;
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  std::istringstream words{std::string(text)};
  std::string result, word;
  std::size_t column = 0;
  while (words >> word) {
    bool fits = column + 1 + word.size() <= width;
    if (!result.empty())
      result += fits ? " " : "\n" + std::string(indent, ' ');
    column = result.empty() ? word.size() : (fits ? column + 1 : indent) + word.size();
    result += word;
  }
  return result;
}

} // namespace xblock
