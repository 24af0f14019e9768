//===- text.cpp - the report for people ---------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "report/counted.h"
#include "report/excerpts.h"
#include "report/lanes.h"
#include "report/paint.h"
#include "report/report.h"
#include "report/shown.h"
#include "report/steps.h"

#include <algorithm>

namespace xblock {
namespace {

constexpr std::size_t kWidth = 100; // of lines that can be broken

std::string nameOf(const Finding &finding, ThreadId thread) {
  for (const ThreadReport &report : finding.threads)
    if (report.thread == thread && !report.name.empty())
      return printable(report.name, false);
  return index(thread) == 0 ? "main" : "T" + std::to_string(index(thread));
}

/// How the report is to look.
struct Look {
  Paint paint;
  std::size_t columns; ///< of the terminal, 0 if it is none
  bool steps = false;  ///< are shown
};

std::string printFrame(const Frame &frame, std::size_t number, Look look) {
  std::string place = shownPlace(frame.file, frame.line);
  std::string line = "      #" + std::to_string(number) + " " +
                     (frame.function.empty() ? "??" : printable(frame.function, false));
  bool fits = !look.columns || line.size() + 2 + place.size() <= look.columns;
  if (!place.empty())
    line += (fits ? "  " : "\n           ") + look.paint.dim(place);
  return line + "\n";
}

/// "file.cpp:12", or "file.cpp:12#2" where it is not the only one: the same in all schedules, whatever number the thread has.
std::string createdAt(const ThreadReport &thread, const Finding &finding) {
  auto alike = [&](const ThreadReport &other) {
    return other.createdNumber && other.createdFile == thread.createdFile && other.createdLine == thread.createdLine;
  };
  std::string place = shownPlace(thread.createdFile, thread.createdLine);
  return std::ranges::count_if(finding.threads, alike) > 1 ? place + '#' + std::to_string(thread.createdNumber) : place;
}

std::string printThreads(const Finding &finding, Look look) {
  std::size_t widest = 0;
  for (const ThreadReport &thread : finding.threads)
    widest = std::max(widest, nameOf(finding, thread.thread).size());
  std::string text;
  for (const ThreadReport &thread : finding.threads) {
    std::string name = nameOf(finding, thread.thread);
    text += "    " + look.paint.bold(name) + std::string(widest - name.size() + 2, ' ') +
            printable(thread.state, false) + "\n";
    for (std::size_t i = 0; i < thread.stack.size(); ++i)
      text += printFrame(thread.stack[i], i, look);
    if (thread.createdNumber && !thread.stack.empty())
      text += "      created at " + look.paint.dim(createdAt(thread, finding)) + "\n";
  }
  return text;
}

std::string printAccesses(const Finding &finding, Look look) {
  std::string text;
  for (const AccessReport &access : finding.accesses) {
    text += "    " + look.paint.bold(printable(access.name, false)) + "  " + access.verb + " " +
            printable(access.object, false) + ", holding " + shownLocks(access) + "\n";
    for (std::size_t i = 0; i < access.stack.size(); ++i)
      text += printFrame(access.stack[i], i, look);
    for (const ThreadReport &thread : finding.threads)
      if (thread.thread == access.thread && thread.createdNumber)
        text += "      created at " + look.paint.dim(createdAt(thread, finding)) + "\n";
  }
  return text;
}

std::string printMemory(const Finding &finding, Look look) {
  std::string text;
  for (const MemoryReport &memory : finding.memory) {
    text += "    " + printable(memory.what, false) + " by " + look.paint.bold(printable(memory.name, false)) + "\n";
    for (std::size_t i = 0; i < memory.stack.size(); ++i)
      text += printFrame(memory.stack[i], i, look);
  }
  return text;
}

/// The waits-for graph as edges, for findings in which threads wait for what others hold.
std::string printWaits(const Finding &finding) {
  std::string text;
  for (const ThreadReport &thread : finding.threads) {
    if (thread.waitsFor.kind == ResourceKind::None)
      continue;
    text +=
        "    " + nameOf(finding, thread.thread) + " -> " + printable(thread.waitsForText, false);
    if (thread.hasOwner)
      text += " -> " + nameOf(finding, thread.owner);
    text += "\n";
  }
  return text;
}

std::string printOutput(const std::string &output, Paint paint) {
  std::string lines = printable(output, true), text;
  for (std::size_t at = 0; at < lines.size();) {
    std::size_t end = std::min(lines.find('\n', at), lines.size());
    text += "    " + paint.dim("|") + " " + lines.substr(at, end - at) + "\n";
    at = end + 1;
  }
  return text;
}

std::string printReplay(const Report &report, const Finding &finding) {
  std::string command = replayCommand(report, finding);
  const RecordedRun *run = recordedRun(report, finding);
  if (command.empty() && run && !run->whyNone.empty())
    command = "none: " + printable(run->whyNone, false);
  return command.empty() ? "" : "    " + command + "\n";
}

/// "lock m f.c:3, write x :4, ..."
std::string printEvents(const BlockReport &block) {
  constexpr std::size_t kMost = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(block.events.size(), kMost); ++i) {
    const Event &event = block.events[i];
    bool same = i && event.file == block.events[i - 1].file && event.line;
    std::string place = same ? ":" + std::to_string(event.line) : shortPlace(event.file, event.line);
    text += (i ? ", " : "") + printable(event.text, false) + (place.empty() ? "" : " " + place);
  }
  return text + (block.events.size() > kMost ? ", ..." : "");
}

std::string printTurn(const Report &report, const Finding &finding, Look look) {
  if (!finding.turn)
    return finding.always && finding.found ? "    none: every schedule fails\n" : "";
  const TurnReport &turn = *finding.turn;
  const BlockReport &block = finding.blocks[turn.block];
  std::string text = "    block " + std::to_string(turn.block + 1) + " of " + look.paint.bold(nameOf(finding, block.thread)) +
                     " (marked >): after it every schedule fails\n";
  std::string instead = "    instead " + look.paint.bold(nameOf(finding, turn.instead.thread)) +
                        (block.thread == turn.instead.thread ? ", by another choice" : "");
  std::string events = printEvents(turn.instead);
  text += instead + (events.empty() ? "" : ": ") + events + "; then some do not:\n";
  return text + "      " + replayCommand(report, turn.avoids) + "\n";
}

std::string printShortest(const Finding &finding) {
  if (!finding.found)
    return "";
  uint64_t switches = switchesOf(finding.schedule), found = switchesOf(*finding.found);
  std::string text = "  " + counted(switches, "switch between threads", "switches between threads");
  text += finding.fewest ? ", the fewest with which it fails" : "; fewer may be enough";
  return text + (found > switches ? " (" + std::to_string(found) + " as found)\n" : "\n");
}

std::string printSame(const Report &report, const Finding &finding, Look look) {
  constexpr std::size_t kMost = 10;
  std::string text;
  for (std::size_t i = 0; i < std::min(finding.same.size(), kMost); ++i) {
    const SameCause &same = finding.same[i];
    text += "    " + printable(same.failure.message, false) + " (" + counted(same.count, "schedule", "schedules") + ")\n      " +
            look.paint.dim(replayCommand(report, same.schedule)) + "\n";
  }
  if (finding.same.size() > kMost)
    text += "    and " + std::to_string(finding.same.size() - kMost) + " more, which --json has\n";
  return text;
}

std::string section(const char *title, const std::string &body, Paint paint) {
  return body.empty() ? "" : "  " + paint.bold(title) + "\n" + body;
}

std::string printFinding(const Report &report, const Finding &finding, const std::string &title,
                         Look look) {
  Paint paint = look.paint;
  std::string message = printable(finding.failure.message, true);
  if (look.columns && message.find('\n') == message.npos) {
    std::string start = title + ": ";
    message = wrapped(start + message, look.columns, 4).substr(start.size());
  }
  std::string text = paint.red(title + ": ") + paint.bold(message) + "\n";
  if (!report.replay && finding.foundAt) {
    text += "  in schedule " + std::to_string(finding.foundAt);
    if (finding.count > 1)
      text += ", and in " + std::to_string(finding.count - 1) + " more";
    text += "\n";
  }
  text += printShortest(finding);
  if (finding.accesses.empty())
    text += section("threads", printThreads(finding, look), paint);
  text += section("accesses", printAccesses(finding, look), paint);
  text += section(finding.failure.kind == FailureKind::Misuse ? "before" : "memory", printMemory(finding, look), paint);
  text += section("source", printExcerpts(finding, paint, look.columns), paint);
  if (finding.failure.kind == FailureKind::Deadlock || finding.failure.kind == FailureKind::Livelock)
    text += section("waits for", printWaits(finding), paint);
  text += section("schedule", printLanes(finding, paint, look.columns), paint);
  text += section("turning point", printTurn(report, finding, look), paint);
  text += section("the same cause", printSame(report, finding, look), paint);
  if (look.steps)
    text += section("steps", printSteps(finding, paint), paint);
  text += section("output", printOutput(finding.output, paint), paint);
  text += section("replay", printReplay(report, finding), paint);
  return text + "\n";
}

/// Each with the schedule that had it first.
std::string printResults(const Report &report, Look look) {
  constexpr std::size_t kMost = 100;
  if (!report.listsResults)
    return "";
  std::string text = look.paint.bold(counted(report.results.size(), "outcome", "outcomes")) + "\n";
  for (std::size_t i = 0; i < std::min(report.results.size(), kMost); ++i) {
    const Result &result = report.results[i];
    text += result.values.empty() ? result.output.empty() ? "    nothing written to stdout\n" : printOutput(result.output, look.paint)
                                  : "    " + printable(told(result), false) + "\n";
    if (!result.schedule.empty())
      text += "      " + look.paint.dim(replayCommand(report, result.schedule)) + "\n";
  }
  if (report.results.size() > kMost)
    text += "    and " + std::to_string(report.results.size() - kMost) + " more, which --json has\n";
  return text + "\n";
}

std::string paintedVerdict(const Report &report, Paint paint) {
  std::string line = printable(verdictLine(report), false);
  switch (report.verdict) {
  case Verdict::Complete:
    return report.upTo.empty() ? paint.green(line) : paint.yellow(line);
  case Verdict::Incomplete:
    return paint.yellow(line);
  default:
    return paint.red(line);
  }
}

std::string printRemarks(const std::vector<std::string> &remarks, const char *word, Look look) {
  std::string text;
  for (const std::string &remark : remarks) {
    std::string start = std::string(word) + " ";
    std::string lines = wrapped(start + printable(remark, false), (look.columns ? look.columns : kWidth) - 2, 2 + start.size());
    text += "  " + look.paint.dim(word) + lines.substr(start.size() - 1) + "\n";
  }
  return text;
}

} // namespace

std::string replayCommand(const Report &report, const Schedule &schedule) {
  std::string text = "xblock replay" + report.replayOptions + " " + print(schedule) + " --";
  for (const std::string &word : report.program)
    text += " " + shellQuoted(word);
  return text;
}

const RecordedRun *recordedRun(const Report &report, const Finding &finding) {
  for (std::size_t i = 0; report.native && i < report.findings.size(); ++i)
    if (&report.findings[i] == &finding)
      return &report.native->runs[i];
  return nullptr;
}

std::string replayCommand(const Report &report, const Finding &finding) {
  const RecordedRun *run = recordedRun(report, finding);
  if (!run)
    return finding.schedule.empty() ? "" : replayCommand(report, finding.schedule);
  if (run->log.empty())
    return "";
  std::vector<std::string> words{"xblock", "run", "--policy=native", "--native-log=" + run->log, "--"};
  words.insert(words.end(), report.program.begin(), report.program.end());
  return shellQuoted(words);
}

std::string printText(const Report &report, bool color, std::size_t columns) {
  Look look{Paint(color), columns, report.tellsSteps};
  std::string text;
  for (const Finding &finding : report.findings)
    text += printFinding(report, finding, name(finding.failure.kind), look);
  if (report.unsupported)
    text += printFinding(report, *report.unsupported, "unsupported", look);
  if (report.ran && look.steps)
    text += section("steps", printSteps(*report.ran, look.paint), look.paint) + "\n";
  text += printResults(report, look);
  text += paintedVerdict(report, look.paint) + "\n";
  text += printRemarks(report.upTo, "up to:", look);
  text += printRemarks(report.left, "left:", look);
  if (!report.goOn.empty()) // in one line, to be copied
    text += "  " + look.paint.dim("go on:") + " " + report.goOn + "\n";
  if (report.coverage)
    text += printRemarks(coverageLines(*report.coverage), "coverage:", look);
  return text + printRemarks(allNotes(report), "note:", look);
}

} // namespace xblock
