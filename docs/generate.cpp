//===- generate.cpp - pages of docs/ that are made from tables ----------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
//   generate_docs options | supported
//
// Prints docs/options.md (from include/xblock/options.def) or docs/supported.md (from
// include/xblock/intercepts.def and docs/cxx_vocabulary.def). A test compares; the target
// update_docs writes them.
//===------------------------------------------------------------------------------------------------===//
#include "options/options.h"

#include <cstdio>
#include <cstdlib>
#include <cxxabi.h>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using namespace xblock;

namespace {

enum class Reach { Everywhere, Instrumented };

struct Row {
  std::string name;
  std::string family;
  Reach reach;
  std::string note;
  bool refused;
};

std::vector<Row> rows() {
  return {
#define XBLOCK_INTERCEPT(name, family, reach, note) {#name, #family, Reach::reach, note, false},
#define XBLOCK_REFUSE(name, family, reach, note) {#name, #family, Reach::reach, note, true},
#include "xblock/intercepts.def"
  };
}

/// What is said of a modelled function beside its row: by its name.
std::map<std::string, std::string> choices() {
  return {
#define XBLOCK_CHOICE(name, what) {#name, what},
#include "xblock/intercepts.def"
  };
}

std::map<std::string, std::string> refusedUses() {
  return {
#define XBLOCK_REFUSES(name, what) {#name, what},
#include "xblock/intercepts.def"
  };
}

/// Other names, by the function that they stand for.
std::map<std::string, std::string> otherNames() {
  std::map<std::string, std::string> names;
#define XBLOCK_SAME(name, as) names[#as] += (names[#as].empty() ? "`" : ", `") + std::string(#name "`");
#include "xblock/intercepts.def"
  return names;
}

std::string escaped(const std::string &text) {
  std::string result;
  for (char c : text)
    result += c == '|' ? std::string("\\|") : std::string(1, c);
  return result;
}

std::string demangled(const std::string &symbol) {
  if (!symbol.starts_with("_Z"))
    return symbol;
  int status = 0;
  char *plain = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  std::string text = plain ? plain : symbol;
  std::free(plain);
  return text;
}

std::string optionsPage() {
  std::string page =
      "# Options\n\n"
      "<!-- Made by docs/generate.cpp from include/xblock/options.def: edit that. -->\n\n"
      "On the command line an option is `--name=value` or `--name value`, a flag `--name` or\n"
      "`--name=false`. In `XBLOCK_OPTIONS`, which an instrumented program reads when it is run by\n"
      "itself, options are written `name=value` or `name`, separated by spaces or commas; a value\n"
      "may be quoted by `'...'` or by `\"...\"` (with `\\\"` and `\\\\` inside). The command line "
      "goes\n"
      "before `XBLOCK_OPTIONS`: also where it names another policy, or a bound of searches, so that what\n"
      "`XBLOCK_OPTIONS` says of another policy is left out. A name that is not in this list is an error.\n\n"
      "An option that does not go with the others, as one of a policy that is not asked for, is\n"
      "refused, whatever its value: also with its default. Only a flag that is false asks for\n"
      "nothing.\n\n"
      "| option | values | default | what it does | of |\n|---|---|---|---|---|\n";
  Options defaults;
  for (const OptionInfo &option : optionTable()) {
    if (option.audience == Audience::Internal)
      continue;
    std::string standard = option.type == OptionType::Flag ? "" : valueText(defaults, option);
    const OptionRange *range = rangeOf(option.name);
    std::string numbers = range ? ", " + std::to_string(range->least) + " to " + std::to_string(range->most) : "";
    page += "| `" + std::string(option.name) + "` | " + escaped(std::string(option.values)) + numbers +
            " | " + standard + " | " + escaped(std::string(option.help)) + " | " +
            (option.audience == Audience::Search   ? "run"
             : option.audience == Audience::Replay  ? "replay"
             : option.audience == Audience::Compare ? "compare"
                                                    : "run, replay") +
            " |\n";
  }
  return page;
}

struct CxxRow {
  std::string header, owner, members, model, choice, refused;
};

std::vector<CxxRow> cxxRows() {
  return {
#define XBLOCK_CXX(header, owner, members, model, choice, refused)                                 \
  {#header, owner, members, model, choice, refused},
#include "cxx_vocabulary.def"
  };
}

/// "`lock`, `unlock`": of "(type)" the name of the class.
std::string listed(const CxxRow &row) {
  std::string list;
  std::istringstream words(row.members);
  for (std::string word; words >> word;) {
    if (word.starts_with("operator_"))
      word[8] = ' ';
    bool isType = word == "(type)";
    list += (list.empty() ? "`" : ", `") + (isType ? "std::" + row.owner : word) + "`";
  }
  return list;
}

std::string cxxTables() {
  std::string text = "\n# The C++ vocabulary\n\n"
                     "What the headers for threads declare, on top of the functions above. "
                     "**refused**: `always`, or with the "
                     "library named.\n";
  std::string header;
  for (const CxxRow &row : cxxRows()) {
    if (row.header != header)
      text += "\n## <" + row.header +
              ">\n\n| of | names | model | choice | refused |\n|---|---|---|---|---|\n";
    header = row.header;
    text += "| " + (row.owner.empty() ? "" : "`std::" + row.owner + "`") + " | " +
            escaped(listed(row)) + " | " + escaped(row.model) + " | " + escaped(row.choice) +
            " | " + escaped(row.refused) + " |\n";
  }
  text += "\n## Functions of libstdc++.so that need no model\n\n| function | why |\n|---|---|\n";
#define XBLOCK_CXX_LIBRARY(symbol, reason)                                                         \
  text += "| `" + escaped(demangled(#symbol)) + "` | " + escaped(reason) + " |\n";
#include "cxx_vocabulary.def"
  return text;
}

/// Takes what is said of the function out of the list.
std::string take(std::map<std::string, std::string> &said, const std::string &name) {
  auto found = said.find(name);
  if (found == said.end())
    return "";
  std::string what = found->second;
  said.erase(found);
  return what;
}

void leaveNone(const std::map<std::string, std::string> &said) {
  for (const auto &[name, what] : said) {
    std::fprintf(stderr, "%s has no XBLOCK_INTERCEPT, but: %s\n", name.c_str(), what.c_str());
    std::exit(1);
  }
}

std::string supportedPage() {
  std::string page =
      "# What is modelled\n\n"
      "<!-- Made by docs/generate.cpp from include/xblock/intercepts.def: edit that. -->\n\n"
      "The functions that xblock models, watches or refuses.\n\n"
      "- **calls**: `everywhere` if calls from libraries that were not compiled with the pass "
      "reach the model too; `program` if only "
      "calls\n"
      "  from the program's own instrumented code do.\n"
      "- **choice**: what the search decides within the call; every outcome is tried. Which thread "
      "goes on is decided at the end of\n"
      "  each block, of any function.\n"
      "- **refused**: reaching it while threads are explored stops the run with the verdict "
      "`unsupported`, the function's name and\n"
      "  the source line. `always`, or the uses that are.\n\n"
      "A C function that the program defines itself, in whichever of its files, is the program's, also by a name of "
      "these tables.\nWhat else libc and libm export does no harm: a test has a reason for each. Any other function "
      "runs as it is: see\n[limitations.md](limitations.md) for what that means.\n";
  std::vector<std::string> families;
  std::map<std::string, std::string> tables, choice = choices(), refused = refusedUses();
  for (const Row &row : rows()) {
    if (!tables.count(row.family))
      families.push_back(row.family);
    std::string uses = row.refused ? "always" : take(refused, row.name);
    tables[row.family] += "| `" + escaped(demangled(row.name)) + "` | " +
                          (row.reach == Reach::Everywhere ? "everywhere" : "program") + " | " +
                          escaped(row.note) + " | " +
                          (row.refused ? "" : escaped(take(choice, row.name))) + " | " +
                          escaped(uses) + " |\n";
  }
  leaveNone(choice);
  leaveNone(refused);
  for (const std::string &family : families)
    page += "\n## " + family +
            "\n\n| function | calls | model | choice | refused |\n|---|---|---|---|---|\n" +
            tables[family];
  page += "\n## Other names\n\nCalls by these names from the program's code are those of the function.\n\n"
          "| function | also called |\n|---|---|\n";
  for (const auto &[name, others] : otherNames())
    page += "| `" + escaped(name) + "` | " + escaped(others) + " |\n";
  return page + cxxTables();
}

} // namespace

int main(int argc, char **argv) {
  std::string which = argc == 2 ? argv[1] : "";
  if (which != "options" && which != "supported") {
    std::fputs("usage: generate_docs options | supported\n", stderr);
    return 2;
  }
  std::fputs((which == "options" ? optionsPage() : supportedPage()).c_str(), stdout);
  return 0;
}
