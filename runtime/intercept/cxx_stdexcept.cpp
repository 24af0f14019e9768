// Exceptions of <stdexcept> that libraries make, assign and destroy: object and text go back with a snapshot.
#include "intercept/accesses.h"
#include "intercept/exception_texts.h"
#include "intercept/library_state.h"

#include <stdexcept>
#include <string>
#include <system_error>

using namespace xblock;

namespace {

void readText(const std::string *s, const xblock_site *site) {
  readBytes(s, sizeof *s, site);
  readBytes(s->data(), s->size(), site);
}

/// Of libc++, which this may not include.
void readLibcxxText(const unsigned char *s, const xblock_site *site) {
  constexpr size_t kSize = 24;
  readBytes(s, kSize, site);
  bool isLong = s[0] & 1;
  auto *words = reinterpret_cast<const size_t *>(s);
  readBytes(isLong ? reinterpret_cast<const void *>(words[2]) : s, isLong ? words[1] : kSize, site);
}

template <typename T> T *writtenError(T *self, size_t n, const xblock_site *site) {
  written(self, n, site);
  touchTexts(self, n);
  return self;
}
template <typename T> T *readError(T *other, const xblock_site *site) {
  readBytes(other, sizeof(std::logic_error), site);
  touchTexts(other, sizeof(std::logic_error));
  return other;
}

} // namespace

#define XBLOCK_MAKES(size, name, type, reads)                                                      \
  XBLOCK_FUNCTION(void *, name, (void *self, type *other), {                                       \
    reads;                                                                                         \
    return XBLOCK_REAL(void *(void *, type *), #name)(written(self, size, site), other);           \
  })
#define XBLOCK_TEXT_MAKES(name, type, reads) XBLOCK_MAKES(sizeof(std::logic_error), name, type, reads(other, site))
#define XBLOCK_COPIES(name) XBLOCK_MAKES(sizeof(std::logic_error), name, const void, readError(other, site))
#define XBLOCK_MOVES(name)                                                                         \
  XBLOCK_MAKES(sizeof(std::logic_error), name, void, writtenError(other, sizeof(std::logic_error), site))
#define XBLOCK_ASSIGNS(name, type, used)                                                           \
  XBLOCK_FUNCTION(void *, name, (void *self, type *other), {                                       \
    used;                                                                                          \
    return XBLOCK_REAL(void *(void *, type *), #name)(writtenError(self, sizeof(std::logic_error), site), other); \
  })
#define XBLOCK_DESTROYS(size, name)                                                                \
  XBLOCK_FUNCTION(void *, name, (void *self), {                                                    \
    return XBLOCK_REAL(void *(void *), #name)(writtenError(self, size, site));                     \
  })
// D0 gives the memory back, too: the program calls it by a table of virtual functions only (followTexts).
#define XBLOCK_EXCEPTION(name)                                                                     \
  XBLOCK_TEXT_MAKES(_ZNSt##name##C1EPKc, const char, readString)                                   \
  XBLOCK_TEXT_MAKES(_ZNSt##name##C2EPKc, const char, readString)                                   \
  XBLOCK_TEXT_MAKES(_ZNSt##name##C1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE, const std::string, readText) \
  XBLOCK_TEXT_MAKES(_ZNSt##name##C2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE, const std::string, readText) \
  XBLOCK_DESTROYS(sizeof(std::logic_error), _ZNSt##name##D1Ev)                                     \
  XBLOCK_DESTROYS(sizeof(std::logic_error), _ZNSt##name##D2Ev)
#define XBLOCK_COPIED_EXCEPTION(name)                                                              \
  XBLOCK_EXCEPTION(name)                                                                           \
  XBLOCK_TEXT_MAKES(_ZNSt##name##C1ERKNSt3__112basic_stringIcNS0_11char_traitsIcEENS0_9allocatorIcEEEE, const unsigned char, readLibcxxText) \
  XBLOCK_TEXT_MAKES(_ZNSt##name##C2ERKNSt3__112basic_stringIcNS0_11char_traitsIcEENS0_9allocatorIcEEEE, const unsigned char, readLibcxxText) \
  XBLOCK_COPIES(_ZNSt##name##C1ERKS_)                                                              \
  XBLOCK_COPIES(_ZNSt##name##C2ERKS_)                                                              \
  XBLOCK_ASSIGNS(_ZNSt##name##aSERKS_, const void, readError(other, site))                         \
  XBLOCK_MOVES(_ZNSt##name##C1EOS_)                                                                \
  XBLOCK_MOVES(_ZNSt##name##C2EOS_)                                                                \
  XBLOCK_ASSIGNS(_ZNSt##name##aSEOS_, void, writtenError(other, sizeof(std::logic_error), site))
XBLOCK_COPIED_EXCEPTION(11logic_error)
XBLOCK_COPIED_EXCEPTION(13runtime_error)
XBLOCK_EXCEPTION(12domain_error)
XBLOCK_EXCEPTION(16invalid_argument)
XBLOCK_EXCEPTION(12length_error)
XBLOCK_EXCEPTION(12out_of_range)
XBLOCK_EXCEPTION(11range_error)
XBLOCK_EXCEPTION(14overflow_error)
XBLOCK_EXCEPTION(15underflow_error)
XBLOCK_DESTROYS(sizeof(std::system_error), _ZNSt12system_errorD1Ev)
XBLOCK_DESTROYS(sizeof(std::system_error), _ZNSt12system_errorD2Ev)
XBLOCK_DESTROYS(sizeof(std::system_error), _ZNSt12future_errorD1Ev)
XBLOCK_DESTROYS(sizeof(std::system_error), _ZNSt12future_errorD2Ev)
#define XBLOCK_WHAT(name)                                                                          \
  XBLOCK_INSTRUMENTED(const char *, name, (const void *self)) {                                    \
    if (running.onFiber && !runtimeDepth) {                                                        \
      const xblock_site *site = takeSite();                                                        \
      CutHeld held;                                                                                \
      readBytes(self, sizeof(std::logic_error), site);                                             \
    }                                                                                              \
    return XBLOCK_REAL(const char *(const void *), #name)(self);                                   \
  }
XBLOCK_WHAT(_ZNKSt11logic_error4whatEv)
XBLOCK_WHAT(_ZNKSt13runtime_error4whatEv)

// Those that only the library makes have no constructors in a header: std::ios_base::failure, std::regex_error.
#define XBLOCK_FAILURE(constructor)                                                                \
  XBLOCK_FUNCTION(void *, _ZNSt8ios_base7failureB5cxx11##constructor##EPKcRKSt10error_code, (void *self, const char *text, const std::error_code *code), { \
    readString(text, site);                                                                        \
    readBytes(code, sizeof *code, site);                                                           \
    return XBLOCK_REAL(void *(void *, const char *, const void *), "_ZNSt8ios_base7failureB5cxx11" #constructor "EPKcRKSt10error_code")(       \
        written(self, sizeof(std::system_error), site), text, code);                               \
  })                                                                                               \
  XBLOCK_FUNCTION(void *, _ZNSt8ios_base7failureB5cxx11##constructor##ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEERKSt10error_code, \
                  (void *self, const std::string *text, const std::error_code *code), {            \
    readText(text, site);                                                                          \
    readBytes(code, sizeof *code, site);                                                           \
    return XBLOCK_REAL(void *(void *, const void *, const void *),                                 \
                       "_ZNSt8ios_base7failureB5cxx11" #constructor "ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEERKSt10error_code")( \
        written(self, sizeof(std::system_error), site), text, code);                               \
  })                                                                                               \
  XBLOCK_MAKES(sizeof(std::system_error), _ZNSt8ios_base7failureB5cxx11##constructor##ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE, \
               const std::string, readText(other, site))                                           \
  XBLOCK_FUNCTION(void *, _ZNSt11regex_error##constructor##ENSt15regex_constants10error_typeE, (void *self, int code), { \
    return XBLOCK_REAL(void *(void *, int), "_ZNSt11regex_error" #constructor "ENSt15regex_constants10error_typeE")(                           \
        written(self, sizeof(std::system_error), site), code);                                     \
  })
XBLOCK_FAILURE(C1)
XBLOCK_FAILURE(C2)
XBLOCK_DESTROYS(sizeof(std::system_error), _ZNSt8ios_base7failureB5cxx11D1Ev)
XBLOCK_DESTROYS(sizeof(std::system_error), _ZNSt8ios_base7failureB5cxx11D2Ev)
XBLOCK_DESTROYS(sizeof(std::system_error), _ZNSt11regex_errorD1Ev)
XBLOCK_DESTROYS(sizeof(std::system_error), _ZNSt11regex_errorD2Ev)
XBLOCK_WHAT(_ZNKSt8ios_base7failureB5cxx114whatEv)
XBLOCK_IN_TABLES(_ZNKSt11logic_error4whatEv)
XBLOCK_IN_TABLES(_ZNKSt13runtime_error4whatEv)
XBLOCK_IN_TABLES(_ZNKSt8ios_base7failureB5cxx114whatEv)
