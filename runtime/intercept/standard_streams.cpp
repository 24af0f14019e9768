#include "intercept/standard_streams.h"

#include <iostream>

extern "C" void endOfInit(void *) __asm__("_ZNSt8ios_base4InitD1Ev");

namespace xblock {

namespace {

template <typename C> struct Standard {
  std::basic_ostream<C> *stream;
  std::basic_streambuf<C> *buffer;
};
Standard<char> narrow[] = {{&std::cout, nullptr}, {&std::cerr, nullptr}, {&std::clog, nullptr}};
Standard<wchar_t> wide[] = {{&std::wcout, nullptr}, {&std::wcerr, nullptr}, {&std::wclog, nullptr}};

template <typename All> void remember(All &all) {
  for (auto &s : all)
    s.buffer = s.stream->rdbuf();
}
template <typename All> void flush(All &all) {
  for (auto &s : all)
    if (s.stream->rdbuf() != s.buffer)
      s.stream->flush();
}

} // namespace

void rememberStandardStreams() {
  static std::ios_base::Init made;
  remember(narrow);
  remember(wide);
}

bool endsStandardStreams(void (*function)(void *)) { return function == endOfInit; }

void flushStandardStreams() {
  flush(narrow);
  flush(wide);
}

} // namespace xblock
