#include "report/terminal_linux.h"

#include "support/report_streams_linux.h"

#include <algorithm>
#include <sys/ioctl.h>
#include <unistd.h>

namespace xblock {

/// Of the terminal that the report goes to, 0 if it is none.
static size_t terminalColumns() {
  constexpr size_t kNarrowest = 40; // below, nothing looks better broken
  winsize size{};
  if (!isatty(reportStream(2)) || ioctl(reportStream(2), TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return 0;
  return std::max<size_t>(size.ws_col, kNarrowest);
}

void printToStderr(const Report &report, bool quiet, const std::string &color) {
  const bool paints = color == "always" || (color == "auto" && isatty(reportStream(2)));
  writeReport(2, quiet ? verdictLine(report) + "\n" : printText(report, paints, terminalColumns()));
}

} // namespace xblock
