#include "intercept/library_operators_linux.h"

#include "intercept/heap.h"
#include "intercept/real.h"
#include "world/running.h"

#include <cstring>
#include <iterator>
#include <link.h>
#include <new>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// Those that C++ declares only with -fsized-deallocation, which older compilers are not given.
extern "C" {
void xblockDeleteSized(void *, size_t) __asm__("_ZdlPvm");
void xblockDeleteArraySized(void *, size_t) __asm__("_ZdaPvm");
void xblockDeleteSizedAligned(void *, size_t, std::align_val_t) __asm__("_ZdlPvmSt11align_val_t");
void xblockDeleteArraySizedAligned(void *, size_t, std::align_val_t) __asm__("_ZdaPvmSt11align_val_t");
}

namespace xblock {

namespace {

struct Operator {
  const char *name;
  void *own;      ///< the runtime's
  void *choosing; ///< what libraries call
  void *programs = nullptr; ///< the same as `own` if it has none
};
extern Operator operators[];

template <unsigned I, typename Function> struct Choice;
template <unsigned I, typename Result, typename... Arguments> struct Choice<I, Result(Arguments...)> {
  static Result call(Arguments... arguments) {
    const Operator &all = operators[I];
    const bool forRuntime = running.onFiber ? runtimeDepth != 0 : explorerRuns;
    return reinterpret_cast<Result (*)(Arguments...)>(forRuntime ? all.own : all.programs)(arguments...);
  }
};

template <unsigned I, typename Function> Operator operatorOf(const char *name, Function *own) {
  return {name, reinterpret_cast<void *>(own), reinterpret_cast<void *>(Choice<I, Function>::call)};
}

using Alignment = std::align_val_t;
using Nothrow = const std::nothrow_t &;

Operator operators[] = {
    operatorOf<0, void *(size_t)>("_Znwm", ::operator new),
    operatorOf<1, void *(size_t)>("_Znam", ::operator new[]),
    operatorOf<2, void *(size_t, Nothrow)>("_ZnwmRKSt9nothrow_t", ::operator new),
    operatorOf<3, void *(size_t, Nothrow)>("_ZnamRKSt9nothrow_t", ::operator new[]),
    operatorOf<4, void *(size_t, Alignment)>("_ZnwmSt11align_val_t", ::operator new),
    operatorOf<5, void *(size_t, Alignment)>("_ZnamSt11align_val_t", ::operator new[]),
    operatorOf<6, void *(size_t, Alignment, Nothrow)>("_ZnwmSt11align_val_tRKSt9nothrow_t", ::operator new),
    operatorOf<7, void *(size_t, Alignment, Nothrow)>("_ZnamSt11align_val_tRKSt9nothrow_t", ::operator new[]),
    operatorOf<8, void(void *)>("_ZdlPv", ::operator delete),
    operatorOf<9, void(void *)>("_ZdaPv", ::operator delete[]),
    operatorOf<10, void(void *, size_t)>("_ZdlPvm", xblockDeleteSized),
    operatorOf<11, void(void *, size_t)>("_ZdaPvm", xblockDeleteArraySized),
    operatorOf<12, void(void *, Nothrow)>("_ZdlPvRKSt9nothrow_t", ::operator delete),
    operatorOf<13, void(void *, Nothrow)>("_ZdaPvRKSt9nothrow_t", ::operator delete[]),
    operatorOf<14, void(void *, Alignment)>("_ZdlPvSt11align_val_t", ::operator delete),
    operatorOf<15, void(void *, Alignment)>("_ZdaPvSt11align_val_t", ::operator delete[]),
    operatorOf<16, void(void *, size_t, Alignment)>("_ZdlPvmSt11align_val_t", xblockDeleteSizedAligned),
    operatorOf<17, void(void *, size_t, Alignment)>("_ZdaPvmSt11align_val_t", xblockDeleteArraySizedAligned),
    operatorOf<18, void(void *, Alignment, Nothrow)>("_ZdlPvSt11align_val_tRKSt9nothrow_t", ::operator delete),
    operatorOf<19, void(void *, Alignment, Nothrow)>("_ZdaPvSt11align_val_tRKSt9nothrow_t", ::operator delete[]),
};

const Operator *replacedBy(const char *name) {
  for (const Operator &one : operators)
    if (one.programs != one.own && strcmp(one.name, name) == 0)
      return &one;
  return nullptr;
}

/// Where a library is told what its calls lead to. What it was told before it began may be protected since.
void store(uint64_t slot, void *function, uint64_t protectedLow, uint64_t protectedHigh) {
  const bool isProtected = slot - protectedLow < protectedHigh - protectedLow;
  const uint64_t page = slot & ~uint64_t{4095};
  if (isProtected && syscall(SYS_mprotect, page, 4096, PROT_READ | PROT_WRITE) != 0)
    return;
  *reinterpret_cast<void **>(slot) = function;
  if (isProtected)
    syscall(SYS_mprotect, page, 4096, PROT_READ);
}

void chooseIn(const dl_phdr_info &library) {
  const uint64_t base = library.dlpi_addr;
  const ElfW(Dyn) *dynamic = nullptr;
  uint64_t low = 0, high = 0;
  for (unsigned i = 0; i < library.dlpi_phnum; ++i) {
    const auto &part = library.dlpi_phdr[i];
    if (part.p_type == PT_DYNAMIC)
      dynamic = reinterpret_cast<const ElfW(Dyn) *>(base + part.p_vaddr);
    if (part.p_type == PT_GNU_RELRO) {
      low = base + part.p_vaddr;
      high = (low + part.p_memsz) & ~uint64_t{4095};
      low &= ~uint64_t{4095};
    }
  }
  const ElfW(Sym) *symbols = nullptr;
  const char *names = nullptr;
  const ElfW(Rela) *tables[2] = {};
  uint64_t sizes[2] = {};
  for (; dynamic && dynamic->d_tag != DT_NULL; ++dynamic) {
    const uint64_t value = dynamic->d_un.d_ptr, at = value < base ? base + value : value; // the linker has made addresses of them, or not
    switch (dynamic->d_tag) {
    case DT_SYMTAB: symbols = reinterpret_cast<const ElfW(Sym) *>(at); break;
    case DT_STRTAB: names = reinterpret_cast<const char *>(at); break;
    case DT_JMPREL: tables[0] = reinterpret_cast<const ElfW(Rela) *>(at); break;
    case DT_PLTRELSZ: sizes[0] = value; break;
    case DT_RELA: tables[1] = reinterpret_cast<const ElfW(Rela) *>(at); break;
    case DT_RELASZ: sizes[1] = value; break;
    }
  }
  for (unsigned t = 0; symbols && names && t < 2; ++t)
    for (uint64_t i = 0; tables[t] && i < sizes[t] / sizeof(ElfW(Rela)); ++i) {
      const ElfW(Rela) &told = tables[t][i];
      const auto kind = ELF64_R_TYPE(told.r_info);
      if (kind != R_X86_64_JUMP_SLOT && kind != R_X86_64_GLOB_DAT)
        continue;
      if (const Operator *one = replacedBy(names + symbols[ELF64_R_SYM(told.r_info)].st_name))
        store(base + told.r_offset, one->choosing, low, high);
    }
}

} // namespace

void chooseOperatorsOfLibraries() {
  bool any = false;
  for (Operator &one : operators) {
    one.programs = findFirst(one.name);
    if (!one.programs)
      one.programs = one.own;
    any |= one.programs != one.own;
  }
  if (!any)
    return;
  dl_iterate_phdr(
      [](dl_phdr_info *info, size_t, void *) {
        const bool isProgram = !info->dlpi_name || !info->dlpi_name[0]; // or the kernel's, which has a name in some versions
        if (!isProgram)
          chooseIn(*info);
        return 0;
      },
      nullptr);
}

} // namespace xblock
