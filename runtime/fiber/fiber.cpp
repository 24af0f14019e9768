#include "fiber/fiber.h"

#include <boost/context/detail/fcontext.hpp>

namespace xblock {

using boost::context::detail::transfer_t;
static_assert(sizeof(transfer_t) == sizeof(Arrival) && offsetof(transfer_t, fctx) == offsetof(Arrival, from) &&
              offsetof(transfer_t, data) == offsetof(Arrival, word));

FiberContext makeFiber(void *top, size_t size, void (*entry)(Arrival)) {
  return boost::context::detail::make_fcontext(top, size, reinterpret_cast<void (*)(transfer_t)>(reinterpret_cast<void *>(entry)));
}

Arrival switchTo(FiberContext to, void *word) {
  transfer_t t = boost::context::detail::jump_fcontext(to, word);
  return {t.fctx, t.data};
}

} // namespace xblock
