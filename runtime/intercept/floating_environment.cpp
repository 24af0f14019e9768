// <fenv.h>: what the program keeps of the environment in its own memory. The environment itself is each thread's.
#include "intercept/accesses.h"

#include <cfenv>

using namespace xblock;

namespace {

/// An object of the program's, and none of the constants FE_DFL_ENV, FE_NOMASK_ENV and FE_DFL_MODE, which are no addresses.
template <typename T> const T *given(const T *p, const xblock_site *site) {
  return reinterpret_cast<intptr_t>(p) < 0 ? p : readBytes(p, sizeof *p, site);
}

} // namespace

XBLOCK_FUNCTION(int, fegetenv, (fenv_t * to), { return fegetenv(result(to, site)); })
XBLOCK_FUNCTION(int, feholdexcept, (fenv_t * to), { return feholdexcept(result(to, site)); })
XBLOCK_FUNCTION(int, fesetenv, (const fenv_t *from), { return fesetenv(given(from, site)); })
XBLOCK_FUNCTION(int, feupdateenv, (const fenv_t *from), { return feupdateenv(given(from, site)); })
XBLOCK_FUNCTION(int, fegetexceptflag, (fexcept_t * to, int which), { return fegetexceptflag(result(to, site), which); })
XBLOCK_FUNCTION(int, fesetexceptflag, (const fexcept_t *from, int which), { return fesetexceptflag(given(from, site), which); })
XBLOCK_FUNCTION(int, fetestexceptflag, (const fexcept_t *from, int which), { return fetestexceptflag(given(from, site), which); })
XBLOCK_FUNCTION(int, fegetmode, (femode_t * to), { return fegetmode(result(to, site)); })
XBLOCK_FUNCTION(int, fesetmode, (const femode_t *from), { return fesetmode(given(from, site)); })
