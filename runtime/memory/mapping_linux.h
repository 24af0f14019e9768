//===- mapping_linux.h - reserve address space ----------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

namespace xblock {

/// Maps size bytes of zeroes at `address`, backed only where touched. False if something is there already.
bool mapFixed(uint64_t address, uint64_t size);
/// Makes [address, address + size) inaccessible.
void protect(uint64_t address, uint64_t size);
/// Lets [address, address + size), whole pages, be read only.
void makeReadOnly(uint64_t address, uint64_t size);
/// Lets [address, address + size), whole pages, be written to.
void makeWritable(uint64_t address, uint64_t size);
/// Back to zeroes, memory returned.
void clearMapping(uint64_t address, uint64_t size);

} // namespace xblock
