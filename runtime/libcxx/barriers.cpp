// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::barrier of libc++: who comes last. Its headers keep the phase, and leave to its library how arrivals are counted:
// there by a tree that keeps processors apart, here by one counter.
#include <atomic>
#include <barrier>

_LIBCPP_BEGIN_NAMESPACE_STD

class __barrier_algorithm_base {
public:
  explicit __barrier_algorithm_base(ptrdiff_t &expected) : expected_(expected) {}
  bool arrive() {
    // Looked at before the arrival: the last to arrive changes it.
    if (ptrdiff_t expected = expected_; arrived_.fetch_add(1) + 1 != expected)
      return false;
    arrived_ = 0;
    return true;
  }

private:
  ptrdiff_t &expected_; // of the barrier
  atomic<ptrdiff_t> arrived_ = 0;
};

__barrier_algorithm_base *__construct_barrier_algorithm_base(ptrdiff_t &expected) {
  return new __barrier_algorithm_base(expected);
}
bool __arrive_barrier_algorithm_base(__barrier_algorithm_base *barrier, __barrier_phase_t) noexcept {
  return barrier->arrive();
}
void __destroy_barrier_algorithm_base(__barrier_algorithm_base *barrier) noexcept { delete barrier; }

_LIBCPP_END_NAMESPACE_STD
