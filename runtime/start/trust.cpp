#include "start/trust.h"

#include "report/symbolize.h"
#include "start/shared_answers_linux.h"
#include "world/crash_linux.h"
#include "world/explorer_switch.h"
#include "world/modules_linux.h"
#include "world/running.h"

#include <algorithm>
#include <fnmatch.h>
#include <set>
#include <unordered_map>
#include <vector>

namespace xblock {

namespace {

constexpr std::string_view kUnnamed = "a function without a name";

std::vector<std::string> all;
std::unordered_map<uint64_t, bool> known; ///< by site or address of a call
std::set<std::string> trusted;            ///< functions, of those
SharedAnswers answers;                    ///< the same, of all processes of this search

/// `function`: its name, "" if it has none that is known: patterns name its file.
void add(uint64_t address, bool isTrusted, std::string_view function) {
  known[address] = isTrusted;
  if (isTrusted)
    trusted.emplace(function.empty() ? kUnnamed : function);
}

bool matches(const std::string &pattern, std::string_view text) {
  return fnmatch(pattern.c_str(), std::string(text).c_str(), FNM_NOESCAPE) == 0;
}

bool names(std::string_view function, std::string_view file) {
  return std::any_of(all.begin(), all.end(), [&](const std::string &pattern) {
    return namesFunction(pattern, function) || namesFile(pattern, file);
  });
}

/// What the symbolizer says of calls that were never asked about, by whichever process: once for all that a stack has.
void learn(const RawStack &stack) {
  answers.readNew(add);
  std::vector<uint64_t> calls;
  std::vector<Finding> findings;
  for (unsigned i = 0; i < stack.count; ++i) {
    if (known.contains(stack.pc[i]) || !isProgramCode(reinterpret_cast<void *>(stack.pc[i])))
      continue;
    calls.push_back(stack.pc[i]);
    Finding finding;
    finding.threads.emplace_back();
    finding.threads[0].stack.emplace_back();
    finding.threads[0].stack[0].pc = stack.pc[i];
    findings.push_back(finding);
  }
  if (calls.empty())
    return;
  OwnTime notOfTheProgram;
  symbolize(findings);
  for (size_t i = 0; i < calls.size(); ++i) {
    const auto &frames = findings[i].threads[0].stack;
    auto at = std::find_if(frames.begin(), frames.end(), [](const Frame &f) { return names(f.function, f.file); });
    const bool isTrusted = at != frames.end();
    const std::string function = isTrusted ? at->function : "";
    add(calls[i], isTrusted, function);
    answers.append(calls[i], isTrusted, function);
  }
}

bool trusts(const xblock_site *site) {
  if (site) {
    auto [at, isNew] = known.try_emplace(reinterpret_cast<uint64_t>(site));
    if (isNew) {
      at->second = names(site->function, site->file);
      if (at->second) {
        add(at->first, true, site->function);
        answers.append(at->first, true, site->function);
      }
    }
    if (at->second)
      return true;
  }
  RawStack stack = stackHere(1);
  learn(stack);
  return std::any_of(stack.pc, stack.pc + stack.count, [](uint64_t pc) {
    auto at = known.find(pc);
    return at != known.end() && at->second;
  });
}

} // namespace

bool namesFunction(std::string_view pattern, std::string_view function) {
  std::string text(pattern);
  return matches(text, function) || matches(text + "(*", function);
}

bool namesFile(std::string_view pattern, std::string_view file) {
  std::string text(pattern);
  return matches(text, file) || matches("*/" + text, file);
}

std::string trustedFunctions() {
  answers.readNew(add);
  std::string text;
  for (const std::string &function : trusted)
    text += (text.empty() ? "" : ", ") + function;
  return text;
}

void setTrust(const std::string &patterns) {
  all.clear();
  known.clear(); // by other patterns
  trusted.clear();
  if (patterns.empty())
    answers.end();
  else
    answers.begin();
  for (size_t begin = 0; begin <= patterns.size();) {
    size_t end = std::min(patterns.find(',', begin), patterns.size());
    if (end > begin)
      all.push_back(patterns.substr(begin, end - begin));
    begin = end + 1;
  }
  running.trusts = all.empty() ? nullptr : trusts;
}

} // namespace xblock
