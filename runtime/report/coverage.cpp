//===- coverage.cpp - what was covered, as a file and as text -----------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "report/coverage.h"

#include "report/counted.h"
#include "report/coverage_json.h"
#include "report/shown.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace xblock {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char *kKind = "xblock coverage";
constexpr uint64_t kVersion = 1;

const char *framesOf(const CoverageReport &report) {
  return report.wholeStack ? "stack" : "innermost";
}

std::string of(size_t some, size_t all) {
  return std::to_string(some) + " of " + std::to_string(all);
}

} // namespace

size_t CoverageReport::interrupted() const {
  return static_cast<size_t>(std::ranges::count_if(functions, &Function::interrupted));
}
size_t CoverageReport::ranThrough() const {
  return static_cast<size_t>(std::ranges::count_if(functions, &Function::ranThrough));
}

CoverageReport sorted(const CoverageReport &report) {
  CoverageReport result = report;
  std::vector<uint32_t> order(report.functions.size()), place(order.size());
  std::iota(order.begin(), order.end(), 0);
  auto key = [&](uint32_t i) {
    const CoverageReport::Function &f = report.functions[i];
    return std::tie(f.file, f.line, f.name);
  };
  std::ranges::sort(order, [&](uint32_t a, uint32_t b) { return key(a) < key(b); });
  for (uint32_t i = 0; i < order.size(); ++i) {
    result.functions[i] = report.functions[order[i]];
    place[order[i]] = i;
  }
  for (auto &[a, b] : result.pairs) {
    a = place[a];
    b = place[b];
  }
  std::ranges::sort(result.pairs);
  std::ranges::sort(result.locks, {}, [](const CoverageReport::LockSite &l) {
    return std::tie(l.file, l.line, l.function);
  });
  return result;
}

Json toJson(const CoverageReport &report, bool shown) {
  auto path = [&](const std::string &file) {
    return shown && !file.empty() ? shownPath(file) : file;
  };
  Json functions = Json::array(), locks = Json::array();
  for (const CoverageReport::Function &f : report.functions)
    functions.push_back({{"function", f.name},
                         {"file", path(f.file)},
                         {"line", f.line},
                         {"interrupted", f.interrupted},
                         {"ranThrough", f.ranThrough}});
  for (const CoverageReport::LockSite &l : report.locks)
    locks.push_back({{"function", l.function},
                     {"file", path(l.file)},
                     {"line", l.line},
                     {"taken", l.taken},
                     {"waited", l.waited},
                     {"waitedFor", l.waitedFor}});
  return {{"frames", framesOf(report)}, {"runs", report.runs},   {"schedules", report.schedules},
          {"functions", functions},     {"pairs", report.pairs}, {"locks", locks}};
}

std::string printCoverageFile(const CoverageReport &report) {
  Json json = {{"kind", kKind},
               {"version", kVersion},
               {"program", report.program},
               {"digest", report.digest}};
  json.update(toJson(report, false));
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::optional<CoverageReport> parseCoverageFile(const std::string &text, std::string *error) {
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || json.value("kind", Json()) != kKind) {
    *error = "is no file that --coverage wrote: give another name";
    return std::nullopt;
  }
  if (json.value("version", Json()) != kVersion) {
    *error = "is coverage that another version of xblock wrote: give another name, or remove it";
    return std::nullopt;
  }
  try {
    CoverageReport report;
    report.program = json.at("program").get<std::string>();
    report.digest = json.at("digest").get<std::string>();
    report.wholeStack = json.at("frames") == "stack";
    report.runs = json.at("runs").get<uint64_t>();
    report.schedules = json.at("schedules").get<uint64_t>();
    for (const Json &f : json.at("functions"))
      report.functions.push_back({f.at("function").get<std::string>(),
                                  f.at("file").get<std::string>(), f.at("line").get<uint32_t>(),
                                  f.at("interrupted").get<bool>(), f.at("ranThrough").get<bool>()});
    report.pairs = json.at("pairs").get<std::vector<std::pair<uint32_t, uint32_t>>>();
    for (const Json &l : json.at("locks"))
      report.locks.push_back({l.at("function").get<std::string>(), l.at("file").get<std::string>(),
                              l.at("line").get<uint32_t>(), l.at("taken").get<bool>(),
                              l.at("waited").get<bool>(), l.at("waitedFor").get<bool>()});
    const size_t n = report.functions.size();
    if (std::ranges::all_of(report.pairs,
                            [&](auto pair) { return pair.first < n && pair.second < n; }))
      return report;
  } catch (const Json::exception &) {
  }
  *error = "is coverage that was changed since it was written: give another name, or remove it";
  return std::nullopt;
}

std::vector<std::string> coverageLines(const CoverageReport &report) {
  const size_t n = report.functions.size();
  auto locks = [&](auto member) {
    return std::to_string(std::ranges::count_if(report.locks, member));
  };
  std::vector<std::string> lines;
  lines.push_back(
      of(report.interrupted(), n) + (n == 1 ? " function" : " functions") + " interrupted, " +
      of(report.ranThrough(), n) + " executed without, " + of(report.pairs.size(), n * n) +
      " pairs of one that was interrupted and one that another thread executed meanwhile");
  if (!report.locks.empty())
    lines.push_back(counted(report.locks.size(), "place that takes", "places that take") +
                    " a lock: a thread waited at " + locks(&CoverageReport::LockSite::waited) +
                    ", and for what was taken at " + locks(&CoverageReport::LockSite::waitedFor));
  if (report.complete &&
      (report.interrupted() < n || report.ranThrough() < n || report.pairs.size() < n * n))
    lines.push_back("the search is complete: with these arguments and this input no schedule "
                    "covers more functions or pairs");
  if (report.runs > 1)
    lines.push_back("of " + counted(report.runs, "run", "runs") + " and " +
                    counted(report.schedules, "schedule", "schedules") +
                    (report.keptIn.empty() ? "" : ", in " + report.keptIn));
  return lines;
}

} // namespace xblock
