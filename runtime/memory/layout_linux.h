//===- layout_linux.h - fixed addresses of everything the runtime maps (Linux, x86-64) ------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Addresses are the same in every run, so that what a program does with them is too.
// A shadow is found from the low 38 bits of an address alone. Memory that hooks may touch must therefore not share
// them: the heap's own shadow, which is tracked, has 24 to 32 GiB, the heap 32 to 64 GiB, stacks 64 to 80 GiB, modelled files 168 to 176 GiB, a fixed
// executable lies below 1 GiB, a position-independent one without ASLR at 85 GiB, libraries at 255 GiB. checkLayout (startup_linux.cpp) refuses what would overlap.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstddef>
#include <cstdint>

namespace xblock::layout {

constexpr uint64_t kShadowMask = (uint64_t{1} << 38) - 1;

constexpr uint64_t kHeap = 0x610800000000; // mod 2^38: 32 GiB
constexpr uint64_t kHeapSize = uint64_t{32} << 30;
// What a hook looks up: the heap, and right below it the table that it is looked up in, whose first half is of itself and of what has
// no memory, all zeros. So the program is found out where it writes to the table, at no cost.
constexpr uint64_t kGuarded = 0x610000000000;
constexpr uint64_t kGuardedSize = uint64_t{64} << 30;
constexpr uint64_t kGuardedShadow = 0x610600000000; // mod 2^38: 24 GiB; 1 byte for each 8 of what is guarded
constexpr uint64_t kHeapShadowSize = kHeapSize / 8;
constexpr uint64_t kHeapShadow = kGuardedShadow + (kHeap - kGuarded) / 8; // the second half
static_assert(kHeapShadow + kHeapShadowSize == kHeap && kHeap + kHeapSize == kGuarded + kGuardedSize);
constexpr uint64_t kStacks = 0x611000000000; // mod 2^38: 64 GiB
constexpr uint64_t kStacksSize = uint64_t{16} << 30;
constexpr uint64_t kStackGuard = uint64_t{64} << 10; // at least so much of a slot, its lowest bytes, is inaccessible
constexpr unsigned kMaxThreads = 2000;

constexpr uint64_t kFiles = 0x612a00000000; // mod 2^38: 168 GiB
constexpr uint64_t kFilesSize = uint64_t{8} << 30;

constexpr uint64_t kEpochShadow = 0x200000000000; // 4 bytes for each 256
constexpr uint64_t kEpochShadowSize = uint64_t{4} << 30;
constexpr uint64_t kAccessShadow = 0x210000000000; // 8 bytes for each 8
constexpr uint64_t kAccessShadowSize = uint64_t{1} << 38;
constexpr uint64_t kUndoLog = 0x220000000000;
constexpr uint64_t kUndoLogSize = uint64_t{128} << 30;
constexpr uint64_t kAccessList = 0x230000000000;
constexpr uint64_t kAccessListSize = uint64_t{16} << 30;
constexpr uint64_t kOutput = 0x231000000000;
constexpr uint64_t kOutputSize = uint64_t{4} << 30;
constexpr uint64_t kHeapMarks = 0x232000000000; // 4 bytes for each 32 of the heap
constexpr uint64_t kHeapMarksSize = kHeapSize / 8;
constexpr uint64_t kKeptStacks = 0x233000000000;
constexpr uint64_t kKeptStacksSize = uint64_t{1} << 30;
constexpr uint64_t kWatch = 0x233800000000; // shared with the command: support/watch.h
constexpr uint64_t kWatchSize = uint64_t{1} << 27;
constexpr uint64_t kLibraryBlocks = 0x234000000000;
constexpr uint64_t kLibraryBlocksSize = uint64_t{1} << 30;
constexpr uint64_t kPageStates = 0x235000000000; // 1 byte for each 4,096
constexpr uint64_t kPageStatesSize = uint64_t{1} << 26;
constexpr uint64_t kPageNumbers = 0x235100000000; // 4 bytes for each 4,096
constexpr uint64_t kPageNumbersSize = uint64_t{1} << 28;
constexpr uint64_t kOpenedPages = 0x235200000000;
constexpr uint64_t kOpenedPagesSize = uint64_t{1} << 26;
constexpr uint64_t kPageCopies = 0x236000000000;
constexpr uint64_t kPageCopiesSize = uint64_t{16} << 30;

} // namespace xblock::layout
