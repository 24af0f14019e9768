// Random programs, each explored by a call of xblock::explore(), one after the other in one process. Linked with a file of them whose
// main is called emitted_main:
//     calls FILE OPTIONS NUMBER...
// writes the result of each as JSON, a line each, to FILE.
#include "xblock/explore.h"

#include <cstdio>
#include <cstdlib>

extern "C" int emitted_main(int argc, char **argv);

int main(int argc, char **argv) {
  std::FILE *file = argc > 2 ? std::fopen(argv[1], "w") : nullptr;
  for (int i = 3; file && i < argc; ++i) {
    xblock::options how;
    how.more = argv[2];
    how.name = argv[i];
    xblock::result r = xblock::explore(
        [&] {
          char *words[] = {argv[0], argv[i], nullptr};
          if (emitted_main(2, words) != 0)
            std::abort();
        },
        how);
    for (char &c : r.json)
      c = c == '\n' ? ' ' : c;
    std::fprintf(file, "%s\n", r.json.empty() ? "{}" : r.json.c_str());
  }
  return file && std::fclose(file) == 0 ? 0 : 2;
}
