//===- comparison.cpp - what runs by several policies found, as a table ------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "cli/comparison.h"

#include "options/options.h"
#include "report/confidence.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace xblock {

namespace {

using Row = std::vector<std::string>;

uint64_t foundIn(const std::vector<ComparedRun> &runs) {
  return static_cast<uint64_t>(std::count_if(runs.begin(), runs.end(), [](const ComparedRun &run) { return run.found; }));
}

template <typename T> T sum(const std::vector<ComparedRun> &runs, T ComparedRun::*member) {
  T all = 0;
  for (const ComparedRun &run : runs)
    all += run.*member;
  return all;
}

std::string number(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string shown(Typical t) {
  const bool whole = t.value == std::floor(t.value);
  return (t.atLeast ? ">" : "") + number(t.value, whole ? 0 : 1);
}

std::string percent(Interval i) {
  // Outward, so that the interval holds.
  return number(std::floor(100 * i.low), 0) + " to " + number(std::ceil(100 * i.high), 0) + " %";
}

Row rowOf(const ComparedPolicy &p, bool withTimes) {
  const uint64_t found = foundIn(p.runs), all = p.runs.size();
  Row row{p.policy, std::to_string(found) + " of " + std::to_string(all)};
  if (p.runs.empty())
    return row;
  // dpor, auto, and whatever runs a program that creates no thread.
  const bool proved = std::all_of(p.runs.begin(), p.runs.end(), [](const ComparedRun &run) { return run.complete; });
  const bool bounded = !proved && std::all_of(p.runs.begin(), p.runs.end(), [](const ComparedRun &run) { return run.complete || run.bounded; });
  row.push_back(proved ? "complete" : bounded ? "bounded" : p.samples ? percent(clopperPearson(found, all)) : "-");
  row.push_back(proved ? "-" : shown(meanToFailure(p.runs)));
  row.push_back(proved ? "-" : shown(medianToFailure(p.runs)));
  row.push_back(std::to_string(sum(p.runs, &ComparedRun::schedules)));
  row.push_back(p.samples && p.tellsApart ? std::to_string(sum(p.runs, &ComparedRun::distinct)) : "-");
  row.push_back(p.samples && p.tellsApart ? std::to_string(sum(p.runs, &ComparedRun::classes)) : "-");
  if (withTimes)
    row.push_back(number(sum(p.runs, &ComparedRun::seconds), 2));
  return row;
}

std::string aligned(const std::vector<Row> &rows) {
  std::vector<size_t> widths;
  for (const Row &row : rows)
    for (size_t i = 0; i < row.size(); ++i) {
      widths.resize(std::max(widths.size(), i + 1));
      widths[i] = std::max(widths[i], row[i].size());
    }
  std::string text;
  for (const Row &row : rows) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i) {
      std::string blanks(widths[i] - row[i].size(), ' ');
      line += (i ? "  " : "") + (i == 0 ? row[i] + blanks : blanks + row[i]);
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

} // namespace

Typical meanToFailure(const std::vector<ComparedRun> &runs) {
  return {static_cast<double>(sum(runs, &ComparedRun::schedules)) / static_cast<double>(runs.size()), foundIn(runs) < runs.size()};
}

Typical medianToFailure(const std::vector<ComparedRun> &runs) {
  std::vector<ComparedRun> sorted = runs;
  std::sort(sorted.begin(), sorted.end(), [](const ComparedRun &a, const ComparedRun &b) {
    return a.found != b.found ? a.found : a.schedules < b.schedules;
  });
  const ComparedRun &low = sorted[(sorted.size() - 1) / 2], &high = sorted[sorted.size() / 2];
  return {(static_cast<double>(low.schedules) + static_cast<double>(high.schedules)) / 2, !high.found};
}

std::string printTable(const Comparison &all, bool withTimes) {
  std::vector<Row> rows{{"policy", "found", "95 %", "mean", "median", "schedules", "distinct", "classes"}};
  if (withTimes)
    rows[0].push_back("seconds");
  for (const ComparedPolicy &p : all.policies)
    rows.push_back(rowOf(p, withTimes));
  std::string text = aligned(rows);
  for (const ComparedPolicy &p : all.policies)
    for (size_t i = 0; i < p.options.size(); ++i)
      text += (i ? " " : p.policy + ": ") + p.options[i] + (i + 1 == p.options.size() ? "\n" : "");
  if (all.interrupted)
    text += "interrupted: runs are missing\n";
  return text;
}

std::string printJson(const Comparison &all, bool withTimes) {
  using Json = nlohmann::ordered_json;
  Json json = {{"program", all.program}, {"runs", all.runs}, {"seed", all.firstSeed}, {"interrupted", all.interrupted}};
  if (all.maxSchedules != kUnlimited)
    json["maxSchedules"] = all.maxSchedules;
  json["policies"] = Json::array();
  for (const ComparedPolicy &p : all.policies) {
    Json row = {{"policy", p.policy}, {"found", foundIn(p.runs)}, {"of", p.runs.size()}};
    if (!p.options.empty())
      row["options"] = p.options;
    if (!p.runs.empty()) {
      Typical mean = meanToFailure(p.runs), median = medianToFailure(p.runs);
      row["mean"] = {{"schedules", mean.value}, {"atLeast", mean.atLeast}};
      row["median"] = {{"schedules", median.value}, {"atLeast", median.atLeast}};
    }
    if (p.samples && !p.runs.empty()) {
      Interval i = clopperPearson(foundIn(p.runs), p.runs.size());
      row["probability"] = {{"low", i.low}, {"high", i.high}, {"confidence", kConfidence}};
    }
    row["runs"] = Json::array();
    for (const ComparedRun &run : p.runs) {
      Json one = {{"found", run.found}, {"complete", run.complete}, {"bounded", run.bounded}, {"schedules", run.schedules}};
      if (p.samples)
        one["seed"] = run.seed;
      if (p.samples && p.tellsApart)
        one.update({{"distinct", run.distinct}, {"classes", run.classes}});
      if (run.found)
        one["kind"] = run.kind;
      if (withTimes)
        one["seconds"] = run.seconds;
      row["runs"].push_back(one);
    }
    json["policies"].push_back(row);
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace xblock
