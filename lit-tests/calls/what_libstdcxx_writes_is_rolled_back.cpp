// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What functions of libstdc++ write to the program's memory in the library goes back with a snapshot. Each object has pages of its own, so that
// --memory=strict names who writes to it, and --verify-restore tells what is left behind.
// RUN: %xblock_cxx -std=c++20 -O0 -g -w %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t named -- verdict=complete schedules=2 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t case -- verdict=complete schedules=2 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t convert -- verdict=complete schedules=2 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t utf16 -- verdict=complete schedules=2 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t demangle -- verdict=complete schedules=2 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t time -- verdict=complete schedules=2 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t facet -- verdict=complete schedules=2 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t locale -- verdict=complete schedules=2 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t slice -- verdict=complete schedules=2 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t file -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t error -- verdict=complete schedules=2 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t path -- verdict=complete schedules=2 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t punctuation -- verdict=complete schedules=2 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t shared-error -- verdict=complete schedules=2 failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t handler -- verdict=complete schedules=2 failures=none
// RUN: %xblock_cxx -std=c++20 -O0 -g -w -D_GLIBCXX_DEBUG %s -o %t.debug
// RUN: %python %S/../explore/Inputs/explore.py %xblock --memory=strict -- %t.debug iterators -- verdict=complete failures=none
// RUN: %python %S/../explore/Inputs/explore.py %xblock --verify-restore -- %t.debug iterators -- verdict=complete failures=none
#include <cassert>
#include <codecvt>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <filesystem>
#include <fstream>
#include <future>
#include <iomanip>
#include <locale>
#include <mutex>
#include <new>
#include <optional>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <unordered_map>
#include <valarray>
#include <vector>

namespace {

/// Commas are spaces.
struct Commas : std::ctype<char> {
  static const mask *table() {
    static mask all[table_size];
    std::memcpy(all, classic_table(), sizeof all);
    all[','] = space;
    return all;
  }
  Commas() : ctype(table()) {}
};
/// A facet whose destructor all may call.
template <typename F> struct Free : F {
  using F::F;
  ~Free() {}
};
struct Own : std::locale::facet {
  static std::locale::id id;
  int value = 7;
};
std::locale::id Own::id;

template <typename T> struct alignas(4096) Page {
  T value;
};

struct Objects {
  Page<std::ostringstream> out;
  Page<char[4096]> bytes{};
  Page<char[4096]> object{};
  Page<wchar_t[1024]> wide{};
  Page<uint16_t[1024]> masks{};
  Page<char16_t[1024]> units{};
  Page<mbstate_t> state{};
  Page<const char *> next;
  Page<wchar_t *> toNext;
  Page<char16_t *> unitNext;
  Page<size_t> size;
  Page<int> status;
  Page<tm> time{};
  Page<std::optional<std::locale>> locale;
  Page<std::valarray<int>> numbers{std::valarray<int>(20)};
  Page<std::filesystem::path> path{"/a/b/c.txt"};
  Page<std::vector<int>> many{std::vector<int>{1, 2, 3}};
  Page<std::unordered_map<int, int>> map;
  Page<std::vector<int>::iterator> first, second;
  Page<std::unordered_map<int, int>::local_iterator> local;
};
Objects *objects;
std::mutex lock;
std::filesystem::filesystem_error *shared;
int handled;

template <typename T, typename... A> void makeAndDestroy(A &&...arguments) {
  auto *made = new (objects->object.value) T(arguments...);
  made->~T();
}

void use(std::string_view what) {
  Objects &o = *objects;
  const std::locale &classic = std::locale::classic();
  if (what == "named") {
    std::locale named("C.UTF-8");
    std::use_facet<std::num_put<char>>(named).put(std::ostreambuf_iterator<char>(o.out.value), o.out.value, ' ', 1.5);
    std::use_facet<std::time_put<char>>(named).put(std::ostreambuf_iterator<char>(o.out.value), o.out.value, ' ', &o.time.value, 'Y');
    std::istringstream in("12");
    std::ios_base::iostate state{};
    long number;
    std::use_facet<std::num_get<char>>(named).get(std::istreambuf_iterator<char>(in), {}, in, state, *reinterpret_cast<long *>(o.bytes.value));
  } else if (what == "case") {
    std::wcscpy(o.wide.value, L"wide");
    std::use_facet<std::ctype<wchar_t>>(classic).toupper(o.wide.value, o.wide.value + 4);
    assert(!std::wcscmp(o.wide.value, L"WIDE"));
    std::use_facet<std::ctype<wchar_t>>(classic).is(o.wide.value, o.wide.value + 4, o.masks.value);
    std::use_facet<std::ctype<wchar_t>>(classic).narrow(o.wide.value, o.wide.value + 4, '?', o.object.value);
    std::use_facet<std::ctype<char>>(classic).tolower(o.bytes.value, o.bytes.value + 300);
    std::use_facet<std::ctype<char>>(classic).toupper(o.bytes.value + 300, o.bytes.value + 600);
  } else if (what == "convert") {
    const char *text = "some text";
    auto &of = std::use_facet<std::codecvt<wchar_t, char, mbstate_t>>(classic);
    of.in(o.state.value, text, text + 9, o.next.value, o.wide.value, o.wide.value + 100, o.toNext.value);
    assert(o.toNext.value == o.wide.value + 9 && o.wide.value[8] == L't');
    std::use_facet<std::ctype<wchar_t>>(classic).widen(text, text + 9, o.wide.value + 300);
  } else if (what == "utf16") {
    const char *text = "\xe4\xbd\xa0 text";
    std::codecvt_utf8_utf16<char16_t> of;
    of.in(o.state.value, text, text + 8, o.next.value, o.units.value, o.units.value + 100, o.unitNext.value);
    assert(o.units.value[0] == 0x4f60 && o.unitNext.value == o.units.value + 6);
  } else if (what == "demangle") {
    o.size.value = 1000;
    char *buffer = static_cast<char *>(malloc(1000));
    buffer = abi::__cxa_demangle("_ZN1a1bEv", buffer, &o.size.value, &o.status.value);
    assert(!std::strcmp(buffer, "a::b()"));
    free(buffer);
    char *own = abi::__cxa_demangle("_ZN1a1cEv", nullptr, &o.size.value, &o.status.value);
    assert(!std::strcmp(own, "a::c()"));
    free(own);
  } else if (what == "time") {
    std::istringstream in("2024-02-03 11:12:13");
    in >> std::get_time(&o.time.value, "%Y-%m-%d %H:%M:%S");
    assert(in && o.time.value.tm_year == 124 && o.time.value.tm_yday == 33);
  } else if (what == "facet") {
    auto *commas = new (o.object.value) Commas;
    assert(commas->is(std::ctype_base::space, ',') && commas->narrow('a', '?') == 'a' && commas->widen('b') == 'b');
    commas->~Commas();
    makeAndDestroy<Free<std::numpunct<wchar_t>>>();
    makeAndDestroy<Free<std::collate_byname<char>>>("C");
    makeAndDestroy<Free<std::codecvt<wchar_t, char, mbstate_t>>>();
  } else if (what == "locale") {
    o.locale.value.emplace(std::locale(classic, new Own));
    assert(std::use_facet<Own>(*o.locale.value).value == 7 && std::has_facet<Own>(*o.locale.value));
    o.locale.value.emplace(std::locale(*o.locale.value, "C.UTF-8", std::locale::numeric));
    o.locale.value.emplace(std::locale(*o.locale.value, classic, std::locale::time));
    o.locale.value.reset();
    o.locale.value.emplace("C");
    assert(o.locale.value->name() == "C");
  } else if (what == "slice") {
    std::valarray<size_t> lengths{2, 3}, strides{7, 2};
    o.numbers.value[std::gslice(1, lengths, strides)] = 5;
    assert(o.numbers.value[1] == 5 && o.numbers.value[12] == 5 && o.numbers.value[2] == 0);
  } else if (what == "file") {
    auto *file = new (o.object.value) std::ofstream;
    assert(!file->is_open());
    file->~basic_ofstream();
  } else if (what == "error") {
    makeAndDestroy<std::ios_base::failure>("text");
    makeAndDestroy<std::ios_base::failure>(std::string("text"), std::make_error_code(std::errc::io_error));
    makeAndDestroy<std::regex_error>(std::regex_constants::error_brack);
    makeAndDestroy<std::filesystem::filesystem_error>("a text", "/a/path", "/another/path", std::error_code());
  } else if (what == "path") {
    new (o.object.value) std::filesystem::path(o.path.value.parent_path());
    assert(*reinterpret_cast<std::filesystem::path *>(o.object.value) == "/a/b");
  } else if (what == "punctuation") {
    new (o.object.value) std::string(std::use_facet<std::numpunct<char>>(classic).truename());
    assert(*reinterpret_cast<std::string *>(o.object.value) == "true");
    new (o.object.value) std::string(std::use_facet<std::collate<char>>(classic).transform("abc", "abc" + 3));
    new (o.object.value) std::string(classic.name());
    new (o.object.value) std::string(std::make_error_code(std::errc::io_error).message());
    assert(*reinterpret_cast<std::string *>(o.object.value) == "Input/output error");
    new (o.object.value) std::string(std::error_code(5, std::system_category()).message());
    new (o.object.value) std::string(std::future_category().message(1));
#ifdef _GLIBCXX_DEBUG
  } else if (what == "iterators") {
    o.first.value = o.many.value.begin();
    o.second.value = o.first.value;
    assert(o.first.value == o.many.value.begin() && *o.second.value == o.many.value.front());
    o.map.value.emplace(1, 2);
    o.local.value = o.map.value.begin(o.map.value.bucket(1));
    std::vector<int> other{4};
    o.many.value.swap(other);
    o.many.value.push_back(3);
    o.map.value.clear();
    o.first.value = {};
#endif
  }
}

} // namespace

int main(int, char **argv) {
  const std::string_view what = argv[1];
  objects = new Objects;
  shared = new std::filesystem::filesystem_error("a text that is too long to lie in itself", "/a/path", "/another/path", std::error_code());
  std::thread first([&] {
    std::lock_guard held(lock);
    if (what == "shared-error") {
      // The last of its owners is gone in the first schedule only if going back gives what was destroyed again.
      auto copy = *shared;
      delete shared;
      shared = nullptr;
      assert(std::string(copy.what()).find("/another/path") != std::string::npos);
    } else if (what == "handler") {
      std::set_new_handler([] { ++handled; });
    } else {
      use(what);
    }
  });
  std::thread second([&] {
    std::lock_guard held(lock);
    // In one of both orders: going back from the other one has to restore it.
    objects->bytes.value[4000] = 1;
    if (what == "shared-error")
      assert(!shared || shared->path1() == "/a/path");
    else if (what == "handler")
      assert(!std::get_new_handler() || handled == 0);
    else
      use(what);
  });
  first.join();
  second.join();
  // Shared by no other object, and of no further interest.
  std::_Exit(0);
}
