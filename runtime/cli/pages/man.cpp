//===- man.cpp - xblock(1) --------------------------------------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "cli/pages/pages.h"
#include "options/texts.h"

#include <algorithm>

namespace xblock {
namespace {

/// As roff writes it: as it is, also at the begin of a line. `literal`: with hyphens that can be copied to a shell.
std::string roff(std::string_view text, bool literal = false) {
  std::string result;
  for (char c : text)
    if (c == '\\')
      result += "\\e";
    else if (literal && (c == '-' || c == '\'' || c == '~' || c == '^'))
      result += c == '-' ? "\\-" : c == '\'' ? "\\(aq" : c == '~' ? "\\(ti" : "\\(ha";
    else if ((c == '.' || c == '\'') && result.empty())
      result += std::string("\\&") + c;
    else
      result += c;
  return result;
}

std::string bold(std::string_view text) { return "\\fB" + roff(text, true) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + roff(text, true) + "\\fR"; }

/// Text in lines of at most 80 bytes, as far as words fit; none begins like a request.
std::string inLines(const std::string &text) {
  constexpr size_t kLongest = 80;
  std::string result;
  size_t column = 0;
  for (size_t begin = 0; begin <= text.size();) {
    size_t end = std::min(text.find(' ', begin), text.size());
    std::string word = text.substr(begin, end - begin);
    bool breaks = column && column + 1 + word.size() > kLongest;
    if (breaks && (word[0] == '.' || word[0] == '\''))
      word = "\\&" + word;
    result += (breaks ? "\n" : column ? " " : "") + word;
    column = (breaks ? 0 : column + (column ? 1 : 0)) + word.size();
    begin = end + 1;
  }
  return result;
}

/// A sentence in which options stand out: "--name", as it stands there.
std::string withOptions(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    size_t at = text.find("--");
    result += roff(text.substr(0, at));
    if (at == text.npos)
      break;
    text.remove_prefix(at);
    size_t end = std::min(text.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), text.size());
    result += bold(text.substr(0, end));
    text.remove_prefix(end);
  }
  return inLines(result);
}

std::string heading(std::string_view text) { return ".SH " + std::string(text) + "\n"; }
std::string paragraph(std::string_view text) { return ".PP\n" + withOptions(text) + "\n"; }
std::string entry(const std::string &term, std::string_view text) { return ".TP\n" + term + "\n" + withOptions(text) + "\n"; }

std::string example(std::string_view what, const std::vector<std::string> &lines) {
  std::string result = ".PP\n" + withOptions(what) + "\n.PP\n.in +4n\n.nf\n";
  for (const std::string &line : lines)
    result += bold(line) + "\n";
  return result + ".fi\n.in\n";
}

std::string options() {
  std::string result;
  for (const OptionGroup &group : optionGroups()) {
    result += ".SS " + std::string(group.title) + "\n";
    for (std::string_view name : listedWords(group.names)) {
      const OptionInfo &option = *findOption(name);
      std::string term = bold("--" + std::string(name));
      if (option.type == OptionType::Choice)
        for (const char *before = "="; std::string_view word : listedWords(option.values)) {
          term += before + bold(word);
          before = "|";
        }
      else if (option.type != OptionType::Flag)
        term += "=" + italic(option.values);
      std::string_view whose = option.audience == Audience::Search   ? (isOptionOf("compare", option) ? " Of xblock run and compare only." : " Of xblock run only.")
                               : option.audience == Audience::Replay ? " Of xblock replay only."
                               : option.audience == Audience::Compare ? " Of xblock compare only."
                                                                     : "";
      result += entry(term, helpWithDefault(option) + std::string(whose));
    }
  }
  return result;
}

} // namespace

std::string manPage() {
  std::string page = ".\\\" Made as xblock is built, from include/xblock/options.def and runtime/cli/pages/man.cpp: edit these.\n"
                     ".\\\" Part of xblock, under the Apache License v2.0 with LLVM Exceptions.\n"
                     ".\\\" SPDX: Apache-2.0 WITH LLVM-exception\n"
                     ".TH XBLOCK 1 \"" XBLOCK_DATE "\" \"xblock " XBLOCK_VERSION "\" \"User Commands\"\n";
  page += heading("NAME") + "xblock \\- explore the thread schedules of a C or C++ program\n";
  page += heading("SYNOPSIS");
  page += ".B xblock run\n.RI [ options ]\n.B \\-\\-\n.I program\n.RI [ argument \" ...]\"\n.br\n";
  page += ".B xblock replay\n.I schedule\n.RI [ options ]\n.B \\-\\-\n.I program\n.RI [ argument \" ...]\"\n.br\n";
  page += ".B xblock compare\n.RI [ options ]\n.B \\-\\-\n.I program\n.RI [ argument \" ...]\"\n.br\n";
  page += ".B xblock\n.BR \\-\\-help \" | \" \\-\\-version\n";

  page += heading("DESCRIPTION") + withOptions(text::kSummary) + "\n";
  page += paragraph("The program is compiled and linked by xblock-clang or xblock-clang++, which take the options of clang. Up to its first "
                    "thread it runs as it is. From there on its threads are run one at a time, in every order that can make a difference, and "
                    "each order that fails is told of: what happened, what each thread did, and a schedule that runs it again.");
  page += entry(bold("xblock run"), text::kRun);
  page += entry(bold("xblock replay ") + italic("schedule"), text::kReplay);
  page += entry(bold("xblock compare"), text::kCompare);
  page += paragraph("The report goes to standard error. What the program wrote in the first schedule that ran to its end goes to standard output "
                    "and standard error, unless a schedule fails. An interrupt ends a search with the report of what is known so far.");
  page += paragraph(text::kByItself);

  page += heading("OPTIONS") + withOptions("An option is --name=value or --name value, a flag --name or --name=false. A later one overrides an "
                                           "earlier one.") + "\n" + options();

  page += heading("EXIT STATUS");
  for (const ExitText &exit : kExitTexts)
    page += entry(bold(std::to_string(exit.code)), std::string(exit.name) + ". " + std::string(exit.meaning));

  page += heading("ENVIRONMENT");
  page += entry(bold("XBLOCK_OPTIONS"),
                "Options, written name=value or name, separated by spaces or commas; a value may be quoted. Read by xblock, before the "
                "options of the command line, and by an instrumented program that is run by itself.");
  page += entry(bold("XBLOCK_SYMBOLIZER"), "The llvm-symbolizer that names the lines in reports, where it is not the one that is found.");

  page += heading("FILES");
  page += entry(italic("PROGRAM-XXXXXXXX.xblock-frontier"),
                "In the current folder: what --resume goes on from. Written about once a second by searches of two seconds or more, and when one "
                "is interrupted; removed when nothing is left to go on with. See --frontier.");

  page += heading("EXAMPLES") + example("Explore a test, and stop at the first schedule that fails:",
                                        {"xblock-clang -g test.c -o test", "xblock run -- ./test"}).substr(std::string_view(".PP\n").size());
  page += example("List every distinct failure, and write a page in which each can be stepped through:",
                  {"xblock run --keep-going --html=report.html -- ./test"});
  page += example("Run one schedule again, as a report printed it, and look at it in gdb:",
                  {"xblock replay x1:0.1.2 -- ./test", "xblock replay x1:0.1.2 --gdb -- ./test"});
  page += example("Search for a minute, and go on later:", {"xblock run --time=60 -- ./test", "xblock run --resume -- ./test"});
  page += example("In continuous integration:", {"xblock run --quiet --junit=xblock.xml -- ./test"});

  page += heading("SEE ALSO") + ".BR clang (1),\n.BR gdb (1)\n";
  return page;
}

} // namespace xblock
