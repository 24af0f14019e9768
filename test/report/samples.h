//===- samples.h - reports made by hand ---------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// For the tests of the printers, and for show_report, which prints one to look at. Sources are
// given relative to
// "/src", which is not below any test's current directory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "report/report.h"

namespace xblock {

inline ThreadReport threadOf(uint32_t number, std::string name, std::string state) {
  ThreadReport thread;
  thread.thread = ThreadId{number};
  thread.name = std::move(name);
  thread.state = std::move(state);
  return thread;
}

inline Event eventOf(std::string text, std::string file = "", uint32_t line = 0) {
  Event event;
  event.text = std::move(text);
  event.file = std::move(file);
  event.line = line;
  return event;
}

/// A block that one thread uses and another gave back.
inline Finding useAfterFree() {
  Finding finding;
  finding.failure = {FailureKind::Heap, "use after free: T1 reads 4 bytes", ThreadId{1}, "heap:use after free"};
  finding.schedule = {{ThreadId{0}, {}}, {ThreadId{1}, {}}};
  finding.foundAt = 1;
  finding.threads = {threadOf(0, "main", "ended"), threadOf(1, "T1", "failed")};
  finding.memory = {{"freed", ThreadId{0}, "main", {{0, "giveBack", "/src/heap.c", 7}}},
                    {"allocated", ThreadId{1}, "T1", {{0, "make", "/src/heap.c", 3}, {0, "work", "/src/heap.c", 9}}}};
  return finding;
}

/// Two threads that each read x and write x in two locked regions: the schedule in which an update
/// is lost.
inline Finding lostUpdate() {
  Finding finding;
  finding.failure = {FailureKind::Assertion, "x == 2", ThreadId{0}, "assertion lost.c:31"};
  finding.schedule = {{ThreadId{0}, {}}, {ThreadId{0}, {}}, {ThreadId{1}, {}}, {ThreadId{2}, {}},
                      {ThreadId{2}, {}}, {ThreadId{1}, {}}, {ThreadId{0}, {}}};
  finding.foundAt = 3;
  finding.threads = {threadOf(0, "main", "failed"), threadOf(1, "T1", "ended"),
                     threadOf(2, "T2", "ended")};
  finding.threads[0].stack = {{0, "check(int)", "/src/lost.c", 20}, {0, "main", "/src/lost.c", 31}};
  auto event = [](const char *text, uint32_t line) { return eventOf(text, "/src/lost.c", line); };
  std::vector<Event> read = {event("lock m", 9), event("read x", 10), event("unlock m", 11)};
  std::vector<Event> write = {event("lock m", 12), event("write x", 13), event("unlock m", 14)};
  finding.blocks = {{ThreadId{0}, {event("start T1", 27)}},
                    {ThreadId{0}, {event("start T2", 28)}},
                    {ThreadId{1}, read},
                    {ThreadId{2}, read},
                    {ThreadId{2}, write},
                    {ThreadId{1}, write},
                    {ThreadId{0}, {event("join T1", 29), event("join T2", 30)}}};
  finding.output = "x is 1\n";
  return finding;
}

/// Two threads, each with the mutex that the other wants.
inline Finding deadlock() {
  Finding finding;
  finding.failure = {FailureKind::Deadlock, "2 threads wait for each other", ThreadId{1},
                     "deadlock"};
  finding.schedule = {{ThreadId{0}, {}}, {ThreadId{1}, {1, 0}}};
  finding.foundAt = 1;
  finding.threads = {threadOf(1, "T1", "waits"), threadOf(2, "T2", "waits")};
  finding.threads[0].stack = {{0, "first", "/src/dead.c", 4}};
  finding.threads[1].stack = {{0, "second", "/src/dead.c", 9}};
  for (uint32_t i : {0u, 1u}) {
    ThreadReport &thread = finding.threads[i];
    thread.waitsFor = {ResourceKind::Mutex, 0x1000 + i};
    thread.waitsForText = i ? "mutex a" : "mutex b";
    thread.hasOwner = true;
    thread.owner = finding.threads[1 - i].thread;
  }
  return finding;
}

/// A write without a lock, and a read under one.
inline Finding dataRace() {
  Finding finding;
  finding.failure = {FailureKind::Race,
                     "data race on x: T1 writes at race.c:4 (holding nothing), T2 reads at "
                     "race.c:9 (holding mutex m)",
                     ThreadId{2}, ""};
  finding.schedule = {{ThreadId{1}, {}}, {ThreadId{2}, {}}};
  finding.foundAt = 2;
  AccessReport write, read;
  write.thread = ThreadId{1};
  write.name = "T1";
  write.verb = "writes";
  read.thread = ThreadId{2};
  read.name = "T2";
  read.verb = "reads";
  read.holding = {"mutex m"};
  write.object = read.object = "x";
  write.file = read.file = "/src/race.c";
  write.line = 4;
  read.line = 9;
  write.stack = {{0, "first", "/src/race.c", 4}};
  read.stack = {{0, "second", "/src/race.c", 9}};
  finding.accesses = {write, read};
  return finding;
}

/// A report of a search that stopped at the failure.
inline Report reportOf(Finding finding) {
  Report report;
  report.verdict = Verdict::Failure;
  report.mode = "exitblock-rw";
  report.stoppedAtFailure = true;
  report.schedules = finding.foundAt;
  report.blocks = 17;
  report.findings = {std::move(finding)};
  report.program = {"./lost", "a b", "it's"};
  report.seconds = 0.25;
  return report;
}

/// Of runs on real threads that stopped at the failure.
inline Report nativeReport() {
  Finding finding;
  finding.failure = {FailureKind::Signal, "died of SIGSEGV", ThreadId{}, "died of SIGSEGV"};
  finding.foundAt = 3;
  finding.output = "x is 1\n";
  Report report = reportOf(finding);
  report.mode = "native";
  report.native.emplace().runs = {{"lost.3.xblock-native", ""}};
  report.sampled.emplace();
  report.sampled->policy = "native";
  report.sampled->schedules = 3;
  report.sampled->failing = 1;
  report.sampled->firstFailing = 3;
  return report;
}

inline Report completeReport() {
  Report report;
  report.mode = "exitblock-rw";
  report.schedules = 8;
  report.blocks = 41;
  report.aborted = 2;
  report.program = {"./fixed"};
  return report;
}

} // namespace xblock
