// std::filesystem of libstdc++. Its functions call those of libc, which are the model's; what they write to the program's objects is told
// of here. Each is one step, also where it makes several calls (limitations.md), but for copy_file, whose calls are steps of their own.
#include "intercept/exception_texts.h"
#include "intercept/files.h"
#include "intercept/library_state.h"

#include <cstring>

using namespace xblock;

namespace {

/// std::filesystem::path: a string, and the list of its components.
struct Path {
  char *text;
  size_t size;
  union {
    size_t capacity;
    char local[16];
  };
  uintptr_t components; ///< of a list, with the kind of path in its lowest bits

  bool isLong() const { return text != local; }
};
struct Component {
  Path path;
  size_t at;
};
struct Components {
  int size, capacity;
  Component all[1];
};
struct ErrorCode {
  int value;
  const void *category;
};
/// The list of a folder that an iterator shares; the entry that it is at begins with a path.
struct Iterator {
  void *folder, *count;
};

void reads(const Path *p, const xblock_site *site) {
  noteRead(p, sizeof *p, site);
  noteRead(p->text, p->size + 1, site);
}
void writes(ErrorCode *error, const xblock_site *site) { noteWrite(error, sizeof *error, site); }

void touchList(uintptr_t components) {
  auto *list = reinterpret_cast<Components *>(components & ~uintptr_t{3});
  if (!list)
    return;
  touch(list, offsetof(Components, all) + static_cast<size_t>(list->capacity) * sizeof(Component));
  for (int i = 0; i < list->size; ++i)
    if (list->all[i].path.isLong())
      touch(list->all[i].path.text, list->all[i].path.capacity + 1);
}
/// Whatever a path has on the heap may change.
void touchAll(Path *p) {
  if (p->isLong())
    touch(p->text, p->capacity + 1);
  touchList(p->components);
}
void changes(Path *p, const xblock_site *site) {
  noteWrite(p, sizeof *p, site);
  if (p->isLong())
    noteWrite(p->text, p->size + 1, site);
  touchAll(p);
}

/// What libstdc++ does with the program's objects, without hooks: no block ends.
struct Within {
  LibrariesAllocateTracked tracked{running.onFiber};
  CutHeld held;
};

/// The same, and its calls are one step: ends the block behind it, also where it throws.
struct OneStep {
  explicit OneStep(const xblock_site *where) : site(where) {
    holdFileSteps(true);
    librariesAllocateTracked = running.cutHeld = true;
  }
  ~OneStep() {
    static constexpr xblock_site kUnknown{"", "", 0, 0};
    holdFileSteps(false);
    librariesAllocateTracked = running.cutHeld = false;
    RuntimeScope scope;
    running.ran = true;
    running.endSite = site ? site : &kUnknown;
    boundary(Ending::Split);
  }
  OneStep(const OneStep &) = delete;
  OneStep &operator=(const OneStep &) = delete;
  const xblock_site *site;
};

} // namespace

/// A function that is one step; `...` tells what it reads and writes.
#define XBLOCK_OF_FILESYSTEM(type, name, parameters, arguments, ...)                               \
  XBLOCK_INSTRUMENTED(type, name, parameters) {                                                    \
    const xblock_site *site = takeSite();                                                          \
    auto *real = XBLOCK_REAL(type parameters, #name);                                              \
    if (!filesAreModelled())                                                                       \
      return real arguments;                                                                       \
    __VA_ARGS__;                                                                                   \
    OneStep step(site);                                                                            \
    return real arguments;                                                                         \
  }
/// The form that throws and the one that tells by an error code; `prefix` is empty, or what comes before the arguments.
#define XBLOCK_OF_PATH(type, name)                                                                 \
  XBLOCK_OF_FILESYSTEM(type, name##E, (const Path *p), (p), reads(p, site))                        \
  XBLOCK_OF_FILESYSTEM(type, name##ERSt10error_code, (const Path *p, ErrorCode *e), (p, e), reads(p, site), writes(e, site))
#define XBLOCK_OF_PATHS(type, name)                                                                \
  XBLOCK_OF_FILESYSTEM(type, name##ES3_, (const Path *p, const Path *q), (p, q), reads(p, site), reads(q, site))                   \
  XBLOCK_OF_FILESYSTEM(type, name##ES3_RSt10error_code, (const Path *p, const Path *q, ErrorCode *e), (p, q, e), reads(p, site),   \
                       reads(q, site), writes(e, site))
/// A path is returned: at `to`, where nothing is yet.
#define XBLOCK_PATH_OF_PATH(name)                                                                  \
  XBLOCK_OF_FILESYSTEM(void *, name##E, (Path * to, const Path *p), (to, p), reads(p, site), noteWrite(to, sizeof *to, site))      \
  XBLOCK_OF_FILESYSTEM(void *, name##ERSt10error_code, (Path * to, const Path *p, ErrorCode *e), (to, p, e), reads(p, site),       \
                       noteWrite(to, sizeof *to, site), writes(e, site))
#define XBLOCK_PATH_OF_PATHS(name)                                                                 \
  XBLOCK_OF_FILESYSTEM(void *, name##ES3_, (Path * to, const Path *p, const Path *q), (to, p, q), reads(p, site), reads(q, site),  \
                       noteWrite(to, sizeof *to, site))                                            \
  XBLOCK_OF_FILESYSTEM(void *, name##ES3_RSt10error_code, (Path * to, const Path *p, const Path *q, ErrorCode *e), (to, p, q, e),  \
                       reads(p, site), reads(q, site), noteWrite(to, sizeof *to, site), writes(e, site))
#define XBLOCK_PATH(name, throwing, code)                                                          \
  XBLOCK_OF_FILESYSTEM(void *, throwing, (Path * to), (to), noteWrite(to, sizeof *to, site))       \
  XBLOCK_OF_FILESYSTEM(void *, code, (Path * to, ErrorCode *e), (to, e), noteWrite(to, sizeof *to, site), writes(e, site))

XBLOCK_OF_PATH(uint64_t, _ZNSt10filesystem6statusERKNS_7__cxx114path)
XBLOCK_OF_PATH(uint64_t, _ZNSt10filesystem14symlink_statusERKNS_7__cxx114path)
XBLOCK_OF_PATH(uint64_t, _ZNSt10filesystem9file_sizeERKNS_7__cxx114path)
XBLOCK_OF_PATH(uint64_t, _ZNSt10filesystem15hard_link_countERKNS_7__cxx114path)
XBLOCK_OF_PATH(int64_t, _ZNSt10filesystem15last_write_timeERKNS_7__cxx114path)
XBLOCK_OF_PATH(bool, _ZNSt10filesystem6removeERKNS_7__cxx114path)
XBLOCK_OF_PATH(bool, _ZNSt10filesystem8is_emptyERKNS_7__cxx114path)
XBLOCK_OF_PATH(bool, _ZNSt10filesystem16create_directoryERKNS_7__cxx114path)
XBLOCK_OF_PATH(void, _ZNSt10filesystem12current_pathERKNS_7__cxx114path)
XBLOCK_OF_PATHS(void, _ZNSt10filesystem6renameERKNS_7__cxx114path)
XBLOCK_OF_PATHS(bool, _ZNSt10filesystem10equivalentERKNS_7__cxx114path)
XBLOCK_OF_PATHS(bool, _ZNSt10filesystem16create_directoryERKNS_7__cxx114path)
XBLOCK_OF_PATHS(void, _ZNSt10filesystem14create_symlinkERKNS_7__cxx114path)
XBLOCK_OF_PATHS(void, _ZNSt10filesystem24create_directory_symlinkERKNS_7__cxx114path)
XBLOCK_OF_PATHS(void, _ZNSt10filesystem16create_hard_linkERKNS_7__cxx114path)
XBLOCK_OF_PATHS(void, _ZNSt10filesystem12copy_symlinkERKNS_7__cxx114path)
XBLOCK_PATH_OF_PATH(_ZNSt10filesystem8absoluteERKNS_7__cxx114path)
XBLOCK_PATH_OF_PATH(_ZNSt10filesystem9canonicalERKNS_7__cxx114path)
XBLOCK_PATH_OF_PATH(_ZNSt10filesystem16weakly_canonicalERKNS_7__cxx114path)
XBLOCK_PATH_OF_PATH(_ZNSt10filesystem12read_symlinkERKNS_7__cxx114path)
XBLOCK_PATH_OF_PATHS(_ZNSt10filesystem8relativeERKNS_7__cxx114path)
XBLOCK_PATH_OF_PATHS(_ZNSt10filesystem9proximateERKNS_7__cxx114path)
XBLOCK_PATH(current_path, _ZNSt10filesystem12current_pathB5cxx11Ev, _ZNSt10filesystem12current_pathB5cxx11ERSt10error_code)
XBLOCK_PATH(temp_directory_path, _ZNSt10filesystem19temp_directory_pathB5cxx11Ev, _ZNSt10filesystem19temp_directory_pathB5cxx11ERSt10error_code)
XBLOCK_OF_FILESYSTEM(void, _ZNSt10filesystem11resize_fileERKNS_7__cxx114pathEm, (const Path *p, uint64_t n), (p, n), reads(p, site))
XBLOCK_OF_FILESYSTEM(void, _ZNSt10filesystem11resize_fileERKNS_7__cxx114pathEmRSt10error_code, (const Path *p, uint64_t n, ErrorCode *e), (p, n, e),
                     reads(p, site), writes(e, site))
XBLOCK_OF_FILESYSTEM(void, _ZNSt10filesystem11permissionsERKNS_7__cxx114pathENS_5permsENS_12perm_optionsE, (const Path *p, unsigned mode, unsigned how),
                     (p, mode, how), reads(p, site))
XBLOCK_OF_FILESYSTEM(void, _ZNSt10filesystem11permissionsERKNS_7__cxx114pathENS_5permsENS_12perm_optionsERSt10error_code,
                     (const Path *p, unsigned mode, unsigned how, ErrorCode *e), (p, mode, how, e), reads(p, site), writes(e, site))

// Nothing of theirs is on the heap while a block ends.
XBLOCK_INSTRUMENTED(bool, _ZNSt10filesystem9copy_fileERKNS_7__cxx114pathES3_NS_12copy_optionsE, (const Path *p, const Path *q, unsigned how)) {
  const xblock_site *site = takeSite();
  if (filesAreModelled())
    reads(p, site), reads(q, site);
  return XBLOCK_REAL(bool(const Path *, const Path *, unsigned), "_ZNSt10filesystem9copy_fileERKNS_7__cxx114pathES3_NS_12copy_optionsE")(p, q, how);
}
XBLOCK_INSTRUMENTED(bool, _ZNSt10filesystem9copy_fileERKNS_7__cxx114pathES3_NS_12copy_optionsERSt10error_code,
                    (const Path *p, const Path *q, unsigned how, ErrorCode *e)) {
  const xblock_site *site = takeSite();
  auto *real = XBLOCK_REAL(bool(const Path *, const Path *, unsigned, ErrorCode *),
                           "_ZNSt10filesystem9copy_fileERKNS_7__cxx114pathES3_NS_12copy_optionsERSt10error_code");
  if (!filesAreModelled())
    return real(p, q, how, e);
  reads(p, site), reads(q, site);
  ErrorCode own = *e; // of this stack, which is saved whole
  bool done = real(p, q, how, &own);
  writes(e, site);
  *e = own;
  return done;
}

// How paths are made and destroyed. The last is called by libstdc++ itself as it destroys the list of a folder; its `this` is the pointer to
// the components, which is set to null next.
XBLOCK_INSTRUMENTED(void, _ZNSt10filesystem7__cxx114path14_M_split_cmptsEv, (Path * self)) {
  callUnknown();
  auto *real = XBLOCK_REAL(void(Path *), "_ZNSt10filesystem7__cxx114path14_M_split_cmptsEv");
  if (!running.onFiber || runtimeDepth)
    return real(self);
  touch(self, sizeof *self);
  touchAll(self);
  Within within;
  real(self);
}
XBLOCK_INSTRUMENTED(void, _ZNSt10filesystem7__cxx114path5_ListC1Ev, (uintptr_t *self)) {
  callUnknown();
  touch(self, sizeof *self);
  XBLOCK_REAL(void(uintptr_t *), "_ZNSt10filesystem7__cxx114path5_ListC1Ev")(self);
}
XBLOCK_INSTRUMENTED(void, _ZNSt10filesystem7__cxx114path5_ListC1ERKS2_, (uintptr_t *self, const uintptr_t *other)) {
  callUnknown();
  auto *real = XBLOCK_REAL(void(uintptr_t *, const uintptr_t *), "_ZNSt10filesystem7__cxx114path5_ListC1ERKS2_");
  if (!running.onFiber || runtimeDepth)
    return real(self, other);
  touch(self, sizeof *self);
  Within within;
  real(self, other);
}
XBLOCK_EVERYWHERE(void, _ZNKSt10filesystem7__cxx114path5_List13_Impl_deleterclEPNS2_5_ImplE, (uintptr_t *self, uintptr_t list), (self, list)) {
  callUnknown();
  if (running.onFiber && !runtimeDepth) {
    touch(self, sizeof *self);
    touchList(list);
  }
  XBLOCK_REAL(void(uintptr_t *, uintptr_t), "_ZNKSt10filesystem7__cxx114path5_List13_Impl_deleterclEPNS2_5_ImplE")(self, list);
}

/// A function that changes a path, and makes no calls.
#define XBLOCK_CHANGES_PATH(name, parameters, arguments, ...)                                      \
  XBLOCK_INSTRUMENTED(void *, name, parameters) {                                                  \
    const xblock_site *site = takeSite();                                                          \
    auto *real = XBLOCK_REAL(void *parameters, #name);                                             \
    if (!running.onFiber || runtimeDepth)                                                          \
      return real arguments;                                                                       \
    __VA_ARGS__;                                                                                   \
    changes(self, site);                                                                           \
    Within within;                                                                                 \
    return real arguments;                                                                         \
  }
XBLOCK_CHANGES_PATH(_ZNSt10filesystem7__cxx114path15remove_filenameEv, (Path * self), (self), static_cast<void>(0))
XBLOCK_CHANGES_PATH(_ZNSt10filesystem7__cxx114path16replace_filenameERKS1_, (Path * self, const Path *p), (self, p), reads(p, site))
XBLOCK_CHANGES_PATH(_ZNSt10filesystem7__cxx114path17replace_extensionERKS1_, (Path * self, const Path *p), (self, p), reads(p, site))
XBLOCK_CHANGES_PATH(_ZNSt10filesystem7__cxx114pathaSERKS1_, (Path * self, const Path *p), (self, p), reads(p, site))
XBLOCK_CHANGES_PATH(_ZNSt10filesystem7__cxx114pathdVERKS1_, (Path * self, const Path *p), (self, p), reads(p, site))
XBLOCK_CHANGES_PATH(_ZNSt10filesystem7__cxx114pathpLERKS1_, (Path * self, const Path *p), (self, p), reads(p, site))
XBLOCK_CHANGES_PATH(_ZNSt10filesystem7__cxx114path9_M_appendESt17basic_string_viewIcSt11char_traitsIcEE, (Path * self, size_t n, const char *text), (self, n, text), readBytes(text, n, site))
XBLOCK_CHANGES_PATH(_ZNSt10filesystem7__cxx114path9_M_concatESt17basic_string_viewIcSt11char_traitsIcEE, (Path * self, size_t n, const char *text), (self, n, text), readBytes(text, n, site))

namespace {

/// It moves on, and may let go of the list.
void moves(Iterator *self, const xblock_site *site) {
  noteWrite(self, sizeof *self, site);
  if (!self->folder)
    return;
  constexpr size_t kCounts = 16; // in front of the list
  auto *entry = static_cast<Path *>(XBLOCK_REAL(void *(const void *), "_ZNKSt10filesystem7__cxx1118directory_iteratordeEv")(self));
  noteWrite(self->count, kCounts, site);
  noteWrite(entry, sizeof *entry + 8, site);
  if (entry->isLong())
    noteWrite(entry->text, entry->size + 1, site);
  touchAll(entry);
}

} // namespace

XBLOCK_OF_FILESYSTEM(void, _ZNSt10filesystem7__cxx1118directory_iteratorC1ERKNS0_4pathENS_17directory_optionsEPSt10error_code,
                     (Iterator * self, const Path *p, unsigned how, ErrorCode *e), (self, p, how, e), reads(p, site), noteWrite(self, sizeof *self, site),
                     static_cast<void>(e && (writes(e, site), true)))
XBLOCK_OF_FILESYSTEM(void, _ZNSt10filesystem7__cxx1118directory_iteratorC2ERKNS0_4pathENS_17directory_optionsEPSt10error_code,
                     (Iterator * self, const Path *p, unsigned how, ErrorCode *e), (self, p, how, e), reads(p, site), noteWrite(self, sizeof *self, site),
                     static_cast<void>(e && (writes(e, site), true)))
XBLOCK_OF_FILESYSTEM(void *, _ZNSt10filesystem7__cxx1118directory_iterator9incrementERSt10error_code, (Iterator * self, ErrorCode *e), (self, e), moves(self, site), writes(e, site))
XBLOCK_OF_FILESYSTEM(void *, _ZNSt10filesystem7__cxx1118directory_iteratorppEv, (Iterator * self), (self), moves(self, site))
XBLOCK_INSTRUMENTED(void *, _ZNKSt10filesystem7__cxx1118directory_iteratordeEv, (const Iterator *self)) {
  const xblock_site *site = takeSite();
  if (running.onFiber && !runtimeDepth)
    noteRead(self, sizeof *self, site);
  return XBLOCK_REAL(void *(const Iterator *), "_ZNKSt10filesystem7__cxx1118directory_iteratordeEv")(self);
}

/// A function that reads a path, and another, and may return one: at `to`, where nothing is yet.
#define XBLOCK_OF_PARTS(type, name, parameters, arguments, ...)                                    \
  XBLOCK_INSTRUMENTED(type, name, parameters) {                                                    \
    auto *real = XBLOCK_REAL(type parameters, #name);                                              \
    if (!running.onFiber || runtimeDepth)                                                          \
      return real arguments;                                                                       \
    const xblock_site *site = takeSite();                                                          \
    Within within;                                                                                 \
    __VA_ARGS__;                                                                                   \
    return real arguments;                                                                         \
  }
#define XBLOCK_ASKS_PATH(name) XBLOCK_OF_PARTS(bool, name, (const Path *self), (self), reads(self, site))
XBLOCK_ASKS_PATH(_ZNKSt10filesystem7__cxx114path12has_filenameEv)
XBLOCK_ASKS_PATH(_ZNKSt10filesystem7__cxx114path13has_root_nameEv)
XBLOCK_ASKS_PATH(_ZNKSt10filesystem7__cxx114path13has_root_pathEv)
XBLOCK_ASKS_PATH(_ZNKSt10filesystem7__cxx114path15has_parent_pathEv)
XBLOCK_ASKS_PATH(_ZNKSt10filesystem7__cxx114path17has_relative_pathEv)
XBLOCK_ASKS_PATH(_ZNKSt10filesystem7__cxx114path18has_root_directoryEv)
#define XBLOCK_PART_OF_PATH(name)                                                                  \
  XBLOCK_OF_PARTS(void *, name, (Path * to, const Path *self), (to, self), reads(self, site), noteWrite(to, sizeof *to, site))
XBLOCK_PART_OF_PATH(_ZNKSt10filesystem7__cxx114path11parent_pathEv)
XBLOCK_PART_OF_PATH(_ZNKSt10filesystem7__cxx114path13relative_pathEv)
XBLOCK_PART_OF_PATH(_ZNKSt10filesystem7__cxx114path14root_directoryEv)
XBLOCK_PART_OF_PATH(_ZNKSt10filesystem7__cxx114path16lexically_normalEv)
XBLOCK_PART_OF_PATH(_ZNKSt10filesystem7__cxx114path9root_nameEv)
XBLOCK_PART_OF_PATH(_ZNKSt10filesystem7__cxx114path9root_pathEv)
#define XBLOCK_PATH_FROM_PATH(name)                                                                \
  XBLOCK_OF_PARTS(void *, name, (Path * to, const Path *self, const Path *base), (to, self, base), reads(self, site), reads(base, site), \
                  noteWrite(to, sizeof *to, site))
XBLOCK_PATH_FROM_PATH(_ZNKSt10filesystem7__cxx114path18lexically_relativeERKS1_)
XBLOCK_PATH_FROM_PATH(_ZNKSt10filesystem7__cxx114path19lexically_proximateERKS1_)
XBLOCK_OF_PARTS(int, _ZNKSt10filesystem7__cxx114path7compareERKS1_, (const Path *self, const Path *other), (self, other), reads(self, site), reads(other, site))
XBLOCK_OF_PARTS(int, _ZNKSt10filesystem7__cxx114path7compareESt17basic_string_viewIcSt11char_traitsIcEE, (const Path *self, size_t n, const char *text),
                (self, n, text), reads(self, site), readBytes(text, n, site))
XBLOCK_OF_PARTS(size_t, _ZNSt10filesystem7__cxx1110hash_valueERKNS0_4pathE, (const Path *self), (self), reads(self, site))
/// Where the extension of a path begins, in which text, as it is returned in registers.
struct Extension {
  const void *text;
  size_t at;
};
XBLOCK_OF_PARTS(Extension, _ZNKSt10filesystem7__cxx114path17_M_find_extensionEv, (const Path *self), (self), reads(self, site))
XBLOCK_OF_PARTS(void *, _ZNKSt10filesystem7__cxx114path5_List5beginEv, (const uintptr_t *self), (self), noteRead(self, sizeof *self, site))
XBLOCK_OF_PARTS(void *, _ZNKSt10filesystem7__cxx114path5_List3endEv, (const uintptr_t *self), (self), noteRead(self, sizeof *self, site))
XBLOCK_OF_PARTS(void *, _ZNSt10filesystem7__cxx114path14_S_convert_locEPKcS3_RKSt6locale, (void *to, const char *low, const char *high, const void *locale),
                (to, low, high, locale), readBytes(low, static_cast<size_t>(high - low), site), noteWrite(to, 32, site))

// std::filesystem::filesystem_error: what it shares with copies of it is counted in the library too.
namespace {

struct Error {
  void *head[4]; ///< std::system_error
  void *texts;   ///< two paths, and a string
  char *counts;
};
constexpr size_t kCounts = 16, kTexts = 2 * sizeof(Path) + 32;

void keepError(Error *self) {
  touchTexts(self, sizeof self->head);
  if (!self->counts)
    return;
  noteMeeting({ResourceKind::None, reinterpret_cast<uint64_t>(self->counts)});
  touch(self->counts, kCounts + kTexts);
  auto *paths = static_cast<Path *>(self->texts);
  touchAll(paths);
  touchAll(paths + 1);
}

} // namespace

#define XBLOCK_MAKES_ERROR(name, parameters, arguments, ...)                                       \
  XBLOCK_OF_PARTS(void, name, parameters, arguments, noteWrite(self, sizeof *self, site), readBytes(text, sizeof(Path) - 8, site),       \
                  readBytes(text->text, text->size, site), __VA_ARGS__)
#define XBLOCK_MAKES_ERRORS(prefix)                                                                \
  XBLOCK_MAKES_ERROR(prefix##ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEESt10error_code, \
                     (Error * self, const Path *text, int value, const void *category), (self, text, value, category), static_cast<void>(0)) \
  XBLOCK_MAKES_ERROR(prefix##ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEERKNS0_4pathESt10error_code, \
                     (Error * self, const Path *text, const Path *p, int value, const void *category), (self, text, p, value, category), reads(p, site)) \
  XBLOCK_MAKES_ERROR(prefix##ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEERKNS0_4pathESC_St10error_code, \
                     (Error * self, const Path *text, const Path *p, const Path *q, int value, const void *category),        \
                     (self, text, p, q, value, category), reads(p, site), reads(q, site))
XBLOCK_MAKES_ERRORS(_ZNSt10filesystem7__cxx1116filesystem_errorC1)
XBLOCK_MAKES_ERRORS(_ZNSt10filesystem7__cxx1116filesystem_errorC2)
#define XBLOCK_DESTROYS_ERROR(name)                                                                \
  XBLOCK_OF_PARTS(void, name, (Error * self), (self), noteWrite(self, sizeof *self, site), keepError(self))
XBLOCK_DESTROYS_ERROR(_ZNSt10filesystem7__cxx1116filesystem_errorD1Ev)
XBLOCK_DESTROYS_ERROR(_ZNSt10filesystem7__cxx1116filesystem_errorD2Ev)
XBLOCK_DESTROYS_ERROR(_ZNSt10filesystem7__cxx1116filesystem_errorD0Ev)
XBLOCK_IN_TABLES(_ZNSt10filesystem7__cxx1116filesystem_errorD1Ev)
XBLOCK_IN_TABLES(_ZNSt10filesystem7__cxx1116filesystem_errorD0Ev)
#define XBLOCK_OF_ERROR(name)                                                                      \
  XBLOCK_OF_PARTS(const void *, name, (const Error *self), (self), noteRead(self, sizeof *self, site))
XBLOCK_OF_ERROR(_ZNKSt10filesystem7__cxx1116filesystem_error4whatEv)
XBLOCK_OF_ERROR(_ZNKSt10filesystem7__cxx1116filesystem_error5path1Ev)
XBLOCK_OF_ERROR(_ZNKSt10filesystem7__cxx1116filesystem_error5path2Ev)
XBLOCK_IN_TABLES(_ZNKSt10filesystem7__cxx1116filesystem_error4whatEv)
