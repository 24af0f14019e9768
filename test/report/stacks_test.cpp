//===- stacks_test.cpp --------------------------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "report/stacks.h"
#include "support/library_headers.h"

#include <gtest/gtest.h>

namespace xblock {
namespace {

std::vector<std::string> trimmed(const std::vector<std::string> &functions) {
  std::vector<Frame> stack;
  for (const std::string &function : functions)
    stack.push_back({0, function, "", 0});
  trimOuterFrames(stack);
  std::vector<std::string> result;
  for (const Frame &frame : stack)
    result.push_back(frame.function);
  return result;
}

using Names = std::vector<std::string>;

TEST(Stacks, LibcStartCodeIsDropped) {
  EXPECT_EQ(trimmed({"f", "main", "__libc_start_call_main", "__libc_start_main", "_start"}),
            (Names{"f", "main"}));
  EXPECT_EQ(trimmed({"f", "start_thread", "clone3"}), (Names{"f"}));
}

TEST(Stacks, LibstdcxxThreadEntryIsDropped) {
  EXPECT_EQ(
      trimmed(
          {"work(int)",
           "void std::__invoke_impl<void, void (*)(int), int>(std::__invoke_other, ...)",
           "std::__invoke_result<void (*)(int), int>::type std::__invoke<void (*)(int), int>(...)",
           "void std::thread::_Invoker<std::tuple<void (*)(int), int>>::_M_invoke<0ul, 1ul>(...)",
           "std::thread::_Invoker<std::tuple<void (*)(int), int>>::operator()()",
           "std::thread::_State_impl<std::thread::_Invoker<std::tuple<void (*)(int)>>>::_M_run()",
           "execute_native_thread_routine"}),
      (Names{"work(int)"}));
}

TEST(Stacks, LibcxxThreadEntryIsDropped) {
  EXPECT_EQ(trimmed({"work(int)",
                     "decltype(std::declval<void (*)(int)>()(std::declval<int>())) "
                     "std::__1::__invoke[abi:ne190107]<void (*)(int), int>(void (*&&)(int), int&&)",
                     "void std::__1::__thread_execute[abi:ne190107]<...>(...)",
                     "void* std::__1::__thread_proxy[abi:ne190107]<...>(void*)"}),
            (Names{"work(int)"}));
}

TEST(Stacks, InnerFramesOfTheSameNameStay) {
  EXPECT_EQ(trimmed({"f", "void std::__invoke_impl<void>(...)", "main"}),
            (Names{"f", "void std::__invoke_impl<void>(...)", "main"}));
  EXPECT_EQ(trimmed({"_start_engine"}), (Names{"_start_engine"}));
}

TEST(Stacks, TheProgramsEntryIsCalledMain) {
  EXPECT_EQ(trimmed({"__xblock_program_main"}), (Names{"main"}));
}

TEST(Stacks, TagsOfTheAbiAreLeftOut) {
  EXPECT_EQ(trimmed({"std::__1::f[abi:ne190107][abi:v1]()", "g(int[3])"}),
            (Names{"std::__1::f()", "g(int[3])"}));
}

TEST(Stacks, APlaceIsNamedOutsideTheLibrarysHeaders) {
  Frame gthread{1, "__gthread_mutex_lock",
                "/usr/include/x86_64-linux-gnu/c++/12/bits/gthr-default.h", 749};
  Frame lock{1, "std::mutex::lock()", "/usr/include/c++/12/bits/std_mutex.h", 100};
  Frame work{1, "work()", "/src/a.cpp", 3};
  EXPECT_EQ(namingFrame({gthread, lock, work}).function, "work()");
  EXPECT_EQ(namingFrame({gthread, lock}).function, "__gthread_mutex_lock");
  Frame inLibrary{1, "std::condition_variable::wait()", "", 0}; // without debug information
  EXPECT_EQ(namingFrame({inLibrary, work}).function, "work()");
  EXPECT_EQ(namingFrame({inLibrary, lock}).function, "std::condition_variable::wait()");
}

TEST(Stacks, OnlyIncludeDirectoriesHaveHeadersOfTheLibrary) {
  EXPECT_TRUE(isLibraryHeader("/usr/lib/llvm-19/bin/../include/c++/v1/mutex"));
  EXPECT_TRUE(isLibraryHeader("/usr/include/x86_64-linux-gnu/c++/12/bits/gthr-default.h"));
  EXPECT_TRUE(isLibraryHeader("include/c++/v1/shared_mutexes.cpp"));
  EXPECT_FALSE(isLibraryHeader("/home/me/c++/queue.cpp"));
  EXPECT_FALSE(isLibraryHeader("/home/me/c++/include/queue.h"));
}

TEST(Stacks, TheRuntimeIsKnownByItsFileName) {
  EXPECT_TRUE(isRuntimeModule("/opt/lib/libxblock_rt.so"));
  EXPECT_TRUE(isRuntimeModule("libxblock_rt.so.0"));
  EXPECT_FALSE(isRuntimeModule("/libxblock_rt.so/libc.so.6"));
}

} // namespace
} // namespace xblock
