//===- list.h - a list of plain values that is copied often -------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// For the lists of threads of a search: short, copied for every branch, taken from at the front. Copies move 16 bytes at a
// time, and may move some behind the end. Keeps its memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <type_traits>
#include <utility>

namespace xblock {

template <typename T> class List {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
  List() = default;
  List(List &&other) noexcept { swap(other); }
  List &operator=(List &&other) noexcept {
    swap(other);
    return *this;
  }
  List(const List &) = delete;
  List &operator=(const List &) = delete;
  ~List() { std::free(data_); }

  bool empty() const { return begin_ == end_; }
  size_t size() const { return end_ - begin_; }
  T *begin() { return data_ + begin_; }
  T *end() { return data_ + end_; }
  const T *begin() const { return data_ + begin_; }
  const T *end() const { return data_ + end_; }
  T &front() { return data_[begin_]; }
  T &back() { return data_[end_ - 1]; }
  const T &operator[](size_t i) const { return data_[begin_ + i]; }

  void clear() { begin_ = end_ = 0; }
  void push_back(T value) {
    if (__builtin_expect(end_ == capacity_, 0))
      grow(size() + 1);
    data_[end_++] = value;
  }
  void pop_front() { ++begin_; }
  /// Without the one at `at`, whose followers move up.
  void erase(T *at) {
    for (T *next = at + 1; next != end(); ++next)
      next[-1] = *next;
    --end_;
  }
  /// Those that `keep` says, in their order.
  template <typename Keep> void filter(Keep keep) {
    T *kept = begin();
    for (T *at = begin(); at != end(); ++at)
      if (keep(*at))
        *kept++ = *at;
    end_ = static_cast<uint32_t>(kept - data_);
  }
  /// The same as the other but for its first `skip`.
  void assign(const List &other, size_t skip = 0) {
    size_t n = other.size() - skip;
    if (__builtin_expect(n > capacity_, 0)) {
      clear();
      grow(n);
    }
    begin_ = 0;
    end_ = static_cast<uint32_t>(n);
    auto *to = reinterpret_cast<char *>(data_);
    auto *from = reinterpret_cast<const char *>(other.begin() + skip);
    for (size_t left = n * sizeof(T), at = 0; at < left; at += 16)
      __builtin_memcpy(to + at, from + at, 16);
  }
  void swap(List &other) noexcept {
    std::swap(data_, other.data_);
    std::swap(begin_, other.begin_);
    std::swap(end_, other.end_);
    std::swap(capacity_, other.capacity_);
  }

private:
  __attribute__((noinline, cold)) void grow(size_t n) {
    size_t wanted = 2 * n < 16 ? 16 : 2 * n;
    auto *fresh = static_cast<T *>(std::malloc(wanted * sizeof(T) + 16)); // 16 that copies may touch
    if (!fresh)
      std::abort();
    size_t kept = size();
    for (size_t i = 0; i < kept; ++i)
      fresh[i] = data_[begin_ + i];
    std::free(data_);
    data_ = fresh;
    begin_ = 0;
    end_ = static_cast<uint32_t>(kept);
    capacity_ = static_cast<uint32_t>(wanted);
  }

  T *data_ = nullptr;
  uint32_t begin_ = 0, end_ = 0, capacity_ = 0;
};

} // namespace xblock
