// What headers of libstdc++ leave to the library of locales, and of facets that the program makes: objects of the program that the library
// writes to, and what it counts in them.
#include "intercept/accesses.h"
#include "intercept/cxx_locale_layout.h"
#include "intercept/heap.h"
#include "intercept/library_state.h"

#include <locale>
#include <string>
#include <vector>

using namespace xblock;

namespace {

bool forProgram() { return running.onFiber && !runtimeDepth; }

/// The library counts who shares each facet, and may put others in their places.
void keep(SharedLocale *of) {
  if (!of)
    return;
  touch(of, sizeof *of);
  for (void **list : {of->facets, of->caches}) {
    if (!list)
      continue;
    touch(list, of->size * sizeof *list);
    for (size_t i = 0; i < of->size; ++i)
      if (list[i])
        touch(list[i], sizeof(SharedFacet));
  }
}
/// The lists of what is on the program's heap are there, too.
struct ForProgram : LibrariesAllocateTracked {
  explicit ForProgram(const SharedLocale *of) : LibrariesAllocateTracked(forProgram() && TrackedHeap::contains(of)) {}
};

/// std::locale::id: a class of facets gets its number, plus 1, when that is first asked for. What the library counts them by does not go back: a
/// number that did is given again.
size_t numberOf(size_t *id) {
  struct Given {
    size_t *id, number;
  };
  static std::vector<Given> given;
  auto *real = XBLOCK_REAL(size_t(size_t *), "_ZNKSt6locale2id5_M_idEv");
  if (!forProgram() || *id)
    return real(id);
  touch(id, sizeof *id);
  RuntimeScope scope(RuntimeScope::Internal);
  for (const Given &one : given)
    if (one.id == id)
      *id = one.number;
  if (!*id) {
    real(id);
    given.push_back({id, *id});
  }
  return real(id);
}

} // namespace

// Locales by names, and of parts of others. What they share the library makes for itself.
#define XBLOCK_NAMES_LOCALE(name)                                                                  \
  XBLOCK_FUNCTION(void, name, (void *self, const char *text), {                                    \
    if (forProgram()) {                                                                            \
      noteWrite(self, sizeof(void *), site);                                                       \
      readString(text, site);                                                                      \
      keep(sharedOf(&std::locale::classic()));                                                     \
    }                                                                                              \
    XBLOCK_REAL(void(void *, const char *), #name)(self, text);                                    \
  })
XBLOCK_NAMES_LOCALE(_ZNSt6localeC1EPKc)
XBLOCK_NAMES_LOCALE(_ZNSt6localeC2EPKc)
#define XBLOCK_COMBINES(name, Other, reads)                                                        \
  XBLOCK_FUNCTION(void, name, (void *self, const void *base, const Other *other, int category), {  \
    if (forProgram()) {                                                                            \
      noteWrite(self, sizeof(void *), site);                                                       \
      noteRead(base, sizeof(void *), site);                                                        \
      reads;                                                                                       \
      keep(sharedOf(base));                                                                        \
    }                                                                                              \
    XBLOCK_REAL(void(void *, const void *, const Other *, int), #name)(self, base, other, category); \
  })
#define XBLOCK_COMBINES_LOCALES(name) XBLOCK_COMBINES(name, void, (noteRead(other, sizeof(void *), site), keep(sharedOf(other))))
XBLOCK_COMBINES(_ZNSt6localeC1ERKS_PKci, char, readString(other, site))
XBLOCK_COMBINES(_ZNSt6localeC2ERKS_PKci, char, readString(other, site))
XBLOCK_COMBINES_LOCALES(_ZNSt6localeC1ERKS_S1_i)
XBLOCK_COMBINES_LOCALES(_ZNSt6localeC2ERKS_S1_i)
XBLOCK_FUNCTION(bool, _ZNKSt6localeeqERKS_, (const void *self, const void *other), {
  if (forProgram()) {
    noteRead(self, sizeof(void *), site);
    noteRead(other, sizeof(void *), site);
  }
  return XBLOCK_REAL(bool(const void *, const void *), "_ZNKSt6localeeqERKS_")(self, other);
})
XBLOCK_FUNCTION(void *, _ZNKSt6locale4nameB5cxx11Ev, (std::string * to, const void *self), {
  if (forProgram()) {
    noteWrite(to, sizeof *to, site);
    noteRead(self, sizeof(void *), site);
  }
  return XBLOCK_REAL(void *(std::string *, const void *), "_ZNKSt6locale4nameB5cxx11Ev")(to, self);
})

// std::locale(other, facet) makes what is shared on the program's heap, and has the library fill it.
#define XBLOCK_COPIES_SHARED(name)                                                                 \
  XBLOCK_FUNCTION(void, name, (SharedLocale * self, SharedLocale * other, size_t owners), {                    \
    if (forProgram()) {                                                                            \
      touch(self, sizeof *self);                                                                   \
      keep(other);                                                                                 \
    }                                                                                              \
    ForProgram lists(self);                                                                        \
    XBLOCK_REAL(void(SharedLocale *, SharedLocale *, size_t), #name)(self, other, owners);                     \
  })
XBLOCK_COPIES_SHARED(_ZNSt6locale5_ImplC1ERKS0_m)
XBLOCK_COPIES_SHARED(_ZNSt6locale5_ImplC2ERKS0_m)
#define XBLOCK_DESTROYS_SHARED(name)                                                               \
  XBLOCK_FUNCTION(void, name, (SharedLocale * self), {                                                   \
    if (forProgram())                                                                              \
      keep(self);                                                                                  \
    XBLOCK_REAL(void(SharedLocale *), #name)(self);                                                      \
  })
XBLOCK_DESTROYS_SHARED(_ZNSt6locale5_ImplD1Ev)
XBLOCK_DESTROYS_SHARED(_ZNSt6locale5_ImplD2Ev)
XBLOCK_FUNCTION(void, _ZNSt6locale5_Impl16_M_install_facetEPKNS_2idEPKNS_5facetE, (SharedLocale * self, size_t *id, void *facet), {
  if (forProgram()) {
    keep(self);
    numberOf(id);
    if (facet)
      touch(facet, sizeof(SharedFacet));
  }
  ForProgram lists(self);
  XBLOCK_REAL(void(SharedLocale *, size_t *, void *), "_ZNSt6locale5_Impl16_M_install_facetEPKNS_2idEPKNS_5facetE")(self, id, facet);
})
XBLOCK_FUNCTION(void, _ZNSt6locale5_Impl16_M_replace_facetEPKS0_PKNS_2idE, (SharedLocale * self, SharedLocale *other, void *id), {
  if (forProgram()) {
    keep(self);
    keep(other);
  }
  XBLOCK_REAL(void(SharedLocale *, SharedLocale *, void *), "_ZNSt6locale5_Impl16_M_replace_facetEPKS0_PKNS_2idE")(self, other, id);
})
// Of facets whose code is in the program: the cache is on its heap.
XBLOCK_FUNCTION(void, _ZNSt6locale5_Impl16_M_install_cacheEPKNS_5facetEm, (SharedLocale * self, void *cache, size_t index), {
  if (forProgram()) {
    keep(self);
    touch(cache, sizeof(SharedFacet));
  }
  XBLOCK_REAL(void(SharedLocale *, void *, size_t), "_ZNSt6locale5_Impl16_M_install_cacheEPKNS_5facetEm")(self, cache, index);
})
XBLOCK_FUNCTION(size_t, _ZNKSt6locale2id5_M_idEv, (size_t * self), { return numberOf(self); })

/// Of a facet of the program: its constructors and destructors, and what they call in the library to fill it. All that it has may be written.
#define XBLOCK_FILLS(size, name)                                                                   \
  XBLOCK_INSTRUMENTED(uintptr_t, name, (void *self, uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d)) { \
    auto *real = XBLOCK_REAL(uintptr_t(void *, uintptr_t, uintptr_t, uintptr_t, uintptr_t), #name); \
    if (!forProgram())                                                                             \
      return real(self, a, b, c, d);                                                               \
    const xblock_site *site = takeSite();                                                          \
    CutHeld held;                                                                                  \
    noteWrite(self, size, site);                                                                   \
    return real(self, a, b, c, d);                                                                 \
  }
// D0 gives the memory back, too. Tables of the library lead to it where the program made an object of a class of the library's.
#define XBLOCK_DESTROYS_FACET(size, prefix)                                                        \
  XBLOCK_FILLS(size, prefix##D1Ev)                                                                 \
  XBLOCK_FILLS(size, prefix##D2Ev)                                                                 \
  XBLOCK_FILLS(size, prefix##D0Ev)                                                                 \
  XBLOCK_IN_TABLES(prefix##D0Ev)
XBLOCK_FILLS(sizeof(std::ctype<char>), _ZNSt5ctypeIcEC1EP15__locale_structPKtbm)
XBLOCK_FILLS(sizeof(std::ctype<char>), _ZNSt5ctypeIcEC2EP15__locale_structPKtbm)
XBLOCK_FILLS(sizeof(std::ctype<char>), _ZNSt5ctypeIcEC1EPKtbm)
XBLOCK_FILLS(sizeof(std::ctype<char>), _ZNSt5ctypeIcEC2EPKtbm)
XBLOCK_FILLS(sizeof(std::ctype<wchar_t>), _ZNSt5ctypeIwEC1EP15__locale_structm)
XBLOCK_FILLS(sizeof(std::ctype<wchar_t>), _ZNSt5ctypeIwEC2EP15__locale_structm)
XBLOCK_FILLS(sizeof(std::ctype<wchar_t>), _ZNSt5ctypeIwEC1Em)
XBLOCK_FILLS(sizeof(std::ctype<wchar_t>), _ZNSt5ctypeIwEC2Em)
XBLOCK_DESTROYS_FACET(sizeof(std::ctype<char>), _ZNSt5ctypeIcE)
XBLOCK_DESTROYS_FACET(sizeof(std::ctype<wchar_t>), _ZNSt5ctypeIwE)
#define XBLOCK_CTYPE_BY_NAME(C, c)                                                                 \
  XBLOCK_FILLS(sizeof(std::ctype<C>), _ZNSt12ctype_bynameI##c##EC1EPKcm)                           \
  XBLOCK_FILLS(sizeof(std::ctype<C>), _ZNSt12ctype_bynameI##c##EC2EPKcm)                           \
  XBLOCK_FILLS(sizeof(std::ctype<C>), _ZNSt12ctype_bynameI##c##EC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEEm) \
  XBLOCK_FILLS(sizeof(std::ctype<C>), _ZNSt12ctype_bynameI##c##EC2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEEm) \
  XBLOCK_DESTROYS_FACET(sizeof(std::ctype<C>), _ZNSt12ctype_bynameI##c##E)
XBLOCK_CTYPE_BY_NAME(char, c)
XBLOCK_CTYPE_BY_NAME(wchar_t, w)
#define XBLOCK_CODECVT(C, c)                                                                       \
  XBLOCK_FILLS((sizeof(std::codecvt<C, char, mbstate_t>)), _ZNSt7codecvtI##c##c11__mbstate_tEC1EP15__locale_structm) \
  XBLOCK_FILLS((sizeof(std::codecvt<C, char, mbstate_t>)), _ZNSt7codecvtI##c##c11__mbstate_tEC2EP15__locale_structm) \
  XBLOCK_FILLS((sizeof(std::codecvt<C, char, mbstate_t>)), _ZNSt7codecvtI##c##c11__mbstate_tEC1Em)  \
  XBLOCK_FILLS((sizeof(std::codecvt<C, char, mbstate_t>)), _ZNSt7codecvtI##c##c11__mbstate_tEC2Em)  \
  XBLOCK_DESTROYS_FACET((sizeof(std::codecvt<C, char, mbstate_t>)), _ZNSt7codecvtI##c##c11__mbstate_tE)
XBLOCK_CODECVT(char, c)
XBLOCK_CODECVT(wchar_t, w)
#define XBLOCK_PUNCTUATION(C, c)                                                                   \
  XBLOCK_FILLS(sizeof(std::numpunct<C>), _ZNSt7__cxx118numpunctI##c##E22_M_initialize_numpunctEP15__locale_struct) \
  XBLOCK_DESTROYS_FACET(sizeof(std::numpunct<C>), _ZNSt7__cxx118numpunctI##c##E)                   \
  XBLOCK_FILLS((sizeof(std::moneypunct<C, false>)), _ZNSt7__cxx1110moneypunctI##c##Lb0EE24_M_initialize_moneypunctEP15__locale_structPKc) \
  XBLOCK_FILLS((sizeof(std::moneypunct<C, true>)), _ZNSt7__cxx1110moneypunctI##c##Lb1EE24_M_initialize_moneypunctEP15__locale_structPKc) \
  XBLOCK_DESTROYS_FACET((sizeof(std::moneypunct<C, false>)), _ZNSt7__cxx1110moneypunctI##c##Lb0EE) \
  XBLOCK_DESTROYS_FACET((sizeof(std::moneypunct<C, true>)), _ZNSt7__cxx1110moneypunctI##c##Lb1EE)  \
  XBLOCK_FILLS(sizeof(std::__timepunct<C>), _ZNSt11__timepunctI##c##E23_M_initialize_timepunctEP15__locale_struct)
XBLOCK_PUNCTUATION(char, c)
XBLOCK_PUNCTUATION(wchar_t, w)
#define XBLOCK_CODECVT_OF_UNICODE(name) XBLOCK_DESTROYS_FACET((sizeof(std::codecvt<char16_t, char, mbstate_t>)), name)
XBLOCK_CODECVT_OF_UNICODE(_ZNSt7codecvtIDsc11__mbstate_tE)
XBLOCK_CODECVT_OF_UNICODE(_ZNSt7codecvtIDic11__mbstate_tE)
XBLOCK_CODECVT_OF_UNICODE(_ZNSt7codecvtIDsDu11__mbstate_tE)
XBLOCK_CODECVT_OF_UNICODE(_ZNSt7codecvtIDiDu11__mbstate_tE)
XBLOCK_CODECVT_OF_UNICODE(_ZNSt19__codecvt_utf8_baseIwE)
XBLOCK_CODECVT_OF_UNICODE(_ZNSt19__codecvt_utf8_baseIDsE)
XBLOCK_CODECVT_OF_UNICODE(_ZNSt19__codecvt_utf8_baseIDiE)
XBLOCK_CODECVT_OF_UNICODE(_ZNSt20__codecvt_utf16_baseIwE)
XBLOCK_CODECVT_OF_UNICODE(_ZNSt20__codecvt_utf16_baseIDsE)
XBLOCK_CODECVT_OF_UNICODE(_ZNSt20__codecvt_utf16_baseIDiE)
XBLOCK_CODECVT_OF_UNICODE(_ZNSt25__codecvt_utf8_utf16_baseIwE)
XBLOCK_CODECVT_OF_UNICODE(_ZNSt25__codecvt_utf8_utf16_baseIDsE)
XBLOCK_CODECVT_OF_UNICODE(_ZNSt25__codecvt_utf8_utf16_baseIDiE)
XBLOCK_FILLS(sizeof(std::ctype<char>), _ZNKSt5ctypeIcE13_M_widen_initEv)
XBLOCK_FILLS(sizeof(std::ctype<char>), _ZNKSt5ctypeIcE14_M_narrow_initEv)
XBLOCK_FILLS(sizeof(std::ctype<wchar_t>), _ZNSt5ctypeIwE19_M_initialize_ctypeEv)
XBLOCK_FILLS(sizeof(void *), _ZNSt6locale5facet18_S_create_c_localeERP15__locale_structPKcS2_)
XBLOCK_FILLS(sizeof(void *), _ZNSt6locale5facet19_S_destroy_c_localeERP15__locale_struct)

// What the code of facets calls, which is in the program where that has facets of its own.
#define XBLOCK_CONVERTS_TEXT(T, t)                                                                 \
  XBLOCK_FUNCTION(void, _ZSt14__convert_to_vI##t##EvPKcRT_RSt12_Ios_IostateRKP15__locale_struct, (const char *text, T *to, int *state, void *of), { \
    if (forProgram()) {                                                                            \
      readString(text, site);                                                                      \
      noteWrite(to, sizeof *to, site);                                                             \
      noteWrite(state, sizeof *state, site);                                                       \
    }                                                                                              \
    XBLOCK_REAL(void(const char *, T *, int *, void *), "_ZSt14__convert_to_vI" #t "EvPKcRT_RSt12_Ios_IostateRKP15__locale_struct")(text, to, state, of); \
  })
XBLOCK_CONVERTS_TEXT(float, f)
XBLOCK_CONVERTS_TEXT(double, d)
XBLOCK_CONVERTS_TEXT(long double, e)
#define XBLOCK_FACET_TEXTS(C, c)                                                                   \
  XBLOCK_FUNCTION(void, _ZNKSt11__timepunctI##c##E6_M_putEP##c##mPK##c##PK2tm, (const void *self, C *to, size_t n, const C *format, const tm *time), { \
    if (forProgram()) {                                                                            \
      written(to, n * sizeof *to, site);                                                           \
      readString(format, site);                                                                    \
      noteRead(time, sizeof *time, site);                                                          \
    }                                                                                              \
    XBLOCK_REAL(void(const void *, C *, size_t, const C *, const tm *), "_ZNKSt11__timepunctI" #c "E6_M_putEP" #c "mPK" #c "PK2tm")(self, to, n, format, time); \
  })                                                                                               \
  XBLOCK_FUNCTION(int, _ZNKSt7__cxx117collateI##c##E10_M_compareEPK##c##S3_, (const void *self, const C *a, const C *b), { \
    if (forProgram()) {                                                                            \
      readString(a, site);                                                                         \
      readString(b, site);                                                                         \
    }                                                                                              \
    return XBLOCK_REAL(int(const void *, const C *, const C *), "_ZNKSt7__cxx117collateI" #c "E10_M_compareEPK" #c "S3_")(self, a, b); \
  })                                                                                               \
  XBLOCK_FUNCTION(size_t, _ZNKSt7__cxx117collateI##c##E12_M_transformEP##c##PK##c##m, (const void *self, C *to, const C *from, size_t n), { \
    if (forProgram()) {                                                                            \
      written(to, n * sizeof *to, site);                                                           \
      readString(from, site);                                                                      \
    }                                                                                              \
    return XBLOCK_REAL(size_t(const void *, C *, const C *, size_t), "_ZNKSt7__cxx117collateI" #c "E12_M_transformEP" #c "PK" #c "m")(self, to, from, n); \
  })
XBLOCK_FACET_TEXTS(char, c)
XBLOCK_FACET_TEXTS(wchar_t, w)
// std::get_time, behind what it read.
XBLOCK_FUNCTION(void, _ZNSt16__time_get_state17_M_finalize_stateEP2tm, (void *self, tm *time), {
  if (forProgram())
    noteWrite(time, sizeof *time, site);
  XBLOCK_REAL(void(void *, tm *), "_ZNSt16__time_get_state17_M_finalize_stateEP2tm")(self, time);
})
