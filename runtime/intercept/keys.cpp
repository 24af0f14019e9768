// pthread_key_*: thread-specific data, one value a fiber.
#include "intercept/cancellation.h"
#include "intercept/define.h"
#include "intercept/thread_exit.h"
#include "world/modules_linux.h"
#include "world/process_world.h"

#include <cerrno>
#include <climits>
#include <pthread.h>

using namespace xblock;

namespace {

struct Key {
  bool used;
  void (*destructor)(void *);
};
Key keys[kMaxKeys];         // tracked
pthread_key_t keysEnd = 0; // no key from here on was ever used, in any schedule
// A library keeps a key in a variable of its own, which is not rolled back: nor is the key. Numbered behind the others.
alignas(kChunk) Key libraryKeys[kLibraryKeys];
alignas(kChunk) unsigned libraryKeyCount = 0;

Key *keyAt(pthread_key_t key) {
  if (key < kMaxKeys)
    return keys[key].used ? &keys[key] : nullptr;
  return key - kMaxKeys < libraryKeyCount ? &libraryKeys[key - kMaxKeys] : nullptr;
}
bool exists(pthread_key_t key) { return keyAt(key); }
void **valueOf(ThreadId t, pthread_key_t key) {
  void **value = &threadTable[index(t)].keys[key];
  undoLog.touch(value, sizeof *value);
  return value;
}

} // namespace

void xblock::runKeyDestructors() {
  auto destroy = [](pthread_key_t key) {
    void *value = threadOf(running.thread).keys[key];
    const Key *k = keyAt(key);
    if (!value || !k || !k->destructor)
      return;
    *valueOf(running.thread, key) = nullptr;
    k->destructor(value);
  };
  for (int round = 0; round < _POSIX_THREAD_DESTRUCTOR_ITERATIONS; ++round) {
    for (pthread_key_t key = 0; key < keysEnd; ++key)
      destroy(key);
    for (unsigned i = 0; i < libraryKeyCount; ++i)
      destroy(kMaxKeys + i);
  }
}

XBLOCK_EVERYWHERE(int, pthread_key_create, (pthread_key_t * out, void (*destructor)(void *)), (out, destructor)) {
  RuntimeScope scope;
  if (isForeignStatic(out)) {
    if (libraryKeyCount == kLibraryKeys)
      return EAGAIN;
    libraryKeys[libraryKeyCount] = {true, destructor};
    *out = kMaxKeys + libraryKeyCount++;
    return 0;
  }
  for (pthread_key_t key = 0; key < kMaxKeys; ++key) {
    if (keys[key].used)
      continue;
    undoLog.touch(&keys[key], sizeof keys[key]);
    keys[key] = {true, destructor};
    keysEnd = keysEnd > key ? keysEnd : key + 1;
    for (uint32_t i = 0; i < scalars.threads; ++i)
      *valueOf(ThreadId{i}, key) = nullptr;
    noteWrite(out, sizeof *out, takeSite());
    *out = key;
    return 0;
  }
  return EAGAIN;
}

XBLOCK_EVERYWHERE(int, pthread_key_delete, (pthread_key_t key), (key)) {
  RuntimeScope scope;
  if (!exists(key))
    return EINVAL;
  if (key >= kMaxKeys) // of a library that goes
    return 0;
  undoLog.touch(&keys[key], sizeof keys[key]);
  keys[key].used = false;
  return 0;
}

XBLOCK_EVERYWHERE(void *, pthread_getspecific, (pthread_key_t key), (key)) {
  callUnknown();
  return exists(key) ? threadOf(running.thread).keys[key] : nullptr;
}

XBLOCK_EVERYWHERE(int, pthread_setspecific, (pthread_key_t key, const void *value), (key, value)) {
  if (!exists(key))
    return EINVAL;
  takeSite();
  change(running.thread).usesKeys = true;
  *valueOf(running.thread, key) = const_cast<void *>(value);
  endAfterOwnChange();
  return 0;
}
