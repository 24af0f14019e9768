# bin/xblock-clang and bin/xblock-clang++, for the build tree and for the installed one. Both trees
# have bin, lib, lib/xblock (the config files) and include; every path is relative to its user.
include(GNUInstallDirs)
set(XBLOCK_CLANG "clang-${LLVM_VERSION_MAJOR}" CACHE STRING "The C compiler that xblock-clang runs")
set(XBLOCK_CLANGXX "clang++-${LLVM_VERSION_MAJOR}" CACHE STRING
  "The C++ compiler that xblock-clang++ runs")

# Writes the wrappers into TREE, a directory that stands for the prefix.
function(xblock_write_wrappers tree bindir libdir includedir)
  file(RELATIVE_PATH XBLOCK_CONFIG_FROM_BIN "/${bindir}" "/${libdir}/xblock")
  file(RELATIVE_PATH XBLOCK_INCLUDE_FROM_CONFIG "/${libdir}/xblock" "/${includedir}")
  foreach(pair "xblock-clang=${XBLOCK_CLANG}" "xblock-clang++=${XBLOCK_CLANGXX}")
    string(REGEX MATCH "^([^=]+)=(.+)$" _ "${pair}")
    set(wrapper "${CMAKE_MATCH_1}")
    set(XBLOCK_COMPILER "${CMAKE_MATCH_2}")
    configure_file(${PROJECT_SOURCE_DIR}/cmake/xblock-clang.in ${tree}/${bindir}/${wrapper} @ONLY
      FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
        WORLD_READ WORLD_EXECUTE)
  endforeach()
  foreach(step compile link)
    configure_file(${PROJECT_SOURCE_DIR}/cmake/xblock-clang-${step}.cfg.in
      ${tree}/${libdir}/xblock/${step}.cfg @ONLY)
  endforeach()
  configure_file(${PROJECT_SOURCE_DIR}/cmake/xblock-clang-c++config.h.in
    ${tree}/${libdir}/xblock/libstdc++/bits/c++config.h COPYONLY)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/xblock-clang-libc++-config.in
    ${tree}/${libdir}/xblock/libc++/__config COPYONLY)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/xblock-clang-libc++-string.in
    ${tree}/${libdir}/xblock/libc++/__string/extern_template_lists.h COPYONLY)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/xblock-clang-libc++-poll.in
    ${tree}/${libdir}/xblock/libc++/__thread/poll_with_backoff.h COPYONLY)
endfunction()

xblock_write_wrappers(${PROJECT_BINARY_DIR} bin lib include)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/include/xblock ${PROJECT_BINARY_DIR}/include/xblock SYMBOLIC)

set(xblock_install_tree ${CMAKE_CURRENT_BINARY_DIR}/install)
xblock_write_wrappers(${xblock_install_tree}
  ${CMAKE_INSTALL_BINDIR} ${CMAKE_INSTALL_LIBDIR} ${CMAKE_INSTALL_INCLUDEDIR})
install(PROGRAMS
  ${xblock_install_tree}/${CMAKE_INSTALL_BINDIR}/xblock-clang
  ${xblock_install_tree}/${CMAKE_INSTALL_BINDIR}/xblock-clang++
  DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${xblock_install_tree}/${CMAKE_INSTALL_LIBDIR}/xblock
  DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/xblock DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS xblock_pass DESTINATION ${CMAKE_INSTALL_LIBDIR})
