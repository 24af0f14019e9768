//===- leaks.h - memory that nothing points to when a schedule ends -------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Conservative, as LeakSanitizer: any word that looks like a pointer into a block, its end excluded, is one. Looked at
// are the writable data of the program's modules, the stacks, registers and thread_local variables of live threads, and
// what is reached from there; only if that leaves blocks over, also what libraries have. On the fiber of the thread that ends
// the program; private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstdint>

namespace xblock {

/// --leaks. Auto: where there is much to look at, in the first schedule that ends only.
enum class Leaks : uint8_t { Auto, Always, Never };

/// How the running thread came to the end of the program.
enum class Left : uint8_t {
  Calling,  ///< it called exit: its stack is live, from where it called the runtime last
  Returned, ///< main returned: its variables are
  Ended,    ///< the thread did: nothing of it
};
/// Fails if there are some.
void checkLeaks(Left how);

/// What nothing points to now, the same of who calls, is no leak of schedules that end from now on.
void noteLostBefore();

/// Set by who models the C library: calls tell(to, p) for each pointer of the program that the model keeps where the library would.
extern void (*tellKept)(void (*tell)(void *to, const void *p), void *to);

/// A block that a library has, outside the tracked heap; it has it no more (false: it never had).
void noteLibraryBlock(const void *p);
bool forgetLibraryBlock(const void *p);

} // namespace xblock
