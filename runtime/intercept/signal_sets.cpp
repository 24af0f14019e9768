// Sets of signals, in the program's memory.
#include "intercept/accesses.h"

#include <csignal>

using namespace xblock;

XBLOCK_FUNCTION(int, sigemptyset, (sigset_t * set), { return sigemptyset(result(set, site)); })
XBLOCK_FUNCTION(int, sigfillset, (sigset_t * set), { return sigfillset(result(set, site)); })
XBLOCK_FUNCTION(int, sigaddset, (sigset_t * set, int signal), { return sigaddset(result(readBytes(set, sizeof *set, site), site), signal); })
XBLOCK_FUNCTION(int, sigdelset, (sigset_t * set, int signal), { return sigdelset(result(readBytes(set, sizeof *set, site), site), signal); })
XBLOCK_FUNCTION(int, sigismember, (const sigset_t *set, int signal), { return sigismember(readBytes(set, sizeof *set, site), signal); })
XBLOCK_FUNCTION(int, sigisemptyset, (const sigset_t *set), { return sigisemptyset(readBytes(set, sizeof *set, site)); })
XBLOCK_FUNCTION(int, sigandset, (sigset_t * to, const sigset_t *a, const sigset_t *b), {
  return sigandset(result(to, site), readBytes(a, sizeof *a, site), readBytes(b, sizeof *b, site));
})
XBLOCK_FUNCTION(int, sigorset, (sigset_t * to, const sigset_t *a, const sigset_t *b), {
  return sigorset(result(to, site), readBytes(a, sizeof *a, site), readBytes(b, sizeof *b, site));
})
