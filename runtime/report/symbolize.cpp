//===- symbolize.cpp - function, file and line of the addresses in a report ---------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "report/symbolize.h"

#include "report/stacks.h"
#include "report/symbolizer_linux.h"
#include "support/library_headers.h"
#include "support/modules_linux.h"

#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <dlfcn.h>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string_view>
#include <unistd.h>

namespace xblock {
namespace {

using Json = nlohmann::json;

std::string hex(uint64_t value) {
  std::ostringstream text;
  text << "0x" << std::hex << value;
  return text.str();
}

std::string demangled(const char *symbol) {
  if (!std::strcmp(symbol, "__xblock_program_main")) // the pass's name for it (pass/rename_main.cpp)
    return "main";
  if (symbol[0] != '_' || symbol[1] != 'Z')
    return symbol; // "x" is no name of C++, but the demangler would read it as a type
  int status = 0;
  char *plain = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
  std::string text = plain ? plain : symbol;
  std::free(plain);
  return text;
}

/// What is known without debug info: the dynamic symbol, or the place in the file.
Frame plainFrame(uint64_t pc, const Module &module) {
  Frame frame;
  frame.pc = pc;
  Dl_info info;
  if (::dladdr(reinterpret_cast<void *>(pc), &info) && info.dli_sname) {
    frame.function = demangled(info.dli_sname);
  } else {
    std::size_t slash = module.path.rfind('/');
    frame.function = "(" + module.path.substr(slash == std::string::npos ? 0 : slash + 1) + "+" +
                     hex(pc - module.base) + ")";
  }
  return frame;
}

/// The frames at one address, innermost first, from one line that the symbolizer printed.
std::vector<Frame> framesOf(const std::string &line, uint64_t pc) {
  std::vector<Frame> frames;
  Json answer = Json::parse(line, nullptr, false);
  if (!answer.is_object() || !answer.contains("Symbol"))
    return frames;
  for (const Json &symbol : answer["Symbol"]) {
    Frame frame;
    frame.pc = pc;
    frame.function = symbol.value("FunctionName", "");
    frame.file = symbol.value("FileName", "");
    frame.line = symbol.value("Line", 0u);
    if (!frame.function.empty())
      frames.push_back(std::move(frame));
  }
  return frames;
}

/// Those that other files have taken the place of since they were loaded, as where they are built anew while a search runs: lines of the
/// new ones would be wrong.
std::set<std::string> replacedFiles() {
  constexpr std::string_view kGone = " (deleted)";
  std::set<std::string> all;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);)
    if (size_t path = line.find('/'); path != line.npos && line.ends_with(kGone))
      all.insert(line.substr(path, line.size() - path - kGone.size()));
  return all;
}

using FramesByPc = std::map<uint64_t, std::vector<Frame>>;

void askForAll(FramesByPc &known, const std::vector<Module> &modules) {
  std::string questions;
  std::vector<uint64_t> asked;
  const std::set<std::string> replaced = replacedFiles();
  for (auto &[pc, frames] : known) {
    const Module *module = moduleOf(modules, pc);
    if (!module || isRuntimeModule(module->path))
      continue;
    frames.push_back(plainFrame(pc, *module));
    if (module->path.empty() || module->path.find_first_of("\"\n") != std::string::npos)
      continue; // the kernel's own pages have no file
    if (replaced.contains(module->path))
      continue;
    const std::string file = module->path == kOwnFile ? "/proc/" + std::to_string(::getpid()) + "/exe" : module->path;
    questions += "\"" + file + "\" " + hex(pc - module->base) + "\n";
    asked.push_back(pc);
  }
  std::optional<std::string> answers = asked.empty() ? std::nullopt : runSymbolizer(questions);
  std::istringstream lines(answers.value_or(""));
  std::string line;
  for (std::size_t i = 0; i < asked.size() && std::getline(lines, line); ++i)
    if (std::vector<Frame> frames = framesOf(line, asked[i]); !frames.empty())
      known[asked[i]] = std::move(frames);
}

void rewrite(std::vector<Frame> &stack, const FramesByPc &known,
             const std::vector<Module> &modules) {
  std::vector<Frame> result;
  for (Frame &frame : stack) {
    if (frame.pc && moduleOf(modules, frame.pc)) {
      const std::vector<Frame> &frames = known.at(frame.pc);
      result.insert(result.end(), frames.begin(), frames.end());
    } else {
      if (frame.function.empty())
        frame.function = "(unknown)";
      result.push_back(std::move(frame));
    }
  }
  trimOuterFrames(result);
  stack = std::move(result);
}

/// Whether the event's own place, of a site of the pass, is no help: none, or within the C++
/// library.
bool wantsPlace(const Event &event) { return event.file.empty() || isLibraryHeader(event.file); }

/// The innermost line of the program's own code, if there is one.
void place(Event &event, const FramesByPc &known) {
  if (!wantsPlace(event))
    return;
  for (uint64_t pc : event.pcs) {
    auto found = known.find(pc);
    if (found == known.end() || found->second.empty())
      continue;
    const Frame &frame = namingFrame(found->second);
    bool own = !frame.file.empty() && !isLibraryHeader(frame.file);
    if (!own && !event.file.empty())
      continue;
    event.file = frame.file;
    event.line = frame.line;
    if (own)
      return;
  }
}

/// The same of an access, whose stack is symbolized.
void place(AccessReport &access) {
  if (access.stack.empty() || !(access.file.empty() || isLibraryHeader(access.file)))
    return;
  const Frame &frame = namingFrame(access.stack);
  access.file = frame.file;
  access.line = frame.line;
}

/// The same of where a thread was created.
void place(ThreadReport &thread) {
  if (thread.created.empty())
    return;
  const Frame &frame = namingFrame(thread.created);
  thread.createdFile = frame.file;
  thread.createdLine = frame.line;
}

void symbolizeAll(const std::vector<Finding *> &findings) {
  FramesByPc known;
  std::vector<Module> modules = loadedModules();
  for (Finding *finding : findings) {
    for (ThreadReport &thread : finding->threads)
      for (const std::vector<Frame> *stack : {&thread.stack, &thread.created})
        for (const Frame &frame : *stack)
          if (frame.pc)
            known[frame.pc];
    for (AccessReport &access : finding->accesses)
      for (Frame &frame : access.stack)
        if (frame.pc)
          known[frame.pc];
    for (MemoryReport &memory : finding->memory)
      for (Frame &frame : memory.stack)
        if (frame.pc)
          known[frame.pc];
    for (BlockReport &block : finding->blocks)
      for (Event &event : block.events)
        for (uint64_t pc : event.pcs)
          known[pc];
    if (finding->turn)
      for (Event &event : finding->turn->instead.events)
        for (uint64_t pc : event.pcs)
          known[pc];
    for (StepReport &step : finding->steps)
      for (uint64_t pc : step.event.pcs)
        known[pc];
  }
  askForAll(known, modules);
  for (Finding *finding : findings) {
    std::map<std::pair<std::string, uint32_t>, uint32_t> created;
    for (ThreadReport &thread : finding->threads) {
      rewrite(thread.stack, known, modules);
      rewrite(thread.created, known, modules);
      place(thread);
      if (!thread.createdFile.empty())
        thread.createdNumber = ++created[{thread.createdFile, thread.createdLine}];
    }
    for (AccessReport &access : finding->accesses) {
      rewrite(access.stack, known, modules);
      place(access);
    }
    for (MemoryReport &memory : finding->memory)
      rewrite(memory.stack, known, modules);
    for (BlockReport &block : finding->blocks)
      for (Event &event : block.events)
        place(event, known);
    if (finding->turn)
      for (Event &event : finding->turn->instead.events)
        place(event, known);
    for (StepReport &step : finding->steps)
      place(step.event, known);
  }
}

} // namespace

void symbolize(std::vector<Finding> &findings) {
  std::vector<Finding *> all;
  all.reserve(findings.size());
  for (Finding &finding : findings)
    all.push_back(&finding);
  symbolizeAll(all);
}

void symbolize(Finding &finding) { symbolizeAll({&finding}); }

} // namespace xblock
