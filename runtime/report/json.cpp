//===- json.cpp - the report for programs -------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "report/report.h"
#include "report/shown.h"

#include <nlohmann/json.hpp>

namespace xblock {
namespace {

using Json = nlohmann::ordered_json; // keys stay in the order written

Json toJson(const Frame &frame);
Json toJson(const Event &event);
Json toJson(const ThreadReport &thread);
Json toJson(const BlockReport &block);
Json toJson(const AccessReport &access);
Json toJson(const MemoryReport &memory);
Json toJson(const StepReport &step);
Json toJson(const Finding &finding);
Json toJson(const Result &result);

template <typename T> Json listOf(const std::vector<T> &values) {
  Json list = Json::array();
  for (const T &value : values)
    list.push_back(toJson(value));
  return list;
}

Json toJson(const Frame &frame) {
  return {{"function", frame.function},
          {"file", frame.file.empty() ? "" : shownPath(frame.file)},
          {"line", frame.line}};
}

Json toJson(const Event &event) {
  return {{"text", event.text},
          {"file", event.file.empty() ? "" : shownPath(event.file)},
          {"line", event.line}};
}

Json toJson(const ThreadReport &thread) {
  Json json = {{"thread", index(thread.thread)},
               {"name", thread.name},
               {"state", thread.state},
               {"stack", listOf(thread.stack)}};
  if (thread.waitsFor.kind != ResourceKind::None)
    json["waitsFor"] = thread.waitsForText;
  if (thread.hasOwner)
    json["heldBy"] = index(thread.owner);
  return json;
}

Json toJson(const BlockReport &block) {
  return {{"thread", index(block.thread)}, {"events", listOf(block.events)}};
}

Json toJson(const AccessReport &access) {
  return {{"thread", index(access.thread)},
          {"name", access.name},
          {"access", access.verb},
          {"object", access.object},
          {"holding", access.holding},
          {"file", access.file.empty() ? "" : shownPath(access.file)},
          {"line", access.line},
          {"stack", listOf(access.stack)}};
}

Json toJson(const MemoryReport &memory) {
  return {{"what", memory.what},
          {"thread", index(memory.thread)},
          {"name", memory.name},
          {"stack", listOf(memory.stack)}};
}

Json toJson(const StepReport &step) {
  Json json = {{"step", step.number},
               {"block", step.block + 1},
               {"thread", index(step.thread)},
               {"what", step.verb}};
  if (!step.object.empty())
    json["object"] = step.object;
  if (step.size)
    json["size"] = step.size;
  if (!step.before.empty())
    json[step.write ? "old" : "read"] = step.before;
  if (!step.after.empty())
    json["new"] = step.after;
  json["file"] = step.event.file.empty() ? "" : shownPath(step.event.file);
  json["line"] = step.event.line;
  json["holding"] = step.holding;
  if (step.access)
    json["access"] = step.access;
  if (step.failure)
    json["failure"] = true;
  return json;
}

Json toJson(const Finding &finding) {
  Json json = {{"kind", name(finding.failure.kind)},
          {"message", finding.failure.message},
          {"thread", index(finding.failure.thread)},
          {"schedule", print(finding.schedule)},
          {"count", finding.count},
          {"foundAt", finding.foundAt},
          {"threads", listOf(finding.threads)},
          {"blocks", listOf(finding.blocks)},
          {"output", finding.output}};
  if (!finding.accesses.empty())
    json["accesses"] = listOf(finding.accesses);
  if (!finding.memory.empty())
    json["memory"] = listOf(finding.memory);
  return json;
}

Json toJson(const Result &result) {
  Json json;
  if (result.values.empty())
    json["output"] = result.output;
  for (const auto &[name, value] : result.values)
    json["values"][name] = value;
  json["schedule"] = print(result.schedule);
  return json;
}

/// Of the one schedule of a replay.
const Finding *replayed(const Report &report) {
  if (report.ran)
    return &*report.ran;
  if (report.unsupported)
    return &*report.unsupported;
  return report.findings.empty() ? nullptr : &report.findings.front();
}

} // namespace

std::string printJson(const Report &report) {
  Json json = {{"verdict", name(report.verdict)},
               {"exitCode", exitCode(report.verdict)},
               {"summary", verdictLine(report)},
               {"mode", report.mode},
               {"replay", report.replay},
               {"program", report.program},
               {"schedules", report.schedules},
               {"blocks", report.blocks},
               {"aborted", report.aborted},
               {"stoppedAtFailure", report.stoppedAtFailure},
               {"failures", listOf(report.findings)},
               {"upTo", report.upTo},
               {"left", report.left},
               {"notes", allNotes(report)}};
  if (const Finding *finding = replayed(report); report.tellsSteps)
    json["steps"] = finding ? listOf(finding->steps) : Json::array();
  if (report.listsResults)
    json["outcomes"] = listOf(report.results);
  if (!report.goOn.empty())
    json["goOn"] = report.goOn;
  if (report.unsupported) {
    json["unsupported"] = toJson(*report.unsupported);
    json["unsupported"].erase("kind");
  }
  if (!report.message.empty())
    json["message"] = report.message;
  json["seconds"] = report.seconds;
  // Bytes that are no UTF-8 (the program's own output) become U+FFFD.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string printOutputs(const std::map<std::string, uint64_t> &outputs) {
  return Json(outputs).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace xblock
