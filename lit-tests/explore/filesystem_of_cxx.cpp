// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::filesystem in threads: its functions work on the files of the schedule, and what they change of paths goes back.
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: %xblock_cxx -g -O1 -std=c++20 %s -o %t
// RUN: clang++-19 -O1 -std=c++20 %s -o %t.native -lpthread && cd %t.d && %t.native all && %t.native paths && rm -rf %t.d/*
//
// all, paths: one thread, main waits: 1.
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t all -- verdict=complete schedules=1 failures=none
// RUN: cd %t.d && %python %S/Inputs/explore.py %xblock -- %t paths -- verdict=complete schedules=1 failures=none
// RUN: cd %t.d && ls | FileCheck --allow-empty --check-prefix=DISK %s
// DISK-NOT: d
// shared: two threads append to one path under a mutex, in either order, and list a folder in which they made a folder each: one lists
// before the other made its own, or behind it.
// RUN: cd %t.d && %xblock run --outcomes -- %t shared 2>&1 | FileCheck --check-prefix=SHARED %s
// RUN: cd %t.d && %xblock run --outcomes --verify-restore -- %t shared 2>&1 | FileCheck --check-prefix=SHARED %s
// RUN: cd %t.d && %xblock run --outcomes --restore=reexecute -- %t shared 2>&1 | FileCheck --check-prefix=SHARED %s
// SHARED: 6 outcomes
// SHARED-DAG: | top/a/b 1 2
// SHARED-DAG: | top/a/b 2 1
// SHARED-DAG: | top/a/b 2 2
// SHARED-DAG: | top/b/a 1 2
// SHARED-DAG: | top/b/a 2 1
// SHARED-DAG: | top/b/a 2 2
// made: of two that create a folder one is told that it did.
// RUN: cd %t.d && %xblock run --outcomes -- %t made 2>&1 | FileCheck --check-prefix=MADE %s
// MADE: 2 outcomes
// MADE-DAG: | 10
// MADE-DAG: | 01
// early: iterators that are destroyed before their end; what they and their paths hold goes back.
// RUN: cd %t.d && %xblock run -- %t early
// RUN: cd %t.d && %xblock run --verify-restore -- %t early
//
// The more components a path has the more names it is looked up by, which the runtime keeps: not on the program's heap, where what it kept
// lay as the first schedule ran with 10 and 11 of them, and not as it ran again. Up to 24, or as many as there are above, and more.
// RUN: bash -c 'p=%t.d; for i in $(seq 24); do p=$p/d; mkdir -p $p; cd $p; for how in all shared early; do %xblock run --quiet -- %t $how > %t.deep 2>&1 || { echo $p $how; cat %t.deep; exit 1; }; done; done; rm -rf %t.d/d'
#undef NDEBUG
#include <algorithm>
#include <cassert>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>
#include <vector>
namespace fs = std::filesystem;

static void all() {
  std::error_code error;
  assert(fs::create_directory("d") && !fs::create_directory("d") && !fs::create_directory("nothing/d", error) && error);
  std::ofstream("d/f") << "hello";
  assert(fs::exists("d/f") && fs::file_size("d/f") == 5 && fs::is_regular_file("d/f") && fs::is_directory("d"));
  fs::path p = fs::path("d") / "f";
  assert(fs::copy_file(p, "d/a file with a name that is long enough for the heap"));
  assert(!fs::copy_file(p, "nothing/g", error) && error == std::errc::no_such_file_or_directory);
  fs::rename("d/a file with a name that is long enough for the heap", "d/h");
  fs::create_symlink("h", "d/l");
  assert(fs::read_symlink("d/l") == "h" && fs::is_symlink("d/l") && fs::canonical("d/l") == fs::current_path() / "d/h");
  fs::create_hard_link("d/h", "d/k");
  assert(fs::hard_link_count("d/h") == 2 && fs::equivalent("d/h", "d/k"));
  fs::resize_file("d/k", 2);
  assert(fs::file_size("d/h") == 2);
  fs::permissions("d/k", fs::perms::owner_read);
  assert((fs::status("d/k").permissions() & fs::perms::all) == fs::perms::owner_read);
  std::vector<std::string> names;
  for (const fs::directory_entry &e : fs::directory_iterator("d"))
    names.push_back(e.path().filename().string() + (e.is_symlink() ? "@" : ""));
  std::sort(names.begin(), names.end());
  assert((names == std::vector<std::string>{"f", "h", "k", "l@"}));
  try {
    fs::remove("d");
    assert(false);
  } catch (const fs::filesystem_error &e) {
    assert(e.code() == std::errc::directory_not_empty && e.path1() == "d");
  }
  for (const char *name : {"f", "h", "k", "l"})
    assert(fs::remove(fs::path("d") / name));
  assert(fs::is_empty("d") && fs::remove("d") && !fs::remove("d") && !fs::exists("d"));
  assert(fs::absolute("x") == fs::current_path() / "x" && fs::relative(fs::current_path() / "a", fs::current_path()) == "a");
}
static void paths() {
  fs::path p = "one";
  p /= "a component that is long enough to be on the heap";
  p += ".txt";
  assert(p.extension() == ".txt" && p.parent_path() == "one");
  p.replace_extension(".c").replace_filename("two.h");
  assert(p == "one/two.h" && std::distance(p.begin(), p.end()) == 2);
  p.remove_filename();
  fs::path q;
  q = p;
  assert(q == "one/");
}

static fs::path shared = "top";
static std::mutex m;
static int seen[2];
static void append(int i) {
  const char *name = i ? "b" : "a";
  {
    std::lock_guard lock(m);
    shared /= name;
  }
  fs::create_directory(fs::path("below") / name);
  int n = 0;
  for (fs::directory_iterator at("below"), end; at != end; ++at)
    ++n;
  seen[i] = n;
}
static bool made[2];
static void look() {
  fs::directory_iterator at("below that");
  fs::path first = at->path();
  { std::lock_guard lock(m); ++seen[0]; }
  assert(std::distance(first.begin(), first.end()) == 2 && std::distance(at->path().begin(), at->path().end()) == 2);
  assert(at->path().filename() == "only one" && first == at->path());
  { std::lock_guard lock(m); ++seen[0]; }
  assert(std::distance(at->path().begin(), at->path().end()) == 2);
}

int main(int argc, char **argv) {
  if (!strcmp(argv[1], "all"))
    std::thread(all).join();
  if (!strcmp(argv[1], "paths"))
    std::thread(paths).join();
  if (!strcmp(argv[1], "shared")) {
    fs::create_directory("below");
    std::thread a(append, 0), b(append, 1);
    a.join(), b.join();
    printf("%s %d %d\n", shared.c_str(), seen[0], seen[1]);
  }
  if (!strcmp(argv[1], "early")) {
    fs::create_directory("below that");
    std::ofstream("below that/only one");
    std::thread a(look), b(look);
    a.join(), b.join();
  }
  if (!strcmp(argv[1], "made")) {
    std::thread a([] { made[0] = fs::create_directory("below too"); }), b([] { made[1] = fs::create_directory("below too"); });
    a.join(), b.join();
    printf("%d%d\n", made[0], made[1]);
  }
}
