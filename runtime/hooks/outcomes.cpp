// What xblock_outcome() of xblock/xblock.h calls: a visible step, like an atomic store to a
// variable of that name.
#include "world/loop_state_x86_64.h"
#include "world/misuse.h"
#include "world/outcome_values.h"
#include "world/running.h"

#include <cstdio>
#include <cstring>

using namespace xblock;

namespace {

uint64_t hashOf(const char *name) {
  uint64_t hash = 0xcbf29ce484222325; // FNV-1a
  for (; *name; ++name)
    hash = (hash ^ static_cast<unsigned char>(*name)) * 0x100000001b3;
  return hash;
}

} // namespace

XBLOCK_KEEPING(void, outcome, noteOutcome, (const char *name, long long value)) {
  const xblock_site *site = takeSite();
  if (!running.onFiber || runtimeDepth)
    return;
  RuntimeScope scope;
  size_t length = strlen(name);
  noteRead(name, length + 1, site);
  if (length == 0 || length > kLongestOutcomeName || strchr(name, '\n'))
    misuse(name, "xblock_outcome: the name is empty, has more than %zu bytes, or a line break",
           kLongestOutcomeName);
  if (!giveOutcome(name, value))
    unsupported("more than 64 names of outcomes in one schedule", site);
  running.out->data.add(resourceKey({ResourceKind::Outcome, hashOf(name)}), 0, 1);
  running.ran = true;
  if (running.tracing) {
    char text[kLongestOutcomeName + 40];
    snprintf(text, sizeof text, "outcome %s=%lld", name, value);
    traceEvent(strdup(text), nullptr,
               site); // kept for the report of the one schedule that is traced
  }
  boundary(Ending::Split);
}
