// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// The other layer that rule_breaker.cpp refers to.
namespace xblock {
void writeAll(int) {}
} // namespace xblock
