#include "world/heap_errors.h"

#include "world/crash_linux.h"
#include "world/explorer_switch.h"
#include "world/heap_stacks.h"
#include "world/modules_linux.h"
#include "world/running.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <dlfcn.h>

namespace xblock {

std::vector<MemoryReport> failedMemory;

namespace {

std::string text(const char *format, ...) __attribute__((format(printf, 1, 2)));
std::string text(const char *format, ...) {
  char line[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  return line;
}

std::string bytes(uint64_t n) { return text("%lu byte%s", n, n == 1 ? "" : "s"); }

MemoryReport report(const char *what, uint32_t thread, uint32_t stack) {
  MemoryReport r;
  r.what = what;
  r.thread = ThreadId{thread};
  r.name = ThreadName(r.thread).text;
  r.stack = keptFrames(stack);
  return r;
}

} // namespace

std::vector<MemoryReport> memoryReportsOf(const HeapBlock &block) {
  std::vector<MemoryReport> reports;
  if (!block.live)
    reports.push_back(report("freed", block.freedBy, block.freedStack));
  reports.push_back(report("allocated", block.allocatedBy, block.allocation.stack));
  return reports;
}

namespace {

void tell(const HeapBlock &block) { failedMemory = memoryReportsOf(block); }

[[noreturn]] void failWith(const std::string &message, const std::string &key) {
  failAt(FailureKind::Heap, message.c_str(), key.c_str());
}

/// The library function that makes the access: the outermost of the runtime's before the program's code; "" for the code
/// itself.
std::string accessingFunction() {
  RawStack stack = stackHere(0);
  std::string function;
  constexpr const char *kPrefix = "__xblock_body_fn_";
  for (unsigned i = 0; i < stack.count; ++i) {
    auto *pc = reinterpret_cast<void *>(stack.pc[i]);
    if (isProgramCode(pc))
      break;
    Dl_info info;
    if (!dladdr(pc, &info) || !info.dli_sname)
      continue;
    const char *name = info.dli_sname;
    if (strncmp(name, kPrefix, strlen(kPrefix)) == 0)
      name += strlen(kPrefix);
    else if (strncmp(name, "__xblock_", 9) == 0)
      continue;
    int status = 0;
    char *demangled = abi::__cxa_demangle(name, nullptr, nullptr, &status);
    function = status == 0 ? demangled : name;
    ::free(demangled);
  }
  return function;
}

/// Where the address is as seen from the block.
std::string position(uint64_t address, const HeapBlock &b) {
  std::string block = std::string(b.live ? "" : "freed ") + "block of " + bytes(b.size);
  if (address < b.begin)
    return bytes(b.begin - address) + " before a " + block;
  if (address < b.begin + b.size)
    return bytes(address - b.begin) + " into a " + block;
  return bytes(address - b.begin - b.size) + " behind a " + block;
}

const char *allocatorOf(BlockKind kind) {
  if (kind == BlockKind::Runtime) // that the program knows of
    return "mmap";
  return kind == BlockKind::New || kind == BlockKind::Text ? "operator new" : kind == BlockKind::NewArray ? "operator new[]" : "malloc";
}

} // namespace

void checkHeapAccess(const void *p, size_t n, bool write) {
  const void *outside = trackedHeap.firstOutside(p, n);
  if (!outside || !running.onFiber)
    return;
  auto bad = reinterpret_cast<uint64_t>(outside);
  if (bad - layout::kGuardedShadow < layout::kHeap - layout::kGuardedShadow)
    failWild(bad, write);
  if (bad < layout::kHeap) // what is there is no matter of the heap: nothing as a rule, and the access faults
    return;
  RuntimeScope scope;
  HeapBlock block;
  std::string what = "access of heap memory that was not allocated", where;
  failedMemory.clear();
  if (trackedHeap.nearest(bad, block)) {
    bool inside = bad - block.begin < block.size;
    what = inside ? "use after free" : bad < block.begin ? "heap underflow" : "heap overflow";
    where = ", " + position(outside == p || inside ? reinterpret_cast<uint64_t>(p) : bad, block);
    if (outside != p && !inside)
      where = ", all but the first " + bytes(bad - reinterpret_cast<uint64_t>(p)) + " of them behind a block of " + bytes(block.size);
    tell(block);
  }
  std::string function = accessingFunction();
  const char *verb = write ? "writes" : "reads";
  std::string message = what + ": " + ThreadName(running.thread).text + " " + verb + " " + bytes(n) +
                        text(" at %p", p) + (function.empty() ? "" : " (" + function + ")") + where;
  failWith(message, what + ":" + verb);
}

void checkRelease(const HeapBlock &block, const Release &how) {
  if (!running.onFiber)
    return;
  RuntimeScope scope;
  const Allocation &a = block.allocation;
  if (a.kind != how.kind && !(a.kind == BlockKind::Text && how.kind == BlockKind::New)) {
    tell(block);
    failWith(std::string("mismatch: ") + how.function + " of a block of " + bytes(block.size) + " that " +
                 allocatorOf(a.kind) + " returned",
             std::string("mismatch:") + how.function);
  }
  if (how.kind == BlockKind::Malloc)
    return;
  if (how.sized && how.size != block.size) {
    tell(block);
    failWith(std::string("mismatch: ") + how.function + " of " + bytes(how.size) + ", which are a block of " + bytes(block.size),
             "mismatch:size");
  }
  if (how.alignment != a.alignment) {
    tell(block);
    auto aligned = [](uint8_t log) { return log ? text("alignment %lu", uint64_t{1} << log) : std::string("no alignment"); };
    failWith(std::string("mismatch: ") + how.function + " with " + aligned(how.alignment) + " of a block that " +
                 allocatorOf(a.kind) + " returned with " + aligned(a.alignment),
             "mismatch:alignment");
  }
}

void failDoubleFree(const HeapBlock &block, const char *function) {
  RuntimeScope scope;
  tell(block);
  failWith(std::string("double free: ") + function + text(" of %p", reinterpret_cast<void *>(block.begin)) +
               ", a freed block of " + bytes(block.size),
           "double free");
}

void failFreedUse(const HeapBlock &block, const char *function) {
  RuntimeScope scope;
  tell(block);
  failWith(std::string("use after free: ") + function + text(" of %p", reinterpret_cast<void *>(block.begin)) + ", a freed block of " +
               bytes(block.size),
           std::string("use after free:") + function);
}

void failClosedStream(const char *function, Closing closing) {
  RuntimeScope scope;
  failedMemory = {report("closed", index(closing.thread), closing.stack)};
  failWith(std::string("use after free: ") + ThreadName(running.thread).text + " calls " + function + " with a stream that was closed",
           std::string("use after free:") + function);
}

namespace {

[[noreturn]] void failWild(const char *what, const void *p, const char *function) {
  RuntimeScope scope;
  HeapBlock block;
  std::string where = ", which no allocation returned";
  failedMemory.clear();
  if (TrackedHeap::contains(p) && trackedHeap.nearest(reinterpret_cast<uint64_t>(p), block)) {
    where = ", " + position(reinterpret_cast<uint64_t>(p), block);
    tell(block);
  }
  failWith(what + std::string(": ") + function + text(" of %p", p) + where, what);
}

} // namespace

void failWildFree(const void *p, const char *function) { failWild("invalid free", p, function); }
void failWildUse(const void *p, const char *function) { failWild("invalid pointer", p, function); }

void failLeaks(const std::vector<Leak> &leaks) {
  RuntimeScope scope;
  constexpr size_t kMost = 8; // places that are told
  running.leaked = true;
  uint64_t count = 0, sum = 0;
  std::string key = "leak";
  failedMemory.clear();
  for (const Leak &leak : leaks) {
    count += leak.blocks;
    sum += leak.bytes;
    key += ":" + std::to_string(leak.block.allocation.stack);
    if (failedMemory.size() == kMost)
      continue;
    MemoryReport r = report("", leak.block.allocatedBy, leak.block.allocation.stack);
    r.what = leaks.size() == 1 ? std::string("allocated") : bytes(leak.bytes) + text(" in %lu block%s allocated", leak.blocks, leak.blocks == 1 ? "" : "s");
    failedMemory.push_back(r);
  }
  failWith("memory leak: nothing points to " + bytes(sum) + text(" in %lu block%s", count, count == 1 ? "" : "s"), key);
}

} // namespace xblock
