//===- json.cpp - the report for programs -------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "report/coverage_json.h"
#include "report/report.h"
#include "report/shown.h"
#include "report/sources.h"

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

Json created(const ThreadReport &thread) {
  return {{"file", shownPath(thread.createdFile)}, {"line", thread.createdLine}, {"number", thread.createdNumber}};
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
  if (thread.createdNumber)
    json["created"] = created(thread);
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
  if (finding.found) {
    json["switches"] = switchesOf(finding.schedule);
    json["fewestSwitches"] = finding.fewest;
    json["foundSchedule"] = print(*finding.found);
  }
  if (finding.turn)
    json["turningPoint"] = {{"block", finding.turn->block + 1},
                            {"thread", index(finding.blocks[finding.turn->block].thread)},
                            {"events", listOf(finding.blocks[finding.turn->block].events)},
                            {"instead", toJson(finding.turn->instead)},
                            {"avoidedBy", print(finding.turn->avoids)}};
  if (finding.always)
    json["everyScheduleFails"] = true;
  for (const SameCause &same : finding.same)
    json["sameCause"].push_back({{"message", same.failure.message},
                                 {"schedule", print(same.schedule)},
                                 {"count", same.count},
                                 {"foundAt", same.foundAt}});
  for (const AccessReport &access : finding.accesses) {
    Json one = toJson(access);
    for (const ThreadReport &thread : finding.threads)
      if (thread.thread == access.thread && thread.createdNumber)
        one["created"] = created(thread);
    json["accesses"].push_back(one);
  }
  if (!finding.memory.empty())
    json["memory"] = listOf(finding.memory);
  return json;
}

/// Of a run on real threads nobody knows its threads or blocks: there is no key for them.
Json toJson(const Report &report, const Finding &finding) {
  if (!report.native)
    return toJson(finding);
  Json json = {{"kind", name(finding.failure.kind)}, {"message", finding.failure.message}, {"count", finding.count}};
  if (finding.foundAt)
    json["foundAt"] = finding.foundAt;
  if (const RecordedRun *run = recordedRun(report, finding); run && run->log.empty())
    json["whyNoReplay"] = run->whyNone;
  else if (run) {
    json["log"] = run->log;
    json["replay"] = replayCommand(report, finding);
  }
  json["output"] = finding.output;
  return json;
}

Json failures(const Report &report) {
  Json list = Json::array();
  for (const Finding &finding : report.findings)
    list.push_back(toJson(report, finding));
  return list;
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

Json reportJson(const Report &report) {
  Json json = {{"verdict", name(report.verdict)},
               {"exitCode", exitCode(report.verdict)},
               {"summary", verdictLine(report)},
               {"mode", report.mode},
               {"replay", report.replay},
               {"program", report.program},
               {"schedules", report.schedules}};
  if (!report.native) {
    json["blocks"] = report.blocks;
    json["aborted"] = report.aborted;
    json["redundant"] = report.redundant;
  } else if (report.replay) {
    json["events"] = report.native->events;
  }
  json["stoppedAtFailure"] = report.stoppedAtFailure;
  json["failures"] = failures(report);
  json["upTo"] = report.upTo;
  json["left"] = report.left;
  json["notes"] = allNotes(report);
  if (report.sampled) {
    json["policy"] = report.sampled->policy;
    json["seed"] = report.sampled->seed;
    if (report.sampled->depth)
      json["depth"] = report.sampled->depth;
    if (const NoiseReport &noise = report.sampled->noise; !noise.kind.empty())
      json["noise"] = {{"kind", noise.kind}, {"probability", noise.percent}, {"strength", noise.strength}};
    json["sampled"]["schedules"] = report.sampled->schedules;
    if (!report.native) {
      json["sampled"]["distinct"] = report.sampled->distinct;
      json["sampled"]["classes"] = report.sampled->classes;
      json["sampled"]["atLeast"] = report.sampled->atLeast;
    }
    json["sampled"]["failing"] = report.sampled->failing;
    if (report.sampled->firstFailing)
      json["sampled"]["firstFailing"] = report.sampled->firstFailing;
    if (const auto &p = report.sampled->probability)
      json["sampled"]["probability"] = {{"low", p->low}, {"high", p->high}, {"confidence", kConfidence}};
  }
  if (report.coverage) {
    json["coverage"] = toJson(*report.coverage, true);
    json["coverage"]["complete"] = report.coverage->complete;
  }
  if (const Finding *finding = replayed(report); report.tellsSteps) {
    json["steps"] = finding ? listOf(finding->steps) : Json::array();
    if (finding && !finding->whyNoSteps.empty())
      json["whyNoSteps"] = finding->whyNoSteps;
  }
  if (report.listsResults)
    json["outcomes"] = listOf(report.results);
  if (!report.goOn.empty())
    json["goOn"] = report.goOn;
  if (report.unsupported) {
    json["unsupported"] = toJson(report, *report.unsupported);
    json["unsupported"].erase("kind");
  }
  if (!report.message.empty())
    json["message"] = report.message;
  return json;
}

Json toJson(const ScheduleTree &tree) {
  Json schedules = Json::array(), notRun = Json::array();
  for (const ScheduleTree::Visit &visit : tree.visits) {
    schedules.push_back({{"schedule", print(visit.schedule)},
                         {"number", visit.number},
                         {"round", visit.round},
                         {"end", visit.end}});
    if (visit.end == "failed")
      schedules.back()["failure"] = visit.finding;
  }
  for (const ScheduleTree::NotRun &stub : tree.notRun)
    notRun.push_back({{"schedule", stub.visit},
                      {"block", stub.depth + 1},
                      {"thread", index(stub.thread)},
                      {"why", stub.why}});
  return {{"leftOut", tree.leftOut},
          {"schedules", schedules},
          {"notRun", notRun},
          {"notRunLeftOut", tree.notRunLeftOut}};
}

Json sourcesJson(const Report &report) {
  Json json = Json::object();
  for (const auto &[path, source] : sourcesOf(report)) {
    Json ranges = Json::array();
    for (const SourceRange &range : source.ranges)
      ranges.push_back({range.first, range.lines});
    json[path] = {{"newer", source.newer}, {"ranges", ranges}};
  }
  return json;
}

/// A finding as the page shows it.
Json pageJson(const Report &report, const Finding &finding) {
  Json json = toJson(report, finding);
  if (report.native)
    return json;
  json["steps"] = listOf(finding.steps);
  if (!finding.schedule.empty())
    json["replay"] = replayCommand(report, finding.schedule);
  if (finding.turn)
    json["turningPoint"]["replay"] = replayCommand(report, finding.turn->avoids);
  for (std::size_t i = 0; i < finding.same.size(); ++i)
    if (!finding.same[i].schedule.empty())
      json["sameCause"][i]["replay"] = replayCommand(report, finding.same[i].schedule);
  return json;
}

// Bytes that are no UTF-8 (the program's own output) become U+FFFD.
std::string dumped(const Json &json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

} // namespace

std::string printJson(const Report &report) {
  Json json = reportJson(report);
  json["seconds"] = report.seconds;
  return dumped(json, 2) + "\n";
}

std::string printPageData(const Report &report) {
  Json json = reportJson(report);
  json.erase("steps");
  for (std::size_t i = 0; i < report.findings.size(); ++i)
    json["failures"][i] = pageJson(report, report.findings[i]);
  auto add = [&](const char *key, const std::optional<Finding> &finding) {
    if (!finding)
      return;
    json[key] = pageJson(report, *finding);
    json[key].erase("kind");
  };
  add("unsupported", report.unsupported);
  add("ran", report.ran);
  for (std::size_t i = 0; report.listsResults && i < report.results.size(); ++i)
    if (!report.results[i].schedule.empty())
      json["outcomes"][i]["replay"] = replayCommand(report, report.results[i].schedule);
  std::string program;
  for (const std::string &word : report.program)
    program += (program.empty() ? "" : " ") + shellQuoted(word);
  json["programText"] = program;
  if (report.tree)
    json["tree"] = toJson(*report.tree);
  json["sources"] = sourcesJson(report);
  return dumped(json, -1);
}

std::string printOutputs(const std::map<std::string, uint64_t> &outputs) {
  return dumped(outputs, 2) + "\n";
}

} // namespace xblock
