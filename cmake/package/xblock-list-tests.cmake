# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#
# Read by ctest behind the variables that xblock_discover_tests() wrote: registers the tests of one program.
#
# _xblock_in_code(OUT LIST): the words of a list, by its name, as code, which keeps the empty ones that were written.
function(_xblock_in_code out list)
  set(code)
  foreach(word IN LISTS "${list}")
    if(word STREQUAL "_xblock_empty_word_")
      string(APPEND code " \"\"")
    elseif(NOT word STREQUAL "")
      string(APPEND code " [==[${word}]==]")
    endif()
  endforeach()
  set(${out} "${code}" PARENT_SCOPE)
endfunction()

_xblock_in_code(_xblock_options xblock_OPTIONS)
_xblock_in_code(_xblock_arguments xblock_EXTRA_ARGS)

function(_xblock_add_test name)
  set(words "${ARGN}")
  _xblock_in_code(first words)
  cmake_language(EVAL CODE "add_test([==[${name}]==] [==[${xblock_XBLOCK}]==] run ${_xblock_options} -- [==[${xblock_PROGRAM}]==]
    ${first} ${_xblock_arguments})")
  set_tests_properties("${name}" PROPERTIES WORKING_DIRECTORY "${xblock_WORKING_DIRECTORY}" ${xblock_PROPERTIES})
endfunction()

# GoogleTest lists suites, each with its tests indented below; behind a # are types and parameters.
function(_xblock_add_gtests)
  set(filter)
  if(xblock_TEST_FILTER)
    set(filter "[==[--gtest_filter=${xblock_TEST_FILTER}]==]")
  endif()
  cmake_language(EVAL CODE "execute_process(
    COMMAND [==[${xblock_XBLOCK}]==] run --quiet -- [==[${xblock_PROGRAM}]==] --gtest_list_tests ${filter} ${_xblock_arguments}
    WORKING_DIRECTORY [==[${xblock_WORKING_DIRECTORY}]==] RESULT_VARIABLE failed OUTPUT_VARIABLE list ERROR_VARIABLE errors)")
  if(failed)
    message(FATAL_ERROR " xblock: ${xblock_PROGRAM} does not list its tests (${failed}): ${errors}${list}")
  endif()
  # Not in a name, and a list of CMake does not go apart between [ and ].
  string(REGEX REPLACE "#[^\n]*" "" list "${list}")
  string(REGEX REPLACE "[][]" "_" list "${list}")
  string(REPLACE ";" "\\;" list "${list}")
  string(REPLACE "\n" ";" list "${list}")
  set(suite)
  foreach(line IN LISTS list)
    if(line MATCHES "^([^ ]+\\.) *$")
      set(suite "${CMAKE_MATCH_1}")
    elseif(suite AND line MATCHES "^  ([^ ]+) *$")
      set(test "${suite}${CMAKE_MATCH_1}")
      string(REGEX REPLACE "(^|[./])DISABLED_" "\\1" shown "${test}")
      set(name "${xblock_TEST_PREFIX}${shown}${xblock_TEST_SUFFIX}")
      _xblock_add_test("${name}" "--gtest_filter=${test}" --gtest_also_run_disabled_tests)
      set_tests_properties("${name}" PROPERTIES SKIP_REGULAR_EXPRESSION "\\[  SKIPPED \\]")
      if(NOT shown STREQUAL test)
        set_tests_properties("${name}" PROPERTIES DISABLED TRUE)
      endif()
    endif()
  endforeach()
endfunction()

if(NOT EXISTS "${xblock_PROGRAM}")
  add_test("${xblock_TARGET}_NOT_BUILT" "${xblock_TARGET}_NOT_BUILT")
else()
  set(_xblock_gtest "${xblock_GTEST}")
  if(NOT xblock_GTEST AND NOT xblock_PLAIN) # GoogleTest's help has the word
    file(STRINGS "${xblock_PROGRAM}" _xblock_gtest REGEX "gtest_list_tests" LIMIT_COUNT 1)
  endif()
  if(_xblock_gtest)
    _xblock_add_gtests()
  else()
    _xblock_add_test("${xblock_TEST_PREFIX}${xblock_TARGET}${xblock_TEST_SUFFIX}")
  endif()
endif()
