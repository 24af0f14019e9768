//===- coverage_html.cpp - what was covered, as a page ------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Tables in the manner of lcov's; no script, and nothing that is loaded.
//===------------------------------------------------------------------------------------------------===//
#include "report/coverage.h"
#include "report/shown.h"
#include "report/sources.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

namespace xblock {
namespace {

constexpr const char *kHead = R"html(<!doctype html>
<!-- Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception -->
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
<link rel="icon" href="data:,">
<title>xblock: coverage</title>
<style>
:root { --good: #1a7f37; --bad: #b3261e; --line: #8884; --bar: #8883; }
@media (prefers-color-scheme: dark) { :root { --good: #56d364; --bad: #ff7b72; } }
body { font: 15px/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 70rem; padding: 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
td.n, th.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
code, td.f { font-family: ui-monospace, monospace; font-size: .92em; overflow-wrap: anywhere; }
.yes { color: var(--good); } .no { color: var(--bad); }
.bar { display: inline-block; width: 8rem; height: .7rem; background: var(--bar); vertical-align: middle; }
.bar i { display: block; height: 100%; background: var(--good); }
summary { cursor: pointer; } details ul { margin: .3rem 0; padding-left: 1.2rem; }
.wide { overflow-x: auto; }
</style>
</head>
<body>
)html";

std::string escaped(const std::string &text) {
  std::string result;
  for (char c : validUtf8(printable(text, false)))
    switch (c) {
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '&':
      result += "&amp;";
      break;
    case '"':
      result += "&quot;";
      break;
    default:
      result += c;
    }
  return result;
}

std::string fileOf(const std::string &file) {
  return file.empty() ? "(no file known)" : shownPath(file);
}

std::string percent(size_t some, size_t all) {
  size_t tenths = all ? some * 1000 / all : 1000; // not rounded up: 100 is all of them
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " %";
}

std::string share(size_t some, size_t all) {
  return "<td><span class=\"bar\" aria-hidden=\"true\"><i style=\"width:" +
         std::to_string(all ? some * 100 / all : 100) + "%\"></i></span></td><td class=\"n\">" +
         percent(some, all) + "</td><td class=\"n\">" + std::to_string(some) + " / " +
         std::to_string(all) + "</td>";
}

std::string mark(bool yes, const char *word, const char *otherwise) {
  return yes ? std::string("<td class=\"yes\">&#10003; ") + word + "</td>"
             : std::string("<td class=\"no\">&#10007; ") + otherwise + "</td>";
}

/// "" if it cannot be read.
std::string sourceLine(const std::string &file, uint32_t number) {
  std::error_code error;
  if (file.empty() || !number || !std::filesystem::is_regular_file(file, error))
    return "";
  std::ifstream in(file);
  std::string line;
  for (uint32_t i = 0; i < number; ++i)
    if (!std::getline(in, line))
      return "";
  size_t begin = line.find_first_not_of(" \t\r");
  return begin == line.npos ? "" : line.substr(begin);
}

/// Behind a name of the file.
std::string warning(const std::string &file) {
  return isNewerThanProgram(file)
             ? " (changed since the program was built: these lines need not be those that ran)"
             : "";
}

std::string summary(const CoverageReport &report) {
  const size_t n = report.functions.size();
  auto row = [](const char *what, size_t some, size_t all) {
    return std::string("<tr><td>") + what + "</td>" + share(some, all) + "</tr>\n";
  };
  auto locks = [&](auto member) {
    return static_cast<size_t>(std::ranges::count_if(report.locks, member));
  };
  std::string text = "<div class=\"wide\"><table><thead><tr><th>what</th><th></th><th "
                     "class=\"n\">covered</th><th class=\"n\">of</th></tr></thead><tbody>\n";
  text += row("functions that were interrupted", report.interrupted(), n);
  text += row("functions that were executed without being interrupted", report.ranThrough(), n);
  text += row("pairs: one interrupted, another thread executes one meanwhile", report.pairs.size(),
              n * n);
  if (!report.locks.empty()) {
    text += row("places that take a lock: a thread waited there",
                locks(&CoverageReport::LockSite::waited), report.locks.size());
    text += row("places that take a lock: a thread waited for what was taken there",
                locks(&CoverageReport::LockSite::waitedFor), report.locks.size());
  }
  return text + "</tbody></table></div>\n";
}

using ByFile = std::map<std::string, std::vector<uint32_t>>;

std::string files(const CoverageReport &report, const ByFile &all) {
  std::string text = "<h2>Files</h2>\n<div class=\"wide\"><table><thead><tr><th>file</th><th "
                     "colspan=\"3\">interrupted</th>"
                     "<th colspan=\"3\">executed without</th></tr></thead><tbody>\n";
  for (const auto &[file, functions] : all) {
    auto count = [&](auto member) {
      return static_cast<size_t>(std::ranges::count_if(
          functions, [&](uint32_t f) { return report.functions[f].*member; }));
    };
    text += "<tr><td class=\"f\">" + escaped(fileOf(file)) + "</td>" +
            share(count(&CoverageReport::Function::interrupted), functions.size()) +
            share(count(&CoverageReport::Function::ranThrough), functions.size()) + "</tr>\n";
  }
  return text + "</tbody></table></div>\n";
}

/// The functions that others executed while one was interrupted, and those that they did not.
std::string meanwhile(const CoverageReport &report, const std::set<uint32_t> &executed) {
  const size_t n = report.functions.size();
  std::string text = "<td><details><summary>" + std::to_string(executed.size()) + " / " +
                     std::to_string(n) + "</summary><ul>";
  for (bool covered : {true, false})
    for (uint32_t i = 0; i < n; ++i)
      if (executed.contains(i) == covered)
        text += std::string("<li class=\"") + (covered ? "yes\">&#10003; " : "no\">&#10007; ") +
                "<code>" + escaped(report.functions[i].name) + "</code></li>";
  return text + "</ul></details></td>";
}

std::string functions(const CoverageReport &report, const ByFile &all) {
  std::vector<std::set<uint32_t>> executed(report.functions.size());
  for (auto [a, b] : report.pairs)
    executed[a].insert(b);
  std::string text;
  for (const auto &[file, numbers] : all) {
    text += "<h2><code>" + escaped(fileOf(file)) + "</code>" + warning(file) +
            "</h2>\n<div class=\"wide\"><table><thead><tr><th "
            "class=\"n\">line</th><th>function</th><th>interrupted</th>"
            "<th>executed without</th><th>executed by others meanwhile</th></tr></thead><tbody>\n";
    for (uint32_t i : numbers) {
      const CoverageReport::Function &f = report.functions[i];
      text += "<tr><td class=\"n\">" + (f.line ? std::to_string(f.line) : std::string()) +
              "</td><td class=\"f\">" + escaped(f.name) + "</td>" +
              mark(f.interrupted, "yes", "never") + mark(f.ranThrough, "yes", "never") +
              meanwhile(report, executed[i]) + "</tr>\n";
    }
    text += "</tbody></table></div>\n";
  }
  return text;
}

std::string locks(const CoverageReport &report) {
  if (report.locks.empty())
    return "";
  std::string text = "<h2>Places that take a lock</h2>\n<div "
                     "class=\"wide\"><table><thead><tr><th>place</th><th>function</th><th>a thread "
                     "waited there</th>"
                     "<th>a thread waited for it</th></tr></thead><tbody>\n";
  for (const CoverageReport::LockSite &l : report.locks) {
    std::string source = sourceLine(l.file, l.line);
    text += "<tr><td class=\"f\">" +
            escaped(l.file.empty() ? fileOf(l.file) : shownPlace(l.file, l.line)) +
            (source.empty() ? "" : "<br>" + escaped(source) + warning(l.file)) +
            "</td><td class=\"f\">" + escaped(l.function) + "</td>" +
            mark(l.waited, "yes", "never") + mark(l.waitedFor, "yes", "never") + "</tr>\n";
  }
  return text + "</tbody></table></div>\n";
}

} // namespace

std::string printCoverageHtml(const CoverageReport &report) {
  ByFile all;
  for (uint32_t i = 0; i < report.functions.size(); ++i)
    all[report.functions[i].file].push_back(i);
  std::string text = kHead;
  text += "<h1>Coverage of the schedules of <code>" + escaped(report.program) +
          "</code></h1>\n<p>" + std::to_string(report.schedules) +
          (report.schedules == 1 ? " schedule" : " schedules") + " in " +
          std::to_string(report.runs) + (report.runs == 1 ? " run" : " runs") +
          "; a thread stands in " +
          (report.wholeStack ? "all functions of its stack" : "its innermost function") +
          ". The line of a function is the first at which a thread was seen to stand.</p>\n" +
          summary(report);
  if (report.complete)
    text += "<p>The last search was complete: with its arguments and its input no schedule covers "
            "more functions or pairs.</p>\n";
  return text + files(report, all) + functions(report, all) + locks(report) + "</body>\n</html>\n";
}

} // namespace xblock
