# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#
# What other projects find xblock by: lib/cmake/xblock and lib/pkgconfig/xblock.pc, in the build tree and in the installed one.
# Every path in them is relative to the file it is in.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
get_directory_property(XBLOCK_LLVM_MAJOR DIRECTORY pass DEFINITION LLVM_VERSION_MAJOR)
get_target_property(XBLOCK_LIBCXX_ARCHIVE xblock_libcxx XBLOCK_ARCHIVE)
set(XBLOCK_PC_LIBCXX)
if(XBLOCK_LIBCXX_ARCHIVE)
  set(XBLOCK_PC_LIBCXX [[ -L${libdir} -lxblock_libcxx]])
endif()

# Writes them into TREE, a directory that stands for the prefix.
function(xblock_write_package tree bindir libdir)
  set(from ${PROJECT_SOURCE_DIR}/cmake/package)
  file(RELATIVE_PATH XBLOCK_BIN_FROM_PACKAGE "/${libdir}/cmake/xblock" "/${bindir}")
  file(RELATIVE_PATH XBLOCK_BIN_FROM_PC "/${libdir}/pkgconfig" "/${bindir}")
  foreach(file config compilers instrument stamps discover-tests list-tests toolchain)
    configure_file(${from}/xblock-${file}.cmake ${tree}/${libdir}/cmake/xblock/xblock-${file}.cmake COPYONLY)
  endforeach()
  configure_file(${from}/xblock-paths.cmake.in ${tree}/${libdir}/cmake/xblock/xblock-paths.cmake @ONLY)
  write_basic_package_version_file(${tree}/${libdir}/cmake/xblock/xblock-config-version.cmake COMPATIBILITY SameMinorVersion)
  configure_file(${from}/xblock.pc.in ${tree}/${libdir}/pkgconfig/xblock.pc @ONLY)
endfunction()

xblock_write_package(${PROJECT_BINARY_DIR} bin lib)
set(xblock_package ${PROJECT_BINARY_DIR}/package)
xblock_write_package(${xblock_package} ${CMAKE_INSTALL_BINDIR} ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${xblock_package}/${CMAKE_INSTALL_LIBDIR}/cmake ${xblock_package}/${CMAKE_INSTALL_LIBDIR}/pkgconfig
  DESTINATION ${CMAKE_INSTALL_LIBDIR})
