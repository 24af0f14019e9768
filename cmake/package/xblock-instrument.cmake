# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#
# xblock::instrument: the pass as a target compiles, and the runtime as it links; target_link_xblock() gives it to targets.
# Reads xblock_libdir, xblock_libcxx (the archive for programs with libc++, if there is one) and xblock_languages (those
# whose compilers do not add the pass by themselves).
#
# Whatever has it is rebuilt when the pass, the runtime or a config file changes: two stamps hold the hashes and times of
# these, and each build looks whether they are still right. The first is included by each file, so that it is among
# what the compiler says that the object depends on; programs depend on the second. A custom command that
# depends on the files would miss those that were installed now and made before the last build, as packages are.
if(NOT TARGET xblock_stamps)
  set(xblock_stamps "${CMAKE_BINARY_DIR}/xblock-stamps")
  set(xblock_look "${CMAKE_COMMAND}" "-DLIBDIR=${xblock_libdir}" "-DSTAMPS=${xblock_stamps}"
    -P "${CMAKE_CURRENT_LIST_DIR}/xblock-stamps.cmake")
  execute_process(COMMAND ${xblock_look} COMMAND_ERROR_IS_FATAL ANY) # for tools that read the sources before a build
  add_custom_target(xblock_stamps COMMAND ${xblock_look} BYPRODUCTS "${xblock_stamps}/pass.h" "${xblock_stamps}/runtime"
    COMMENT "Looking whether xblock has changed" VERBATIM)

  add_library(xblock::instrument INTERFACE IMPORTED GLOBAL)
  add_dependencies(xblock::instrument xblock_stamps)
  target_compile_options(xblock::instrument INTERFACE "$<$<COMPILE_LANGUAGE:C,CXX>:SHELL:-include \"${xblock_stamps}/pass.h\">")
  set_property(TARGET xblock::instrument PROPERTY INTERFACE_LINK_DEPENDS "${xblock_stamps}/runtime")
  if(xblock_languages)
    list(JOIN xblock_languages "," xblock_list)
    # Behind the definitions: a -D_FORTIFY_SOURCE there would hide calls from the pass.
    target_compile_options(xblock::instrument INTERFACE
      "$<$<COMPILE_LANGUAGE:${xblock_list}>:--config=${xblock_libdir}/xblock/compile.cfg;-U_FORTIFY_SOURCE>")
    target_link_options(xblock::instrument INTERFACE
      "$<$<LINK_LANGUAGE:${xblock_list}>:--config=${xblock_libdir}/xblock/link.cfg>")
    if(xblock_libcxx)
      target_link_libraries(xblock::instrument INTERFACE "${xblock_libcxx}")
    endif()
  endif()
endif()

# target_link_xblock(TARGET...): programs and libraries whose threads are explored. The properties are set as they are, since
# target_link_libraries() takes PRIVATE only from targets that were always linked so.
function(target_link_xblock)
  if(NOT ARGN)
    message(FATAL_ERROR " target_link_xblock: no target is given")
  endif()
  foreach(name IN LISTS ARGN)
    if(NOT TARGET "${name}")
      message(FATAL_ERROR " target_link_xblock: there is no target '${name}' (yet): call it behind add_executable() or add_library()")
    endif()
    get_target_property(target "${name}" ALIASED_TARGET)
    if(NOT target)
      set(target "${name}")
    endif()
    get_target_property(imported "${target}" IMPORTED)
    get_target_property(type "${target}" TYPE)
    if(imported)
      message(FATAL_ERROR " target_link_xblock: '${name}' is imported, so it was compiled elsewhere, without hooks: build it from its sources in this project")
    elseif(type STREQUAL "INTERFACE_LIBRARY" OR type STREQUAL "UTILITY")
      message(FATAL_ERROR " target_link_xblock: '${name}' compiles nothing: call it for the targets that do")
    endif()
    get_target_property(linked "${target}" LINK_LIBRARIES)
    if("xblock::instrument" IN_LIST linked)
      continue()
    endif()
    set_property(TARGET "${target}" APPEND PROPERTY LINK_LIBRARIES xblock::instrument)
    if(type STREQUAL "STATIC_LIBRARY")
      set_property(TARGET "${target}" APPEND PROPERTY INTERFACE_LINK_LIBRARIES "$<LINK_ONLY:xblock::instrument>")
    endif()
  endforeach()
endfunction()
