# Branches, inlining and layout of the runtime by what searches were seen to run: runtime/profile.proftext, which scripts/profile
# measures anew. Code that changed since is compiled as without. With XBLOCK_PROFILE=generate the build is the one that is measured.
set(XBLOCK_PROFILE use CACHE STRING "Profile of the runtime in a release build: use, generate (scripts/profile) or none")
set_property(CACHE XBLOCK_PROFILE PROPERTY STRINGS use generate none)
if(NOT XBLOCK_PROFILE MATCHES "^(use|generate|none)$")
  message(FATAL_ERROR "XBLOCK_PROFILE is ${XBLOCK_PROFILE}: it can be use, generate or none")
endif()

# The profile tells functions by their names and the shape of their code, which another compiler makes otherwise.
set(XBLOCK_PROFILE_CLANG 19)
set(XBLOCK_PROFILE_TEXT "${PROJECT_SOURCE_DIR}/runtime/profile.proftext")
# Static functions by the file's name, not by where it lies.
set(xblock_profile_names "SHELL:-mllvm -static-func-full-module-prefix=false")

string(REGEX MATCH "^[0-9]+" major "${CMAKE_CXX_COMPILER_VERSION}")
if(NOT CMAKE_BUILD_TYPE STREQUAL "Release" OR XBLOCK_SANITIZE)
  # nothing to be gained
elseif(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR NOT major EQUAL XBLOCK_PROFILE_CLANG)
  message(STATUS "No profile of the runtime: it is for clang ${XBLOCK_PROFILE_CLANG}")
elseif(XBLOCK_PROFILE STREQUAL "generate")
  # No values are profiled: that would allocate in hooks.
  target_compile_options(xblock_flags INTERFACE -fprofile-generate "SHELL:-mllvm -disable-vp=1" ${xblock_profile_names})
  target_link_options(xblock_flags INTERFACE -fprofile-generate)
  target_compile_definitions(xblock_flags INTERFACE XBLOCK_PROFILING=1)
elseif(XBLOCK_PROFILE STREQUAL "use")
  file(REAL_PATH "${CMAKE_CXX_COMPILER}" compiler)
  get_filename_component(folder "${compiler}" DIRECTORY)
  find_program(XBLOCK_PROFDATA NAMES llvm-profdata-${major} llvm-profdata HINTS "${folder}"
    DOC "The llvm-profdata of the compiler's version, for the profile of the runtime")
  # Named by what it holds: objects do not depend on the file, but on the command that names it.
  file(SHA256 "${XBLOCK_PROFILE_TEXT}" digest)
  string(SUBSTRING "${digest}" 0 12 digest)
  set(profile "${PROJECT_BINARY_DIR}/runtime-${digest}.profdata")
  set(failed 1)
  if(XBLOCK_PROFDATA)
    execute_process(COMMAND "${XBLOCK_PROFDATA}" --version OUTPUT_VARIABLE profdata ERROR_QUIET)
  endif()
  file(GLOB others "${PROJECT_BINARY_DIR}/runtime-*.profdata")
  list(REMOVE_ITEM others "${profile}")
  if(others)
    file(REMOVE ${others})
  endif()
  if(profdata MATCHES "LLVM version ${major}\\.")
    execute_process(COMMAND "${XBLOCK_PROFDATA}" merge -o "${profile}" "${XBLOCK_PROFILE_TEXT}"
      RESULT_VARIABLE failed ERROR_VARIABLE why OUTPUT_QUIET)
  else()
    set(why "no llvm-profdata of version ${major}")
  endif()
  if(failed)
    message(STATUS "No profile of the runtime: ${why}")
  else()
    set(XBLOCK_PROFILE_USED ON)
    set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${XBLOCK_PROFILE_TEXT}")
    target_compile_options(xblock_flags INTERFACE "-fprofile-use=${profile}" ${xblock_profile_names}
      -Wno-profile-instr-out-of-date -Wno-profile-instr-unprofiled -Wno-backend-plugin)
  endif()
endif()
