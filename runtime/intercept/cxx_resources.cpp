// Resources of <memory_resource> that libstdc++ makes and destroys in its library: the object itself goes back with a snapshot.
#include "intercept/accesses.h"
#include "intercept/library_state.h"
#include "memory/mapping_linux.h"

#include <memory_resource>

using namespace xblock;

#define XBLOCK_CHANGES(size, name)                                                                 \
  XBLOCK_FUNCTION(void *, name, (void *self), {                                                    \
    return XBLOCK_REAL(void *(void *), #name)(written(self, size, site));                          \
  })

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
