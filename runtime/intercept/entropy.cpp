// Random bytes that no seed decides: the same in every run, and on every path. Each thread has a
// sequence of its own, so that threads which draw do not affect each other.
#include "intercept/accesses.h"
#include "intercept/kept_state.h"
#include "memory/program_memory.h"
#include "world/strict_memory_linux.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <sys/random.h>

using namespace xblock;

namespace {

/// Splitmix64's.
uint64_t mixed(uint64_t n) {
  n = (n ^ (n >> 30)) * 0xbf58476d1ce4e5b9;
  n = (n ^ (n >> 27)) * 0x94d049bb133111eb;
  return n ^ (n >> 31);
}

/// The next of the running thread; what runs before main is main's.
uint64_t draw() {
  constexpr uint64_t kOdd = 0x9e3779b97f4a7c15;
  uint32_t thread = running.onFiber ? index(running.thread) : 0;
  uint64_t &draws = threadTable[thread].draws;
  touch(&draws, sizeof draws);
  return mixed(mixed((thread + 1) * kOdd) + ++draws * kOdd);
}

void fill(void *to, size_t n) {
  for (auto *at = static_cast<char *>(to); n;) {
    uint64_t drawn = draw();
    size_t part = std::min(n, sizeof drawn);
    memcpy(at, &drawn, part);
    at += part;
    n -= part;
  }
}

int fails(int error) {
  errno = error;
  if (error == EFAULT)
    noteModelledFault();
  return -1;
}

/// Whether the kernel can write the n bytes there.
bool isThere(void *to, size_t n, const xblock_site *site) {
  if (n == 0)
    return true;
  if (!isReadable(to))
    return false;
  noteWrite(to, n, site);
  return isWritable(to);
}

} // namespace

XBLOCK_EVERYWHERE(ssize_t, getrandom, (void *to, size_t n, unsigned flags), (to, n, flags)) {
  const xblock_site *site = takeSite();
  if (!isProgramsCall())
    return XBLOCK_REAL(ssize_t(void *, size_t, unsigned), "getrandom")(to, n, flags);
  constexpr size_t kMost = (1 << 25) - 1, kMostOfRandom = 512; // that the kernel gives at once
  constexpr unsigned kBoth = GRND_RANDOM | GRND_INSECURE;
  if (flags & ~(kBoth | GRND_NONBLOCK) || (flags & kBoth) == kBoth)
    return fails(EINVAL);
  n = std::min(n, flags & GRND_RANDOM ? kMostOfRandom : kMost);
  CutHeld held;
  if (!isThere(to, n, site))
    return fails(EFAULT);
  fill(to, n);
  return static_cast<ssize_t>(n);
}

// What rdrand and rdseed give.
XBLOCK_KEEPING(uint64_t, random, hookRandom, ()) {
  callUnknown();
  if (isProgramsCall())
    return draw();
  uint64_t drawn;
  XBLOCK_REAL(ssize_t(void *, size_t, unsigned), "getrandom")(&drawn, sizeof drawn, 0);
  return drawn;
}

XBLOCK_EVERYWHERE(int, getentropy, (void *to, size_t n), (to, n)) {
  const xblock_site *site = takeSite();
  if (!isProgramsCall())
    return XBLOCK_REAL(int(void *, size_t), "getentropy")(to, n);
  if (n > 256)
    return fails(EIO);
  CutHeld held;
  if (!isThere(to, n, site))
    return fails(EFAULT);
  fill(to, n);
  return 0;
}

XBLOCK_EVERYWHERE(uint32_t, arc4random, (), ()) {
  takeSite();
  if (!isProgramsCall())
    return XBLOCK_REAL(uint32_t(), "arc4random")();
  return static_cast<uint32_t>(draw());
}

XBLOCK_EVERYWHERE(void, arc4random_buf, (void *to, size_t n), (to, n)) {
  const xblock_site *site = takeSite();
  if (!isProgramsCall())
    return XBLOCK_REAL(void(void *, size_t), "arc4random_buf")(to, n);
  CutHeld held;
  fill(written(to, n, site), n);
}

XBLOCK_EVERYWHERE(uint32_t, arc4random_uniform, (uint32_t bound), (bound)) {
  takeSite();
  if (!isProgramsCall())
    return XBLOCK_REAL(uint32_t(uint32_t), "arc4random_uniform")(bound);
  return bound < 2 ? 0 : static_cast<uint32_t>((draw() >> 32) * bound >> 32);
}

// std::random_device of libstdc++, which keeps a function or a file in its first words. libc++'s is
// in runtime/libcxx.
namespace {

constexpr size_t kSourceSize = 3 * sizeof(void *);

bool isSource(const std::string &token) {
  for (const char *known : {"default", "hw", "hardware", "rdseed", "rdrand", "rdrnd", "getentropy",
                            "arc4random", "/dev/urandom", "/dev/random"})
    if (token == known)
      return true;
  return false;
}

} // namespace

#define XBLOCK_DEVICE(type, name, parameters) XBLOCK_INSTRUMENTED(type, name, parameters)
XBLOCK_DEVICE(void,
              _ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE,
              (void *self, const std::string &token)) {
  const xblock_site *site = takeSite();
  noteRead(&token, sizeof token, site);
  readString(token.c_str(), site);
  noteWrite(self, kSourceSize, site);
  if (isSource(token))
    memset(self, 0, kSourceSize);
  else // throws
    XBLOCK_REAL(
        void(void *, const std::string &),
        "_ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE")
  (self, token);
}
XBLOCK_DEVICE(void, _ZNSt13random_device7_M_finiEv, (void *)) { takeSite(); }
XBLOCK_DEVICE(unsigned, _ZNSt13random_device9_M_getvalEv, (void *)) {
  takeSite();
  return static_cast<unsigned>(draw());
}
XBLOCK_DEVICE(double, _ZNKSt13random_device13_M_getentropyEv, (const void *)) {
  takeSite();
  return 32;
}
