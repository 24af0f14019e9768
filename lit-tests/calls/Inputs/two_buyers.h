// Two threads that each buy the last item, of a stock that looks before it locks, or within.
#include "xblock/explore.h"

#include <cassert>
#include <mutex>
#include <thread>

struct Stock {
  bool take(bool decides_under_lock) {
    if (!decides_under_lock && left() == 0)
      return false;
    std::lock_guard<std::mutex> lock(mutex);
    if (decides_under_lock && items == 0)
      return false;
    --items;
    return true;
  }
  int left() {
    std::lock_guard<std::mutex> lock(mutex);
    return items;
  }
  std::mutex mutex;
  int items = 1;
};

inline xblock::result two_buy(Stock &stock, bool right, const char *name) {
  xblock::options how;
  how.name = name;
  return xblock::explore(
      [&] {
        std::thread other([&] { stock.take(right); });
        stock.take(right);
        other.join();
        assert(stock.items == 0);
      },
      how);
}
