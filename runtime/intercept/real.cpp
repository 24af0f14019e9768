#include "intercept/real.h"

#include <dlfcn.h>

namespace xblock {

void *findReal(const char *name) { return dlsym(RTLD_NEXT, name); }
// Not RTLD_DEFAULT: for a library linked with -Bsymbolic, as the runtime is, that begins with the library itself.
void *findFirst(const char *name) {
  static void *const program = reinterpret_cast<void *(*)(const char *, int)>(findReal("dlopen"))(nullptr, RTLD_LAZY);
  return dlsym(program, name);
}

} // namespace xblock
