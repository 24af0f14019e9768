//===- emit_c.cpp - a tiny program as a C program -----------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "support/emit_c.h"

#include "support/model_resources.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <sstream>

namespace xblock::test {
namespace {

constexpr int kWide = 700; // bytes of struct wide

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

/// Variables that are copied: objects of many bytes, all of which are the value. So what is written, copied and read lies in several of the pieces of memory that the
/// runtime looks at together, and a piece that was forgotten shows.
std::vector<bool> wideVariables(const Program &program) {
  std::vector<bool> wide(program.variables.size());
  for (const auto &ops : program.ops)
    for (const Op &op : ops)
      if (op.kind == OpKind::Copy)
        wide[static_cast<size_t>(op.object)] = wide[static_cast<size_t>(op.source)] = true;
  return wide;
}

class Emitter {
public:
  Emitter(const Program &program, const EmitOptions &options)
      : program_(program), options_(options), atomic_(atomicVariables(program)), wide_(wideVariables(program)) {}

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
  std::string semaphore(int s) const { return name(program_.semaphores[static_cast<size_t>(s)]); }
  std::string rwLock(int l) const { return name(program_.rwLocks[static_cast<size_t>(l)]); }
  std::string barrier(int b) const { return name(program_.barriers[static_cast<size_t>(b)]); }
  static std::string label(int op) { return "op" + std::to_string(op); }
  std::string handle(int t) const { return name("threads[") + std::to_string(t) + "]"; }

  void objects() {
    out_ << "static pthread_t " << name("threads[") << program_.threads.size() << "];\n";
    for (const std::string &m : program_.mutexes)
      out_ << "static pthread_mutex_t " << name(m)
           << " = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;\n";
    for (const std::string &c : program_.conditions)
      out_ << "static pthread_cond_t " << name(c) << " = PTHREAD_COND_INITIALIZER;\n";
    for (const std::string &l : program_.rwLocks)
      out_ << "static pthread_rwlock_t " << name(l) << " = PTHREAD_RWLOCK_"
           << (l.starts_with('P') ? "WRITER_NONRECURSIVE_INITIALIZER_NP" : "INITIALIZER") << ";\n";
    for (const std::string &s : program_.semaphores)
      out_ << "static sem_t " << name(s) << ";\n";
    for (const std::string &b : program_.barriers)
      out_ << "static pthread_barrier_t " << name(b) << ";\n";
    for (size_t v = 0; v < program_.variables.size(); ++v)
      object(v);
  }

  void object(size_t v) {
    const std::string type = wide_[v] ? "struct wide " : atomic_[v] ? "_Atomic int " : options_.isVolatile ? "volatile int " : "int ";
    demand(!wide_[v] || (!atomic_[v] && program_.initial[v] == 0), "a copied variable is no atomic, and 0 at first");
    out_ << "static " << type << name(program_.variables[v]);
    if (!wide_[v])
      out_ << " = " << program_.initial[v];
    out_ << ";\n";
  }

  void function(size_t t) {
    if (t == 0)
      out_ << "static int " << name("main") << "(void) {\n";
    else
      out_ << "static void *" << thread(t) << "(void *unused) {\n  (void)unused;\n";
    const std::vector<Op> &ops = program_.ops[t];
    std::set<int> locals;
    for (const Op &op : ops) {
      if (op.kind == OpKind::Let || op.kind == OpKind::Choose)
        locals.insert(op.object);
      if (reads(op) || (writesLocal(op) && op.value.mul))
        locals.insert(op.local);
    }
    std::set<int> targets;
    for (int i = 0; i < static_cast<int>(ops.size()); ++i)
      if (jumps(ops[static_cast<size_t>(i)]))
        targets.insert(i + 1 + ops[static_cast<size_t>(i)].jump);
    for (int l : locals)
      out_ << "  int " << local(l) << " = 0;\n";
    if (t == 0)
      initialise();
    for (int i = 0; i < static_cast<int>(ops.size()); ++i) {
      if (targets.contains(i))
        out_ << label(i) << ":;\n";
      out_ << "  " << statement(ops[static_cast<size_t>(i)], i) << ";\n";
      if (options_.isVolatile && isWide(ops[static_cast<size_t>(i)])) // copies are not volatile
        out_ << "  atomic_signal_fence(memory_order_seq_cst);\n";
    }
    if (targets.contains(static_cast<int>(ops.size())))
      out_ << label(static_cast<int>(ops.size())) << ":;\n";
    for (int l : locals)
      out_ << "  (void)" << local(l) << ";\n";
    if (t == 0)
      print();
    out_ << "  return 0;\n}\n";
  }

  static bool jumps(const Op &op) { return op.kind == OpKind::Jump || op.kind == OpKind::Unless; }
  static bool tries(const Op &op) {
    return op.kind == OpKind::Try || op.kind == OpKind::TrySem || op.kind == OpKind::TryRead ||
           op.kind == OpKind::TryWrite;
  }
  static bool reads(const Op &op) {
    return op.kind == OpKind::Read || op.kind == OpKind::AtomicRead || tries(op) || op.kind == OpKind::TimedWait ||
           jumps(op);
  }
  static bool writesLocal(const Op &op) {
    return op.kind == OpKind::Write || op.kind == OpKind::AtomicWrite || op.kind == OpKind::Let;
  }

  /// What cannot be initialised by C. Before the first thread exists.
  void initialise() {
    for (const std::string &s : program_.semaphores)
      out_ << "  sem_init(&" << name(s) << ", 0, 0);\n";
    std::set<int> known;
    for (const auto &ops : program_.ops)
      for (const Op &op : ops)
        if (op.kind == OpKind::Barrier && known.insert(op.object).second)
          out_ << "  pthread_barrier_init(&" << barrier(op.object) << ", 0, " << op.value.add
               << ");\n";
  }

  /// Main's last operations read the variables in their order. After them, what is left in the semaphores.
  void print() {
    const auto &ops = program_.ops[0];
    size_t first = ops.size() - program_.variables.size();
    out_ << "  printf(\"";
    for (size_t i = first; i < ops.size(); ++i)
      out_ << (i == first ? "%d" : " %d");
    for (size_t s = 0; s < program_.semaphores.size(); ++s)
      out_ << (first == ops.size() && s == 0 ? "%d" : " %d");
    out_ << "\\n\"";
    for (size_t i = first; i < ops.size(); ++i)
      out_ << ", " << local(ops[i].local);
    for (const std::string &s : program_.semaphores)
      out_ << ", left(&" << name(s) << ")";
    out_ << ");\n";
  }

  bool isWide(const Op &op) const {
    bool accesses = op.kind == OpKind::Read || op.kind == OpKind::Write || op.kind == OpKind::Check || op.kind == OpKind::Copy;
    return accesses && wide_[static_cast<size_t>(op.object)];
  }

  /// Of an object of many bytes, operation number i.
  std::string wideStatement(const Op &op, int i) const {
    const std::string object = variable(op.object), byte = object + ".bytes[" + std::to_string(i * 97 % kWide) + "]",
                      place = options_.isVolatile ? "*(volatile char *)&" + byte : byte;
    switch (op.kind) {
    case OpKind::Read:
      return local(op.local) + " = " + place;
    case OpKind::Check:
      return "assert(" + place + " == " + std::to_string(op.value.add) + ")";
    case OpKind::Write:
      return "memset(&" + object + ", " + value(op) + ", sizeof " + object + ")";
    default:
      const std::string source = variable(op.source);
      if (i % 3 == 0 && op.object != op.source)
        return object + " = " + source;
      return (i % 3 == 1 || op.object == op.source ? "memmove(&" : "memcpy(&") + object + ", &" + source + ", sizeof " + source + ")";
    }
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

  std::string statement(const Op &op, int i) const {
    auto call = [](const char *function, const std::string &object) {
      return std::string(function) + "(&" + object + ")";
    };
    if (isWide(op))
      return wideStatement(op, i);
    switch (op.kind) {
    case OpKind::Lock:
      return "pthread_mutex_lock(&" + mutex(op.object) + ")";
    case OpKind::Unlock:
      return "pthread_mutex_unlock(&" + mutex(op.object) + ")";
    case OpKind::Read:
      return local(op.local) + " = " + variable(op.object);
    case OpKind::Write:
      return variable(op.object) + " = " + value(op);
    case OpKind::Copy: // is of objects of many bytes
      break;
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
    case OpKind::TimedWait:
      return local(op.local) + " = pthread_cond_timedwait(&" + condition(op.condition) + ", &" +
             mutex(op.object) + ", &never) != 0";
    case OpKind::Try:
      return local(op.local) + " = " + call("pthread_mutex_trylock", mutex(op.object)) + " == 0";
    case OpKind::TrySem:
      return local(op.local) + " = " + call("sem_trywait", semaphore(op.object)) + " == 0";
    case OpKind::TryRead:
      return local(op.local) + " = " + call("pthread_rwlock_tryrdlock", rwLock(op.object)) + " == 0";
    case OpKind::TryWrite:
      return local(op.local) + " = " + call("pthread_rwlock_trywrlock", rwLock(op.object)) + " == 0";
    case OpKind::Post:
      return call("sem_post", semaphore(op.object));
    case OpKind::Sem:
      return call("sem_wait", semaphore(op.object));
    case OpKind::ReadLock:
      return call("pthread_rwlock_rdlock", rwLock(op.object));
    case OpKind::WriteLock:
      return call("pthread_rwlock_wrlock", rwLock(op.object));
    case OpKind::RwUnlock:
      return call("pthread_rwlock_unlock", rwLock(op.object));
    case OpKind::Barrier:
      return call("pthread_barrier_wait", barrier(op.object));
    case OpKind::Choose:
      return local(op.object) + " = (int)xblock_choose(" + std::to_string(op.value.add) + ")";
    case OpKind::Let:
      return local(op.object) + " = " + value(op);
    case OpKind::Jump:
    case OpKind::Unless:
      return "if (" + local(op.local) + (op.kind == OpKind::Jump ? " == " : " != ") +
             std::to_string(op.value.add) + ") goto " + label(i + 1 + op.jump);
    }
    std::fprintf(stderr, "emitC: an operation that is not emitted\n");
    std::abort();
  }

  const Program &program_;
  const EmitOptions &options_;
  std::vector<bool> atomic_, wide_;
  std::ostringstream out_;
};

} // namespace

const char *const kEmittedHeader = "#define _GNU_SOURCE\n"
                                   "#include <assert.h>\n"
                                   "#include <pthread.h>\n"
                                   "#include <semaphore.h>\n"
                                   "#include <stdatomic.h>\n"
                                   "#include <stdio.h>\n"
                                   "#include <stdlib.h>\n"
                                   "#include <string.h>\n"
                                   "#include <time.h>\n"
                                   "#include <xblock/xblock.h>\n"
                                   "struct wide {\n"
                                   "  char bytes[700];\n"
                                   "};\n"
                                   "static const struct timespec never = {4000000000, 0};\n"
                                   "static int left(sem_t *semaphore) {\n"
                                   "  int value;\n"
                                   "  sem_getvalue(semaphore, &value);\n"
                                   "  return value;\n"
                                   "}\n";

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
