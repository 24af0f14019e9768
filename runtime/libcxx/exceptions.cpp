// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// std::exception_ptr of libc++: what its headers leave to its library. The owners are counted by libc++abi, in functions that
// the runtime knows. It knows what has the same name in libstdc++ as well, std::current_exception and nested_exception:
// defined here, those would be linked to programs with libstdc++.
#include <cxxabi.h>
#include <exception>

namespace std {

exception_ptr::exception_ptr(const exception_ptr &other) noexcept : __ptr_(other.__ptr_) {
  if (__ptr_)
    __cxxabiv1::__cxa_increment_exception_refcount(__ptr_);
}
exception_ptr &exception_ptr::operator=(const exception_ptr &other) noexcept {
  if (__ptr_ == other.__ptr_)
    return *this;
  exception_ptr copy(other);
  void *mine = __ptr_;
  __ptr_ = copy.__ptr_;
  copy.__ptr_ = mine;
  return *this;
}
exception_ptr::~exception_ptr() noexcept {
  if (__ptr_)
    __cxxabiv1::__cxa_decrement_exception_refcount(__ptr_);
}
exception_ptr exception_ptr::__from_native_exception_pointer(void *exception) noexcept {
  exception_ptr pointer;
  pointer.__ptr_ = exception;
  __cxxabiv1::__cxa_increment_exception_refcount(exception);
  return pointer;
}

void rethrow_exception(exception_ptr pointer) {
  __cxxabiv1::__cxa_rethrow_primary_exception(pointer.__ptr_);
  terminate(); // it was null
}

} // namespace std
