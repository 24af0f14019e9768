#include "support/check.h"

#include "support/verdict_signal_linux.h"

#include <cstdio>
#include <sys/syscall.h>
#include <unistd.h>

namespace xblock {

void checkFailed(const char *what, const char *file, int line) {
  char text[512];
  int n = snprintf(text, sizeof text, "xblock: internal error: %s (%s:%d)\n", what, file, line);
  if (n > 0)
    syscall(SYS_write, 2, text, static_cast<size_t>(n) < sizeof text ? n : sizeof text - 1);
  endWithInternalError();
}

} // namespace xblock
