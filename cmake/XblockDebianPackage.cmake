# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#
# `cpack` in the build directory writes xblock_VERSION_ARCHITECTURE.deb there, which installs into /usr.
get_directory_property(major DIRECTORY pass DEFINITION LLVM_VERSION_MAJOR)
set(CPACK_GENERATOR DEB)
if(NOT CPACK_PACKAGE_CONTACT)
  set(CPACK_PACKAGE_CONTACT "The xblock developers <xblock@localhost>")
endif()
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION "xblock explores the thread schedules of C and C++ programs that are compiled with
xblock-clang, and says which one breaks the program, or that none does.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE.txt)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# Libraries are found by dpkg-shlibdeps. The pass is a plugin of this clang, llvm-symbolizer (in llvm) names lines in reports.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-${major}, llvm-${major}")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libc++-${major}-dev, libc++abi-${major}-dev")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake, gdb, pkg-config")
include(CPack)
