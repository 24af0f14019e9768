// Exceptions of <stdexcept> and resources of <memory_resource> that libstdc++ makes, assigns and destroys in its library: the object
// itself goes back with a snapshot. The texts of exceptions are the library's, which gives none back while threads are explored.
#include "intercept/accesses.h"
#include "intercept/library_state.h"
#include "memory/mapping_linux.h"

#include <memory_resource>
#include <stdexcept>
#include <string>
#include <system_error>

using namespace xblock;

namespace {

void readText(const std::string *s, const xblock_site *site) {
  readBytes(s, sizeof *s, site);
  readBytes(s->data(), s->size(), site);
}

} // namespace

#define XBLOCK_CHANGES(size, name)                                                                 \
  XBLOCK_FUNCTION(void *, name, (void *self), {                                                    \
    return XBLOCK_REAL(void *(void *), #name)(written(self, size, site));                          \
  })
#define XBLOCK_CHANGES_BY(size, name, type, reads)                                                 \
  XBLOCK_FUNCTION(void *, name, (void *self, type *other), {                                       \
    reads;                                                                                         \
    return XBLOCK_REAL(void *(void *, type *), #name)(written(self, size, site), other);           \
  })
#define XBLOCK_MOVES(size, name)                                                                   \
  XBLOCK_FUNCTION(void *, name, (void *self, void *other), {                                       \
    return XBLOCK_REAL(void *(void *, void *), #name)(written(self, size, site), written(other, size, site)); \
  })
// D0 gives the memory back, too: the program calls it by a table of virtual functions only.
#define XBLOCK_EXCEPTION(name)                                                                     \
  XBLOCK_CHANGES_BY(sizeof(std::logic_error), _ZNSt##name##C1EPKc, const char, readString(other, site))                                 \
  XBLOCK_CHANGES_BY(sizeof(std::logic_error), _ZNSt##name##C2EPKc, const char, readString(other, site))                                 \
  XBLOCK_CHANGES_BY(sizeof(std::logic_error), _ZNSt##name##C1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE, const std::string, readText(other, site)) \
  XBLOCK_CHANGES_BY(sizeof(std::logic_error), _ZNSt##name##C2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE, const std::string, readText(other, site)) \
  XBLOCK_CHANGES(sizeof(std::logic_error), _ZNSt##name##D1Ev)                                      \
  XBLOCK_CHANGES(sizeof(std::logic_error), _ZNSt##name##D2Ev)
#define XBLOCK_COPIED_EXCEPTION(name)                                                              \
  XBLOCK_EXCEPTION(name)                                                                           \
  XBLOCK_CHANGES_BY(sizeof(std::logic_error), _ZNSt##name##C1ERKS_, const void, readBytes(other, sizeof(std::logic_error), site))                                \
  XBLOCK_CHANGES_BY(sizeof(std::logic_error), _ZNSt##name##C2ERKS_, const void, readBytes(other, sizeof(std::logic_error), site))                                \
  XBLOCK_CHANGES_BY(sizeof(std::logic_error), _ZNSt##name##aSERKS_, const void, readBytes(other, sizeof(std::logic_error), site))                                \
  XBLOCK_MOVES(sizeof(std::logic_error), _ZNSt##name##C1EOS_)                                      \
  XBLOCK_MOVES(sizeof(std::logic_error), _ZNSt##name##C2EOS_)                                      \
  XBLOCK_MOVES(sizeof(std::logic_error), _ZNSt##name##aSEOS_)
XBLOCK_COPIED_EXCEPTION(11logic_error)
XBLOCK_COPIED_EXCEPTION(13runtime_error)
XBLOCK_EXCEPTION(12domain_error)
XBLOCK_EXCEPTION(16invalid_argument)
XBLOCK_EXCEPTION(12length_error)
XBLOCK_EXCEPTION(12out_of_range)
XBLOCK_EXCEPTION(11range_error)
XBLOCK_EXCEPTION(14overflow_error)
XBLOCK_EXCEPTION(15underflow_error)
#define XBLOCK_WHAT(name)                                                                          \
  XBLOCK_FUNCTION(const char *, name, (const void *self), {                                        \
    return XBLOCK_REAL(const char *(const void *), #name)(readBytes(self, sizeof(std::logic_error), site)); \
  })
XBLOCK_WHAT(_ZNKSt11logic_error4whatEv)
XBLOCK_WHAT(_ZNKSt13runtime_error4whatEv)
XBLOCK_CHANGES(sizeof(std::system_error), _ZNSt12system_errorD1Ev)
XBLOCK_CHANGES(sizeof(std::system_error), _ZNSt12system_errorD2Ev)

// Its allocation is called by a table of virtual functions, and is in the library only.
extern "C" void *tableOfMonotonic[] __asm__("_ZTVNSt3pmr25monotonic_buffer_resourceE");

namespace {

using Allocate = void *(std::pmr::monotonic_buffer_resource *, size_t, size_t);
Allocate *libraryAllocates;

void *allocates(std::pmr::monotonic_buffer_resource *self, size_t n, size_t alignment) {
  if (running.onFiber && !runtimeDepth)
    noteWrite(self, sizeof *self, nullptr);
  return libraryAllocates(self, n, alignment);
}

} // namespace

void xblock::replaceResources() {
  constexpr unsigned kAllocate = 4; // behind two words that are no functions, and two destructors
  void **place = &tableOfMonotonic[kAllocate];
  libraryAllocates = reinterpret_cast<Allocate *>(*place);
  constexpr uint64_t kPage = 4096;
  makeWritable(reinterpret_cast<uint64_t>(place) & ~(kPage - 1), kPage);
  *place = reinterpret_cast<void *>(allocates);
}

// Buffers lie in memory that the library asks for; where they are is kept in the resource.
XBLOCK_FUNCTION(void, _ZNSt3pmr25monotonic_buffer_resource13_M_new_bufferEmm, (void *self, size_t n, size_t alignment), {
  written(self, sizeof(std::pmr::monotonic_buffer_resource), site);
  XBLOCK_REAL(void(void *, size_t, size_t), "_ZNSt3pmr25monotonic_buffer_resource13_M_new_bufferEmm")(self, n, alignment);
})
XBLOCK_CHANGES(sizeof(std::pmr::monotonic_buffer_resource), _ZNSt3pmr25monotonic_buffer_resource18_M_release_buffersEv)
XBLOCK_CHANGES(sizeof(std::pmr::monotonic_buffer_resource), _ZNSt3pmr25monotonic_buffer_resourceD1Ev)
XBLOCK_CHANGES(sizeof(std::pmr::monotonic_buffer_resource), _ZNSt3pmr25monotonic_buffer_resourceD2Ev)
