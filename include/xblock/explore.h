//===- explore.h - xblock::explore(): a lambda under every schedule that matters ---------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// For C++17. Explores the threads that `body` creates, from the state in which it is called, and goes on in the state behind the last
// schedule. docs/testing-frameworks.md tells more. In a program that was not linked with xblock's runtime the body runs once, and the
// result says so. A program that includes this file explores at its calls of explore(), and nowhere else.
//===------------------------------------------------------------------------------------------------===//
#ifndef XBLOCK_EXPLORE_H
#define XBLOCK_EXPLORE_H

#include "xblock/explore_abi.h"

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

extern "C" {
const char __xblock_explores_at_calls = 1; // weak, as it is declared
}

namespace xblock {

/// What `xblock run` takes, by the same names in this case, without values: as XBLOCK_OPTIONS and `xblock run` say.
struct options {
  using Flag = bool;
  using Count = std::uint64_t;
  using Number = std::uint64_t;
  using Positive = std::uint64_t;
  using Natural = std::uint64_t;
  using Choice = std::string;
  using Text = std::string;
#define XBLOCK_OPTION_Search(type, member) std::optional<type> member = {};
#define XBLOCK_OPTION_Public(type, member) std::optional<type> member = {};
#define XBLOCK_OPTION_Replay(type, member)
#define XBLOCK_OPTION_Compare(type, member)
#define XBLOCK_OPTION_Internal(type, member)
#define XBLOCK_OPTION(type, member, name, default, values, audience, help) XBLOCK_OPTION_##audience(type, member)
#include "xblock/options.def"
#undef XBLOCK_OPTION_Search
#undef XBLOCK_OPTION_Public

  std::string name = {}; ///< of the call, in its report and in the line that replays a schedule; "": its number
  std::string more = {}; ///< any options, as in XBLOCK_OPTIONS: "mode=sleep, keep-going"
  bool reports = true;   ///< else only the verdict is printed; the result has the report

  /// In the text form of XBLOCK_OPTIONS.
  std::string text() const {
    std::string all;
    auto add = [&all](const char *option, const auto &value) {
      if (value)
        all += std::string(all.empty() ? "" : " ") + option + "=" + told(*value);
    };
#define XBLOCK_OPTION_Search(name, member) add(name, member);
#define XBLOCK_OPTION_Public(name, member) add(name, member);
#define XBLOCK_OPTION(type, member, name, default, values, audience, help) XBLOCK_OPTION_##audience(name, member)
#include "xblock/options.def"
#undef XBLOCK_OPTION_Search
#undef XBLOCK_OPTION_Public
#undef XBLOCK_OPTION_Replay
#undef XBLOCK_OPTION_Compare
#undef XBLOCK_OPTION_Internal
    return all + (all.empty() || more.empty() ? "" : " ") + more;
  }

private:
  static std::string told(bool value) { return value ? "true" : "false"; }
  static std::string told(std::uint64_t value) { return value == UINT64_MAX ? "unlimited" : std::to_string(value); }
  static std::string told(const std::string &value) {
    std::string quoted = "\"";
    for (char c : value)
      quoted += std::string(c == '"' || c == '\\' ? "\\" : "") + c;
    return quoted + "\"";
  }
};

/// As the exit codes of `xblock run` (docs/verdicts.md).
enum class verdict { complete = 0, failure = 1, incomplete = 2, usage = 3, unsupported = 4, not_explored = 5 };

struct failure {
  std::string kind, message; ///< as in the report
  std::string schedule;      ///< as `xblock replay` takes it; empty if the body failed before its first thread
  std::string replay;        ///< the command that runs it again, or empty
  std::string file;          ///< with the line: where the thread failed, if that is known
  std::uint64_t line = 0, count = 0, foundAt = 0;
};

struct result {
  xblock::verdict verdict = verdict::not_explored;
  std::uint64_t schedules = 0, blocks = 0;
  std::vector<failure> failures; ///< and what was not modelled, if the verdict is unsupported
  std::string summary;           ///< the line that the report ends in
  std::string report;            ///< what `xblock run` prints
  std::string json;              ///< what it writes with --json
  /// No schedule failed. Of one that was not explored: the body ran once.
  explicit operator bool() const { return verdict == verdict::complete || verdict == verdict::not_explored; }
};

namespace detail {

/// Whether the file that asks was compiled with hooks.
[[maybe_unused]] static bool has_hooks() {
  static volatile int probe = 0;
  __xblock_probe_begin();
  probe = probe + 1;
  return __xblock_probe_end(const_cast<const int *>(&probe)) != 0;
}

inline result result_of_last_call() {
  auto number = [](__xblock_result what, unsigned long i = 0) { return __xblock_result_number(what, i); };
  auto text = [](__xblock_result what, unsigned long i = 0) { return std::string(__xblock_result_text(what, i)); };
  result r;
  r.verdict = static_cast<xblock::verdict>(number(__xblock_verdict));
  r.schedules = number(__xblock_schedules);
  r.blocks = number(__xblock_blocks);
  r.summary = text(__xblock_summary);
  r.report = text(__xblock_report);
  r.json = text(__xblock_json);
  for (unsigned long i = 0; i < number(__xblock_failures); ++i) {
    failure f;
    f.kind = text(__xblock_kind, i);
    f.message = text(__xblock_message, i);
    f.schedule = text(__xblock_schedule, i);
    f.replay = text(__xblock_replay, i);
    f.file = text(__xblock_file, i);
    f.line = number(__xblock_line, i);
    f.count = number(__xblock_count, i);
    f.foundAt = number(__xblock_found_at, i);
    r.failures.push_back(std::move(f));
  }
  return r;
}

/// For frameworks: the arguments of the program that the line which replays a schedule has.
struct replayed_by {
  const char *dropped = "";
  const char *const *added = nullptr;
};

template <typename Body> result explore(Body &body, const options &how, bool hooks, replayed_by words = {}) {
  result r;
  if (!__xblock_explore) {
    body();
    r.summary = r.report = "xblock: not explored: the program was not linked with xblock's runtime, and the body ran once";
    r.report += "\n";
    return r;
  }
  if (!hooks) {
    r.verdict = verdict::usage;
    r.summary = r.report = "xblock: xblock::explore() is called by a file without hooks: compile it with xblock-clang++";
    r.report += "\n";
    return r;
  }
  const std::string text = how.text();
  __xblock_exploration call{};
  call.size = sizeof call;
  call.name = how.name.c_str();
  call.options = text.c_str();
  auto whole = [&body] { body(); }; // body may be a function
  call.body = [](void *argument) { (*static_cast<decltype(whole) *>(argument))(); };
  call.argument = &whole;
  call.dropped = words.dropped;
  call.added = words.added;
  call.quiet = how.reports ? 0 : 1;
  __xblock_explore(&call);
  return result_of_last_call();
}

} // namespace detail

/// Runs `body` under every schedule that matters. Each begins in the state that the program is in now, and ends when the body returns.
/// Behind it, unless schedules failed, the program is in the state behind the last of them. The calling thread is the only one, and
/// not within a body.
template <typename Body> result explore(Body &&body, const options &how = {}) {
  return detail::explore(body, how, !__xblock_explore || detail::has_hooks());
}

/// Whether schedules are searched. False in the run of the body behind the search, for its effects, and without the runtime.
inline bool searches() { return __xblock_searches && __xblock_searches(); }

} // namespace xblock

#endif
