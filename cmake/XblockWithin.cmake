# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#
# xblock within the build of another project: the targets and functions that find_package(xblock) gives, which bring
# what they need of xblock up to date first. Read behind xblock's own targets.
set(xblock_package_files ${PROJECT_BINARY_DIR}/lib/cmake/xblock)
include(${xblock_package_files}/xblock-paths.cmake)
include(${xblock_package_files}/xblock-compilers.cmake)
xblock_check_compilers(xblock_why_not xblock_languages)
if(xblock_why_not)
  message(FATAL_ERROR " ${xblock_why_not}")
elseif(NOT xblock_languages)
  message(FATAL_ERROR " xblock: xblock cannot be compiled by xblock-clang: configure an empty build directory with clang itself")
endif()
add_executable(xblock::command ALIAS xblock_command)
set(xblock_libcxx)
if(XBLOCK_LIBCXX_ARCHIVE)
  set(xblock_libcxx ${XBLOCK_LIBCXX_ARCHIVE})
endif()
include(${xblock_package_files}/xblock-instrument.cmake)
add_dependencies(xblock_stamps xblock_pass xblock_rt xblock_libcxx xblock_command)
include(${xblock_package_files}/xblock-discover-tests.cmake)
