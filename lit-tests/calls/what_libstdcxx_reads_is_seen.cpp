// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What functions of libstdc++ read of the program's memory in the library. Both threads work under one lock: the first has such a function read what
// the second one changes. 2 schedules, as each order ends otherwise; 1 ran where the read was not seen. Where nothing is shared, 1.
// RUN: %xblock_cxx -std=c++20 -O1 -g -w %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t hash -- verdict=complete schedules=2
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t cast -- verdict=complete schedules=2
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t parent -- verdict=complete schedules=2
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t relative -- verdict=complete schedules=2
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t compare -- verdict=complete schedules=2
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t collate -- verdict=complete schedules=2
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t what -- verdict=complete schedules=2
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t convert -- verdict=complete schedules=2
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t utf8 -- verdict=complete schedules=2
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t widen -- verdict=complete schedules=2
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t scan -- verdict=complete schedules=2
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t demangle -- verdict=complete schedules=2
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t file -- verdict=complete schedules=2
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t locale -- verdict=complete schedules=2
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t condition -- verdict=complete schedules=2
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t pointer -- verdict=complete schedules=2
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t error -- verdict=complete schedules=2
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t none -- verdict=complete schedules=1
// RUN: %xblock_cxx -std=c++20 -O1 -g -w -D_GLIBCXX_DEBUG %s -o %t.debug
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t.debug iterator -- verdict=complete schedules=2
// A use of memory that was given back is found there, too.
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t freed-cast -- verdict=failure failures=heap "message~use after free"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t freed-hash -- verdict=failure failures=heap "message~use after free"
#include <codecvt>
#include <cxxabi.h>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <locale>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

namespace {

std::mutex lock;
volatile size_t result;

struct Base {
  virtual ~Base() = default;
};
struct Plain : std::locale::facet {
  static std::locale::id id;
};
std::locale::id Plain::id;
struct One : Base {};
struct Two : Base {};

const char wordSome[] = "some";
alignas(Two) char place[sizeof(Two)];
[[maybe_unused]] Base *const object = new (place) One;
char text[] = "some text";
wchar_t wide[] = L"some text";
std::filesystem::path path("/a/b");
std::runtime_error failure("first");
std::ofstream file;
std::locale locale;
std::error_condition condition;
std::exception_ptr pointer = std::make_exception_ptr(2.5);
std::filesystem::filesystem_error *error;
std::vector<int> numbers{1, 2, 3};
std::vector<int>::iterator number = numbers.begin();

[[gnu::noinline]] const char *textOf(const std::exception &of) { return of.what(); }

void read(std::string_view what) {
  mbstate_t state{};
  wchar_t to[16];
  const char *next;
  wchar_t *toNext;
  if (what == "hash")
    result = std::hash<std::string_view>()(std::string_view(text, 9));
  else if (what == "cast")
    result = dynamic_cast<Two *>(reinterpret_cast<Base *>(place)) != nullptr;
  else if (what == "parent")
    result = path.parent_path().native().size();
  else if (what == "relative")
    result = path.lexically_relative("/a").native().size();
  else if (what == "compare")
    result = static_cast<size_t>(path.compare(std::string_view("/a/c")));
  else if (what == "collate")
    result = static_cast<size_t>(std::use_facet<std::collate<char>>(std::locale::classic()).compare(text, text + 9, wordSome, wordSome + 4));
  else if (what == "what")
    result = textOf(failure)[0];
  else if (what == "convert")
    result = static_cast<size_t>(std::use_facet<std::codecvt<wchar_t, char, mbstate_t>>(std::locale::classic()).in(state, text, text + 9, next, to, to + 16, toNext));
  else if (what == "utf8")
    result = static_cast<size_t>(std::codecvt_utf8<wchar_t>().in(state, text, text + 9, next, to, to + 16, toNext));
  else if (what == "widen")
    std::use_facet<std::ctype<wchar_t>>(std::locale::classic()).widen(text, text + 9, to);
  else if (what == "scan")
    result = static_cast<size_t>(std::use_facet<std::ctype<wchar_t>>(std::locale::classic()).scan_is(std::ctype_base::space, wide, wide + 9) - wide);
  else if (what == "demangle")
    free(abi::__cxa_demangle(text, nullptr, nullptr, nullptr));
  else if (what == "file")
    result = file.is_open();
  else if (what == "locale")
    result = locale == std::locale::classic();
  else if (what == "condition")
    result = std::error_code(EPERM, std::system_category()) == condition;
  else if (what == "pointer")
    result = pointer.__cxa_exception_type() != nullptr;
  else if (what == "error")
    result = error->path1().native().size();
#ifdef _GLIBCXX_DEBUG
  else if (what == "iterator")
    result = number._M_singular();
#endif
}

void change(std::string_view what) {
  text[1] = 'x';
  wide[4] = L'x';
  if (what == "cast")
    new (place) Two;
  else if (what == "parent" || what == "relative" || what == "compare")
    path = "/b/cc/d";
  else if (what == "what")
    failure = std::runtime_error("second");
  else if (what == "file")
    file.open("/dev/null");
  else if (what == "locale")
    locale = std::locale(locale, new Plain);
  else if (what == "condition")
    condition = std::errc::operation_not_permitted;
  else if (what == "pointer")
    pointer = std::make_exception_ptr(1);
  else if (what == "error")
    *error = std::filesystem::filesystem_error("another", "/path", std::error_code());
  else if (what == "iterator")
    numbers.push_back(4);
}

} // namespace

int main(int, char **argv) {
  const std::string_view what = argv[1];
  error = new std::filesystem::filesystem_error("an error", std::error_code());
  std::thread first([&] {
    std::lock_guard held(lock);
    if (what == "freed-cast") {
      Base *gone = new One;
      delete gone;
      result = dynamic_cast<Two *>(gone) != nullptr;
    } else if (what == "freed-hash") {
      std::string_view gone = *std::make_unique<std::string>("too long to lie in the string itself");
      result = std::hash<std::string_view>()(gone);
    } else {
      read(what);
    }
  });
  std::thread second([&] {
    std::lock_guard held(lock);
    change(what);
  });
  first.join();
  second.join();
  std::_Exit(0);
}
