//===- help.cpp - how --help looks --------------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "cli/help.h"

#include "options/texts.h"
#include "report/shown.h"

namespace xblock {
namespace {

constexpr std::size_t kColumn = 32;     // where descriptions begin
constexpr std::size_t kLineLength = 98; // of the whole help

std::string footer() {
  std::string codes = "Exit codes:";
  for (const ExitText &exit : kExitTexts)
    codes += (exit.code ? ", " : " ") + std::to_string(exit.code) + " " + std::string(exit.name);
  return wrapped(codes + ".", kLineLength) + "\n" + wrapped(text::kByItself, kLineLength) + "\nSee also: man xblock";
}

class Layout : public CLI::Formatter {
public:
  Layout() { column_width(kColumn); }
  std::string make_usage(const CLI::App *app, std::string) const override {
    return "Usage: " + usageOf(app->get_parent() ? app->get_name() : "") + "\n";
  }
  std::string make_option_desc(const CLI::Option *option) const override {
    return wrapped(CLI::Formatter::make_option_desc(option), kLineLength - kColumn);
  }
};

} // namespace

void styleHelp(CLI::App &app) {
  app.formatter(std::make_shared<Layout>());
  app.footer(footer());
}

std::string usageOf(const std::string &command) {
  if (command.empty())
    return "xblock run|replay|compare ... (xblock run --help lists the options)";
  return "xblock " + command + (command == "replay" ? " SCHEDULE" : "") +
         " [options] -- program arguments...";
}

} // namespace xblock
