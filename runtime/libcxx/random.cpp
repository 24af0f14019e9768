// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::random_device of libc++: what its headers leave to its library, where it opens a file. The
// bytes are the model's.
#include <cerrno>
#include <random>
#include <string>
#include <sys/random.h>
#include <system_error>

_LIBCPP_BEGIN_NAMESPACE_STD

random_device::random_device(const string &token) {
#ifdef _LIBCPP_USING_DEV_RANDOM
  __f_ = -1;
#endif
  if (token != "/dev/urandom" && token != "/dev/random")
    __throw_system_error(ENOENT, ("random_device failed to open " + token).c_str());
}
random_device::~random_device() {}

unsigned random_device::operator()() {
  unsigned drawn = 0;
  if (getrandom(&drawn, sizeof drawn, 0) != sizeof drawn)
    __throw_system_error(errno, "random_device got EOF");
  return drawn;
}
double random_device::entropy() const noexcept { return 32; }

_LIBCPP_END_NAMESPACE_STD
