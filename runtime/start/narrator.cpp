#include "start/narrator.h"

#include "report/counted.h"
#include "report/shown.h"
#include "support/modules_linux.h"
#include "support/report_streams_linux.h"
#include "support/schedule.h"
#include "world/modules_linux.h"
#include "world/output.h"
#include "world/thread_table.h"
#include "world/trace.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace xblock {

Narrator narrator;

namespace {

std::string seconds(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f s", value);
  return text;
}

/// "23 MiB", by the name of the line in /proc/self/status; "" if it has none.
std::string memory(const char *name) {
  std::string text;
  if (FILE *file = std::fopen("/proc/self/status", "re")) {
    char line[256];
    while (std::fgets(line, sizeof line, file))
      if (std::strncmp(line, name, std::strlen(name)) == 0)
        text = std::to_string((std::strtoull(line + std::strlen(name), nullptr, 10) + 1023) / 1024) + " MiB";
    std::fclose(file);
  }
  return text;
}

/// What is in `all`, sorted or not, and not in `before`.
template <typename T> std::vector<T> added(const std::vector<T> &all, const std::vector<T> &before) {
  std::vector<T> result;
  std::ranges::copy_if(all, std::back_inserter(result), [&](const T &one) { return std::ranges::find(before, one) == before.end(); });
  return result;
}

std::string placeText(uint32_t place) {
  const xblock_site *site = siteAt(place);
  return site ? shortPlace(site->file, site->line) : "an unknown place";
}

std::string boundaryText(Resource lock) {
  if (lock.kind == ResourceKind::Cancel)
    return "at the cancellation points of " + std::string(ThreadName(ThreadId{static_cast<uint32_t>(lock.id)}).text) + ", which is asked to end";
  if (lock.kind == ResourceKind::Join)
    return "where a join of " + std::string(ThreadName(ThreadId{static_cast<uint32_t>(lock.id)}).text) + " begins, which several join";
  return "where " + describe(lock) + " is taken, since a try-lock sees that";
}

/// Loaded files with hooks, or without.
std::string modulesText(bool hooks) {
  std::string text;
  for (const Module &module : loadedModules()) {
    bool has = std::ranges::any_of(module.ranges, [](auto range) { return isProgramCode(reinterpret_cast<void *>(range.first)); });
    bool counts = module.path.find('/') != std::string::npos && !module.path.ends_with("/libxblock_rt.so"); // the vdso is no file
    if (has == hooks && counts)
      text += (text.empty() ? "" : ", ") + shownPath(module.path);
  }
  return text.empty() ? "nothing" : text;
}

} // namespace

void Narrator::say(const std::string &text) {
  if (!on_)
    return;
  if (clear_)
    clear_();
  writeReport(2, "xblock: " + seconds(std::chrono::duration<double>(Clock::now() - begun_).count()) + ": " + printable(text, false) + "\n");
}

void Narrator::enter(const char *phase) {
  if (!on_)
    return;
  auto now = Clock::now();
  if (phase_)
    phases_.emplace_back(phase_, std::chrono::duration<double>(now - phaseBegun_).count());
  phase_ = phase;
  phaseBegun_ = now;
}

void Narrator::tellProgram(const std::vector<std::string> &words, const Options &options) {
  if (!on_)
    return;
  std::string program;
  for (const std::string &word : words)
    program += " " + shellQuoted(word);
  std::string differing = printDiffering(options);
  say("program:" + program);
  say("options: " + (differing.empty() ? "all as by default" : differing));
  say("with hooks: " + modulesText(true));
  say("without hooks, so that only calls of what is modelled are seen: " + modulesText(false));
}

void Narrator::tellLimits(const Options &options) {
  if (!on_)
    return;
  std::string text;
  for (std::string_view name : {"max-schedules", "time", "max-blocks", "preemptions", "delays", "timeouts", "failed-tries", "fail-malloc",
                                "starvation", "stuck-seconds"}) {
    std::string value = valueText(options, *findOption(name));
    if (value != "unlimited" && !(name == "fail-malloc" && value == "0"))
      text += (text.empty() ? "" : ", ") + std::string(name) + "=" + value;
  }
  say("limits: " + (text.empty() ? "none" : text));
}

void Narrator::follow(SearchObserver &observer) {
  if (!on_)
    return;
  observer.beganRound = [this](uint64_t round, uint64_t schedules, const Boundaries &all) { tellRound(round, schedules, all); };
  observer.failed = [this](const FoundFailure &found) {
    // Who waits for what is told by the report, which knows names.
    bool told = found.failure.kind != FailureKind::Deadlock && found.failure.kind != FailureKind::Livelock;
    say("schedule " + std::to_string(found.foundAt) + " fails: " + name(found.failure.kind) + (told ? ": " + found.failure.message : ""));
  };
  observer.raced = [this](const FoundRace &race, bool unprotected) { tellRace(race, unprotected); };
}

void Narrator::tellRound(uint64_t round, uint64_t schedules, const Boundaries &all) {
  say("round " + std::to_string(round) + " begins" +
      (schedules ? ", from the start, after " + counted(schedules, "schedule", "schedules") : ""));
  for (const LockEdge &edge : added(all.edges, known_.edges))
    say("  new in it: blocks end before " + describe(edge.wanted) + " is taken under " + describe(edge.held) + ": a deadlock could close there");
  for (uint32_t place : added(all.places, known_.places))
    say("  new in it: blocks end behind the access at " + placeText(place) + ": it could race");
  for (Resource lock : added(all.locks, known_.locks))
    say("  new in it: blocks end " + boundaryText(lock));
  known_ = all;
}

void Narrator::tellRace(const FoundRace &race, bool unprotected) {
  say("schedule " + std::to_string(race.foundAt) + " has " + (unprotected ? "a variable that no lock protects: " : "a data race: ") +
      placeText(race.first.place) + " and " + placeText(race.second.place));
}

void Narrator::tellEnd(const SearchResult &result) {
  if (!on_)
    return;
  const char *why = result.unsupported      ? "at what is not modelled"
                    : result.stoppedAtFailure ? "at the first failure; --keep-going goes on behind it"
                    : result.scheduleLimit  ? (result.sampled ? "at its bound of schedules" : "at --max-schedules")
                    : result.stopped        ? "before its time"
                                            : "with nothing left to run";
  say("the search ended " + std::string(why) + ": " + counted(result.schedules, "schedule", "schedules") + " in " +
      counted(result.rounds, "round", "rounds") + ", " + counted(result.blocks, "block", "blocks") + ", " +
      counted(result.aborted, "attempt", "attempts") + " that met a taken lock");
  auto tell = [&](uint64_t n, const char *one, const char *many) {
    if (n)
      say("  " + counted(n, one, many));
  };
  tell(result.redundant, "of them ended where it became the same as another", "of them ended where they became the same as others");
  tell(result.cutSchedules, "of them was cut by --max-blocks", "of them were cut by --max-blocks");
  tell(result.hopelessSchedules, "of them was given up, where threads only tried again", "of them were given up, where threads only tried again");
  if (!result.sampled)
    tell(result.branchesLeft, "branch was not begun", "branches were not begun");
}

void Narrator::tellPhases() {
  if (!on_)
    return;
  enter(nullptr);
  std::string text;
  for (const auto &[phase, took] : phases_)
    text += (text.empty() ? "" : ", ") + seconds(took) + " " + phase;
  say("time: " + text);
  say("memory: " + memory("VmRSS:") + " resident, " + memory("VmHWM:") + " at most");
}

} // namespace xblock
