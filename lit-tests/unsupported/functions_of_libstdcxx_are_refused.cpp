// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What libstdc++ keeps to itself, or writes to objects that few programs have, is refused where the program comes to it: it ran, and was not
// rolled back. Before the first thread it works. A program for the old ABI of std::string is refused as it is compiled.
// RUN: %xblock_cxx -std=c++17 -O1 -g -w %s -o %t
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t strstream -- verdict=unsupported "unsupported~strstream.*are_refused\.cpp:32"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t pool -- verdict=unsupported "unsupported~pool_alloc"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t terminate -- verdict=unsupported "unsupported~set_terminate"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t resource -- verdict=unsupported "unsupported~set_default_resource"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t messages -- verdict=unsupported "unsupported~messages"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t tr1 -- verdict=unsupported "unsupported~tr1"
// RUN: %python %S/../explore/Inputs/explore.py %xblock -- %t none -- verdict=complete schedules=1
// RUN: not %xblock_cxx -D_GLIBCXX_USE_CXX11_ABI=0 -fsyntax-only %s 2>&1 | FileCheck %s
// CHECK: error: "xblock does not support the old ABI of std::string: compile without _GLIBCXX_USE_CXX11_ABI=0"
#include <exception>
#include <ext/pool_allocator.h>
#include <locale>
#include <memory_resource>
#include <string>
#include <strstream>
#include <thread>
#include <tr1/functional>
#include <vector>

namespace {

void use(const std::string &what) {
  if (what == "pool")
    std::vector<int, __gnu_cxx::__pool_alloc<int>>(3);
  else if (what == "terminate")
    std::set_terminate([] {});
  else if (what == "strstream")
    std::ostrstream() << 1;
  else if (what == "resource")
    std::pmr::set_default_resource(std::pmr::null_memory_resource());
  else if (what == "messages")
    std::use_facet<std::messages<char>>(std::locale::classic()).open("catalogue", std::locale::classic());
  else if (what == "tr1")
    std::tr1::hash<std::string>()("text");
}

} // namespace

int main(int, char **argv) {
  const std::string what = argv[1];
  if (what != "terminate" && what != "resource")
    use(what);
  std::thread thread(use, what);
  thread.join();
}
