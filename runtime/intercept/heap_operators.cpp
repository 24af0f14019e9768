// operator new and delete, of all forms. A program may replace some of them; the others then call those, as the C++
// standard has it ([new.delete]).
#include "intercept/allocate.h"
#include "intercept/define.h"
#include "intercept/heap.h"

#include <bit>
#include <new>

using namespace xblock;

namespace {

/// Of one of the operators that others are defined by: the program's own definition, null if it has none.
template <typename Function> class Replacement {
public:
  constexpr explicit Replacement(const char *name) : name_(name) {}
  Function *get(Function *own) {
    if (running.onFiber ? runtimeDepth != 0 : explorerRuns)
      return nullptr; // the runtime's own memory
    if (!looked_) {
      RuntimeScope scope;
      looked_ = true;
      auto *first = reinterpret_cast<Function *>(findFirst(name_));
      found_ = first == own ? nullptr : first;
    }
    return found_;
  }

private:
  const char *name_;
  Function *found_ = nullptr;
  bool looked_ = false;
};

using New = void *(size_t);
using AlignedNew = void *(size_t, std::align_val_t);
using Delete = void(void *);
using AlignedDelete = void(void *, std::align_val_t);
constinit Replacement<New> newOne("_Znwm"), newMany("_Znam");
constinit Replacement<AlignedNew> newAligned("_ZnwmSt11align_val_t"), newManyAligned("_ZnamSt11align_val_t");
constinit Replacement<Delete> deleteOne("_ZdlPv"), deleteMany("_ZdaPv");
constinit Replacement<AlignedDelete> deleteAligned("_ZdlPvSt11align_val_t"), deleteManyAligned("_ZdaPvSt11align_val_t");

New *replacedNew() { return newOne.get(::operator new); }
New *replacedNewMany() { return newMany.get(::operator new[]); }
AlignedNew *replacedNewAligned() { return newAligned.get(::operator new); }
AlignedNew *replacedNewManyAligned() { return newManyAligned.get(::operator new[]); }
Delete *replacedDelete() { return deleteOne.get(::operator delete); }
Delete *replacedDeleteMany() { return deleteMany.get(::operator delete[]); }
AlignedDelete *replacedDeleteAligned() { return deleteAligned.get(::operator delete); }
AlignedDelete *replacedDeleteManyAligned() { return deleteManyAligned.get(::operator delete[]); }

uint8_t logOf(std::align_val_t a) { return static_cast<uint8_t>(std::countr_zero(static_cast<size_t>(a))); }

/// As [new.delete.single] has it.
template <typename Once> void *orThrow(Once once) {
  while (true) {
    if (void *p = once())
      return p;
    std::new_handler handler = std::get_new_handler();
    if (!handler) {
      allocateTracked = running.onFiber; // the exception
      throw std::bad_alloc();
    }
    handler();
  }
}
template <typename Throws> void *orNull(Throws throws) noexcept {
  try {
    return throws();
  } catch (...) {
    return nullptr;
  }
}

void *make(size_t n, Caller caller, BlockKind kind) {
  return orThrow([&] { return allocate(n, caller, kind); });
}
void *make(size_t n, std::align_val_t a, Caller caller, BlockKind kind) {
  return orThrow([&] { return allocateAligned(static_cast<size_t>(a), n, caller, kind, logOf(a)); });
}
void *makeMany(size_t n, Caller caller) {
  New *one = replacedNew();
  return one ? one(n) : make(n, caller, BlockKind::NewArray);
}
void *makeMany(size_t n, std::align_val_t a, Caller caller) {
  AlignedNew *one = replacedNewAligned();
  return one ? one(n, a) : make(n, a, caller, BlockKind::NewArray);
}

constexpr const char *kDelete = "operator delete", *kDeleteMany = "operator delete[]";

/// delete[] of any form, where the program has none of its own that takes a pointer, and an alignment, only.
void giveBackMany(void *p, Caller caller, Release how) {
  how.function = kDeleteMany;
  how.kind = BlockKind::NewArray;
  if (Delete *one = replacedDelete())
    return one(p);
  release(p, caller, how);
}
void giveBackMany(void *p, std::align_val_t a, Caller caller, Release how) {
  how.function = kDeleteMany;
  how.kind = BlockKind::NewArray;
  how.alignment = logOf(a);
  if (AlignedDelete *one = replacedDeleteAligned())
    return one(p, a);
  release(p, caller, how);
}

constexpr Release sized(size_t n) { return {kDelete, BlockKind::New, true, n, 0}; }
constexpr Release kUnsized{kDelete, BlockKind::New, false, 0, 0};
Release withAlignment(Release how, std::align_val_t a) {
  how.alignment = logOf(a);
  return how;
}

} // namespace

XBLOCK_EXPORT void *operator new(size_t n) { return make(n, XBLOCK_CALLER, BlockKind::New); }
XBLOCK_EXPORT void *operator new(size_t n, std::align_val_t a) { return make(n, a, XBLOCK_CALLER, BlockKind::New); }
XBLOCK_EXPORT void *operator new[](size_t n) { return makeMany(n, XBLOCK_CALLER); }
XBLOCK_EXPORT void *operator new[](size_t n, std::align_val_t a) { return makeMany(n, a, XBLOCK_CALLER); }
XBLOCK_EXPORT void *operator new(size_t n, const std::nothrow_t &) noexcept {
  Caller caller = XBLOCK_CALLER;
  New *one = replacedNew();
  return orNull([&] { return one ? one(n) : make(n, caller, BlockKind::New); });
}
XBLOCK_EXPORT void *operator new(size_t n, std::align_val_t a, const std::nothrow_t &) noexcept {
  Caller caller = XBLOCK_CALLER;
  AlignedNew *one = replacedNewAligned();
  return orNull([&] { return one ? one(n, a) : make(n, a, caller, BlockKind::New); });
}
XBLOCK_EXPORT void *operator new[](size_t n, const std::nothrow_t &) noexcept {
  Caller caller = XBLOCK_CALLER;
  New *many = replacedNewMany();
  return orNull([&] { return many ? many(n) : makeMany(n, caller); });
}
XBLOCK_EXPORT void *operator new[](size_t n, std::align_val_t a, const std::nothrow_t &) noexcept {
  Caller caller = XBLOCK_CALLER;
  AlignedNew *many = replacedNewManyAligned();
  return orNull([&] { return many ? many(n, a) : makeMany(n, a, caller); });
}

XBLOCK_EXPORT void operator delete(void *p) noexcept { release(p, XBLOCK_CALLER, kUnsized); }
XBLOCK_EXPORT void operator delete(void *p, std::align_val_t a) noexcept {
  release(p, XBLOCK_CALLER, withAlignment(kUnsized, a));
}
XBLOCK_EXPORT void operator delete[](void *p) noexcept { giveBackMany(p, XBLOCK_CALLER, kUnsized); }
XBLOCK_EXPORT void operator delete[](void *p, std::align_val_t a) noexcept { giveBackMany(p, a, XBLOCK_CALLER, kUnsized); }

// Each of these is defined by the one of the above with its alignment.
#define XBLOCK_DELETE(parameters, how)                                                             \
  XBLOCK_EXPORT void operator delete parameters noexcept {                                         \
    if (Delete *one = replacedDelete())                                                            \
      return one(p);                                                                               \
    release(p, XBLOCK_CALLER, how);                                                                \
  }                                                                                                \
  XBLOCK_EXPORT void operator delete[] parameters noexcept {                                       \
    if (Delete *many = replacedDeleteMany())                                                       \
      return many(p);                                                                              \
    giveBackMany(p, XBLOCK_CALLER, how);                                                           \
  }
#define XBLOCK_ALIGNED_DELETE(parameters, how)                                                     \
  XBLOCK_EXPORT void operator delete parameters noexcept {                                         \
    if (AlignedDelete *one = replacedDeleteAligned())                                              \
      return one(p, a);                                                                            \
    release(p, XBLOCK_CALLER, withAlignment(how, a));                                              \
  }                                                                                                \
  XBLOCK_EXPORT void operator delete[] parameters noexcept {                                       \
    if (AlignedDelete *many = replacedDeleteManyAligned())                                         \
      return many(p, a);                                                                           \
    giveBackMany(p, a, XBLOCK_CALLER, how);                                                        \
  }
XBLOCK_DELETE((void *p, size_t n), sized(n))
XBLOCK_DELETE((void *p, const std::nothrow_t &), kUnsized)
XBLOCK_ALIGNED_DELETE((void *p, size_t n, std::align_val_t a), sized(n))
XBLOCK_ALIGNED_DELETE((void *p, std::align_val_t a, const std::nothrow_t &), kUnsized)
