// Exceptions live on the program's heap; their headers, which libstdc++ and libc++abi count in, go back with a snapshot.
#include "intercept/define.h"
#include "intercept/exception_texts.h"
#include "intercept/heap.h"
#include "memory/tracked_heap.h"

#include <cxxabi.h>
#include <unwind.h>

using namespace xblock;

namespace {

constexpr size_t kExceptionHeader = 128; // before the object, counts included; its last part is the _Unwind_Exception

/// All of it: whoever gives it back lets the library destroy the object, too. After the last thing that could end the block.
void touchException(void *object) {
  if (!object)
    return;
  char *begin = static_cast<char *>(object) - kExceptionHeader;
  noteMeeting({ResourceKind::None, reinterpret_cast<uint64_t>(object)}); // the library counts its owners
  bool tracked = TrackedHeap::contains(begin) && trackedHeap.isLive(begin);
  size_t size = tracked ? trackedHeap.sizeOf(begin) : kExceptionHeader;
  touch(begin, size);
  touchTexts(object, size - kExceptionHeader);
}

/// Also what it counts in, if it is thrown by an exception_ptr: that has a header of its own, which names the exception.
void touchThrown(_Unwind_Exception *thrown) {
  char *object = reinterpret_cast<char *>(thrown + 1);
  touchException(object);
  // The last byte of the class says so: 'GNUCC++\1' of libstdc++, 'CLNGC++\1' of libc++abi.
  if ((thrown->exception_class & 0xff) != 1)
    return;
  bool gnu = thrown->exception_class >> 56 == 'G';
  constexpr size_t kGnuHeader = 112, kLlvmName = 8; // where the name is: first of 112 bytes; 9th of 128
  touchException(*reinterpret_cast<void **>(object - (gnu ? kGnuHeader : kExceptionHeader - kLlvmName)));
}

/// The newest exception that the running thread has caught.
void touchCaught() {
  auto *header = *reinterpret_cast<char **>(abi::__cxa_get_globals());
  if (!header)
    return;
  // libstdc++ points at the part behind its count of references, 112 bytes before the object; libc++abi at all 128.
  constexpr size_t kGnuCount = 16, kGnuUnwind = 80, kLlvmUnwind = 96;
  auto *gnu = reinterpret_cast<_Unwind_Exception *>(header + kGnuUnwind);
  bool isGnu = gnu->exception_class >> 8 == uint64_t{0x474e5543432b2b}; // "GNUCC++"
  touch(isGnu ? header - kGnuCount : header, kExceptionHeader);
  touchThrown(isGnu ? gnu : reinterpret_cast<_Unwind_Exception *>(header + kLlvmUnwind));
}

} // namespace

// Also what a library throws: who catches it counts in it.
XBLOCK_EVERYWHERE(void *, __cxa_allocate_exception, (size_t n), (n)) {
  allocateTracked = running.onFiber && !runtimeDepth;
  return XBLOCK_REAL(void *(size_t), "__cxa_allocate_exception")(n);
}
XBLOCK_EVERYWHERE(void, __cxa_throw, (void *object, void *type, void (*destroy)(void *)), (object, type, destroy)) {
  takeSite();
  if (running.onFiber) {
    char *begin = static_cast<char *>(object) - kExceptionHeader;
    touch(begin, kExceptionHeader);
  }
  XBLOCK_REAL(void(void *, void *, void (*)(void *)), "__cxa_throw")(object, type, destroy);
  __builtin_unreachable();
}
XBLOCK_INSTRUMENTED(void *, __cxa_begin_catch, (void *unwindException)) {
  takeSite();
  touchThrown(static_cast<_Unwind_Exception *>(unwindException));
  touchCaught();
  return abi::__cxa_begin_catch(unwindException);
}
XBLOCK_INSTRUMENTED(void, __cxa_end_catch, ()) {
  takeSite(); // what is cut is cut here
  touchCaught();
  abi::__cxa_end_catch();
}
XBLOCK_INSTRUMENTED(void, __cxa_rethrow, ()) {
  takeSite();
  touchCaught();
  abi::__cxa_rethrow();
}

// std::exception_ptr is a pointer to the exception object; copying it counts in the header.
XBLOCK_INSTRUMENTED(void, _ZNSt15__exception_ptr13exception_ptr9_M_addrefEv, (void **self)) {
  takeSite();
  touchException(*self);
  XBLOCK_REAL(void(void **), "_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv")(self);
}
XBLOCK_INSTRUMENTED(void, _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv, (void **self)) {
  noteWrite(self, sizeof *self, takeSite());
  touchException(*self);
  XBLOCK_REAL(void(void **), "_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv")(self);
}
XBLOCK_INSTRUMENTED(void, _ZNSt15__exception_ptr13exception_ptrC1EPv, (void **self, void *object)) {
  noteWrite(self, sizeof *self, takeSite());
  touchException(object);
  XBLOCK_REAL(void(void **, void *), "_ZNSt15__exception_ptr13exception_ptrC1EPv")(self, object);
}
// Returns a class: the address of the result comes first.
XBLOCK_INSTRUMENTED(void *, _ZSt17current_exceptionv, (void *result)) {
  noteWrite(result, sizeof(void *), takeSite());
  touchCaught();
  return XBLOCK_REAL(void *(void *), "_ZSt17current_exceptionv")(result);
}
XBLOCK_INSTRUMENTED(void, _ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE, (void **pointer)) {
  takeSite();
  touchException(*pointer);
  allocateTracked = true; // the header of its own
  XBLOCK_REAL(void(void **), "_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE")(pointer);
}

// What std::exception_ptr of libc++ counts by, in libc++abi.
#define XBLOCK_COUNT(name)                                                                         \
  XBLOCK_INSTRUMENTED(void, name, (void *object)) {                                                \
    takeSite();                                                                                    \
    touchException(object);                                                                        \
    XBLOCK_REAL(void(void *), #name)(object);                                                      \
  }
XBLOCK_COUNT(__cxa_increment_exception_refcount)
XBLOCK_COUNT(__cxa_decrement_exception_refcount)
XBLOCK_INSTRUMENTED(void, __cxa_rethrow_primary_exception, (void *object)) {
  takeSite();
  touchException(object);
  allocateTracked = object; // the header of its own
  XBLOCK_REAL(void(void *), "__cxa_rethrow_primary_exception")(object);
}

// std::nested_exception of libc++, which libstdc++ has in its headers.
#define XBLOCK_NESTS(name)                                                                         \
  XBLOCK_INSTRUMENTED(void, name, (void **self)) {                                                 \
    noteWrite(self, 2 * sizeof *self, takeSite());                                                 \
    touchCaught();                                                                                 \
    XBLOCK_REAL(void(void **), #name)(self);                                                       \
  }
XBLOCK_NESTS(_ZNSt16nested_exceptionC1Ev)
XBLOCK_NESTS(_ZNSt16nested_exceptionC2Ev)
XBLOCK_INSTRUMENTED(void, _ZNKSt16nested_exception14rethrow_nestedEv, (void **self)) {
  noteRead(self, 2 * sizeof *self, takeSite());
  touchException(self[1]);
  allocateTracked = self[1]; // the header of its own
  XBLOCK_REAL(void(void **), "_ZNKSt16nested_exception14rethrow_nestedEv")(self);
}

// std::nested_exception, and the state of a future, hold an exception_ptr behind their table of virtual functions.
#define XBLOCK_NESTED(name)                                                                        \
  XBLOCK_INSTRUMENTED(void, name, (void **self)) {                                                 \
    noteWrite(self, 2 * sizeof *self, takeSite());                                                 \
    touchException(self[1]);                                                                       \
    XBLOCK_REAL(void(void **), #name)(self);                                                       \
  }
XBLOCK_NESTED(_ZNSt16nested_exceptionD1Ev)
XBLOCK_NESTED(_ZNSt16nested_exceptionD2Ev)
XBLOCK_NESTED(_ZNSt13__future_base12_Result_baseD1Ev)
XBLOCK_NESTED(_ZNSt13__future_base12_Result_baseD2Ev)
#define XBLOCK_RESULT(name)                                                                        \
  XBLOCK_INSTRUMENTED(void, name, (void **self)) {                                                 \
    noteWrite(self, 2 * sizeof *self, takeSite());                                                 \
    XBLOCK_REAL(void(void **), #name)(self);                                                       \
  }
XBLOCK_RESULT(_ZNSt13__future_base12_Result_baseC1Ev)
XBLOCK_RESULT(_ZNSt13__future_base12_Result_baseC2Ev)
