// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What P6 needs of Java: an object that threads lock, wait at and notify, and threads that are
// interrupted where they wait.
#include <condition_variable>
#include <mutex>
#include <utility>

namespace crawler {

struct Interrupted {};

class Monitor {
public:
  using Lock = std::unique_lock<std::mutex>;
  Lock enter() { return Lock(mutex_); }
  /// Throws Interrupted if its thread is or was interrupted, which ends that.
  void wait(Lock &lock);
  void notifyAll() { changed_.notify_all(); }
  /// Those who wait look again.
  void wake() {
    Lock lock = enter();
    notifyAll();
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
};

/// Of one thread: whether it was interrupted, and where it waits. A thread that was not started as
/// one that can be interrupted has none.
class Interrupts {
public:
  static thread_local Interrupts *mine;

  void interrupt() {
    Monitor *at;
    {
      std::lock_guard lock(mutex_);
      interrupted_ = true;
      at = waitsAt_;
    }
    if (at)
      at->wake();
  }
  void waits(Monitor *at) {
    std::lock_guard lock(mutex_);
    waitsAt_ = at;
    if (std::exchange(interrupted_, false)) {
      waitsAt_ = nullptr;
      throw Interrupted();
    }
  }

private:
  std::mutex mutex_; ///< taken within that of a monitor, never the other way round
  bool interrupted_ = false;
  Monitor *waitsAt_ = nullptr;
};

inline thread_local Interrupts *Interrupts::mine = nullptr;

inline void Monitor::wait(Lock &lock) {
  Interrupts *mine = Interrupts::mine;
  if (mine)
    mine->waits(this);
  changed_.wait(lock);
  if (mine)
    mine->waits(nullptr);
}

} // namespace crawler
