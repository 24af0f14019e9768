# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#
# xblock_discover_tests(TARGET [GTEST | PLAIN] [OPTIONS option...] [EXTRA_ARGS argument...] [TEST_PREFIX text] [TEST_SUFFIX text]
#   [TEST_FILTER filter] [WORKING_DIRECTORY folder] [TIMEOUT seconds] [PROPERTIES name value...])
#
# Has ctest explore the program: as one test, of the name of the target, or if it is one of GoogleTest each of its tests by
# itself. Which it is, and its tests, are looked up as ctest starts. The program is instrumented if it is not yet.
function(xblock_discover_tests target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "GTEST;PLAIN" "TEST_PREFIX;TEST_SUFFIX;TEST_FILTER;WORKING_DIRECTORY;TIMEOUT"
    "OPTIONS;EXTRA_ARGS;PROPERTIES")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR " xblock_discover_tests: unknown: ${ARG_UNPARSED_ARGUMENTS}")
  elseif(ARG_GTEST AND ARG_PLAIN)
    message(FATAL_ERROR " xblock_discover_tests: ${target} is either GTEST or PLAIN")
  elseif(NOT TARGET "${target}")
    message(FATAL_ERROR " xblock_discover_tests: there is no target '${target}' (yet): call it behind add_executable()")
  endif()
  get_target_property(type "${target}" TYPE)
  if(NOT type STREQUAL "EXECUTABLE")
    message(FATAL_ERROR " xblock_discover_tests: '${target}' is no program")
  endif()
  target_link_xblock("${target}")

  set(ARG_TARGET "${target}")
  set(ARG_PROGRAM "$<TARGET_FILE:${target}>")
  set(ARG_XBLOCK "$<TARGET_FILE:xblock::command>")
  if(NOT ARG_WORKING_DIRECTORY)
    set(ARG_WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
  endif()
  if(ARG_TIMEOUT)
    list(APPEND ARG_PROPERTIES TIMEOUT "${ARG_TIMEOUT}")
  endif()
  # Empty words, which get lost in lists of CMake; what a generator expression leaves nothing of is no word.
  if("EXTRA_ARGS" IN_LIST ARGN AND NOT "EXTRA_ARGS" IN_LIST ARG_KEYWORDS_MISSING_VALUES AND ARG_EXTRA_ARGS STREQUAL "")
    set(ARG_EXTRA_ARGS "_xblock_empty_word_")
  endif()
  string(REGEX REPLACE "^;" "_xblock_empty_word_;" ARG_EXTRA_ARGS "${ARG_EXTRA_ARGS}")
  string(REGEX REPLACE ";$" ";_xblock_empty_word_" ARG_EXTRA_ARGS "${ARG_EXTRA_ARGS}")
  foreach(twice 1 2) # matches do not overlap
    string(REPLACE ";;" ";_xblock_empty_word_;" ARG_EXTRA_ARGS "${ARG_EXTRA_ARGS}")
  endforeach()
  set(text)
  foreach(name TARGET PROGRAM XBLOCK GTEST PLAIN OPTIONS EXTRA_ARGS TEST_PREFIX TEST_SUFFIX TEST_FILTER WORKING_DIRECTORY PROPERTIES)
    string(APPEND text "set(xblock_${name} [==[${ARG_${name}}]==])\n")
  endforeach()
  string(APPEND text "include([==[${CMAKE_CURRENT_FUNCTION_LIST_DIR}/xblock-list-tests.cmake]==])\n")

  # A file for each call, since a program may be called for several times (with other options, or other tests of it).
  set(file "xblock-tests-of-${target}")
  get_property(calls GLOBAL PROPERTY "_xblock_calls_for_${target}")
  if(calls)
    string(APPEND file "-${calls}")
  endif()
  math(EXPR calls "0${calls} + 1")
  set_property(GLOBAL PROPERTY "_xblock_calls_for_${target}" ${calls})

  # One file for each configuration, and where there may be several one that chooses.
  set(stem "${CMAKE_CURRENT_BINARY_DIR}/${file}")
  get_property(several GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(several)
    file(GENERATE OUTPUT "${stem}-$<CONFIG>.cmake" CONTENT "${text}")
    set(chosen "\${CMAKE_CURRENT_LIST_DIR}/${file}-\${CTEST_CONFIGURATION_TYPE}.cmake")
    file(WRITE "${stem}.cmake"
      "if(EXISTS \"${chosen}\")\n  include(\"${chosen}\")\nelse()\n  add_test(${target} NOT_AVAILABLE)\nendif()\n")
  else()
    file(GENERATE OUTPUT "${stem}.cmake" CONTENT "${text}")
  endif()
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${stem}.cmake")
endfunction()
