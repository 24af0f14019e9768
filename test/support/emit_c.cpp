//===- emit_c.cpp - a tiny program as a C program -----------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "support/emit_c.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <sstream>

namespace xblock::test {
namespace {

bool isAtomic(OpKind kind) {
  return kind == OpKind::AtomicRead || kind == OpKind::AtomicWrite || kind == OpKind::Rmw;
}

std::vector<bool> atomicVariables(const Program &program) {
  std::vector<bool> atomic(program.variables.size());
  for (const auto &ops : program.ops)
    for (const Op &op : ops)
      if (isAtomic(op.kind))
        atomic[static_cast<size_t>(op.object)] = true;
  return atomic;
}

class Emitter {
public:
  Emitter(const Program &program, const EmitOptions &options)
      : program_(program), options_(options), atomic_(atomicVariables(program)) {}

  std::string text() {
    objects();
    for (size_t t = program_.threads.size(); t-- > 1;)
      out_ << "static void *" << thread(t) << "(void *);\n";
    for (size_t t = 0; t < program_.threads.size(); ++t)
      function(t);
    return out_.str();
  }

private:
  std::string name(const std::string &bare) const { return options_.prefix + bare; }
  std::string thread(size_t t) const { return name(program_.threads[t]); }
  std::string mutex(int m) const { return name(program_.mutexes[static_cast<size_t>(m)]); }
  std::string condition(int c) const { return name(program_.conditions[static_cast<size_t>(c)]); }
  std::string variable(int v) const { return name(program_.variables[static_cast<size_t>(v)]); }
  std::string local(int l) const { return program_.locals[static_cast<size_t>(l)]; }
  std::string handle(int t) const { return name("threads[") + std::to_string(t) + "]"; }

  void objects() {
    out_ << "static pthread_t " << name("threads[") << program_.threads.size() << "];\n";
    for (const std::string &m : program_.mutexes)
      out_ << "static pthread_mutex_t " << name(m)
           << " = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;\n";
    for (const std::string &c : program_.conditions)
      out_ << "static pthread_cond_t " << name(c) << " = PTHREAD_COND_INITIALIZER;\n";
    for (size_t v = 0; v < program_.variables.size(); ++v)
      out_ << "static "
           << (atomic_[v]            ? "_Atomic "
               : options_.isVolatile ? "volatile "
                                     : "")
           << "int " << name(program_.variables[v]) << " = " << program_.initial[v] << ";\n";
  }

  void function(size_t t) {
    if (t == 0)
      out_ << "static int " << name("main") << "(void) {\n";
    else
      out_ << "static void *" << thread(t) << "(void *unused) {\n  (void)unused;\n";
    std::set<int> locals;
    for (const Op &op : program_.ops[t])
      if (op.kind == OpKind::Read || op.kind == OpKind::AtomicRead ||
          ((op.kind == OpKind::Write || op.kind == OpKind::AtomicWrite) && op.value.mul))
        locals.insert(op.local);
    for (int l : locals)
      out_ << "  int " << local(l) << " = 0;\n";
    for (const Op &op : program_.ops[t])
      out_ << "  " << statement(op) << ";\n";
    for (int l : locals)
      out_ << "  (void)" << local(l) << ";\n";
    if (t == 0)
      print();
    out_ << "  return 0;\n}\n";
  }

  /// Main's last operations read the variables in their order.
  void print() {
    const auto &ops = program_.ops[0];
    size_t first = ops.size() - program_.variables.size();
    out_ << "  printf(\"";
    for (size_t i = first; i < ops.size(); ++i)
      out_ << (i == first ? "%d" : " %d");
    out_ << "\\n\"";
    for (size_t i = first; i < ops.size(); ++i)
      out_ << ", " << local(ops[i].local);
    out_ << ");\n";
  }

  std::string value(const Op &op) const {
    std::ostringstream out;
    if (op.value.mul)
      out << op.value.mul << " * " << local(op.local) << " + ";
    out << op.value.add;
    if (!op.value.mod)
      return out.str();
    return "(" + out.str() + ") % " + std::to_string(op.value.mod);
  }

  std::string statement(const Op &op) const {
    switch (op.kind) {
    case OpKind::Lock:
      return "pthread_mutex_lock(&" + mutex(op.object) + ")";
    case OpKind::Unlock:
      return "pthread_mutex_unlock(&" + mutex(op.object) + ")";
    case OpKind::Read:
      return local(op.local) + " = " + variable(op.object);
    case OpKind::Write:
      return variable(op.object) + " = " + value(op);
    case OpKind::Check:
      return "assert(" + variable(op.object) + " == " + std::to_string(op.value.add) + ")";
    case OpKind::AtomicRead:
      return local(op.local) + " = atomic_load(&" + variable(op.object) + ")";
    case OpKind::AtomicWrite:
      return "atomic_store(&" + variable(op.object) + ", " + value(op) + ")";
    case OpKind::Rmw:
      return (op.value.mul ? "atomic_fetch_add(&" : "(void)atomic_exchange(&") +
             variable(op.object) + ", " + std::to_string(op.value.add) + ")";
    case OpKind::Start:
      return "pthread_create(&" + handle(op.object) + ", 0, " +
             thread(static_cast<size_t>(op.object)) + ", 0)";
    case OpKind::Join:
      return "pthread_join(" + handle(op.object) + ", 0)";
    case OpKind::Wait:
      return "pthread_cond_wait(&" + condition(op.condition) + ", &" + mutex(op.object) + ")";
    case OpKind::Notify:
      return "pthread_cond_signal(&" + condition(op.object) + ")";
    case OpKind::NotifyAll:
      return "pthread_cond_broadcast(&" + condition(op.object) + ")";
    default:
      break;
    }
    std::fprintf(stderr, "emitC: an operation that is not emitted\n");
    std::abort();
  }

  const Program &program_;
  const EmitOptions &options_;
  std::vector<bool> atomic_;
  std::ostringstream out_;
};

} // namespace

const char *const kEmittedHeader = "#define _GNU_SOURCE\n"
                                   "#include <assert.h>\n"
                                   "#include <pthread.h>\n"
                                   "#include <stdatomic.h>\n"
                                   "#include <stdio.h>\n"
                                   "#include <stdlib.h>\n";

std::string closedText(std::string_view text) {
  Program program = parseProgram(text);
  std::set<int> joined;
  for (const auto &ops : program.ops)
    for (const Op &op : ops)
      if (op.kind == OpKind::Join)
        joined.insert(op.object);
  std::ostringstream main;
  main << "start: Main\nMain:";
  const char *comma = " ";
  auto add = [&](const std::string &op) {
    main << comma << op;
    comma = ", ";
  };
  for (int t : program.start)
    add("start " + program.threads[static_cast<size_t>(t)]);
  // Those that live at first come first: the others exist once they have ended.
  for (int t : program.start)
    add("join " + program.threads[static_cast<size_t>(t)]);
  for (int t = 0; t < static_cast<int>(program.threads.size()); ++t)
    if (std::find(program.start.begin(), program.start.end(), t) == program.start.end() &&
        !joined.contains(t))
      add("join " + program.threads[static_cast<size_t>(t)]);
  std::vector<bool> atomic = atomicVariables(program);
  for (size_t v = 0; v < program.variables.size(); ++v)
    add((atomic[v] ? "ar " : "r ") + program.variables[v] + " last" + std::to_string(v));
  std::string rest(text);
  if (size_t at = rest.find("start:"); at != rest.npos)
    rest.erase(at, rest.find('\n', at) - at);
  return main.str() + "\n" + rest;
}

void simplifyRmw(Program &program) {
  for (auto &ops : program.ops)
    for (Op &op : ops)
      if (op.kind == OpKind::Rmw)
        op.value = op.value.add % 2 ? Affine{1, op.value.add, 0} : Affine{0, op.value.add, 0};
}

std::string emitC(const Program &closed, const EmitOptions &options) {
  return Emitter(closed, options).text();
}

} // namespace xblock::test
