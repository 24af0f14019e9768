# Builds the pass for LLVM VERSION, with the clang of that version, in TREE; the runtime is that of TOOLS.
execute_process(COMMAND ${CMAKE_COMMAND} -S "${SOURCE}" -B "${TREE}" -G Ninja -DXBLOCK_LLVM_VERSION=${VERSION}
    -DCMAKE_C_COMPILER=clang-${VERSION} -DCMAKE_CXX_COMPILER=clang++-${VERSION} -DCMAKE_BUILD_TYPE=Release
    "-DXBLOCK_TOOLS_OF=${TOOLS}" -DXBLOCK_WERROR=${WERROR}
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build "${TREE}" COMMAND_ERROR_IS_FATAL ANY)
