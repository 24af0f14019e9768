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

# xblock_layer(NAME [SANITIZED] SOURCES ... LINKS ...): one folder of runtime/ as a static library that sees only what it
# links. With XBLOCK_SANITIZE a SANITIZED layer, and each that links it, is built with the sanitizers.
function(xblock_layer name)
  cmake_parse_arguments(ARG "SANITIZED" "" "SOURCES;LINKS" ${ARGN})
  add_library(xblock_${name} STATIC ${ARG_SOURCES})
  target_link_libraries(xblock_${name} PUBLIC xblock_flags ${ARG_LINKS})
  if(ARG_SANITIZED)
    target_link_libraries(xblock_${name} PUBLIC xblock_sanitize)
  endif()
endfunction()
