#include "support/check.h"

#include "support/report_streams_linux.h"
#include "support/verdict_signal_linux.h"

#include <cstdio>
#include <sys/syscall.h>
#include <unistd.h>

/// A debugger's breakpoint.
extern "C" __attribute__((noinline, visibility("default"))) void __xblock_internal_error() { __asm__ volatile("" ::: "memory"); }

namespace xblock {

void checkFailed(const char *what, const char *file, int line) {
  char text[512];
  int n = snprintf(text, sizeof text, "xblock: internal error: %s (%s:%d)\n", what, file, line);
  if (n > 0)
    syscall(SYS_write, reportStream(2), text, static_cast<size_t>(n) < sizeof text ? n : sizeof text - 1);
  __xblock_internal_error();
  endWithInternalError();
}

} // namespace xblock
