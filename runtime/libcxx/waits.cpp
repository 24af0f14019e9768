// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What std::atomic::wait of libc++ waits by, and with it its semaphores, latches and barriers: futexes.
//
// An int is waited on as it is. Anything else has a word that counts its notifications: its waiters read that, then look
// at what they wait for, and wait until the word changes. Atomics may share a word; then all waiters wake.
#include <atomic>
#include <cerrno>
#include <climits>
#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

static void waitWhile(const volatile void *word, int value) {
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, nullptr, nullptr, 0);
}
static void wakeSome(const volatile void *word, int most) {
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, most, nullptr, nullptr, 0);
}

// A wait until a time (xblock-clang-libc++-poll.in) does not know what it waits for, so any notification wakes it.
static int timedPolls, anyNotification;

extern "C" int __xblock_begin_timed_poll() {
  __atomic_fetch_add(&timedPolls, 1, __ATOMIC_SEQ_CST);
  return __atomic_load_n(&anyNotification, __ATOMIC_SEQ_CST);
}
extern "C" bool __xblock_wait_timed_poll(int seen, long long nanoseconds) {
  constexpr long long second = 1000000000;
  timespec time{static_cast<time_t>(nanoseconds / second), static_cast<long>(nanoseconds % second)};
  return syscall(SYS_futex, &anyNotification, FUTEX_WAIT_PRIVATE, seen, &time, nullptr, 0) != 0 && errno == ETIMEDOUT;
}
extern "C" void __xblock_end_timed_poll() { __atomic_fetch_sub(&timedPolls, 1, __ATOMIC_SEQ_CST); }

static void wake(const volatile void *word, int most) {
  wakeSome(word, most);
  if (!__atomic_load_n(&timedPolls, __ATOMIC_SEQ_CST))
    return;
  __atomic_fetch_add(&anyNotification, 1, __ATOMIC_SEQ_CST);
  wakeSome(&anyNotification, INT_MAX);
}

_LIBCPP_BEGIN_NAMESPACE_STD

void __libcpp_atomic_wait(const volatile __cxx_atomic_contention_t *atomic, __cxx_contention_t seen) noexcept {
  waitWhile(atomic, seen);
}
void __cxx_atomic_notify_one(const volatile __cxx_atomic_contention_t *atomic) noexcept { wake(atomic, 1); }
void __cxx_atomic_notify_all(const volatile __cxx_atomic_contention_t *atomic) noexcept { wake(atomic, INT_MAX); }
__cxx_contention_t __libcpp_atomic_monitor(const volatile __cxx_atomic_contention_t *atomic) noexcept {
  return __atomic_load_n(reinterpret_cast<const volatile __cxx_contention_t *>(atomic), __ATOMIC_SEQ_CST);
}

static int notifications[4096];
static int &notificationsOf(const volatile void *atomic) {
  auto at = reinterpret_cast<uintptr_t>(atomic);
  return notifications[(at ^ at >> 12) % (sizeof notifications / sizeof *notifications)];
}

__cxx_contention_t __libcpp_atomic_monitor(const volatile void *atomic) noexcept {
  return __atomic_load_n(&notificationsOf(atomic), __ATOMIC_SEQ_CST);
}
void __libcpp_atomic_wait(const volatile void *atomic, __cxx_contention_t seen) noexcept {
  waitWhile(&notificationsOf(atomic), seen);
}
void __cxx_atomic_notify_one(const volatile void *atomic) noexcept { __cxx_atomic_notify_all(atomic); }
void __cxx_atomic_notify_all(const volatile void *atomic) noexcept {
  __atomic_fetch_add(&notificationsOf(atomic), 1, __ATOMIC_SEQ_CST);
  wake(&notificationsOf(atomic), INT_MAX);
}

_LIBCPP_END_NAMESPACE_STD
