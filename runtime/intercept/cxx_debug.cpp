// The debug mode of libstdc++ (_GLIBCXX_DEBUG): which iterators a container has is kept in lists, which the library changes under locks of its
// own. Whose iterator comes first in a list decides nothing, so that these changes only go back with a snapshot; what they are asked is read.
#include "intercept/accesses.h"

using namespace xblock;

namespace {

struct Sequence;
struct Iterator {
  Sequence *sequence;
  unsigned version;
  Iterator *previous, *next;
};
struct Sequence {
  Iterator *iterators, *constants;
  unsigned version;
};
struct Unordered : Sequence {
  Iterator *locals, *constantLocals;
};

bool forProgram() { return running.onFiber && !runtimeDepth; }

template <typename T> void keep(T *p) {
  if (p)
    touch(p, sizeof *p);
}
void keepList(Iterator *first) {
  for (Iterator *i = first; i; i = i->next)
    keep(i);
}
void keepLists(Sequence *of) {
  keep(of);
  keepList(of->iterators);
  keepList(of->constants);
}
void keepLists(Unordered *of) {
  keepLists(static_cast<Sequence *>(of));
  keep(of);
  keepList(of->locals);
  keepList(of->constantLocals);
}
/// It leaves the list that it is in. The first of a list is named by the container; one of an unordered container is larger.
void keepLinks(Iterator *self, bool local) {
  keep(self);
  keep(self->previous);
  keep(self->next);
  local ? keep(static_cast<Unordered *>(self->sequence)) : keep(self->sequence);
}
void keepFirsts(Sequence *of, bool local) {
  if (!of)
    return;
  if (!local) {
    keep(of);
    keep(of->iterators);
    keep(of->constants);
    return;
  }
  auto *unordered = static_cast<Unordered *>(of);
  keep(unordered);
  keep(unordered->locals);
  keep(unordered->constantLocals);
}
void readIterator(const Iterator *self, const xblock_site *site) {
  noteRead(self, offsetof(Iterator, previous), site);
  if (self->sequence)
    noteRead(&self->sequence->version, sizeof self->sequence->version, site);
}

} // namespace

#define XBLOCK_ATTACHES(name, local)                                                               \
  XBLOCK_FUNCTION(void, name, (Iterator * self, Sequence * of, bool constant), {                   \
    if (forProgram()) {                                                                            \
      keepLinks(self, local);                                                                      \
      keepFirsts(of, local);                                                                       \
    }                                                                                              \
    XBLOCK_REAL(void(Iterator *, Sequence *, bool), #name)(self, of, constant);                    \
  })
XBLOCK_ATTACHES(_ZN11__gnu_debug19_Safe_iterator_base9_M_attachEPNS_19_Safe_sequence_baseEb, false)
XBLOCK_ATTACHES(_ZN11__gnu_debug19_Safe_iterator_base16_M_attach_singleEPNS_19_Safe_sequence_baseEb, false)
XBLOCK_ATTACHES(_ZN11__gnu_debug25_Safe_local_iterator_base9_M_attachEPNS_19_Safe_sequence_baseEb, true)
XBLOCK_ATTACHES(_ZN11__gnu_debug25_Safe_local_iterator_base16_M_attach_singleEPNS_19_Safe_sequence_baseEb, true)
#define XBLOCK_DETACHES(name, local)                                                               \
  XBLOCK_FUNCTION(void, name, (Iterator * self), {                                                 \
    if (forProgram())                                                                              \
      keepLinks(self, local);                                                                      \
    XBLOCK_REAL(void(Iterator *), #name)(self);                                                    \
  })
XBLOCK_DETACHES(_ZN11__gnu_debug19_Safe_iterator_base9_M_detachEv, false)
XBLOCK_DETACHES(_ZN11__gnu_debug19_Safe_iterator_base16_M_detach_singleEv, false)
XBLOCK_DETACHES(_ZN11__gnu_debug25_Safe_local_iterator_base9_M_detachEv, true)

#define XBLOCK_CHANGES_LISTS(Of, name)                                                             \
  XBLOCK_FUNCTION(void, name, (Of * self), {                                                       \
    if (forProgram())                                                                              \
      keepLists(self);                                                                             \
    XBLOCK_REAL(void(Of *), #name)(self);                                                          \
  })
XBLOCK_CHANGES_LISTS(Sequence, _ZN11__gnu_debug19_Safe_sequence_base13_M_detach_allEv)
XBLOCK_CHANGES_LISTS(Sequence, _ZN11__gnu_debug19_Safe_sequence_base18_M_detach_singularEv)
XBLOCK_CHANGES_LISTS(Sequence, _ZN11__gnu_debug19_Safe_sequence_base22_M_revalidate_singularEv)
XBLOCK_CHANGES_LISTS(Unordered, _ZN11__gnu_debug30_Safe_unordered_container_base13_M_detach_allEv)
#define XBLOCK_SWAPS_LISTS(Of, name)                                                               \
  XBLOCK_FUNCTION(void, name, (Of * self, Of * other), {                                           \
    if (forProgram()) {                                                                            \
      keepLists(self);                                                                             \
      keepLists(other);                                                                            \
    }                                                                                              \
    XBLOCK_REAL(void(Of *, Of *), #name)(self, other);                                             \
  })
XBLOCK_SWAPS_LISTS(Sequence, _ZN11__gnu_debug19_Safe_sequence_base7_M_swapERS0_)
XBLOCK_SWAPS_LISTS(Unordered, _ZN11__gnu_debug30_Safe_unordered_container_base7_M_swapERS0_)

XBLOCK_FUNCTION(bool, _ZNK11__gnu_debug19_Safe_iterator_base11_M_singularEv, (const Iterator *self), {
  if (forProgram())
    readIterator(self, site);
  return XBLOCK_REAL(bool(const Iterator *), "_ZNK11__gnu_debug19_Safe_iterator_base11_M_singularEv")(self);
})
XBLOCK_FUNCTION(bool, _ZNK11__gnu_debug19_Safe_iterator_base14_M_can_compareERKS0_, (const Iterator *self, const Iterator *other), {
  if (forProgram()) {
    readIterator(self, site);
    readIterator(other, site);
  }
  return XBLOCK_REAL(bool(const Iterator *, const Iterator *), "_ZNK11__gnu_debug19_Safe_iterator_base14_M_can_compareERKS0_")(self, other);
})
