#include "options/going_on.h"

#include "support/frontier_linux.h"

#include <cstdio>

namespace xblock {

std::string sameOptions(const Options &options) {
  Options same = options, standard;
  same.time = standard.time;
  same.maxSchedules = standard.maxSchedules;
  same.progress = standard.progress;
  same.json = standard.json;
  same.html = standard.html;
  same.sarif = standard.sarif;
  same.junit = standard.junit;
  same.log = standard.log;
  same.color = standard.color;
  same.quiet = standard.quiet;
  same.verbose = standard.verbose;
  same.shorten = standard.shorten;
  same.frontier = standard.frontier;
  same.frontierEvery = standard.frontierEvery;
  same.resume = standard.resume;
  return printDiffering(same);
}

std::vector<std::string> programAndArguments(std::vector<std::string> words) {
  words[0] = words[0].substr(words[0].rfind('/') + 1);
  return words;
}

std::string frontierName(const std::string &sameOptions,
                         const std::vector<std::string> &programAndArguments) {
  std::string all = sameOptions;
  for (const std::string &word : programAndArguments)
    all += '\0' + word;
  char digest[9];
  snprintf(digest, sizeof digest, "%08x", static_cast<unsigned>(digestOf(all)));
  return programAndArguments[0] + "-" + digest + ".xblock-frontier";
}

std::vector<std::string> resumeWords(const Options &options,
                                     const std::vector<std::string> &program) {
  std::vector<std::string> words{"xblock", "run", "--resume"};
  for (const OptionInfo &option : optionTable()) {
    std::string value = valueText(options, option);
    bool isOfRun = option.audience == Audience::Search || option.audience == Audience::Public;
    if (!isOfRun || option.name == "resume" || value == valueText(Options{}, option))
      continue;
    std::string word = "--" + std::string(option.name);
    words.push_back(option.type == OptionType::Flag && value == "true" ? word : word + "=" + value);
  }
  words.emplace_back("--");
  words.insert(words.end(), program.begin(), program.end());
  return words;
}

} // namespace xblock
