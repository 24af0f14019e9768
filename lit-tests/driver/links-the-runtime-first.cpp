// RUN: %xblock_cxx -Werror %s -o %t
// RUN: llvm-readelf -d %t | FileCheck %s
// RUN: %xblock_cxx -Werror -Wl,--as-needed -Wl,--gc-sections -fvisibility=hidden %s -o %t
// RUN: llvm-readelf -d %t | FileCheck %s
// RUN: llvm-nm -D %t | FileCheck --check-prefix=EXPORT %s
// The runtime's symbols are found before those of all other libraries, and it finds the program's main.

// CHECK:      (NEEDED) {{.*}}libxblock_rt.so
// CHECK:      (NEEDED) {{.*}}libstdc++
// CHECK:      (R{{(UN)?}}PATH) {{.*}}lib
// EXPORT: T __xblock_program_main
#include <stdexcept>

int main(int argc, char **argv) {
  if (argc > 100)
    throw std::runtime_error(argv[0]);
}
