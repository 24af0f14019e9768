//===- ids.h - strong ids and resources ---------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The words of the search, used the same everywhere. Plain values; no memory of their own.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <compare>
#include <cstdint>

namespace xblock {

/// A thread of the program. 0 is the one that runs main; the others count up in order of creation.
enum class ThreadId : uint32_t {};
constexpr uint32_t index(ThreadId t) { return static_cast<uint32_t>(t); }

/// A state to go back to. Ids are handed out last in, first out.
enum class SnapshotId : uint32_t {};

/// What a thread can wait for, or have. A reader-writer lock is two of them: RwLock is what its writer
/// holds, RwReaders what each reader holds; a reader needs RwLock to be free, a writer both. Of a lock that prefers writers,
/// RwWaiting is what each writer holds from when it asks until it gets the lock, and a reader needs that to be free too.
enum class ResourceKind : uint8_t {
  None, Mutex, Condition, ThreadEnd, Semaphore, Guard, Once, Change, RwLock, RwReaders, Barrier, Time, Patience, Bound, Futex,
  Spin, RwWaiting, Cancel, EndOrCancel, Join, Outcome, Signal, File, Path, Descriptor,
  Stream, OwnLock, OwnReaders, Handover
};

/// One such thing: the object's address, for ThreadEnd the thread's number, for Change (of memory that a waiting loop
/// reads) the address of the last of it. Time: a thread that goes on by itself, but as long as others can go on; the moment,
/// of which the earliest comes first. Patience: it tried something too often in vain, and goes on only if it is the one
/// thread that could. Bound: it did even that too often; the schedule is given up. Cancel: that a
/// thread is asked to end, by its number. EndOrCancel: the end of a thread, for one that may be cancelled while it waits.
/// Join: that a thread waits in a join of one, by that one's number. Outcome: a value given to xblock_outcome(), by its name.
/// Stream: the lock of a FILE, by a number of its own. OwnLock: one that the program made itself (xblock/xblock.h); OwnReaders:
/// what each of its readers holds. Handover: what
/// xblock_happens_before() was called for.
/// Signal: one that is sent, by its number; waited for: that one of some comes, a bit each below the number of the thread << 32.
struct Resource {
  ResourceKind kind = ResourceKind::None;
  uint64_t id = 0;
  friend auto operator<=>(const Resource &, const Resource &) = default;
};

} // namespace xblock
