//===- emit_programs.cpp - random programs as C, and all that can be known of them --------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
//   emit_programs FOLDER [SEED [FILES]]
//
// Writes FOLDER/programs_N.c, each with kPerFile programs that argv[1] chooses from, and
// FOLDER/expected.json: for each program what brute force says (final states, whether it can
// deadlock or fail) and how many schedules ModelWorld takes in each mode.
//===------------------------------------------------------------------------------------------------===//
#include "../engine/explore.h"
#include "support/brute_force.h"
#include "support/emit_c.h"
#include "support/random_program.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>

using namespace xblock;
using namespace xblock::test;
using Json = nlohmann::ordered_json;

namespace {

constexpr int kFiles = 22, kPerFile = 20;
constexpr uint64_t kMostSchedules =
    1500; // of the model: a run of each program takes a fraction of a second

struct Kind {
  const char *name;
  Flavour flavour;
};
/// One for each file, again and again.
const Kind kKinds[] = {
    {"locks", {}},
    {"threads, semaphores", {.dynamic = true}},
    {"atomics", {.atomics = true}},
    {"races", {.races = true}},
    {"checks", {.dynamic = true, .checks = true}},
    {"branches", {.branches = true}},
    {"try-locks", {.dynamic = true, .tries = true, .rwLocks = true}},
    {"timed waits", {.dynamic = true, .timed = true}},
    {"reader-writer locks", {.dynamic = true, .rwLocks = true}},
    {"reader-writer locks that prefer writers",
     {.dynamic = true, .tries = true, .rwLocks = true, .writersFirst = true}},
    {"barriers", {.dynamic = true, .barriers = true}},
    {"locks hand over hand", {.chains = true}},
    {"threads of all", {.dynamic = true, .atomics = true}},
    {"races of all", {.dynamic = true, .atomics = true, .races = true}},
    {"checks of all", {.atomics = true, .races = true, .checks = true}},
    {"four threads", {.maxThreads = 4}},
    {"values that the search chooses", {.dynamic = true, .branches = true, .choices = true}},
    {"copies", {.copies = true}},
    {"copies that race", {.races = true, .copies = true}},
    {"copies that race, threads of all", {.dynamic = true, .atomics = true, .races = true, .copies = true}},
    {"copies, checks, branches", {.dynamic = true, .checks = true, .branches = true, .copies = true}},
    {"try-locks, timed waits, reader-writer locks, barriers",
     {.dynamic = true, .branches = true, .tries = true, .timed = true, .rwLocks = true, .barriers = true}},
};

std::string line(const std::vector<int32_t> &state) {
  std::string text;
  for (int32_t value : state)
    text += (text.empty() ? "" : " ") + std::to_string(value);
  return text + "\n";
}

/// Names threads in the order of their creation, as the runtime numbers them: how many schedules
/// there are depends on it.
std::string inOrderOfCreation(std::string text) {
  std::string order;
  for (size_t at = 0; (at = text.find("start T", at)) != text.npos; ++at)
    order += text[at + 7];
  std::string sorted = order;
  std::sort(sorted.begin(), sorted.end());
  for (size_t at = 0; (at = text.find('T', at)) != text.npos; ++at)
    if (size_t n = order.find(text[at + 1]); n != order.npos)
      text[at + 1] = sorted[n];
  return text;
}

/// As the runtime sees it: a thread can be joined once its last block, which may be empty, has run,
/// and handles of threads are written and read. In the model the end of the last operation is
/// enough, so each thread gets one more.
Program modelOf(const std::string &closedForm) {
  Program program = parseProgram(closedForm);
  simplifyRmw(program);
  Program model = program;
  model.locals.push_back("unused");
  int unused = static_cast<int>(model.locals.size() - 1);
  auto variable = [&](const std::string &name) {
    model.variables.push_back(name);
    model.initial.push_back(0);
    return static_cast<int>(model.variables.size() - 1);
  };
  auto access = [&](OpKind kind, int object) {
    Op op;
    op.kind = kind;
    op.object = object;
    op.local = unused;
    return op;
  };
  std::vector<int> handles;
  for (const std::string &thread : program.threads)
    handles.push_back(variable("handle of " + thread));
  for (size_t t = 0; t < program.threads.size(); ++t) {
    model.ops[t].clear();
    std::vector<int> first, itself; // of what stands for an operation: where it begins, and itself
    for (const Op &op : program.ops[t]) {
      first.push_back(static_cast<int>(model.ops[t].size()));
      if (op.kind == OpKind::Start)
        model.ops[t].push_back(access(OpKind::Write, handles[static_cast<size_t>(op.object)]));
      if (op.kind == OpKind::Join)
        model.ops[t].push_back(access(OpKind::Read, handles[static_cast<size_t>(op.object)]));
      itself.push_back(static_cast<int>(model.ops[t].size()));
      model.ops[t].push_back(op);
    }
    first.push_back(static_cast<int>(model.ops[t].size()));
    for (size_t i = 0; i < itself.size(); ++i) {
      Op &op = model.ops[t][static_cast<size_t>(itself[i])];
      if (op.kind == OpKind::Jump || op.kind == OpKind::Unless)
        op.jump = first[i + 1 + static_cast<size_t>(op.jump)] - itself[i] - 1;
    }
    if (t != 0)
      model.ops[t].push_back(access(OpKind::Read, variable("end of " + program.threads[t])));
  }
  return model;
}

/// Whether a thread may take a reader-writer lock again that it writes under, or write under one
/// that it reads under, and had taken it perhaps by a try: in the model it waits for itself, in C
/// it gets an error or undefined behaviour.
bool relocks(const Program &program) {
  for (const auto &ops : program.ops) {
    std::vector<std::vector<bool>> held(
        program.rwLocks.size()); // by lock: whether each that is taken is for writing
    for (const Op &op : ops) {
      const bool reads = op.kind == OpKind::ReadLock, writes = op.kind == OpKind::WriteLock;
      const bool tries = op.kind == OpKind::TryRead ||
                         op.kind == OpKind::TryWrite; // in vain: what gives it back is left out too
      if (!reads && !writes && !tries && op.kind != OpKind::RwUnlock)
        continue;
      std::vector<bool> &taken = held[static_cast<size_t>(op.object)];
      if ((reads && std::ranges::find(taken, true) != taken.end()) || (writes && !taken.empty()))
        return true;
      if (op.kind == OpKind::RwUnlock)
        taken.pop_back();
      else
        taken.push_back(writes || op.kind == OpKind::TryWrite);
    }
  }
  return false;
}

/// Null if it is too large, has nothing to print, or means something else in C.
Json expectation(const std::string &text, const Program &model, const Flavour &flavour) {
  Program open = parseProgram(text);
  simplifyRmw(open);
  auto truth = bruteForce(open);
  if (!truth || open.variables.empty() || relocks(open))
    return {};
  Json json = {{"text", text}, {"deadlock", truth->deadlock}, {"failure", truth->failure}};
  json["finals"] = Json::array();
  for (const auto &state : truth->finals)
    json["finals"].push_back(line(state));
  bool disciplined = !flavour.races && !flavour.atomics && !flavour.tries && !flavour.timed;
  for (Mode mode : {Mode::Dpor, Mode::Sleep, Mode::ExitBlock}) {
    if ((mode == Mode::Sleep && flavour.races) || (mode == Mode::ExitBlock && !disciplined))
      continue;
    Explored e = explore(model, {.mode = mode, .keepGoing = true, .maxSchedules = kMostSchedules});
    if (e.scheduleLimit)
      return {};
    json["schedules"][name(mode)] = e.schedules;
  }
  return json;
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  std::string folder = argv[1];
  std::mt19937_64 rng(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
  int files = argc > 3 ? std::atoi(argv[3]) : kFiles;
  Json all = Json::array();
  for (int f = 0; f < files; ++f) {
    const Kind &kind = kKinds[static_cast<size_t>(f) % std::size(kKinds)];
    std::string path = "programs_" + std::to_string(f) + ".c";
    std::ofstream source(folder + "/" + path);
    std::string choose =
        "int main(int argc, char **argv) {\n  switch (argc > 1 ? atoi(argv[1]) : -1) {\n";
    source << kEmittedHeader;
    for (int n = 0; n < kPerFile;) {
      std::string text = inOrderOfCreation(randomProgramText(rng, kind.flavour)),
                  closedForm = closedText(text);
      Program closed = parseProgram(closedForm);
      simplifyRmw(closed);
      Json json = expectation(text, modelOf(closedForm), kind.flavour);
      if (json.is_null())
        continue;
      std::string number = std::to_string(n), prefix = "p" + number + "_";
      json["kind"] = kind.name;
      json["file"] = path;
      json["number"] = n;
      json["closed"] = closedForm;
      json["racy"] = kind.flavour.races;
      all.push_back(json);
      source << "\n// " << number << "\n"
             << emitC(closed, {.prefix = prefix, .isVolatile = kind.flavour.races});
      choose += "  case " + number + ":\n    return " + prefix + "main();\n";
      ++n;
    }
    source << "\n" << choose << "  }\n  return 2;\n}\n";
  }
  std::ofstream(folder + "/expected.json") << all.dump(1) << "\n";
  return 0;
}
