# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#
# find_package(xblock): xblock::instrument, xblock::command, target_link_xblock() and xblock_discover_tests(); see
# docs/cmake.md. Where the compilers do not fit, xblock is not found, and one line says why.
cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/xblock-paths.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/xblock-compilers.cmake")
xblock_check_compilers(xblock_why_not xblock_languages)
if(NOT xblock_why_not)
  xblock_check_plugin(xblock_why_not)
endif()
if(xblock_why_not)
  set(xblock_FOUND FALSE)
  set(xblock_NOT_FOUND_MESSAGE "${xblock_why_not}")
  if(xblock_FIND_REQUIRED)
    message(FATAL_ERROR " ${xblock_why_not}") # the space keeps it in one line
  endif()
  return()
endif()

if(NOT TARGET xblock::command)
  add_executable(xblock::command IMPORTED GLOBAL)
  set_property(TARGET xblock::command PROPERTY IMPORTED_LOCATION "${xblock_bindir}/xblock")
endif()
set(xblock_libcxx "${xblock_libdir}/libxblock_libcxx.a")
if(NOT EXISTS "${xblock_libcxx}")
  set(xblock_libcxx)
endif()
include("${CMAKE_CURRENT_LIST_DIR}/xblock-instrument.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/xblock-discover-tests.cmake")
