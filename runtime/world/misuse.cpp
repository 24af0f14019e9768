#include "world/misuse.h"

#include "world/explorer_switch.h"
#include "world/heap_errors.h"

#include <cstdarg>
#include <cstdio>
#include <map>
#include <string_view>

namespace xblock {

namespace {

struct Use {
  const char *verb;
  ThreadId thread;
  RawStack stack;
};
std::map<uint64_t, Use> lastUses;

/// Of a verb of the trace, for a sentence with "by".
std::string participle(std::string_view verb) {
  static constexpr struct {
    std::string_view start, told;
  } kTold[] = {{"destroy", "destroyed"},        {"initialise", "initialised"}, {"lock for reading", "locked for reading"},
               {"lock for writing", "locked for writing"}, {"lock", "locked"}, {"unlock", "unlocked"},
               {"wait for the end", "waited for"}, {"wait", "waited on"},          {"join", "joined"},            {"detach", "detached"},
               {"start", "started"},            {"cancel", "cancelled"},       {"post", "posted"},
               {"take", "taken"},               {"come to", "come to"},        {"last to come to", "come to"},
               {"notify", "notified"},          {"try-lock,", "tried in vain"}, {"try-lock", "locked by a try"},
               {"end as the owner of", "left locked"}};
  for (auto [start, told] : kTold)
    if (verb.starts_with(start))
      return std::string(told);
  return std::string(verb);
}

} // namespace

void forgetUses() { lastUses.clear(); }

void noteLastUse(Misused what, const char *verb) {
  RuntimeScope scope;
  lastUses.insert_or_assign(what.key, Use{verb, running.thread, stackHere(1)});
}

void misuse(Misused what, const char *format, ...) {
  RuntimeScope scope;
  static char message[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  failedMemory.clear();
  if (auto last = lastUses.find(what.key); running.tracing && last != lastUses.end()) {
    const auto &[verb, thread, stack] = last->second;
    MemoryReport report{participle(verb), thread, ThreadName(thread).text, {}};
    for (unsigned i = 0; i < stack.count; ++i)
      report.stack.push_back({stack.pc[i], "", "", 0});
    failedMemory.push_back(std::move(report));
  }
  failAt(FailureKind::Misuse, message, message);
}

} // namespace xblock
