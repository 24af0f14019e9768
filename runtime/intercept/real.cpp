#include "intercept/real.h"

#include <dlfcn.h>

namespace xblock {

void *findReal(const char *name) { return dlsym(RTLD_NEXT, name); }
void *findFirst(const char *name) { return dlsym(RTLD_DEFAULT, name); }

} // namespace xblock
