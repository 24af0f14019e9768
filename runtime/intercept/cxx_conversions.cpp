// Facets of libstdc++ that turn characters into others, compare them, or return texts. Objects of the library and of the program call them by
// tables of virtual functions: in the program's the pass has put these here, in the library's replaceTables does.
#include "intercept/accesses.h"
#include "intercept/heap.h"
#include "intercept/library_state.h"
#include "memory/mapping_linux.h"

#include <cstring>
#include <dlfcn.h>
#include <future>
#include <link.h>
#include <locale>
#include <string>
#include <system_error>

using namespace xblock;

namespace {

/// Of one call for the program. No block ends in the middle; texts that the library returns are on the program's heap.
struct Call {
  const xblock_site *site;
  CutHeld held;
  LibrariesAllocateTracked tracked{true};
  explicit Call(const xblock_site *where) : site(where) {}

  template <typename T> void reads(const T *low, const T *high) const {
    if (low < high)
      noteRead(low, static_cast<size_t>(high - low) * sizeof(T), site);
  }
  template <typename T> void writes(T *low, T *high) const {
    if (low < high)
      noteWrite(low, static_cast<size_t>(high - low) * sizeof(T), site);
  }
  template <typename T> void keeps(T *low, T *high) const {
    if (low < high)
      touch(low, static_cast<size_t>(high - low) * sizeof(T));
  }
};
bool forProgram() { return running.onFiber && !runtimeDepth; }
const xblock_site *siteOf() { return forProgram() ? takeSite() : nullptr; }

/// What do_in and do_out have in common. How far they come is known behind them: what they may write is kept first.
template <bool HasState, typename A, typename B, typename Real, typename Self>
int convert(Real *real, const xblock_site *site, const Self *self, mbstate_t *state, const A *from, const A *end, const A **next, B *to, B *toEnd, B **toNext) {
  if (!forProgram())
    return real(self, state, from, end, next, to, toEnd, toNext);
  Call call(site);
  if (HasState)
    noteWrite(state, sizeof *state, site);
  noteWrite(next, sizeof *next, site);
  noteWrite(toNext, sizeof *toNext, site);
  call.keeps(to, toEnd);
  int done = real(self, state, from, end, next, to, toEnd, toNext);
  if (done != std::codecvt_base::noconv) {
    call.reads(from, done == std::codecvt_base::ok ? *next : end);
    call.writes(to, *toNext);
  }
  return done;
}

constinit VirtualFunction *virtuals = nullptr;

} // namespace

xblock::VirtualFunction::VirtualFunction(const char *name, void *here, void **real) : name(name), here(here), real(real), next(virtuals) {
  virtuals = this;
}

#define XBLOCK_VIRTUAL(type, name, parameters)                                                     \
  XBLOCK_IN_TABLES(name)                                                                           \
  XBLOCK_INSTRUMENTED(type, name, parameters)

#define XBLOCK_CONVERTS(name, hasState, A, B)                                                      \
  XBLOCK_VIRTUAL(int, name, (const void *self, mbstate_t *state, const A *from, const A *end, const A **next, B *to, B *toEnd, B **toNext)) { \
    const xblock_site *site = siteOf();                                                            \
    auto *real = XBLOCK_REAL(int(const void *, mbstate_t *, const A *, const A *, const A **, B *, B *, B **), #name); \
    return convert<hasState>(real, site, self, state, from, end, next, to, toEnd, toNext);         \
  }
#define XBLOCK_UNSHIFTS(name, hasState, B)                                                         \
  XBLOCK_VIRTUAL(int, name, (const void *self, mbstate_t *state, B *to, B *toEnd, B **toNext)) {   \
    const xblock_site *site = siteOf();                                                            \
    auto *real = XBLOCK_REAL(int(const void *, mbstate_t *, B *, B *, B **), #name);               \
    if (!forProgram())                                                                             \
      return real(self, state, to, toEnd, toNext);                                                 \
    Call call(site);                                                                               \
    if (hasState)                                                                                  \
      noteWrite(state, sizeof *state, site);                                                       \
    noteWrite(toNext, sizeof *toNext, site);                                                       \
    call.keeps(to, toEnd);                                                                         \
    int done = real(self, state, to, toEnd, toNext);                                               \
    call.writes(to, *toNext);                                                                      \
    return done;                                                                                   \
  }
#define XBLOCK_MEASURES(name, hasState, B)                                                         \
  XBLOCK_VIRTUAL(int, name, (const void *self, mbstate_t *state, const B *from, const B *end, size_t most)) { \
    const xblock_site *site = siteOf();                                                            \
    auto *real = XBLOCK_REAL(int(const void *, mbstate_t *, const B *, const B *, size_t), #name); \
    if (!forProgram())                                                                             \
      return real(self, state, from, end, most);                                                   \
    Call call(site);                                                                               \
    if (hasState)                                                                                  \
      noteWrite(state, sizeof *state, site);                                                       \
    int length = real(self, state, from, end, most);                                               \
    call.reads(from, from + length);                                                               \
    return length;                                                                                 \
  }
/// Of a class: its characters I and E, and those outside; as names have both, and what the state is of.
#define XBLOCK_CODECVT(prefix, hasState, I, E, i, e, m)                                            \
  XBLOCK_CONVERTS(prefix##6do_outER##m##PK##i##S4_RS4_P##e##S6_RS6_, hasState, I, E)               \
  XBLOCK_CONVERTS(prefix##5do_inER##m##PK##e##S4_RS4_P##i##S6_RS6_, hasState, E, I)                \
  XBLOCK_UNSHIFTS(prefix##10do_unshiftER##m##P##e##S3_RS3_, hasState, E)                           \
  XBLOCK_MEASURES(prefix##9do_lengthER##m##PK##e##S4_m, hasState, E)
XBLOCK_CODECVT(_ZNKSt7codecvtIcc11__mbstate_tE, false, char, char, c, c, S0_)
XBLOCK_CODECVT(_ZNKSt7codecvtIwc11__mbstate_tE, true, wchar_t, char, w, c, S0_)
XBLOCK_CODECVT(_ZNKSt7codecvtIDsc11__mbstate_tE, false, char16_t, char, Ds, c, S0_)
XBLOCK_CODECVT(_ZNKSt7codecvtIDic11__mbstate_tE, false, char32_t, char, Di, c, S0_)
XBLOCK_CODECVT(_ZNKSt7codecvtIDsDu11__mbstate_tE, false, char16_t, char8_t, Ds, Du, S0_)
XBLOCK_CODECVT(_ZNKSt7codecvtIDiDu11__mbstate_tE, false, char32_t, char8_t, Di, Du, S0_)
XBLOCK_CODECVT(_ZNKSt19__codecvt_utf8_baseIwE, false, wchar_t, char, w, c, 11__mbstate_t)
XBLOCK_CODECVT(_ZNKSt19__codecvt_utf8_baseIDsE, false, char16_t, char, Ds, c, 11__mbstate_t)
XBLOCK_CODECVT(_ZNKSt19__codecvt_utf8_baseIDiE, false, char32_t, char, Di, c, 11__mbstate_t)
XBLOCK_CODECVT(_ZNKSt20__codecvt_utf16_baseIwE, false, wchar_t, char, w, c, 11__mbstate_t)
XBLOCK_CODECVT(_ZNKSt20__codecvt_utf16_baseIDsE, false, char16_t, char, Ds, c, 11__mbstate_t)
XBLOCK_CODECVT(_ZNKSt20__codecvt_utf16_baseIDiE, false, char32_t, char, Di, c, 11__mbstate_t)
XBLOCK_CODECVT(_ZNKSt25__codecvt_utf8_utf16_baseIwE, false, wchar_t, char, w, c, 11__mbstate_t)
XBLOCK_CODECVT(_ZNKSt25__codecvt_utf8_utf16_baseIDsE, false, char16_t, char, Ds, c, 11__mbstate_t)
XBLOCK_CODECVT(_ZNKSt25__codecvt_utf8_utf16_baseIDiE, false, char32_t, char, Di, c, 11__mbstate_t)

/// A function of which all accesses are known first.
#define XBLOCK_TELLS(type, name, parameters, arguments, ...)                                       \
  XBLOCK_VIRTUAL(type, name, parameters) {                                                         \
    const xblock_site *site = siteOf();                                                            \
    auto *real = XBLOCK_REAL(type parameters, #name);                                              \
    if (!forProgram())                                                                             \
      return real arguments;                                                                       \
    Call call(site);                                                                               \
    __VA_ARGS__;                                                                                   \
    return real arguments;                                                                         \
  }

#define XBLOCK_CHANGES_CASE(name, C)                                                               \
  XBLOCK_TELLS(const C *, name, (const void *self, C *low, const C *high), (self, low, high), call.writes(low, const_cast<C *>(high)))
XBLOCK_CHANGES_CASE(_ZNKSt5ctypeIcE10do_toupperEPcPKc, char)
XBLOCK_CHANGES_CASE(_ZNKSt5ctypeIcE10do_tolowerEPcPKc, char)
XBLOCK_CHANGES_CASE(_ZNKSt5ctypeIwE10do_toupperEPwPKw, wchar_t)
XBLOCK_CHANGES_CASE(_ZNKSt5ctypeIwE10do_tolowerEPwPKw, wchar_t)
#define XBLOCK_WIDENS(name, C)                                                                     \
  XBLOCK_TELLS(const char *, name, (const void *self, const char *low, const char *high, C *to), (self, low, high, to), call.reads(low, high); \
               call.writes(to, to + (high - low)))
XBLOCK_WIDENS(_ZNKSt5ctypeIcE8do_widenEPKcS2_Pc, char)
XBLOCK_WIDENS(_ZNKSt5ctypeIwE8do_widenEPKcS2_Pw, wchar_t)
#define XBLOCK_NARROWS(name, C)                                                                    \
  XBLOCK_TELLS(const C *, name, (const void *self, const C *low, const C *high, char other, char *to), (self, low, high, other, to), \
               call.reads(low, high);                                                              \
               call.writes(to, to + (high - low)))
XBLOCK_NARROWS(_ZNKSt5ctypeIcE9do_narrowEPKcS2_cPc, char)
XBLOCK_NARROWS(_ZNKSt5ctypeIwE9do_narrowEPKwS2_cPc, wchar_t)
XBLOCK_TELLS(const wchar_t *, _ZNKSt5ctypeIwE5do_isEPKwS2_Pt, (const void *self, const wchar_t *low, const wchar_t *high, uint16_t *to), (self, low, high, to),
             call.reads(low, high);
             call.writes(to, to + (high - low)))
#define XBLOCK_SCANS(name)                                                                         \
  XBLOCK_VIRTUAL(const wchar_t *, name, (const void *self, uint16_t mask, const wchar_t *low, const wchar_t *high)) { \
    const xblock_site *site = siteOf();                                                            \
    auto *real = XBLOCK_REAL(const wchar_t *(const void *, uint16_t, const wchar_t *, const wchar_t *), #name); \
    const wchar_t *found = real(self, mask, low, high);                                            \
    if (forProgram())                                                                              \
      Call(site).reads(low, found < high ? found + 1 : high);                                      \
    return found;                                                                                  \
  }
XBLOCK_SCANS(_ZNKSt5ctypeIwE10do_scan_isEtPKwS2_)
XBLOCK_SCANS(_ZNKSt5ctypeIwE11do_scan_notEtPKwS2_)

/// What is returned is made at `to`.
#define XBLOCK_COLLATES(prefix, C, c)                                                              \
  XBLOCK_TELLS(int, prefix##10do_compareEPK##c##S3_S3_S3_, (const void *self, const C *low, const C *high, const C *other, const C *otherHigh),  \
               (self, low, high, other, otherHigh), call.reads(low, high);                         \
               call.reads(other, otherHigh))                                                       \
  XBLOCK_TELLS(long, prefix##7do_hashEPK##c##S3_, (const void *self, const C *low, const C *high), (self, low, high), call.reads(low, high)) \
  XBLOCK_TELLS(void *, prefix##12do_transformEPK##c##S3_, (std::basic_string<C> * to, const void *self, const C *low, const C *high),     \
               (to, self, low, high), noteWrite(to, sizeof *to, site);                             \
               call.reads(low, high))
XBLOCK_COLLATES(_ZNKSt7__cxx117collateIcE, char, c)
XBLOCK_COLLATES(_ZNKSt7__cxx117collateIwE, wchar_t, w)
#define XBLOCK_RETURNS_TEXT(name)                                                                  \
  XBLOCK_TELLS(void *, name, (std::string * to, const void *self), (to, self), noteWrite(to, sizeof *to, site))
#define XBLOCK_PUNCTUATION(c)                                                                      \
  XBLOCK_RETURNS_TEXT(_ZNKSt7__cxx118numpunctI##c##E11do_groupingEv)                               \
  XBLOCK_RETURNS_TEXT(_ZNKSt7__cxx118numpunctI##c##E11do_truenameEv)                               \
  XBLOCK_RETURNS_TEXT(_ZNKSt7__cxx118numpunctI##c##E12do_falsenameEv)                              \
  XBLOCK_MONEY(c, 0)                                                                               \
  XBLOCK_MONEY(c, 1)
#define XBLOCK_MONEY(c, international)                                                             \
  XBLOCK_RETURNS_TEXT(_ZNKSt7__cxx1110moneypunctI##c##Lb##international##EE11do_groupingEv)        \
  XBLOCK_RETURNS_TEXT(_ZNKSt7__cxx1110moneypunctI##c##Lb##international##EE14do_curr_symbolEv)     \
  XBLOCK_RETURNS_TEXT(_ZNKSt7__cxx1110moneypunctI##c##Lb##international##EE16do_positive_signEv)   \
  XBLOCK_RETURNS_TEXT(_ZNKSt7__cxx1110moneypunctI##c##Lb##international##EE16do_negative_signEv)
XBLOCK_PUNCTUATION(c)
XBLOCK_PUNCTUATION(w)

// Catalogues of messages are the library's: refused.
#define XBLOCK_MESSAGES(c)                                                                         \
  XBLOCK_IN_TABLES(_ZNKSt7__cxx118messagesI##c##E6do_getEiiiRKNS_12basic_stringI##c##St11char_traitsI##c##ESaI##c##EEE) \
  XBLOCK_IN_TABLES(_ZNKSt7__cxx118messagesI##c##E7do_openERKNS_12basic_stringIcSt11char_traitsIcESaIcEEERKSt6locale) \
  XBLOCK_IN_TABLES(_ZNKSt7__cxx118messagesI##c##E8do_closeEi)
XBLOCK_MESSAGES(c)
XBLOCK_MESSAGES(w)

namespace {

// Those of classes of which the library, or the program, has objects without a table of the program's own.
constexpr const char *kTables[] = {
    "_ZTVSt5ctypeIcE", "_ZTVSt5ctypeIwE", "_ZTVSt12ctype_bynameIcE", "_ZTVSt12ctype_bynameIwE",
    "_ZTVSt7codecvtIcc11__mbstate_tE", "_ZTVSt7codecvtIwc11__mbstate_tE", "_ZTVSt7codecvtIDsc11__mbstate_tE", "_ZTVSt7codecvtIDic11__mbstate_tE",
    "_ZTVSt7codecvtIDsDu11__mbstate_tE", "_ZTVSt7codecvtIDiDu11__mbstate_tE",
    "_ZTVSt14codecvt_bynameIcc11__mbstate_tE", "_ZTVSt14codecvt_bynameIwc11__mbstate_tE",
    "_ZTVSt19__codecvt_utf8_baseIwE", "_ZTVSt19__codecvt_utf8_baseIDsE", "_ZTVSt19__codecvt_utf8_baseIDiE",
    "_ZTVSt20__codecvt_utf16_baseIwE", "_ZTVSt20__codecvt_utf16_baseIDsE", "_ZTVSt20__codecvt_utf16_baseIDiE",
    "_ZTVSt25__codecvt_utf8_utf16_baseIwE", "_ZTVSt25__codecvt_utf8_utf16_baseIDsE", "_ZTVSt25__codecvt_utf8_utf16_baseIDiE",
    "_ZTVNSt7__cxx117collateIcEE", "_ZTVNSt7__cxx117collateIwEE", "_ZTVNSt7__cxx1114collate_bynameIcEE", "_ZTVNSt7__cxx1114collate_bynameIwEE",
    "_ZTVNSt7__cxx118numpunctIcEE", "_ZTVNSt7__cxx118numpunctIwEE",
    "_ZTVNSt7__cxx1115numpunct_bynameIcEE", "_ZTVNSt7__cxx1115numpunct_bynameIwEE",
    "_ZTVNSt7__cxx1110moneypunctIcLb0EEE", "_ZTVNSt7__cxx1110moneypunctIcLb1EEE", "_ZTVNSt7__cxx1110moneypunctIwLb0EEE", "_ZTVNSt7__cxx1110moneypunctIwLb1EEE",
    "_ZTVNSt7__cxx1117moneypunct_bynameIcLb0EEE", "_ZTVNSt7__cxx1117moneypunct_bynameIcLb1EEE",
    "_ZTVNSt7__cxx1117moneypunct_bynameIwLb0EEE", "_ZTVNSt7__cxx1117moneypunct_bynameIwLb1EEE",
    "_ZTVNSt7__cxx118messagesIcEE", "_ZTVNSt7__cxx118messagesIwEE",
    // Exceptions, what() of them, and their destructors where exception_texts.cpp has none.
    "_ZTVSt11logic_error", "_ZTVSt13runtime_error", "_ZTVSt12domain_error", "_ZTVSt16invalid_argument", "_ZTVSt12length_error", "_ZTVSt12out_of_range",
    "_ZTVSt11range_error", "_ZTVSt14overflow_error", "_ZTVSt15underflow_error", "_ZTVSt12future_error", "_ZTVSt12system_error", "_ZTVSt11regex_error",
    "_ZTVNSt8ios_base7failureB5cxx11E", "_ZTVNSt10filesystem7__cxx1116filesystem_errorE",
};

void put(void **place, void *function) {
  constexpr uint64_t kPage = 4096;
  makeWritable(reinterpret_cast<uint64_t>(place) & ~(kPage - 1), kPage);
  *place = function;
}
void replaceIn(void **table, size_t n) {
  for (size_t i = 0; i < n; ++i)
    for (const VirtualFunction *one = virtuals; one; one = one->next)
      if (table[i] && table[i] == *one->real) {
        put(table + i, one->here);
        break;
      }
}

/// Of std::error_category: a text is made at `to`. The classes of the library's categories have no names.
using Message = void *(std::string *to, const void *self, int value);
constexpr unsigned kMessage = 4, kOfCategory = 8; // in the table; all that are there
Message *messages[4];
template <size_t I> void *message(std::string *to, const void *self, int value) {
  if (!forProgram())
    return messages[I](to, self, value);
  Call call(nullptr);
  noteWrite(to, sizeof *to, nullptr);
  return messages[I](to, self, value);
}
template <size_t I> void replaceCategory(const std::error_category &one) {
  void **table;
  memcpy(&table, static_cast<const void *>(&one), sizeof table);
  replaceIn(table, kOfCategory);
  auto *there = reinterpret_cast<Message *>(table[kMessage]);
  messages[I] = there;
  put(table + kMessage, reinterpret_cast<void *>(message<I>));
}

} // namespace

void xblock::replaceTables() {
  for (const VirtualFunction *one = virtuals; one; one = one->next)
    *one->real = findReal(one->name);
  for (const char *name : kTables) {
    void **table = static_cast<void **>(findFirst(name));
    void *symbol = nullptr; // which tells the size
    Dl_info info;
    if (table && dladdr1(table, &info, &symbol, RTLD_DL_SYMENT) && symbol)
      replaceIn(table, static_cast<const ElfW(Sym) *>(symbol)->st_size / sizeof(void *));
  }
  replaceCategory<0>(std::generic_category());
  replaceCategory<1>(std::system_category());
  replaceCategory<2>(std::future_category());
  replaceCategory<3>(std::iostream_category());
}
