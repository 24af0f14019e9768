#include "start/places.h"

#include "report/symbolize.h"
#include "support/library_headers.h"
#include "world/trails.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace xblock {

namespace {

/// Without debug info there is only the name.
bool isOfLibrary(const Frame &frame) {
  if (!frame.file.empty())
    return isLibraryHeader(frame.file);
  for (std::string_view start : {"std::", "void std::", "void* std::", "__gnu_cxx::", "__gthread_",
                                 "testing::", "xblock::", "decltype(std::"})
    if (frame.function.starts_with(start))
      return true;
  return false;
}

std::string wholePath(const std::string &file) {
  std::error_code error;
  std::filesystem::path whole =
      file.empty() ? std::filesystem::path() : std::filesystem::absolute(file, error);
  return error ? file : whole.lexically_normal().string();
}

} // namespace

const Trail &ProgramPlaces::trail(uint32_t number) { return trails.trail(number); }

uint32_t ProgramPlaces::numberOf(const std::string &name, const std::string &file, uint32_t line) {
  auto [at, isNew] = numbers_.try_emplace({name, file}, static_cast<uint32_t>(functions_.size()));
  if (isNew)
    functions_.push_back({name, file, line});
  else if (Function &f = functions_[at->second]; line && (!f.line || line < f.line))
    f.line = line;
  return at->second;
}

void ProgramPlaces::learnAll() {
  std::vector<uint64_t> asked;
  std::vector<Finding> findings;
  for (uint32_t stack = static_cast<uint32_t>(stacks_.size()) + 1; stack <= trails.stacks();
       ++stack)
    for (uint64_t pc : trails.stack(stack))
      if (known_.try_emplace(pc).second) {
        asked.push_back(pc);
        Finding &finding = findings.emplace_back();
        finding.threads.emplace_back().stack.emplace_back().pc = pc;
      }
  if (!asked.empty())
    symbolize(findings);
  for (size_t i = 0; i < asked.size(); ++i)
    for (const xblock::Frame &frame : findings[i].threads[0].stack)
      if (!isOfLibrary(frame)) {
        uint32_t number = numberOf(frame.function, wholePath(frame.file), frame.line);
        // By lines, of which calls that were inlined have one too.
        known_[asked[i]].push_back({{number, frame.line ? frame.line : asked[i]}, frame.line});
      }
  while (stacks_.size() < trails.stacks()) {
    std::vector<StandsIn> &all = stacks_.emplace_back();
    uint32_t line = 0;
    for (uint64_t pc : trails.stack(static_cast<uint32_t>(stacks_.size())))
      for (const Frame &frame : known_[pc]) {
        line = all.empty() ? frame.line : line;
        all.push_back(frame.in);
      }
    lines_.push_back(line);
  }
}

std::span<const StandsIn> ProgramPlaces::functions(uint32_t stack) {
  if (stack > stacks_.size())
    learnAll();
  return stacks_[stack - 1];
}

ProgramPlaces::Place ProgramPlaces::placeOf(uint32_t stack) {
  std::span<const StandsIn> all = functions(stack);
  if (all.empty())
    return {};
  const Function &f = functions_[all.front().function];
  return {f.name, f.file, lines_[stack - 1]};
}

} // namespace xblock
