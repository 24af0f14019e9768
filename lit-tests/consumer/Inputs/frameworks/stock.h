// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A mutex protects each access, and with FIXED also what is decided by them.
#pragma once
#include <mutex>

class Stock {
public:
  explicit Stock(int items) : items_(items) {}
  bool take() {
#ifdef FIXED
    std::lock_guard<std::mutex> lock(mutex_);
    if (items_ == 0)
      return false;
#else
    if (items() == 0)
      return false;
    std::lock_guard<std::mutex> lock(mutex_);
#endif
    --items_;
    return true;
  }
  int items() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return items_;
  }

private:
  mutable std::mutex mutex_;
  int items_;
};
