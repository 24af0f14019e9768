//===- modules_linux.h - which loaded modules belong to the program -------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// A module is the program's if it holds instrumented code (its constructor said so). Memory allocated by other modules
// (libc, libstdc++) is theirs: not rolled back, like their own variables. thread_local variables of program modules
// have one copy a fiber.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "xblock/abi.h"

#include <cstdint>
#include <span>

namespace xblock {

/// The module that holds `marker` is instrumented.
void registerModule(const void *marker);
bool isProgramCode(const void *pc);
/// The site of the program that has that number (placeOf), null if none has.
const xblock_site *siteAt(uint32_t place);
/// The module of the program that one of its variables was found in last.
struct DataModule {
  uint64_t low, size;
};
extern DataModule lastDataModule;
bool isForeignStaticElsewhere(const void *p);
/// A variable of a module that is not the program's: its locks are locked for real, since its data is not rolled back.
inline bool isForeignStatic(const void *p) {
  return reinterpret_cast<uint64_t>(p) - lastDataModule.low >= lastDataModule.size && isForeignStaticElsewhere(p);
}

/// A thread_local variable of a library, at first zero, that shall have one copy a fiber as well; and statics that shall
/// count as the program's. Before the program begins.
void adoptThreadLocal(void *native, uint64_t size);
void adoptStatic(void *object, uint64_t size);

/// Calls tell(to, low, high) for the native thread_local variables, and for the statics, of all that was adopted or registered.
void forEachAdopted(void (*tell)(void *to, uint64_t low, uint64_t high), void *to);

/// Bytes for one copy of all thread_local variables of program modules.
uint64_t threadLocalSize();
/// Fills a copy with the initial values.
void initThreadLocals(uint64_t copy);
/// The variable at `native` in that copy; `native` itself if it is not the program's.
void *threadLocalIn(uint64_t copy, void *native);

/// Writable data, and the thread_local variables of the one OS thread: of the program's modules; of libraries, the runtime
/// excluded. As loaded when first asked.
struct DataSpan {
  uint64_t low, high;
};
std::span<const DataSpan> programData();
std::span<const DataSpan> libraryData();

/// Writable bytes of the loaded modules must not share shadow with each other, the heap or the stacks.
bool layoutIsSound();

} // namespace xblock
