// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// In front of a compiler's own: an LLVM of a version that is not to be had here.
void LLVMGetVersion(unsigned *major, unsigned *minor, unsigned *patch) {
  *major = 20;
  *minor = 1;
  *patch = 0;
}
