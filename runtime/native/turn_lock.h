//===- turn_lock.h - the lock that the turn is, as a run is recorded -------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Who waits for it sleeps for some milliseconds at most, and then asks: `attention` (turn.h) tells who has it.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <atomic>
#include <cstdint>
#include <ctime>

namespace xblock::native {

void lockTurn();
void unlockTurn();
/// Whoever asks for the turn is to have it before the calling thread has it again.
void letOthersTake();
/// By a thread that slept for it as long as it is to.
bool isAskedForTurn();
/// Somebody waits for it, and it is free: that one is not awake yet.
bool isTurnDueToAnother();

constexpr int kSpins = 100;
inline void pause() { __asm__ __volatile__("pause"); }
/// False if the time is over.
bool futexWait(std::atomic<uint32_t> &word, uint32_t value, const timespec *time = nullptr);
void futexWake(std::atomic<uint32_t> &word, int n);

} // namespace xblock::native
