//===- sarif.cpp - the report as SARIF 2.1.0, for code hosts and editors ------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// "OASIS Static Analysis Results Interchange Format (SARIF) Version 2.1.0": a rule for each kind of failure, a result for each
// finding, its stacks as stacks, its schedule as a code flow with a thread flow for each thread.
//===------------------------------------------------------------------------------------------------===//
#include "report/report.h"
#include "report/shown.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cstdio>

namespace xblock {
namespace {

using Json = nlohmann::ordered_json; // keys stay in the order written

Json message(const std::string &text) { return {{"text", text}}; }

/// RFC 3986: relative to the folder where xblock ran, or absolute.
std::string uriOf(const std::string &file) {
  std::string path = shownPath(file), uri = path.starts_with('/') ? "file://" : "";
  for (char c : path) {
    char escaped[4];
    bool plain = std::isalnum(static_cast<unsigned char>(c)) || std::string_view("/-._~").find(c) != std::string_view::npos;
    std::snprintf(escaped, sizeof escaped, "%%%02X", static_cast<unsigned char>(c));
    uri += plain ? std::string(1, c) : escaped;
  }
  return uri;
}

Json place(const std::string &file, uint32_t line) {
  Json physical = {{"artifactLocation", {{"uri", uriOf(file)}}}};
  if (line)
    physical["region"] = {{"startLine", line}};
  return physical;
}

Json location(const std::string &file, uint32_t line, const std::string &function) {
  Json json = Json::object();
  if (!file.empty())
    json["physicalLocation"] = place(file, line);
  if (!function.empty())
    json["logicalLocations"] = Json::array({{{"fullyQualifiedName", function}, {"kind", "function"}}});
  return json;
}

Json stack(const std::string &text, const std::vector<Frame> &frames) {
  Json json = {{"message", message(text)}, {"frames", Json::array()}};
  for (const Frame &frame : frames)
    json["frames"].push_back({{"location", location(frame.file, frame.line, frame.function)}});
  return json;
}

Json stacks(const Finding &finding) {
  Json all = Json::array();
  auto add = [&](const Json &one) {
    if (std::ranges::find(all, one) == all.end())
      all.push_back(one);
  };
  for (const ThreadReport &thread : finding.threads)
    if (!thread.stack.empty())
      add(stack(thread.name + ", " + thread.state, thread.stack));
  for (const AccessReport &access : finding.accesses)
    add(stack(access.name + " " + access.verb + " " + access.object + ", holding " + shownLocks(access), access.stack));
  for (const MemoryReport &memory : finding.memory)
    add(stack(memory.what + " by " + memory.name, memory.stack));
  return all;
}

const ThreadReport *reportOf(const Finding &finding, ThreadId thread) {
  auto at = std::ranges::find(finding.threads, thread, &ThreadReport::thread);
  return at == finding.threads.end() ? nullptr : &*at;
}

/// One for each thread that does something; what comes first in the schedule has the lower executionOrder.
Json threadFlows(const Finding &finding) {
  std::vector<ThreadId> threads;
  for (const BlockReport &block : finding.blocks)
    if (!block.events.empty() && std::ranges::find(threads, block.thread) == threads.end())
      threads.push_back(block.thread);
  Json flows = Json::array();
  for (ThreadId thread : threads) {
    const ThreadReport *report = reportOf(finding, thread);
    Json flow = {{"id", report ? report->name : std::to_string(index(thread))}, {"locations", Json::array()}};
    int order = 0;
    for (const BlockReport &block : finding.blocks)
      for (const Event &event : block.events) {
        ++order;
        if (block.thread != thread)
          continue;
        Json at = location(event.file, event.line, "");
        at["message"] = message(event.text);
        flow["locations"].push_back({{"location", at}, {"executionOrder", order}});
      }
    flows.push_back(flow);
  }
  return flows;
}

/// Where it is: of a race its accesses; of a deadlock where each thread waits, those first that wait for one another's locks; else
/// where the thread stood that failed.
Json locations(const Finding &finding) {
  Json all = Json::array();
  bool deadlock = finding.failure.kind == FailureKind::Deadlock;
  for (const AccessReport &access : finding.accesses)
    if (!access.file.empty())
      all.push_back(location(access.file, access.line, access.stack.empty() ? "" : access.stack.front().function));
  auto add = [&](const ThreadReport &thread) {
    auto frame = std::ranges::find_if(thread.stack, [](const Frame &f) { return !f.file.empty(); });
    if (frame != thread.stack.end())
      all.push_back(location(frame->file, frame->line, frame->function));
  };
  for (bool owned : {true, false})
    for (const ThreadReport &thread : finding.threads)
      if (deadlock && thread.hasOwner == owned)
        add(thread);
  if (const ThreadReport *failed = reportOf(finding, finding.failure.thread); failed && all.empty())
    add(*failed);
  for (const ThreadReport &thread : finding.threads)
    if (all.empty())
      add(thread);
  return all;
}

/// What the block of the turning point did.
Json turnLocations(const Finding &finding) {
  Json all = Json::array();
  for (const Event &event : finding.blocks[finding.turn->block].events)
    if (!event.file.empty()) {
      all.push_back(location(event.file, event.line, ""));
      all.back()["message"] = message("the turning point, after which every schedule fails: " + event.text);
    }
  return all;
}

Json result(const Report &report, const Finding &finding, size_t rule) {
  Json json = {{"ruleId", name(finding.failure.kind)},
               {"ruleIndex", rule},
               {"level", "error"},
               {"message", message(finding.failure.message)},
               {"locations", locations(finding)},
               {"occurrenceCount", std::max<uint64_t>(finding.count, 1)}};
  if (finding.turn)
    if (Json at = turnLocations(finding); !at.empty())
      json["relatedLocations"] = at;
  if (Json all = stacks(finding); !all.empty())
    json["stacks"] = all;
  if (Json flows = threadFlows(finding); !flows.empty())
    json["codeFlows"] = Json::array({{{"message", message("the schedule in which it fails")}, {"threadFlows", flows}}});
  json["partialFingerprints"] = {{"failure/v1", std::string(name(finding.failure.kind)) + ":" + finding.failure.message}};
  json["properties"] = {{"foundAt", finding.foundAt}, {"mode", report.mode}};
  if (std::string command = replayCommand(report, finding); !command.empty())
    json["properties"]["replay"] = command;
  return json;
}

Json notification(const char *level, const std::string &text) { return {{"level", level}, {"message", message(text)}}; }

/// What the verdict says beside findings.
Json notifications(const Report &report) {
  Json all = Json::array();
  if (report.unsupported)
    all.push_back(notification("error", "unsupported: " + report.unsupported->failure.message));
  if (!report.message.empty())
    all.push_back(notification("error", report.message));
  for (const std::string &text : report.left)
    all.push_back(notification("warning", "left: " + text));
  if (!report.goOn.empty())
    all.push_back(notification("note", "go on: " + report.goOn));
  for (const std::string &text : report.upTo)
    all.push_back(notification("warning", "up to: " + text));
  for (const std::string &text : allNotes(report))
    all.push_back(notification("note", text));
  return all;
}

std::string commandLine(const Report &report) {
  std::string line = report.native ? "xblock run --policy=native --" : "xblock run --";
  for (const std::string &word : report.program)
    line += " " + shellQuoted(word);
  return line;
}

} // namespace

std::string printSarif(const Report &report) {
  std::vector<FailureKind> kinds;
  Json results = Json::array(), rules = Json::array();
  for (const Finding &finding : report.findings) {
    auto at = std::ranges::find(kinds, finding.failure.kind);
    auto rule = static_cast<size_t>(at - kinds.begin());
    if (at == kinds.end()) {
      kinds.push_back(finding.failure.kind);
      rules.push_back({{"id", name(finding.failure.kind)}, {"defaultConfiguration", {{"level", "error"}}}});
    }
    results.push_back(result(report, finding, rule));
  }
  bool ran = report.verdict != Verdict::Usage && report.verdict != Verdict::Unsupported;
  Json invocation = {{"commandLine", commandLine(report)},
                     {"executionSuccessful", ran},
                     {"exitCode", exitCode(report.verdict)},
                     {"exitCodeDescription", verdictLine(report)},
                     {"toolExecutionNotifications", notifications(report)}};
  Json run = {{"tool", {{"driver", {{"name", "xblock"}, {"semanticVersion", XBLOCK_VERSION}, {"rules", rules}}}}},
              {"invocations", Json::array({invocation})},
              {"results", results},
              {"columnKind", "utf16CodeUnits"}};
  Json json = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", Json::array({run})}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace xblock
