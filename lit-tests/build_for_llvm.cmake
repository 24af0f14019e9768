# Builds xblock for LLVM VERSION, with the clang of that version, in TREE: what exploring a program needs, for tests of lit.
# Optimised little and without link-time optimisation, since most of the time that this takes is the compiler's.
execute_process(COMMAND ${CMAKE_COMMAND} -S "${SOURCE}" -B "${TREE}" -G Ninja -DXBLOCK_LLVM_VERSION=${VERSION}
    -DCMAKE_C_COMPILER=clang-${VERSION} -DCMAKE_CXX_COMPILER=clang++-${VERSION} -DCMAKE_BUILD_TYPE=RelWithDebInfo
    "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -DNDEBUG" -DXBLOCK_WERROR=${WERROR}
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build "${TREE}" --target xblock_command xblock_pass xblock_rt xblock_libcxx
  COMMAND_ERROR_IS_FATAL ANY)
