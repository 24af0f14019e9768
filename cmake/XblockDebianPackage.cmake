# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#
# `cpack` in the build directory writes xblock_VERSION_ARCHITECTURE.deb there, which installs into /usr.
get_directory_property(major DIRECTORY pass DEFINITION LLVM_VERSION_MAJOR)
set(CPACK_GENERATOR DEB)
if(NOT CPACK_PACKAGE_CONTACT)
  # Who publishes a package names themselves (-DCPACK_PACKAGE_CONTACT=...). Mail to a name below .invalid (RFC 2606) reaches nobody, and no stranger.
  set(CPACK_PACKAGE_CONTACT "The xblock developers <xblock@xblock.invalid>")
endif()
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION "A test of C or C++ with threads is compiled by xblock-clang or xblock-clang++
instead of clang, and run by the command xblock: under every schedule of its
threads that can make a difference. It says which of them breaks the test, as
a line that runs that schedule again, or that none does.

It finds failed assertions, crashes, deadlocks, livelocks, data races, misuse
of locks and errors of the heap. GoogleTest, Catch2, doctest and CMake are
supported; reports are text, JSON, HTML, SARIF and JUnit XML.")
# What Debian wants beside what is installed elsewhere: copyright, changelog, and where its zsh and man look.
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/XblockDebianFiles.cmake)
set(CPACK_XBLOCK_SOURCE ${PROJECT_SOURCE_DIR})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE.txt)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# Libraries are found by dpkg-shlibdeps. The pass is a plugin of this clang, llvm-symbolizer (in llvm) names lines in reports.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-${major}, llvm-${major}")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libc++-${major}-dev, libc++abi-${major}-dev")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake, gdb, pkg-config")
include(CPack)
