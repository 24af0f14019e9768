//===- program.cpp - a tiny multithreaded program as data ---------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "support/program.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <sstream>

namespace xblock::test {
namespace {

using Words = std::vector<std::string>;

[[noreturn]] void refuse(std::string_view what, std::string_view text) {
  std::fprintf(stderr, "program: %.*s: \"%.*s\"\n", static_cast<int>(what.size()), what.data(),
               static_cast<int>(text.size()), text.data());
  std::abort();
}

Words split(std::string_view text, std::string_view separators) {
  Words all;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find_first_of(separators, at), text.size());
    if (end > at)
      all.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return all;
}

/// The index of the name in the list, which gets it if it is new.
int number(Words &names, const std::string &name) {
  auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end())
    at = names.insert(at, name);
  return static_cast<int>(at - names.begin());
}

bool isNumber(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

class Parser {
public:
  explicit Parser(Program &program) : program_(program) {}

  void threadLine(const std::string &name, std::string_view ops) {
    auto &out = program_.ops[static_cast<size_t>(thread(name))];
    for (const std::string &op : split(ops, ","))
      if (Words words = split(op, " \t"); !words.empty())
        out.push_back(parse(words, op));
  }

  int thread(const std::string &name) {
    auto at = std::find(program_.threads.begin(), program_.threads.end(), name);
    if (at == program_.threads.end())
      refuse("no such thread", name);
    return static_cast<int>(at - program_.threads.begin());
  }

private:
  Op parse(const Words &words, std::string_view text) {
    struct Form {
      OpKind kind;
      Words *objects;
      size_t words;
    };
    Program &p = program_;
    static constexpr std::nullptr_t kThread = nullptr;
    const std::map<std::string_view, Form> forms = {
        {"lock", {OpKind::Lock, &p.mutexes, 2}},
        {"unlock", {OpKind::Unlock, &p.mutexes, 2}},
        {"r", {OpKind::Read, &p.variables, 3}},
        {"w", {OpKind::Write, &p.variables, 3}},
        {"copy", {OpKind::Copy, &p.variables, 3}},
        {"check", {OpKind::Check, &p.variables, 3}},
        {"ar", {OpKind::AtomicRead, &p.variables, 3}},
        {"aw", {OpKind::AtomicWrite, &p.variables, 3}},
        {"rmw", {OpKind::Rmw, &p.variables, 3}},
        {"start", {OpKind::Start, kThread, 2}},
        {"join", {OpKind::Join, kThread, 2}},
        {"post", {OpKind::Post, &p.semaphores, 2}},
        {"sem", {OpKind::Sem, &p.semaphores, 2}},
        {"try", {OpKind::Try, &p.mutexes, 3}},
        {"trysem", {OpKind::TrySem, &p.semaphores, 3}},
        {"tryrd", {OpKind::TryRead, &p.rwLocks, 3}},
        {"trywr", {OpKind::TryWrite, &p.rwLocks, 3}},
        {"rdlock", {OpKind::ReadLock, &p.rwLocks, 2}},
        {"wrlock", {OpKind::WriteLock, &p.rwLocks, 2}},
        {"rwunlock", {OpKind::RwUnlock, &p.rwLocks, 2}},
        {"bar", {OpKind::Barrier, &p.barriers, 3}},
        {"wait", {OpKind::Wait, &p.mutexes, 3}},
        {"twait", {OpKind::TimedWait, &p.mutexes, 4}},
        {"let", {OpKind::Let, &p.locals, 3}},
        {"choose", {OpKind::Choose, &p.locals, 3}},
        {"jump", {OpKind::Jump, &p.locals, 4}},
        {"unless", {OpKind::Unless, &p.locals, 4}},
        {"notify", {OpKind::Notify, &p.conditions, 2}},
        {"notifyall", {OpKind::NotifyAll, &p.conditions, 2}},
    };
    static const std::map<std::string_view, Order> orders = {
        {"", Order::SeqCst}, {".rlx", Order::Relaxed}, {".acq", Order::Acquire}, {".rel", Order::Release}};
    std::string_view name = words[0];
    size_t dot = std::min(name.find('.'), name.size());
    auto order = orders.find(name.substr(dot));
    auto form = forms.find(name.substr(0, dot));
    if (order == orders.end())
      refuse("no such memory order", text);
    if (form == forms.end() || form->second.words != words.size())
      refuse("no such operation", text);
    Op op;
    op.kind = form->second.kind;
    op.order = order->second;
    op.object = form->second.objects ? number(*form->second.objects, words[1]) : thread(words[1]);
    bool waits = op.kind == OpKind::Wait || op.kind == OpKind::TimedWait;
    bool jumps = op.kind == OpKind::Jump || op.kind == OpKind::Unless;
    bool tries = op.kind == OpKind::Try || op.kind == OpKind::TrySem || op.kind == OpKind::TryRead ||
                 op.kind == OpKind::TryWrite;
    if (op.kind == OpKind::Read || op.kind == OpKind::AtomicRead || tries)
      op.local = number(p.locals, words[2]);
    else if (op.kind == OpKind::Copy)
      op.source = number(p.variables, words[2]);
    else if (waits)
      op.condition = number(p.conditions, words[2]);
    else if (words.size() >= 3)
      expression(words[2], op);
    if (op.kind == OpKind::TimedWait)
      op.local = number(p.locals, words[3]);
    if (jumps) {
      op.local = op.object;
      op.jump = std::atoi(words[3].c_str());
    }
    return op;
  }

  void expression(std::string_view text, Op &op) {
    size_t end = text.find('%');
    if (end != text.npos)
      op.value.mod = std::atoi(std::string(text.substr(end + 1)).c_str());
    text = text.substr(0, end);
    for (const std::string &term : split(text, "+")) {
      if (isNumber(term)) {
        op.value.add = std::atoi(term.c_str());
        continue;
      }
      size_t star = term.find('*');
      op.value.mul = star == term.npos ? 1 : std::atoi(term.c_str());
      if (op.kind != OpKind::Rmw)
        op.local = number(program_.locals, star == term.npos ? term : term.substr(star + 1));
    }
  }

  Program &program_;
};

} // namespace

Program parseProgram(std::string_view text) {
  Program program;
  std::map<std::string, std::string> lines;
  for (const std::string &line : split(text, ";\n")) {
    size_t colon = line.find(':');
    if (colon == line.npos) {
      if (!split(line, " ").empty())
        refuse("a line without ':'", line);
      continue;
    }
    Words name = split(line.substr(0, colon), " ");
    if (name.size() != 1 || !lines.emplace(name[0], line.substr(colon + 1)).second)
      refuse("a line that names no thread, or again", line);
  }
  for (auto &[name, rest] : lines)
    if (name != "start" && name != "shared")
      program.threads.push_back(name); // a map: in the order of the names
  program.ops.resize(program.threads.size());
  Parser parser(program);
  for (auto &[name, rest] : lines)
    if (name != "start" && name != "shared")
      parser.threadLine(name, rest);
  for (const std::string &name :
       lines.contains("start") ? split(lines["start"], " ") : program.threads)
    program.start.push_back(parser.thread(name));
  std::sort(program.start.begin(), program.start.end());
  program.initial.resize(program.variables.size());
  for (const std::string &set : split(lines["shared"], " ")) {
    Words sides = split(set, "=");
    size_t variable = static_cast<size_t>(number(program.variables, sides.at(0)));
    program.initial.resize(program.variables.size());
    program.initial[variable] = std::atoi(sides.at(1).c_str());
  }
  if (program.locals.empty())
    program.locals.push_back("none");
  return program;
}

Program perf(int k, int n, bool java) {
  std::ostringstream text;
  for (int i = 0; i < k; ++i) {
    char name[8];
    std::snprintf(name, sizeof name, "T%02d", i); // two digits: threads are ordered by name
    text << name << ": ";
    for (int j = 0; j < n; ++j)
      text << "lock l" << j << ", unlock l" << j << ", ";
    if (java)
      text << "lock own" << i << ", unlock own" << i;
    text << "\n";
  }
  text << "Main: ";
  for (int i = 1; i < k; ++i)
    text << "start T" << (i < 10 ? "0" : "") << i << ", ";
  text << "\nstart: Main T00\n";
  return parseProgram(text.str());
}

} // namespace xblock::test
