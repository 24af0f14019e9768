#include "world/outcome_values.h"

#include "memory/undo_log.h"

#include <cstring>
#include <map>

namespace xblock {

namespace {

struct Given {
  char name[kLongestOutcomeName + 1];
  int64_t value;
};
struct alignas(kChunk) {
  uint64_t count;
  Given all[kMostOutcomes];
} given;

} // namespace

bool giveOutcome(const char *name, int64_t value) {
  uint64_t at = 0;
  while (at < given.count && strcmp(given.all[at].name, name) != 0)
    ++at;
  if (at == kMostOutcomes)
    return false;
  Given &to = given.all[at];
  undoLog.touch(&to, sizeof to);
  to.value = value;
  if (at < given.count)
    return true;
  strncpy(to.name, name, kLongestOutcomeName);
  undoLog.touch(&given.count, sizeof given.count);
  ++given.count;
  return true;
}

void forgetOutcomes() { given.count = 0; }

std::string outcomeValues() {
  std::map<std::string, int64_t> sorted;
  for (uint64_t i = 0; i < given.count; ++i)
    sorted[given.all[i].name] = given.all[i].value;
  std::string text;
  for (const auto &[name, value] : sorted)
    text += name + "=" + std::to_string(value) + "\n";
  return text;
}

} // namespace xblock
