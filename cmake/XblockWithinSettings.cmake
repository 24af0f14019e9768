# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#
# xblock within the build of another project, by FetchContent or add_subdirectory(). Read before xblock's own targets.
get_property(several GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(several)
  message(FATAL_ERROR " xblock: ${CMAKE_GENERATOR} builds several configurations, xblock in one build with it only one: install xblock and call find_package(xblock)")
endif()
# Built as others need it, and not installed with them.
set_property(DIRECTORY PROPERTY EXCLUDE_FROM_ALL TRUE)
# Of this directory only: the search is fast, however the project is built.
set(XBLOCK_BUILD_TYPE Release CACHE STRING "CMAKE_BUILD_TYPE of xblock within another project")
set(CMAKE_BUILD_TYPE ${XBLOCK_BUILD_TYPE})
# What the project sets for its own targets.
foreach(setting CMAKE_UNITY_BUILD CMAKE_INTERPROCEDURAL_OPTIMIZATION CMAKE_DEBUG_POSTFIX CMAKE_RELEASE_POSTFIX CMAKE_RELWITHDEBINFO_POSTFIX CMAKE_CXX_CLANG_TIDY
    CMAKE_C_VISIBILITY_PRESET CMAKE_CXX_VISIBILITY_PRESET CMAKE_VISIBILITY_INLINES_HIDDEN)
  set(${setting})
endforeach()
