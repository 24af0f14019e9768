// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// P6: a crawler, which the paper describes as one of an IBM product, "with 19 classes and 1200
// lines", of which it tells the threads and what they wait for; the rest is made up. Threads are
// the main one, which hands out work; workers; one that opens connections.
//  1. Live connections are in a queue with few places. Who opens them waits while it is full,
//  workers while it is empty, until they are notified, or
//     interrupted by the main thread.
//  2. A worker fetches a page with the connection that it has, merges what it found under a lock,
//  gives the connection back, and is idle. Idle
//     workers are retrieved by the main thread, which gives them another page.
//  3. A connection is used once. Who opens them waits, at the end, for those that are live to be
//  released.
//  4. At the end, or once enough is found, the main thread finishes all workers: a worker that has
//  a connection is to stop it.
// The defect of the paper is in Worker::finish(), of which it says: "If the connection variable is
// not null and then a context switch occurs, the connection variable might be set to null by
// another thread." Java's monitors and interrupts are in crawler_java.h.
#include "crawler_java.h"

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <vector>

namespace crawler {

struct Settings {
  int workers = 2;
  size_t pages = 3;      ///< that the site has
  bool deadLinks = true; ///< to pages that it does not have
  size_t enough = 3;     ///< then all workers are finished
  size_t queueLimit = 1; ///< live connections that nobody has
  bool guarded = false;  ///< finish() looks at the connection, and stops it, under the lock under
                         ///< which it is taken away
};

/// Of a page of the site, or of another one.
class Url {
public:
  static constexpr size_t kElsewhere = ~size_t{0};
  Url() = default;
  explicit Url(size_t page) : page_(page) {}
  size_t page() const { return page_; }
  friend auto operator<=>(const Url &, const Url &) = default;

private:
  size_t page_ = 0;
};

/// A few urls. Handed on by value, under locks: that nothing of it is shared keeps blocks few.
class Links {
public:
  static constexpr size_t kMost = 4;
  void add(const Url &url) { all_[count_++] = url; }
  const Url *begin() const { return all_; }
  const Url *end() const { return all_ + count_; }
  size_t count() const { return count_; }

private:
  Url all_[kMost];
  size_t count_ = 0;
};

class Page {
public:
  Page(const Url &url, const Links &links) : url_(url), links_(links) {}
  const Url &url() const { return url_; }
  const Links &links() const { return links_; }

private:
  Url url_;
  Links links_;
};

/// What is crawled: page i links to 2i + 1 and 2i + 2, be they there or not, back to the first, and to another site.
/// Without dead links it leaves out those that are not there. The same for all threads, and never written.
class Site {
public:
  Site(size_t pages, bool deadLinks) : pages_(pages), deadLinks_(deadLinks) {}
  Url start() const { return Url(0); }
  std::optional<Page> page(const Url &url) const {
    if (url.page() >= pages_)
      return std::nullopt;
    Links links;
    for (size_t to : {2 * url.page() + 1, 2 * url.page() + 2, size_t{0}, Url::kElsewhere})
      if (deadLinks_ || to < pages_ || to == Url::kElsewhere)
        links.add(Url(to));
    return Page(url, links);
  }

private:
  size_t pages_;
  bool deadLinks_;
};

/// Which links are followed.
class Filter {
public:
  bool accepts(const Url &url) const { return url.page() != Url::kElsewhere; }
};

class Parser {
public:
  explicit Parser(const Filter &filter) : filter_(filter) {}
  Links links(const Page &page) const {
    Links all;
    for (const Url &url : page.links())
      if (filter_.accepts(url))
        all.add(url);
    return all;
  }

private:
  const Filter &filter_;
};

/// To a page, and used for one.
class Connection {
public:
  explicit Connection(const Site &site) : site_(site) {}
  /// No page if it is not there, or the connection was stopped before.
  std::optional<Page> fetch(const Url &url) { return stop_ ? std::nullopt : site_.page(url); }
  void setStopFlag() { stop_ = true; }

private:
  const Site &site_;
  std::atomic<bool> stop_ = false;
};

/// Live connections: those that nobody has, and how many there are.
class ConnectionQueue {
public:
  explicit ConnectionQueue(size_t limit) : limit_(limit) {}
  /// Waits while it is full.
  void put(Connection &connection) {
    auto lock = monitor_.enter();
    while (free_.size() == limit_)
      monitor_.wait(lock);
    free_.push_back(&connection);
    ++live_;
    monitor_.notifyAll();
  }
  /// Waits while it is empty.
  Connection &take() {
    auto lock = monitor_.enter();
    while (free_.empty())
      monitor_.wait(lock);
    Connection &first = *free_.front();
    free_.pop_front();
    monitor_.notifyAll();
    return first;
  }
  /// One that was taken is live no more.
  void release() {
    auto lock = monitor_.enter();
    --live_;
    monitor_.notifyAll();
  }
  /// Waits for those that were taken; the others are live no more.
  void close() {
    auto lock = monitor_.enter();
    live_ -= free_.size();
    free_.clear();
    while (live_)
      monitor_.wait(lock);
  }
  size_t live() {
    auto lock = monitor_.enter();
    return live_;
  }

private:
  Monitor monitor_;
  size_t limit_, live_ = 0;
  std::deque<Connection *> free_;
};

/// Opens connections, in a thread of its own, until it is interrupted.
class ConnectionManager {
public:
  ConnectionManager(const Site &site, size_t limit) : site_(site), queue_(limit) {}
  void run() {
    try {
      for (;;)
        queue_.put(opened_.emplace_back(site_));
    } catch (Interrupted) {
    }
    queue_.close();
  }
  ConnectionQueue &queue() { return queue_; }

private:
  const Site &site_;
  ConnectionQueue queue_;
  std::deque<Connection>
      opened_; ///< until the end, as what somebody may still look at does in Java
};

/// What was found on all pages, merged by all workers.
class Results {
public:
  void merge(const Page &page, const Links &links) {
    auto lock = monitor_.enter();
    pages_.insert(page.url());
    links_ += links.count();
  }
  size_t pages() {
    auto lock = monitor_.enter();
    return pages_.size();
  }
  size_t links() {
    auto lock = monitor_.enter();
    return links_;
  }

private:
  Monitor monitor_;
  std::set<Url> pages_;
  size_t links_ = 0;
};

/// What is to be visited. Of the main thread alone.
class Frontier {
public:
  void add(const Links &urls) {
    for (const Url &url : urls)
      if (known_.insert(url).second)
        next_.push_back(url);
  }
  bool isEmpty() const { return next_.empty(); }
  Url next() {
    Url url = next_.front();
    next_.pop_front();
    return url;
  }

private:
  std::set<Url> known_;
  std::deque<Url> next_;
};

class Worker;

/// Workers that have nothing to do, with the links that they found last.
class IdleWorkers {
public:
  struct Idle {
    Worker *worker;
    Links found;
  };
  void add(Worker &worker, Links found) {
    auto lock = monitor_.enter();
    all_.push_back({&worker, found});
    monitor_.notifyAll();
  }
  /// Waits for one, or until there is no need for it.
  template <typename Enough> std::optional<Idle> retrieve(Enough isEnough) {
    auto lock = monitor_.enter();
    while (all_.empty()) {
      if (isEnough())
        return std::nullopt;
      monitor_.wait(lock);
    }
    Idle first = all_.front();
    all_.pop_front();
    return first;
  }
  /// Whoever waits looks again whether there is a need.
  void pageMerged() { monitor_.wake(); }

private:
  Monitor monitor_;
  std::deque<Idle> all_;
};

/// Fetches a page after the other, in a thread of its own, until it is finished and interrupted.
class Worker {
public:
  Worker(ConnectionQueue &connections, Results &results, IdleWorkers &idle, const Parser &parser,
         bool guarded)
      : connections_(connections), results_(results), idle_(idle), parser_(parser),
        guarded_(guarded) {}

  void run() {
    try {
      for (;;) {
        Links found = visit(work());
        idle_.add(*this, found);
      }
    } catch (Interrupted) {
    }
  }

  /// The main thread has a page for it.
  void assign(const Url &url) {
    auto lock = monitor_.enter();
    work_ = url;
    monitor_.notifyAll();
  }
  /// The main thread wants no more.
  void finish() {
    auto lock = monitor_.enter();
    finished_ = true;
    if (!guarded_)
      lock.unlock();
    if (connection_ != nullptr)
      connection_.load()->setStopFlag();
  }

private:
  /// Waits for a page.
  Url work() {
    auto lock = monitor_.enter();
    while (!work_)
      monitor_.wait(lock);
    Url url = *work_;
    work_.reset();
    return url;
  }

  Links visit(const Url &url) {
    connect();
    std::optional<Page> page = own_->fetch(url);
    Links found = page ? parser_.links(*page) : Links();
    if (page) {
      results_.merge(*page, found);
      idle_.pageMerged();
    }
    disconnect();
    return found;
  }
  void connect() {
    own_ = &connections_.take();
    auto lock = monitor_.enter();
    connection_ = own_;
    if (finished_)
      own_->setStopFlag();
  }
  void disconnect() {
    {
      auto lock = monitor_.enter();
      connection_ = nullptr;
    }
    connections_.release();
  }

  ConnectionQueue &connections_;
  Results &results_;
  IdleWorkers &idle_;
  const Parser &parser_;
  bool guarded_;
  Monitor monitor_;
  std::optional<Url> work_;
  bool finished_ = false;
  Connection *own_ = nullptr; ///< of its own thread
  std::atomic<Connection *> connection_ =
      nullptr; ///< the same for others; in Java, such a variable is read and written as a whole
};

/// A thread, and what it takes to interrupt it.
class Runner {
public:
  template <typename Body>
  explicit Runner(Body body)
      : thread_([this, body] {
          Interrupts::mine = &interrupts_;
          body();
        }) {}
  void interrupt() { interrupts_.interrupt(); }
  void join() { thread_.join(); }

private:
  Interrupts interrupts_;
  std::thread thread_;
};

class WorkerPool {
public:
  template <typename... Given> WorkerPool(int workers, Given &&...given) {
    for (int i = 0; i < workers; ++i)
      workers_.push_back(std::make_unique<Worker>(given...));
    for (auto &worker : workers_)
      threads_.push_back(std::make_unique<Runner>([w = worker.get()] { w->run(); }));
  }
  std::vector<Worker *> all() {
    std::vector<Worker *> all;
    for (auto &worker : workers_)
      all.push_back(worker.get());
    return all;
  }
  void finish() {
    for (auto &worker : workers_)
      worker->finish();
    for (auto &thread : threads_)
      thread->interrupt();
    for (auto &thread : threads_)
      thread->join();
  }

private:
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::unique_ptr<Runner>> threads_;
};

/// The main thread.
class Manager {
public:
  explicit Manager(const Settings &settings)
      : settings_(settings), site_(settings.pages, settings.deadLinks), parser_(filter_),
        connections_(site_, settings.queueLimit) {}

  void crawl() {
    Runner opener([this] { connections_.run(); });
    WorkerPool pool(settings_.workers, connections_.queue(), results_, idle_, parser_,
                    settings_.guarded);
    Frontier frontier;
    Links first;
    first.add(site_.start());
    frontier.add(first);
    std::vector<Worker *> waiting = pool.all();
    int busy = 0;
    auto isEnough = [this] { return results_.pages() >= settings_.enough; };
    for (;;) {
      while (!waiting.empty() && !frontier.isEmpty()) {
        waiting.back()->assign(frontier.next());
        waiting.pop_back();
        ++busy;
      }
      if (busy == 0)
        break; // all is visited
      std::optional<IdleWorkers::Idle> idle = idle_.retrieve(isEnough);
      if (!idle)
        break;
      --busy;
      waiting.push_back(idle->worker);
      frontier.add(idle->found);
    }
    pool.finish();
    opener.interrupt();
    opener.join();
  }
  Results &results() { return results_; }
  size_t liveConnections() { return connections_.queue().live(); }

private:
  Settings settings_;
  Site site_;
  Filter filter_;
  Parser parser_;
  Results results_;
  IdleWorkers idle_;
  ConnectionManager connections_;
};

} // namespace crawler
