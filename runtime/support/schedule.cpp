//===- schedule.cpp - the text form of a schedule -----------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// One text for each schedule: print() writes the longest runs, and parseSchedule() takes what
// print() writes and shorter runs, but no leading zeros, spaces, signs or empty runs.
//===------------------------------------------------------------------------------------------------===//
#include "support/schedule.h"

#include <limits>

namespace xblock {
namespace {

constexpr std::string_view kPrefix = "x1:";
/// A text that asks for more blocks than this is refused: it is a typing error, and would fill the
/// memory.
constexpr uint64_t kMaxSteps = 10'000'000;

class Parser {
public:
  explicit Parser(std::string_view text) : text_(text) {}

  std::optional<Schedule> parse(std::string *error) {
    Schedule schedule;
    if (run(schedule))
      return schedule;
    if (error)
      *error = "schedule \"" + std::string(text_) + "\", character " + std::to_string(at_ + 1) +
               ": " + message_;
    return std::nullopt;
  }

private:
  bool run(Schedule &out) {
    if (text_.substr(0, kPrefix.size()) != kPrefix)
      return fail("a schedule begins with \"x1:\"");
    at_ = kPrefix.size();
    if (at_ == text_.size())
      return true;
    do {
      if (!oneRun(out))
        return false;
    } while (take('.'));
    return at_ == text_.size() || fail("expected '.' or the end");
  }

  bool oneRun(Schedule &out) {
    uint64_t thread = 0, value = 0;
    if (!number(thread, std::numeric_limits<uint32_t>::max(), "a thread number"))
      return false;
    Step step{ThreadId(thread), {}, {}};
    if (take('x')) {
      size_t start = at_;
      if (!number(value, std::numeric_limits<uint32_t>::max(), "a number of blocks"))
        return false;
      if (value == 0 || value > kMaxSteps - out.size()) {
        at_ = start;
        return fail(value == 0 ? "a run of 0 blocks" : "more than 10000000 blocks");
      }
      out.insert(out.end(), value, step);
      return true;
    }
    while (take('c')) {
      if (!number(value, std::numeric_limits<uint16_t>::max(), "a choice"))
        return false;
      step.choices.push_back(static_cast<uint16_t>(value));
    }
    if (!cut(step.cut))
      return false;
    out.push_back(std::move(step));
    return true;
  }

  bool cut(Cut &out) {
    for (Cut::Where where : {Cut::AfterAccess, Cut::BeforeAcquire, Cut::AfterAcquire, Cut::AtPoint}) {
      if (!take(where))
        continue;
      const char *what = where == Cut::AfterAccess ? "an access"
                         : where == Cut::AtPoint   ? "a cancellation point"
                                                   : "an acquire";
      size_t start = at_;
      if (!number(out.number, std::numeric_limits<uint64_t>::max() / 20,
                  (std::string("the number of ") + what).c_str()))
        return false;
      if (out.number == 0) {
        at_ = start;
        return fail(where == Cut::AfterAccess ? "accesses are counted from 1"
                    : where == Cut::AtPoint   ? "cancellation points are counted from 1"
                                              : "acquires are counted from 1");
      }
      out.where = where;
      return true;
    }
    return true;
  }

  bool number(uint64_t &out, uint64_t max, const char *what) {
    size_t start = at_;
    out = 0;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      out = out * 10 + static_cast<uint64_t>(text_[at_] - '0');
      if (out > max || (at_ > start && text_[start] == '0')) {
        bool tooLarge = out > max;
        at_ = start;
        return fail(std::string(what) + (tooLarge ? " that is too large" : " with a leading zero"));
      }
    }
    return at_ > start || fail(std::string("expected ") + what);
  }

  bool take(char c) {
    if (at_ == text_.size() || text_[at_] != c)
      return false;
    ++at_;
    return true;
  }

  bool fail(std::string message) {
    message_ = std::move(message);
    return false;
  }

  std::string_view text_;
  size_t at_ = 0;
  std::string message_;
};

} // namespace

uint64_t switchesOf(const Schedule &schedule) {
  uint64_t count = 0;
  for (size_t i = 1; i < schedule.size(); ++i)
    count += schedule[i].thread != schedule[i - 1].thread;
  return count;
}

std::string print(const Schedule &schedule) {
  std::string text(kPrefix);
  for (size_t i = 0; i < schedule.size();) {
    if (i > 0)
      text += '.';
    const Step &step = schedule[i];
    text += std::to_string(index(step.thread));
    size_t end = i + 1;
    for (uint16_t choice : step.choices)
      text += 'c' + std::to_string(choice);
    if (step.cut.where)
      text += static_cast<char>(step.cut.where) + std::to_string(step.cut.number);
    while (step.choices.empty() && !step.cut.where && end < schedule.size() && schedule[end] == step)
      ++end;
    if (end - i > 1)
      text += 'x' + std::to_string(end - i);
    i = end;
  }
  return text;
}

std::optional<Schedule> parseSchedule(std::string_view text, std::string *error) {
  return Parser(text).parse(error);
}

} // namespace xblock
