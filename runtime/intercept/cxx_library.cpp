// Functions of libstdc++ and libgcc that read or write objects of the program in the library, each by itself: what they access is told of.
#include "intercept/accesses.h"
#include "intercept/heap.h"
#include "intercept/kept_state.h"
#include "intercept/library_state.h"

#include <cxxabi.h>
#include <new>
#include <system_error>
#include <unwind.h>
#include <valarray>

using namespace xblock;

namespace {

bool forProgram() { return running.onFiber && !runtimeDepth; }

} // namespace

// std::hash of texts and long numbers.
#define XBLOCK_HASHES(name)                                                                        \
  XBLOCK_FUNCTION(size_t, name, (const void *p, size_t n, size_t seed), {                          \
    return XBLOCK_REAL(size_t(const void *, size_t, size_t), #name)(readBytes(p, n, site), n, seed); \
  })
XBLOCK_HASHES(_ZSt11_Hash_bytesPKvmm)
XBLOCK_HASHES(_ZSt15_Fnv_hash_bytesPKvmm)

// Of the object its first word, which names its table of virtual functions.
XBLOCK_FUNCTION(void *, __dynamic_cast, (const void *object, const void *from, const void *to, ptrdiff_t hint), {
  return XBLOCK_REAL(void *(const void *, const void *, const void *, ptrdiff_t), "__dynamic_cast")(readBytes(object, sizeof(void *), site), from, to, hint);
})

// What is returned is for the program to free. A buffer that it gives is used, or given back for a larger one.
XBLOCK_FUNCTION(char *, __cxa_demangle, (const char *name, char *buffer, size_t *size, int *status), {
  auto *real = XBLOCK_REAL(char *(const char *, char *, size_t *, int *), "__cxa_demangle");
  if (!forProgram())
    return real(name, buffer, size, status);
  readString(name, site);
  if (buffer && size) {
    readBytes(size, sizeof *size, site);
    written(buffer, *size, site);
  }
  result(size, site);
  result(status, site);
  LibrariesAllocateTracked tracked(true);
  return real(name, buffer, size, status);
})

// std::gslice_array: an object of the header's, filled in the library.
#define XBLOCK_INDEXES(name)                                                                       \
  XBLOCK_FUNCTION(void, name, (void *self, size_t start, const std::valarray<size_t> *sizes, const std::valarray<size_t> *strides), { \
    constexpr size_t kSize = 64;                                                                   \
    if (forProgram()) {                                                                            \
      noteWrite(self, kSize, site);                                                                \
      for (const std::valarray<size_t> *each : {sizes, strides}) {                                 \
        noteRead(each, sizeof *each, site);                                                        \
        readBytes(&(*each)[0], each->size() * sizeof(size_t), site);                               \
      }                                                                                            \
    }                                                                                              \
    LibrariesAllocateTracked tracked(forProgram());                                                \
    XBLOCK_REAL(void(void *, size_t, const void *, const void *), #name)(self, start, sizes, strides); \
  })
XBLOCK_INDEXES(_ZNSt6gslice8_IndexerC1EmRKSt8valarrayImES4_)
XBLOCK_INDEXES(_ZNSt6gslice8_IndexerC2EmRKSt8valarrayImES4_)

// Error codes, of which functions of a category are asked.
XBLOCK_INSTRUMENTED(bool, _ZNKSt3_V214error_category10equivalentERKSt10error_codei, (const void *self, const std::error_code *code, int value)) {
  if (forProgram())
    noteRead(code, sizeof *code, takeSite());
  return XBLOCK_REAL(bool(const void *, const std::error_code *, int), "_ZNKSt3_V214error_category10equivalentERKSt10error_codei")(self, code, value);
}
// Asks a function of the program's category.
XBLOCK_INSTRUMENTED(bool, _ZNKSt3_V214error_category10equivalentEiRKSt15error_condition, (const void *self, int value, const std::error_condition *condition)) {
  if (forProgram())
    noteRead(condition, sizeof *condition, takeSite());
  return XBLOCK_REAL(bool(const void *, int, const std::error_condition *), "_ZNKSt3_V214error_category10equivalentEiRKSt15error_condition")(self, value, condition);
}
XBLOCK_IN_TABLES(_ZNKSt3_V214error_category10equivalentERKSt10error_codei)
XBLOCK_IN_TABLES(_ZNKSt3_V214error_category10equivalentEiRKSt15error_condition)
/// error_condition, as it is returned in registers.
struct Condition {
  uint64_t value;
  const void *category;
};
XBLOCK_INSTRUMENTED(Condition, _ZNKSt10error_code23default_error_conditionEv, (const std::error_code *self)) {
  const xblock_site *site = takeSite();
  if (forProgram())
    noteRead(self, sizeof *self, site);
  return XBLOCK_REAL(Condition(const std::error_code *), "_ZNKSt10error_code23default_error_conditionEv")(self);
}

// std::make_exception_ptr: the header of the exception, in front of it.
XBLOCK_FUNCTION(void *, __cxa_init_primary_exception, (void *object, void *type, void (*destroy)(void *)), {
  constexpr size_t kHeader = 128;
  if (forProgram())
    touch(static_cast<char *>(object) - kHeader, kHeader);
  return XBLOCK_REAL(void *(void *, void *, void (*)(void *)), "__cxa_init_primary_exception")(object, type, destroy);
})
#define XBLOCK_READS_POINTER(type, name)                                                           \
  XBLOCK_FUNCTION(type, name, (const void *self), { return XBLOCK_REAL(type(const void *), #name)(readBytes(self, sizeof(void *), site)); })
XBLOCK_READS_POINTER(const void *, _ZNKSt15__exception_ptr13exception_ptr20__cxa_exception_typeEv)
XBLOCK_READS_POINTER(bool, _ZNKSt15__exception_ptr13exception_ptrntEv)

// What std::filebuf has of its file.
#define XBLOCK_OF_FILE(type, name) XBLOCK_READS_POINTER(type, name)
XBLOCK_OF_FILE(bool, _ZNKSt12__basic_fileIcE7is_openEv)
XBLOCK_OF_FILE(void *, _ZNSt12__basic_fileIcE4fileEv)
#define XBLOCK_MAKES_FILE(name)                                                                    \
  XBLOCK_FUNCTION(void, name, (void *self, void *lock), {                                          \
    XBLOCK_REAL(void(void *, void *), #name)(written(self, 2 * sizeof(void *), site), lock);       \
  })
XBLOCK_MAKES_FILE(_ZNSt12__basic_fileIcEC1EP15pthread_mutex_t)
XBLOCK_MAKES_FILE(_ZNSt12__basic_fileIcEC2EP15pthread_mutex_t)
// They go on to functions of libc, which are the model's, and may end the block there.
#define XBLOCK_USES_FILE(type, name, parameters, arguments)                                        \
  XBLOCK_INSTRUMENTED(type, name, parameters) {                                                    \
    const xblock_site *site = takeSite();                                                          \
    if (forProgram())                                                                              \
      noteRead(self, sizeof(void *), site);                                                        \
    return XBLOCK_REAL(type parameters, #name) arguments;                                          \
  }
XBLOCK_USES_FILE(int, _ZNSt12__basic_fileIcE2fdEv, (void *self), (self))
XBLOCK_USES_FILE(int, _ZNSt12__basic_fileIcE4syncEv, (void *self), (self))
XBLOCK_USES_FILE(long, _ZNSt12__basic_fileIcE6xsgetnEPcl, (void *self, char *to, long n), (self, to, n))
XBLOCK_USES_FILE(long, _ZNSt12__basic_fileIcE6xsputnEPKcl, (void *self, const char *from, long n), (self, from, n))
XBLOCK_USES_FILE(long, _ZNSt12__basic_fileIcE8xsputn_2EPKclS2_l, (void *self, const char *from, long n, const char *more, long m), (self, from, n, more, m))
XBLOCK_USES_FILE(long, _ZNSt12__basic_fileIcE7seekoffElSt12_Ios_Seekdir, (void *self, long offset, int from), (self, offset, from))
XBLOCK_USES_FILE(long, _ZNSt12__basic_fileIcE9showmanycEv, (void *self), (self))

// A handler that the program sets goes back with a snapshot; operator new is xblock's, and asks here.
XBLOCK_KEPT(std::new_handler, newHandler, "new_handler");
XBLOCK_EVERYWHERE(std::new_handler, _ZSt15set_new_handlerPFvvE, (std::new_handler handler), (handler)) {
  takeSite();
  if (forProgram())
    noteAtomicWrite(&newHandler, sizeof newHandler.value);
  std::new_handler before = newHandler.value;
  newHandler.value = handler;
  return before;
}
XBLOCK_EVERYWHERE(std::new_handler, _ZSt15get_new_handlerv, (), ()) {
  if (forProgram())
    noteAtomicRead(&newHandler, sizeof newHandler.value);
  return newHandler.value;
}

// The unwinder writes to the head of an exception of which it is told.
#define XBLOCK_UNWINDS(type, name)                                                                 \
  XBLOCK_INSTRUMENTED(type, name, (_Unwind_Exception * exception, void *a, void *b)) {             \
    takeSite();                                                                                    \
    if (forProgram())                                                                              \
      touch(exception, sizeof *exception);                                                         \
    return XBLOCK_REAL(type(_Unwind_Exception *, void *, void *), #name)(exception, a, b);         \
  }
XBLOCK_UNWINDS(int, _Unwind_RaiseException)
XBLOCK_UNWINDS(int, _Unwind_Resume_or_Rethrow)
XBLOCK_UNWINDS(int, _Unwind_ForcedUnwind)
XBLOCK_UNWINDS(void, _Unwind_DeleteException)

XBLOCK_FUNCTION(unsigned __int128, __udivmodti4, (unsigned __int128 a, unsigned __int128 b, unsigned __int128 *rest), {
  return XBLOCK_REAL(unsigned __int128(unsigned __int128, unsigned __int128, unsigned __int128 *), "__udivmodti4")(a, b, result(rest, site));
})
XBLOCK_FUNCTION(__int128, __divmodti4, (__int128 a, __int128 b, __int128 *rest), {
  return XBLOCK_REAL(__int128(__int128, __int128, __int128 *), "__divmodti4")(a, b, result(rest, site));
})
