# The LLVM whose clang runs the pass, found by its version, one for a build tree.
set(XBLOCK_LLVM_VERSION 19 CACHE STRING "The LLVM whose clang compiles programs under test: 19 or 16")
set_property(CACHE XBLOCK_LLVM_VERSION PROPERTY STRINGS 19 16)

# What is in the cache from another version, compilers among it, would be mixed with this one's.
if(DEFINED CACHE{XBLOCK_CONFIGURED_LLVM} AND NOT XBLOCK_CONFIGURED_LLVM STREQUAL XBLOCK_LLVM_VERSION)
  # Not kept: the next call of cmake without it is for the same LLVM again.
  set(xblock_other_llvm ${XBLOCK_LLVM_VERSION})
  set_property(CACHE XBLOCK_LLVM_VERSION PROPERTY VALUE ${XBLOCK_CONFIGURED_LLVM})
  message(FATAL_ERROR " ${CMAKE_BINARY_DIR} is a build for LLVM ${XBLOCK_CONFIGURED_LLVM}: build for LLVM ${xblock_other_llvm} in another directory")
endif()

# Debian's config files reject a version without its second number.
if(XBLOCK_LLVM_VERSION STREQUAL 19)
  set(xblock_llvm_release 19.1)
elseif(XBLOCK_LLVM_VERSION STREQUAL 16)
  set(xblock_llvm_release 16.0)
else()
  set(xblock_other_llvm ${XBLOCK_LLVM_VERSION})
  unset(XBLOCK_LLVM_VERSION CACHE)
  message(FATAL_ERROR " XBLOCK_LLVM_VERSION is ${xblock_other_llvm}: the pass is built for LLVM 19 or 16")
endif()
find_package(LLVM ${xblock_llvm_release} REQUIRED CONFIG)
set(XBLOCK_CONFIGURED_LLVM ${XBLOCK_LLVM_VERSION} CACHE INTERNAL "")
