// Exceptions live on the program's heap; their headers, which libstdc++ and libc++abi count in, go back with a snapshot.
#include "intercept/define.h"
#include "intercept/heap.h"

#include <cxxabi.h>
#include <unwind.h>

using namespace xblock;

namespace {

constexpr size_t kExceptionHeader = 128;

void touchCaught() {
  auto *globals = reinterpret_cast<void **>(abi::__cxa_get_globals());
  if (*globals)
    touch(*globals, kExceptionHeader);
}


void touchException(void *object) {
  if (object)
    touch(static_cast<char *>(object) - kExceptionHeader, kExceptionHeader);
}

} // namespace

XBLOCK_INSTRUMENTED(void *, __cxa_allocate_exception, (size_t n)) {
  allocateTracked = true;
  void *p = abi::__cxa_allocate_exception(n);
  allocateTracked = false;
  return p;
}
XBLOCK_INSTRUMENTED(void *, __cxa_begin_catch, (void *unwindException)) {
  touch(static_cast<char *>(unwindException) - (kExceptionHeader - sizeof(_Unwind_Exception)), kExceptionHeader);
  touchCaught();
  return abi::__cxa_begin_catch(unwindException);
}
XBLOCK_INSTRUMENTED(void, __cxa_end_catch, ()) {
  touchCaught();
  abi::__cxa_end_catch();
}
XBLOCK_INSTRUMENTED(void, __cxa_rethrow, ()) {
  touchCaught();
  abi::__cxa_rethrow();
}

// std::exception_ptr is a pointer to the exception object; copying it counts in the header.
XBLOCK_INSTRUMENTED(void, _ZNSt15__exception_ptr13exception_ptr9_M_addrefEv, (void **self)) {
  touchException(*self);
  XBLOCK_REAL(void(void **), "_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv")(self);
}
XBLOCK_INSTRUMENTED(void, _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv, (void **self)) {
  touchException(*self);
  noteWrite(self, sizeof *self, takeSite());
  XBLOCK_REAL(void(void **), "_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv")(self);
}
XBLOCK_INSTRUMENTED(void, _ZNSt15__exception_ptr13exception_ptrC1EPv, (void **self, void *object)) {
  touchException(object);
  noteWrite(self, sizeof *self, takeSite());
  XBLOCK_REAL(void(void **, void *), "_ZNSt15__exception_ptr13exception_ptrC1EPv")(self, object);
}
// Returns a class: the address of the result comes first.
XBLOCK_INSTRUMENTED(void *, _ZSt17current_exceptionv, (void *result)) {
  touchCaught();
  noteWrite(result, sizeof(void *), takeSite());
  return XBLOCK_REAL(void *(void *), "_ZSt17current_exceptionv")(result);
}
XBLOCK_INSTRUMENTED(void, _ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE, (void **pointer)) {
  touchException(*pointer);
  takeSite();
  XBLOCK_REAL(void(void **), "_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE")(pointer);
}
