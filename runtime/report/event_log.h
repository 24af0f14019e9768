//===- event_log.h - what happened in many schedules, for programs to read ----------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The file of --log: each schedule with the blocks that ran, and what they did: locks, waits, accesses that others conflict with, ...
// Threads are named by where they were created, objects by name or where they were allocated, which is the same in all schedules:
// readers can put together what one thread or lock did in them all (ConcJ's event log, T. Bijlsma 2014). JSON or XML, of one shape:
// docs/event-log.md tells of it.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "report/report.h"

#include <string>
#include <vector>

namespace xblock {

struct LoggedSchedule {
  uint64_t number = 0;      ///< from 1
  std::string end;          ///< "completed", "failed", ...
  std::string failure;      ///< what failed, if it did
  Finding finding;          ///< symbolized: schedule, threads and blocks
};

class EventLog {
public:
  /// XML if the file is named so (.xml, .XML), else JSON.
  explicit EventLog(const std::string &file);
  void add(const LoggedSchedule &logged);
  /// The whole. races: those findings that are; the others are left alone. ranBefore, leftOut: schedules before those that were added,
  /// and behind them.
  std::string print(const Report &report, uint64_t ranBefore, uint64_t leftOut) const;
  /// Of a program that creates no thread: its one schedule, which has no blocks.
  static std::string printAlone(const std::string &file, const Report &report);

private:
  void addJson(const LoggedSchedule &logged);
  void addXml(const LoggedSchedule &logged);

  bool xml_;
  std::string schedules_; ///< printed
};

} // namespace xblock
