//===- watched_run_linux.cpp - a search that goes on behind the deaths of its process ----------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "cli/watched_run_linux.h"

#include "support/watch.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <sys/mman.h>
#include <unistd.h>

namespace xblock {
namespace {

/// The memory that the process shares with us: a file without a name, that it opens by our descriptor.
class SharedWatch {
public:
  SharedWatch() : fd_(::memfd_create("xblock-watch", MFD_CLOEXEC)) {
    if (fd_ < 0 || ::ftruncate(fd_, sizeof(Watch)) != 0)
      return;
    named_ = "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(fd_);
  }
  ~SharedWatch() { ::close(fd_); }
  SharedWatch(const SharedWatch &) = delete;
  SharedWatch &operator=(const SharedWatch &) = delete;

  SharedFile file() const { return {named_, named_.empty() ? -1 : fd_}; }
  template <typename T> T read(size_t offset) const {
    T value{};
    if (::pread(fd_, &value, sizeof value, static_cast<off_t>(offset)) != static_cast<ssize_t>(sizeof value))
      return T{};
    return value;
  }
  void write(size_t offset, const void *bytes, size_t n) {
    static_cast<void>(::pwrite(fd_, bytes, n, static_cast<off_t>(offset)) == static_cast<ssize_t>(n));
  }

private:
  int fd_;
  std::string named_;
};

Schedule scheduleIn(const SharedWatch &watch) {
  return scheduleOf(watch.read<uint32_t>(offsetof(Watch, steps)),
                    [&](uint32_t i) { return watch.read<WatchedStep>(offsetof(Watch, step) + i * sizeof(WatchedStep)); });
}

void say(const std::string &text) { std::fprintf(stderr, "xblock: the process that explores %s\n", text.c_str()); }

} // namespace

std::optional<Ended> runWatched(const std::string &file, const std::vector<std::string> &argv, Options options,
                                std::string *error) {
  SharedWatch watch;
  std::string deaths;
  size_t count = 0;
  bool careful = false, trusted = true; // what was saved
  const bool asked = options.resume;
  for (;;) {
    std::optional<Ended> ended = runChild(file, argv, options, watch.file(), error);
    if (!ended)
      return ended;
    std::string how = howItDied(*ended);
    auto phase = watch.read<Phase>(offsetof(Watch, phase));
    ended->beforeMain = !watch.file().name.empty() && phase == Phase::Loading;
    bool refused = careful && options.resume && phase == Phase::Resuming;
    if (!how.empty() && phase == Phase::Shortening && options.shorten) {
      options.shorten = 0;
      say(how + " as failing schedules were made shorter; it is started again to show them as found");
    } else if (refused && !(asked && count == 0)) {
      // What was saved is not to be trusted: the process may have been damaged then.
      trusted = false;
    } else if (how.empty() || phase != Phase::Searching || !options.replay.empty()) {
      return ended;
    } else if (careful) {
      Death death{watch.read<uint64_t>(offsetof(Watch, boundaries)), scheduleIn(watch), how};
      std::string line = print(death);
      // It died at once though the block was not run: one before it did the damage.
      while (deaths.find(line) != deaths.npos && !death.schedule.empty()) {
        death.schedule.pop_back();
        if (!death.schedule.empty())
          death.schedule.back().cut = {};
        line = print(death);
      }
      if (death.schedule.empty() || count >= Watch::kMostDeaths || deaths.size() + line.size() >= Watch::kDeathsSize)
        return ended;
      deaths += line;
      ++count;
      watch.write(offsetof(Watch, deaths), deaths.c_str(), deaths.size() + 1);
      say(how + " after schedule " + print(death.schedule) + "; it is started again to go on behind that");
    } else {
      careful = true;
      uint32_t yes = 1;
      watch.write(offsetof(Watch, careful), &yes, sizeof yes);
      say(how + "; it is started again to see in which schedule");
    }
    options.resume = trusted && (asked || watch.read<uint32_t>(offsetof(Watch, saved)) != 0);
    if (options.verbose)
      say(options.resume ? "goes on from what it saved" : "begins the search again");
    auto loading = Phase::Loading;
    watch.write(offsetof(Watch, phase), &loading, sizeof loading);
  }
}

} // namespace xblock
