/* Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH
 * LLVM-exception */
/* What a configure script runs to see whether it can run what it compiles. */
#include <stdio.h>
int main() {
  FILE *file = fopen("conftest.out", "w");
  if (!file)
    return 1;
  fputs("written\n", file);
  return ferror(file) || fclose(file) != 0;
}
