// printf to descriptors, and to memory that grows.
#include "intercept/files.h"
#include "intercept/format_reads.h"
#include "world/output.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace xblock;

namespace {

bool isExploredProgram() { return running.onFiber && !runtimeDepth; }

/// One write, as long as glibc's buffer holds it.
int printTo(int fd, const char *format, va_list arguments, const xblock_site *site) {
  char *text = nullptr;
  int n;
  {
    RuntimeScope scope;
    noteFormatReads(format, arguments, site);
    char *own = nullptr;
    n = vasprintf(&own, format, arguments);
    if (n < 0)
      return n;
    if (fd == 1 || fd == 2) {
      output.append(fd, own, static_cast<size_t>(n));
      ::free(own);
      return n;
    }
    if (n >= 65536)
      unsupported("dprintf of 65,536 bytes or more", site);
    text = static_cast<char *>(alloca(static_cast<size_t>(n) + 1)); // blocks end before it is written
    memcpy(text, own, static_cast<size_t>(n) + 1);
    ::free(own);
  }
  return static_cast<int>(writeToFile(fd, text, static_cast<size_t>(n), site));
}

int printToMemory(char **to, const char *format, va_list arguments, const xblock_site *site) {
  char *own = nullptr;
  int n;
  {
    RuntimeScope scope;
    noteFormatReads(format, arguments, site);
    n = vasprintf(&own, format, arguments);
  }
  if (n < 0)
    return n;
  size_t size = static_cast<size_t>(n) + 1;
  auto *text = static_cast<char *>(allocateForProgram(size));
  CutHeld held; // what is private is given back below
  if (text) {
    noteWrite(text, size, site);
    memcpy(text, own, size);
    noteWrite(to, sizeof *to, site);
    *to = text;
  }
  RuntimeScope scope;
  ::free(own);
  return text ? n : -1;
}

} // namespace

XBLOCK_EVERYWHERE(int, vdprintf, (int fd, const char *format, va_list arguments), (fd, format, arguments)) {
  const xblock_site *site = takeSite();
  bool modelled = isExploredProgram() && (fd == 1 || fd == 2 || running.exploring);
  return modelled ? printTo(fd, format, arguments, site) : XBLOCK_REAL(int(int, const char *, va_list), "vdprintf")(fd, format, arguments);
}
XBLOCK_INSTRUMENTED(int, vasprintf, (char **to, const char *format, va_list arguments)) {
  const xblock_site *site = takeSite();
  return isExploredProgram() ? printToMemory(to, format, arguments, site) : vasprintf(to, format, arguments);
}

// Variadic functions cannot pass their arguments on: the exported name is written out.
#define XBLOCK_VARIADIC(name, parameters, call)                                                    \
  int name parameters {                                                                            \
    va_list arguments;                                                                             \
    va_start(arguments, format);                                                                   \
    int n = call;                                                                                  \
    va_end(arguments);                                                                             \
    return n;                                                                                      \
  }
extern "C" XBLOCK_EXPORT int fn_dprintf(int fd, const char *format, ...) __asm__("__xblock_fn_dprintf");
extern "C" XBLOCK_EXPORT int exported_dprintf(int fd, const char *format, ...) __asm__("dprintf");
extern "C" XBLOCK_EXPORT int fn_asprintf(char **to, const char *format, ...) __asm__("__xblock_fn_asprintf");
XBLOCK_VARIADIC(fn_dprintf, (int fd, const char *format, ...), fn_vdprintf(fd, format, arguments))
XBLOCK_VARIADIC(exported_dprintf, (int fd, const char *format, ...), fn_vdprintf(fd, format, arguments))
XBLOCK_VARIADIC(fn_asprintf, (char **to, const char *format, ...), fn_vasprintf(to, format, arguments))
