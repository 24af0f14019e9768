//===- stacks.cpp - which frames of a stack a reader wants --------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "report/stacks.h"

#include "support/library_headers.h"
#include "xblock/abi.h"

#include <algorithm>

namespace xblock {

bool isRuntimeModule(std::string_view path) {
  std::size_t slash = path.rfind('/');
  return path.substr(slash == path.npos ? 0 : slash + 1).starts_with("libxblock_rt.so");
}

/// Function names without template arguments: what they begin with tells them.
static constexpr std::string_view kEntries[] = {
    "__libc_start", "start_thread", "clone3", "__clone",
    // libstdc++
    "execute_native_thread_routine", "std::thread::_State_impl<", "std::thread::_Invoker<",
    "std::__invoke", "std::__invoke_impl",
    // libc++
    "std::__1::__thread_proxy", "std::__1::__thread_execute", "std::__1::__invoke",
    "decltype(std::declval<"};

static bool isEntry(std::string_view function) {
  if (function.starts_with("void* std::__1::")) // templates demangle with their result
    function.remove_prefix(6);
  else if (function.starts_with("void std::"))
    function.remove_prefix(5);
  for (std::string_view entry : kEntries)
    if (function.starts_with(entry))
      return true;
  return function == "_start" || function == "clone";
}

const Frame &namingFrame(const std::vector<Frame> &frames) {
  for (const Frame &frame : frames)
    if (!frame.file.empty() && !isLibraryHeader(frame.file))
      return frame;
  return frames.front();
}

/// "f[abi:ne190107]()": which build of libc++ a function is from.
static void dropAbiTags(std::string &function) {
  constexpr std::string_view kTag = "[abi:";
  for (std::size_t at; (at = function.find(kTag)) != function.npos;) {
    std::size_t end = function.find(']', at);
    function.erase(at, end == function.npos ? end : end + 1 - at);
  }
}

void trimOuterFrames(std::vector<Frame> &stack) {
  while (!stack.empty() && (isEntry(stack.back().function) || isOfExplore(stack.back().file)))
    stack.pop_back();
  if (!stack.empty() && isOfExplore(stack.front().file)) // an assertion of a test framework failed
    stack.erase(stack.begin(), std::ranges::find_if_not(stack, [](const Frame &frame) { return isLibraryHeader(frame.file); }));
  for (Frame &frame : stack) {
    if (frame.function == XBLOCK_PROGRAM_MAIN)
      frame.function = "main";
    dropAbiTags(frame.function);
  }
}

} // namespace xblock
