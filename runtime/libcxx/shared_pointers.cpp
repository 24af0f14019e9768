// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::shared_ptr and weak_ptr of libc++, and the locks behind their atomic functions: what its headers leave to its
// library.
#include <functional>
#include <iterator>
#include <memory>
#include <pthread.h>

_LIBCPP_BEGIN_NAMESPACE_STD

// Both counts are of owners beyond the first.

__shared_count::~__shared_count() {}
__shared_weak_count::~__shared_weak_count() {}

void __shared_weak_count::__release_weak() noexcept {
  if (__libcpp_atomic_refcount_decrement(__shared_weak_owners_) == -1)
    __on_zero_shared_weak();
}

__shared_weak_count *__shared_weak_count::lock() noexcept {
  long owners = __atomic_load_n(&__shared_owners_, __ATOMIC_SEQ_CST);
  while (owners != -1)
    if (__atomic_compare_exchange_n(&__shared_owners_, &owners, owners + 1, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
      return this;
  return nullptr;
}

const void *__shared_weak_count::__get_deleter(const type_info &) const noexcept { return nullptr; }

static pthread_mutex_t locks[] = {
#define XBLOCK_FOUR_LOCKS PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER
    XBLOCK_FOUR_LOCKS, XBLOCK_FOUR_LOCKS, XBLOCK_FOUR_LOCKS, XBLOCK_FOUR_LOCKS};

constexpr __sp_mut::__sp_mut(void *lock) noexcept : __lx_(lock) {}
void __sp_mut::lock() noexcept { (void)pthread_mutex_lock(static_cast<pthread_mutex_t *>(__lx_)); }
void __sp_mut::unlock() noexcept { (void)pthread_mutex_unlock(static_cast<pthread_mutex_t *>(__lx_)); }

__sp_mut &__get_sp_mut(const void *pointer) {
  static constinit __sp_mut all[] = {&locks[0], &locks[1], &locks[2],  &locks[3],  &locks[4],  &locks[5],  &locks[6],  &locks[7],
                                     &locks[8], &locks[9], &locks[10], &locks[11], &locks[12], &locks[13], &locks[14], &locks[15]};
  static_assert(size(all) == size(locks));
  return all[hash<const void *>()(pointer) % size(all)];
}

_LIBCPP_END_NAMESPACE_STD
