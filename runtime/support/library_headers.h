//===- library_headers.h - files of the C++ library, by their names -------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// libstdc++ and libc++ have their headers in directories like /usr/include/c++/14, /usr/include/x86_64-linux-gnu/c++/14,
// /usr/lib/llvm-19/include/c++/v1. So has xblock its own, and GoogleTest, which is compiled with a program that is explored. What a user wants to see is the line of the program that came there.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <string_view>

namespace xblock {

/// Whether the file is what xblock::explore() is made of.
constexpr bool isOfExplore(std::string_view file) { return file.ends_with("xblock/explore.h") || file.ends_with("xblock/gtest.h"); }

/// Whether the file is a header of the C++ library, one of xblock's, or GoogleTest's own code.
constexpr bool isLibraryHeader(std::string_view file) {
  std::size_t include = file.starts_with("include/") ? 0 : file.find("/include/"); // as libxblock_libcxx.a names its own
  return (include != file.npos && file.find("/c++/", include) != file.npos) || file.ends_with("xblock/xblock.h") ||
         isOfExplore(file) || file.find("/gtest/gtest") != file.npos || file.find("/gtest/internal/gtest") != file.npos ||
         file.find("/googletest/src/gtest") != file.npos;
}

} // namespace xblock
