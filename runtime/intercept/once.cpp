// pthread_once. The state machine is sync/once.h, laid over the program's own object.
#include "intercept/define.h"
#include "sync/once.h"
#include "world/modules_linux.h"

#include <pthread.h>

using namespace xblock;

namespace {

Resource resourceOf(pthread_once_t *once) { return {ResourceKind::Once, reinterpret_cast<uint64_t>(once)}; }

/// Whether the running thread is to call the function.
bool begin(pthread_once_t *once, const xblock_site *site) {
  RuntimeScope scope;
  if (!Once::at(once)->done() && !(Once::at(once)->busy() && Once::at(once)->owner() == running.thread))
    beforeAcquire(resourceOf(once));
  touchObject(once, sizeof *once);
  switch (Once::at(once)->begin(running.thread)) {
  case OnceResult::RunIt:
    noteHeld(resourceOf(once), site);
    return true;
  case OnceResult::Done:
    noteDone(resourceOf(once));
    noteAtomicRead(once, sizeof *once);
    noteReceive(once);
    return false;
  case OnceResult::WouldBlock:
    running.out->acquired.push_back(resourceOf(once));
    blockOn(resourceOf(once));
  case OnceResult::Recursive:
    failf(FailureKind::Deadlock, "%s calls pthread_once within its function", ThreadName(running.thread).text);
  }
  __builtin_unreachable();
}

void end(pthread_once_t *once, bool finished, [[maybe_unused]] const xblock_site *site) {
  RuntimeScope scope;
  noteAtomicWrite(once, sizeof *once);
  noteSend(once);
  if (finished)
    Once::at(once)->finish(running.thread);
  else
    Once::at(once)->abort(running.thread);
  noteReleased(resourceOf(once));
  endAtRelease(nullptr);
}

/// Ends a call whose function is left by an exception, or for good. No catch clause: what the C++ library notes in the
/// exception as one is caught and thrown again is not rolled back with the block that ends here.
class Call {
public:
  Call(pthread_once_t *once, const xblock_site *site) : once_(once), site_(site) {}
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;
  void finish() {
    finished_ = true;
    end(once_, true, site_);
  }
  ~Call() {
    if (!finished_)
      end(once_, false, site_);
  }

private:
  pthread_once_t *once_;
  const xblock_site *site_;
  bool finished_ = false;
};

} // namespace

XBLOCK_EVERYWHERE(int, pthread_once, (pthread_once_t * once, void (*function)()), (once, function)) {
  const xblock_site *site = takeSite();
  constexpr int kInProgress = 1; // of 3 bits in glibc's object
  if (!running.onFiber || isForeignStatic(once)) {
    if (running.onFiber && (*once & 3) == kInProgress)
      unsupported("a library's own pthread_once, whose function goes on across the end of a block", site);
    return XBLOCK_REAL(int(pthread_once_t *, void (*)()), "pthread_once")(once, function);
  }
  if (!begin(once, site))
    return 0;
  Call call(once, site);
  function();
  call.finish();
  return 0;
}

// std::call_once of libc++, with a flag of 8 bytes. The library would wait and write in its own code. The flag never gets
// the value that the header takes for done, so that every call comes here.
XBLOCK_INSTRUMENTED(void, _ZNSt3__111__call_onceERVmPvPFvS2_E,
                    (unsigned long *flag, void *argument, void (*function)(void *))) {
  const xblock_site *site = takeSite();
  if (!running.onFiber || isForeignStatic(flag))
    return XBLOCK_REAL(void(unsigned long *, void *, void (*)(void *)), "_ZNSt3__111__call_onceERVmPvPFvS2_E")(flag, argument, function);
  auto *once = reinterpret_cast<pthread_once_t *>(flag);
  if (!begin(once, site))
    return;
  Call call(once, site);
  function(argument);
  call.finish();
}
