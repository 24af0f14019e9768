//===- event_log.cpp - what happened in many schedules, for programs to read --------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "report/event_log.h"

#include "report/shown.h"
#include "report/xml.h"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

namespace xblock {

namespace {

using Json = nlohmann::ordered_json;

/// "main", or where it was created and the how many-th of those it is: the same in all schedules.
std::string stableName(const Finding &finding, ThreadId thread) {
  for (const ThreadReport &report : finding.threads)
    if (report.thread == thread && report.createdNumber)
      return shownPlace(report.createdFile, report.createdLine) + '#' + std::to_string(report.createdNumber);
  return index(thread) == 0 ? "main" : "T" + std::to_string(index(thread));
}

std::string printLine(const Json &json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

bool isRace(const Finding &finding) {
  return finding.failure.kind == FailureKind::Race || finding.failure.kind == FailureKind::Lockset;
}

std::string placeOf(const Event &event) { return event.file.empty() ? "" : shownPlace(event.file, event.line); }

} // namespace

EventLog::EventLog(const std::string &file) {
  std::string end = file.substr(file.size() - std::min<size_t>(file.size(), 4));
  std::ranges::transform(end, end.begin(), [](unsigned char c) { return std::tolower(c); });
  xml_ = end == ".xml";
}

std::string EventLog::printAlone(const std::string &file, const Report &report) {
  const Finding *failed = report.unsupported ? &*report.unsupported : report.findings.empty() ? nullptr : &report.findings.front();
  EventLog log(file);
  log.add({1, report.unsupported ? "unsupported" : failed ? "failed" : "completed", failed ? failed->failure.message : "", {}});
  return log.print(report, 0, 0);
}

void EventLog::add(const LoggedSchedule &logged) { xml_ ? addXml(logged) : addJson(logged); }

void EventLog::addJson(const LoggedSchedule &logged) {
  const Finding &finding = logged.finding;
  Json blocks = Json::array();
  for (const BlockReport &block : finding.blocks) {
    Json events = Json::array();
    for (const Event &event : block.events)
      events.push_back({{"event", event.text}, {"file", event.file.empty() ? "" : shownPath(event.file)}, {"line", event.line}});
    blocks.push_back({{"thread", stableName(finding, block.thread)}, {"number", index(block.thread)}, {"events", events}});
  }
  Json json = {{"number", logged.number}, {"end", logged.end}};
  if (!logged.failure.empty())
    json["failure"] = logged.failure;
  json["schedule"] = xblock::print(finding.schedule);
  json["blocks"] = blocks;
  schedules_ += (schedules_.empty() ? "    " : ",\n    ") + printLine(json);
}

void EventLog::addXml(const LoggedSchedule &logged) {
  const Finding &finding = logged.finding;
  schedules_ += "  <schedule" + attribute("number", std::to_string(logged.number)) + attribute("end", logged.end) +
                (logged.failure.empty() ? "" : attribute("failure", logged.failure)) +
                attribute("schedule", xblock::print(finding.schedule)) + ">\n";
  for (const BlockReport &block : finding.blocks) {
    schedules_ += "    <block" + attribute("thread", stableName(finding, block.thread)) +
                  attribute("number", std::to_string(index(block.thread))) + (block.events.empty() ? "/>\n" : ">\n");
    for (const Event &event : block.events)
      schedules_ += "      <event" + attribute("place", placeOf(event)) + ">" + xml(event.text, false) + "</event>\n";
    if (!block.events.empty())
      schedules_ += "    </block>\n";
  }
  schedules_ += "  </schedule>\n";
}

std::string EventLog::print(const Report &report, uint64_t ranBefore, uint64_t leftOut) const {
  if (!xml_) {
    Json races = Json::array();
    for (const Finding &finding : report.findings) {
      if (!isRace(finding))
        continue;
      Json accesses = Json::array();
      for (const AccessReport &access : finding.accesses)
        accesses.push_back({{"thread", access.name}, {"access", access.verb}, {"object", access.object},
                            {"file", access.file.empty() ? "" : shownPath(access.file)}, {"line", access.line}});
      races.push_back({{"kind", name(finding.failure.kind)}, {"foundAt", finding.foundAt}, {"accesses", accesses}});
    }
    Json head = {{"program", report.program}, {"ranBefore", ranBefore}, {"leftOut", leftOut}};
    std::string text = printLine(head);
    text.pop_back(); // its brace
    return text + ",\n  \"races\": " + printLine(races) + ",\n  \"schedules\": [\n" + schedules_ + "\n  ]\n}\n";
  }
  std::string program;
  for (const std::string &word : report.program)
    program += (program.empty() ? "" : " ") + shellQuoted(word);
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<log" + attribute("program", program) +
                     attribute("ranBefore", std::to_string(ranBefore)) + attribute("leftOut", std::to_string(leftOut)) + ">\n" + schedules_;
  for (const Finding &finding : report.findings) {
    if (!isRace(finding))
      continue;
    text += "  <race" + attribute("kind", name(finding.failure.kind)) + attribute("foundAt", std::to_string(finding.foundAt)) + ">\n";
    for (const AccessReport &access : finding.accesses)
      text += "    <access" + attribute("thread", access.name) + attribute("place", shownPlace(access.file, access.line)) + ">" +
              xml(access.verb + " " + access.object, false) + "</access>\n";
    text += "  </race>\n";
  }
  return text + "</log>\n";
}

} // namespace xblock
