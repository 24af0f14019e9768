#include "options/of_policies.h"

namespace xblock {

namespace {

using Policies = bool(std::string_view policy);

bool thatSearch(std::string_view policy) { return policy == "dpor"; }
bool thatSample(std::string_view policy) { return !thatSearch(policy); }
bool thatDisturb(std::string_view policy) { return policy == "noise" || policy == "native"; }

constexpr struct {
  std::string_view option;
  Policies *goesWith;
} kOfPolicies[] = {
    {"mode", thatSearch},
    {"preemptions", thatSearch},
    {"delays", thatSearch},
    {"starvation", thatSearch},
    {"seed", thatSample},
    {"first-schedule", thatSample},
    {"noise", thatDisturb},
    {"noise-probability", thatDisturb},
    {"noise-strength", thatDisturb},
    {"noise-decision", [](std::string_view policy) { return policy == "noise"; }},
    {"depth", [](std::string_view policy) { return policy == "pct"; }},
    {"share", [](std::string_view policy) { return policy == "auto"; }},
};

} // namespace

void leaveOutOtherPolicies(Options &options, const std::function<bool(std::string_view option)> &mayBeLeftOut) {
  for (const auto &[option, goesWith] : kOfPolicies)
    if (isGiven(options, option) && !goesWith(options.policy) && mayBeLeftOut(option))
      resetOption(options, option);
}

bool isOfSearches(std::string_view option) {
  for (const auto &[of, goesWith] : kOfPolicies)
    if (of == option)
      return goesWith == thatSearch;
  return false;
}

} // namespace xblock
