# The commands and the runtime of XBLOCK_TOOLS_OF where a build has its own. They do not depend on the
# LLVM whose pass makes the hooks: what these call is include/xblock/abi.h, and libc.
if(NOT EXISTS ${XBLOCK_TOOLS_OF}/lib/libxblock_rt.so)
  message(FATAL_ERROR "XBLOCK_TOOLS_OF: no lib/libxblock_rt.so in ${XBLOCK_TOOLS_OF}; build it first")
endif()
foreach(file lib/libxblock_rt.so bin/xblock)
  get_filename_component(folder ${CMAKE_BINARY_DIR}/${file} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  file(CREATE_LINK ${XBLOCK_TOOLS_OF}/${file} ${CMAKE_BINARY_DIR}/${file} SYMBOLIC)
endforeach()
