# Flags of our own targets, as an interface target: nothing is set globally.
add_library(xblock_flags INTERFACE)
target_compile_options(xblock_flags INTERFACE -Wall -Wextra -Wno-unused-parameter -fvisibility=hidden
  $<$<COMPILE_LANGUAGE:CXX>:-fvisibility-inlines-hidden>
  # One OS thread, and the runtime itself defines __cxa_guard_acquire.
  $<$<COMPILE_LANGUAGE:CXX>:-fno-threadsafe-statics> -fno-omit-frame-pointer
  $<$<BOOL:${XBLOCK_WERROR}>:-Werror>)
target_include_directories(xblock_flags INTERFACE ${PROJECT_SOURCE_DIR}/runtime ${PROJECT_SOURCE_DIR}/include)

add_library(xblock_sanitize INTERFACE)
if(XBLOCK_SANITIZE)
  target_compile_options(xblock_sanitize INTERFACE -fsanitize=${XBLOCK_SANITIZE} -fno-sanitize-recover=all)
  target_link_options(xblock_sanitize INTERFACE -fsanitize=${XBLOCK_SANITIZE})
endif()

# Calls from layer to layer are on the hook path: link-time optimisation inlines them. With clang the objects then are
# bitcode, which GNU ld does not read, and only the lld of the compiler's own version for sure: -fuse-ld=lld takes
# whichever is first in the path where clang's own directory has none.
set(XBLOCK_LTO OFF)
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT XBLOCK_SANITIZE)
  include(CheckIPOSupported)
  check_ipo_supported(RESULT XBLOCK_LTO OUTPUT why LANGUAGES CXX)
  if(XBLOCK_LTO AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    string(REGEX MATCH "^[0-9]+" major "${CMAKE_CXX_COMPILER_VERSION}")
    file(REAL_PATH "${CMAKE_CXX_COMPILER}" compiler)
    get_filename_component(folder "${compiler}" DIRECTORY)
    find_program(XBLOCK_LLD NAMES ld.lld-${major} ld.lld HINTS "${folder}"
      DOC "The lld of the compiler's version, for link-time optimisation")
    if(XBLOCK_LLD)
      execute_process(COMMAND "${XBLOCK_LLD}" --version OUTPUT_VARIABLE lld ERROR_QUIET)
    endif()
    if(XBLOCK_LLD AND lld MATCHES "LLD ${major}\\.")
      target_link_options(xblock_flags INTERFACE "--ld-path=${XBLOCK_LLD}")
    else()
      set(XBLOCK_LTO OFF)
      set(why "no ld.lld of version ${major}, that of ${CMAKE_CXX_COMPILER}")
    endif()
  endif()
  if(NOT XBLOCK_LTO)
    message(STATUS "No link-time optimisation: ${why}")
  endif()
endif()

# xblock_layer(NAME [SANITIZED] SOURCES ... LINKS ...): one folder of runtime/ as a static library that sees only what it
# links. With XBLOCK_SANITIZE a SANITIZED layer, and each that links it, is built with the sanitizers.
function(xblock_layer name)
  cmake_parse_arguments(ARG "SANITIZED" "" "SOURCES;LINKS" ${ARGN})
  add_library(xblock_${name} STATIC ${ARG_SOURCES})
  target_link_libraries(xblock_${name} PUBLIC xblock_flags ${ARG_LINKS})
  set_target_properties(xblock_${name} PROPERTIES INTERPROCEDURAL_OPTIMIZATION ${XBLOCK_LTO})
  if(ARG_SANITIZED)
    target_link_libraries(xblock_${name} PUBLIC xblock_sanitize)
  endif()
endfunction()
