# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#
# cmake --toolchain .../xblock-toolchain.cmake: a project that knows nothing of xblock is compiled by its wrappers.
include("${CMAKE_CURRENT_LIST_DIR}/xblock-paths.cmake")
set(CMAKE_C_COMPILER "${xblock_bindir}/xblock-clang")
set(CMAKE_CXX_COMPILER "${xblock_bindir}/xblock-clang++")
set(xblock_DIR "${CMAKE_CURRENT_LIST_DIR}") # for find_package(xblock)
