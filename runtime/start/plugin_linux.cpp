#include "start/plugin_linux.h"

#include "start/one_search.h"
#include "start/sampling.h"
#include "world/crash_linux.h"
#include "world/modules_linux.h"
#include "world/thread_table.h"
#include "xblock/plugin.h"

#include <dlfcn.h>
#include <exception>
#include <sys/stat.h>
#include <vector>

namespace xblock {

namespace {

struct {
  std::string file;
  PluginScheduler *scheduler = nullptr;
  void (*deadlock)(const PluginFailure *) = nullptr;
  void (*failure)(const PluginFailure *) = nullptr;
  void (*race)(const PluginRace *) = nullptr;
  size_t (*save)(void *, size_t) = nullptr;
  void (*load)(const void *, size_t) = nullptr;
} plugin;

constexpr size_t kMostState = size_t{1} << 30;

/// What the plugin does is told to be its own.
template <typename Call> auto inPlugin(const char *function, Call call) {
  const std::string what = plugin.file + ": " + function;
  calledOutside = what.c_str();
  struct Back {
    ~Back() { calledOutside = nullptr; }
  } back;
  try {
    return call();
  } catch (const std::exception &e) {
    usageError(what + " threw an exception: " + e.what() + "; catch it there");
  } catch (...) {
    usageError(what + " threw an exception; catch it there");
  }
}

class PluginPolicy : public Policy {
public:
  void beginNumber(uint64_t number) override { number_ = number; }
  void begin(const RandomNumbers &random) override {
    random_ = random;
    blocks_.clear();
    last_ = ThreadId{};
    any_ = false;
    const uint64_t bits = random_.next();
    inPlugin("begin()", [&] { plugin.scheduler->begin(number_, bits); });
  }
  ThreadId pick(std::span<const ThreadId> ready) override {
    threads_.clear();
    names_.clear();
    names_.reserve(ready.size());
    for (ThreadId t : ready) {
      names_.emplace_back(t);
      threads_.push_back({static_cast<unsigned>(index(t)), names_.back().text, ran(t, 0), threadOf(t).heldCount, any_ && t == last_});
    }
    size_t at = inPlugin("pick()", [&] { return plugin.scheduler->pick(threads_.data(), threads_.size()); });
    if (at >= ready.size())
      usageError(plugin.file + ": pick() returned " + std::to_string(at) + " of " + std::to_string(ready.size()) +
                 (ready.size() == 1 ? " thread" : " threads") + ": return a position in what it was given");
    return ready[at];
  }
  uint16_t decide(uint16_t ways) override {
    unsigned way = inPlugin("decide()", [&] { return plugin.scheduler->decide(ways); });
    if (way >= ways)
      usageError(plugin.file + ": decide() returned " + std::to_string(way) + " of " + std::to_string(ways) + " ways: return less");
    return static_cast<uint16_t>(way);
  }
  void ran(ThreadId t) override {
    ran(t, 1);
    last_ = t;
    any_ = true;
  }
  void ended() override {
    inPlugin("end()", [] { plugin.scheduler->end(); });
  }
  /// Its size, and then the bytes.
  std::vector<uint64_t> learned() const override {
    if (!plugin.save)
      return {};
    std::vector<uint64_t> words(1);
    for (;;) {
      const size_t room = (words.size() - 1) * sizeof(uint64_t);
      const size_t size = inPlugin("xblock_plugin_save()", [&] { return plugin.save(words.data() + 1, room); });
      if (size > kMostState)
        usageError(plugin.file + ": xblock_plugin_save() returned " + std::to_string(size) + ": return at most " + std::to_string(kMostState));
      words[0] = size;
      if (size <= room)
        return words;
      words.resize(1 + (size + sizeof(uint64_t) - 1) / sizeof(uint64_t));
    }
  }
  void learn(std::span<const uint64_t> words) override {
    if (plugin.load && !words.empty())
      inPlugin("xblock_plugin_load()", [&] { plugin.load(words.data() + 1, words[0]); });
  }

private:
  uint64_t ran(ThreadId t, uint64_t more) {
    if (index(t) >= blocks_.size())
      blocks_.resize(index(t) + 1);
    return blocks_[index(t)] += more;
  }

  uint64_t number_ = 0;
  std::vector<uint64_t> blocks_; ///< by thread
  std::vector<PluginThread> threads_;
  std::vector<ThreadName> names_;
  ThreadId last_{};
  bool any_ = false;
};

void tellFailure(const FoundFailure &found) {
  const std::string schedule = print(found.schedule);
  const PluginFailure told{name(found.failure.kind), found.failure.message.c_str(), schedule.c_str(), found.foundAt};
  bool stuck = found.failure.kind == FailureKind::Deadlock || found.failure.kind == FailureKind::Livelock;
  if (auto *handler = stuck ? plugin.deadlock : plugin.failure)
    inPlugin(stuck ? "xblock_plugin_deadlock()" : "xblock_plugin_failure()", [&] { handler(&told); });
}

void tellRace(const FoundRace &found, bool unprotected) {
  const std::string schedule = print(found.schedule);
  const xblock_site *first = siteAt(found.first.place), *second = siteAt(found.second.place);
  auto file = [](const xblock_site *site) { return site && site->file ? site->file : ""; };
  auto line = [](const xblock_site *site) { return site ? site->line : 0; };
  const PluginRace told{name(unprotected ? FailureKind::Lockset : FailureKind::Race),
                        file(first), file(second), line(first), line(second),
                        static_cast<unsigned>(index(found.first.thread)), static_cast<unsigned>(index(found.second.thread)),
                        schedule.c_str(), found.foundAt};
  inPlugin("xblock_plugin_race()", [&] { plugin.race(&told); });
}

} // namespace

std::string loadPlugin(const Options &options) {
  const bool schedules = options.policy == name(PolicyKind::Plugin);
  if (options.plugin.empty())
    return schedules ? "--policy=plugin asks a scheduler of one's own: name its shared library by --plugin=FILE" : "";
  if (plugin.file == options.plugin && (!schedules || plugin.scheduler)) // of another call of explore()
    return "";
  plugin = {};
  plugin.file = options.plugin;
  const std::string path = options.plugin.find('/') == std::string::npos ? "./" + options.plugin : options.plugin;
  struct stat what{};
  if (stat(path.c_str(), &what) == 0 && !S_ISREG(what.st_mode)) // the loader would wait for a pipe
    return "--plugin=" + options.plugin + " cannot be loaded: it is no regular file; give a shared library";
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return "--plugin=" + options.plugin + " cannot be loaded: " + dlerror();
  auto find = [&](auto &function, const char *name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
  };
  PluginScheduler *(*scheduler)() = nullptr;
  find(scheduler, "xblock_plugin_scheduler");
  find(plugin.deadlock, "xblock_plugin_deadlock");
  find(plugin.failure, "xblock_plugin_failure");
  find(plugin.race, "xblock_plugin_race");
  find(plugin.save, "xblock_plugin_save");
  find(plugin.load, "xblock_plugin_load");
  if (!scheduler && !plugin.deadlock && !plugin.failure && !plugin.race)
    return "--plugin=" + options.plugin + " defines none of the functions of xblock/plugin.h: declare them by including it";
  if (!plugin.save != !plugin.load)
    return "--plugin=" + options.plugin + " defines one of xblock_plugin_save() and xblock_plugin_load(): define both, or none";
  if (!schedules)
    return "";
  if (!scheduler)
    return "--policy=plugin, and " + options.plugin + " defines no xblock_plugin_scheduler(): define it, or leave out --policy";
  plugin.scheduler = inPlugin("xblock_plugin_scheduler()", scheduler);
  return plugin.scheduler ? "" : options.plugin + ": xblock_plugin_scheduler() returned null";
}

bool pluginForgets() { return plugin.scheduler && !plugin.save; }

std::unique_ptr<Policy> makePluginPolicy() { return std::make_unique<PluginPolicy>(); }

void tellPlugin(SearchObserver &observer) {
  if (plugin.deadlock || plugin.failure)
    observer.failed = [before = observer.failed](const FoundFailure &found) {
      if (before)
        before(found);
      tellFailure(found);
    };
  if (plugin.race)
    observer.raced = [before = observer.raced](const FoundRace &found, bool unprotected) {
      if (before)
        before(found, unprotected);
      tellRace(found, unprotected);
    };
}

} // namespace xblock
