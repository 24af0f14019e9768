//===- main.cpp - the command xblock ------------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "cli/command_line.h"
#include "cli/compare_linux.h"
#include "cli/gdb_linux.h"
#include "cli/launch_linux.h"
#include "cli/program_file_linux.h"
#include "cli/watched_run_linux.h"
#include "report/report.h"
#include "report/report_files_linux.h"

#include <cstdio>
#include <cstdlib>

using namespace xblock;

namespace {

int complain(const std::string &message) {
  std::fprintf(stderr, "xblock: %s\n", message.c_str());
  return exitCode(Verdict::Usage);
}

int start(const Launch &launch) {
  std::string error;
  std::optional<std::string> file = findProgram(launch.program[0], &error);
  if (!file || !isInstrumented(*file, &error))
    return complain(error);
  if (launch.compares || !launch.options.gdb || launch.options.replay.empty())
    ignoreWriteSignals();
  if (launch.compares)
    return compare(*file, launch.program, launch.options);
  if (launch.options.gdb && !launch.options.replay.empty())
    return complain(becomeGdb(*file, launch.program, launch.options));
  std::optional<Ended> ended = runWatched(*file, launch.program, launch.options, &error);
  if (!ended)
    return complain(error);
  std::string why = whyNoVerdict(*ended);
  return why.empty() ? *ended->verdict : complain(why);
}

} // namespace

int main(int argc, char **argv) {
  std::string error;
  const char *variable = std::getenv("XBLOCK_OPTIONS");
  std::optional<Options> base = parseOptions(variable ? variable : "", &error);
  if (!base)
    return complain("XBLOCK_OPTIONS: " + error);
  std::vector<std::string> arguments(argv + (argc > 0), argv + argc);
  auto command = readCommandLine(arguments, *base);
  if (auto *mistake = std::get_if<Mistake>(&command))
    return complain(mistake->message);
  if (auto *answer = std::get_if<Answer>(&command)) {
    const std::string wrong = ReportFiles::writeStream(1, answer->text);
    return wrong.empty() ? 0 : complain(wrong);
  }
  return start(std::get<Launch>(command));
}
