// Before any constructor of the program: the same addresses in every run, and the memory of the runtime.
#include "intercept/heap.h"
#include "intercept/refused.h"
#include "intercept/standard_streams.h"
#include "memory/access_recorder.h"
#include "support/check.h"
#include "support/report_streams_linux.h"
#include "support/verdict_signal_linux.h"
#include "world/modules_linux.h"
#include "world/process_world.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <iostream>
#include <link.h>
#include <locale>
#include <sstream>
#include <sys/auxv.h>
#include <sys/personality.h>
#include <sys/single_threaded.h>
#include <unistd.h>

using namespace xblock;

namespace {

constexpr const char *kAgain = "XBLOCK_REEXECUTED"; // counts, so that it ends
constexpr int kMostTries = 20;

void startAgain(char **argv, int tries) {
  char count[16];
  snprintf(count, sizeof count, "%d", tries + 1);
  setenv(kAgain, count, 1);
  char path[4096];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  if (n > 0) {
    path[n] = 0;
    execve(path, argv, environ);
  }
}

/// Without address space randomisation a program's addresses are the same each time; where the kernel forbids to switch
/// it off, only such a layout is looked for that memory can be told apart in.
void settleLayout(char **argv) {
  const char *again = getenv(kAgain);
  int tries = again ? atoi(again) : 0;
  int now = personality(0xffffffff);
  if (now != -1 && !(now & ADDR_NO_RANDOMIZE) && tries == 0 &&
      personality(static_cast<unsigned long>(now) | ADDR_NO_RANDOMIZE) != -1)
    startAgain(argv, tries);
  if (!layoutIsSound() && tries < kMostTries)
    startAgain(argv, tries);
  XBLOCK_CHECK(layoutIsSound());
  unsetenv(kAgain);
}

/// Bytes that the kernel draws for each process, of which libc has taken what it needs.
void settleRandomBytes() {
  constexpr size_t kSize = 16;
  if (auto *bytes = reinterpret_cast<unsigned char *>(getauxval(AT_RANDOM)))
    for (size_t i = 0; i < kSize; ++i)
      bytes[i] = static_cast<unsigned char>(i * 37 + 11);
}

/// Threads may share the standard streams (C++ [iostream.objects.overview]): what they keep in them is no data of the
/// program. They are not constructed yet.
template <typename Stream> void leaveOut(Stream &stream) {
  auto at = reinterpret_cast<uint64_t>(&stream);
  accessRecorder.leaveOut(at, at + sizeof stream);
}

/// The same of libc++; null where the program has no libc++.
#define XBLOCK_LIBCXX_STREAM(name, symbol) extern "C" __attribute__((weak)) char name[] __asm__("_ZNSt3__1" symbol "E");
XBLOCK_LIBCXX_STREAM(libcxxCout, "4cout")
XBLOCK_LIBCXX_STREAM(libcxxCerr, "4cerr")
XBLOCK_LIBCXX_STREAM(libcxxClog, "4clog")
XBLOCK_LIBCXX_STREAM(libcxxCin, "3cin")
XBLOCK_LIBCXX_STREAM(libcxxWcout, "5wcout")
XBLOCK_LIBCXX_STREAM(libcxxWcerr, "5wcerr")
XBLOCK_LIBCXX_STREAM(libcxxWclog, "5wclog")
XBLOCK_LIBCXX_STREAM(libcxxWcin, "4wcin")

void leaveOutOfLibcxx() {
  for (char *stream : {libcxxCout, libcxxCerr, libcxxClog, libcxxCin, libcxxWcout, libcxxWcerr, libcxxWclog, libcxxWcin}) {
    Dl_info info;
    void *symbol = nullptr; // tells the size
    if (!stream || !dladdr1(stream, &info, &symbol, RTLD_DL_SYMENT) || !symbol)
      continue;
    auto at = reinterpret_cast<uint64_t>(stream);
    accessRecorder.leaveOut(at, at + static_cast<const ElfW(Sym) *>(symbol)->st_size);
  }
}

__attribute__((constructor(101))) void early(int, char **argv, char **environment) {
  environ = environment; // libc, which is initialised later (see CMakeLists.txt), does the same
  rememberParent();
  settleLayout(argv);
  settleRandomBytes();
  keepReportStreams();
  if (!ProcessWorld::mapMemory()) {
    writeReport(2, "xblock: the addresses that the program's memory is to have are not to be had: raise the limit of addresses (ulimit -v unlimited); "
                   "about 1 TB of them are reserved, and memory is taken as it is used\n");
    endWithVerdict(3); // Verdict::Usage
  }
  heapReady = true;
  // Streams format by caches that the library makes on first use and keeps; it must not keep tracked memory.
  std::ostringstream() << 1 << 1.5 << true;
  rememberStandardStreams();
  leaveOut(std::cout);
  leaveOut(std::cerr);
  leaveOut(std::clog);
  leaveOut(std::cin);
  leaveOutOfLibcxx();
  // Its tables of narrowed and widened characters are filled on first use, by whichever thread: std::regex does.
  leaveOut(const_cast<std::ctype<char> &>(std::use_facet<std::ctype<char>>(std::locale::classic())));
  resolveRefused(); // constructors of the program may call them
  // Reference counts of libstdc++ are plain additions while one OS thread exists; the program has threads.
  __libc_single_threaded = 0;
}

} // namespace
