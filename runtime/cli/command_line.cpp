//===- command_line.cpp - what the user asked for -----------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "cli/command_line.h"

#include "cli/help.h"
#include "options/nearest.h"
#include "options/of_policies.h"
#include "options/texts.h"
#include "report/shown.h"
#include "support/schedule.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

namespace xblock {
namespace {

constexpr std::array<std::string_view, 3> kCommands = {"run", "replay", "compare"};
constexpr const char *kVersion = "xblock " XBLOCK_VERSION;

/// The values given to options on the command line, in order.
using Given = std::vector<std::pair<std::string, std::string>>;

bool takes(const CLI::App &command, const OptionInfo &option) { return isOptionOf(command.get_name(), option); }

CLI::Option *addOption(CLI::App &command, const OptionInfo &option, Given &given) {
  std::string name(option.name);
  if (option.type == OptionType::Flag) {
    auto give = [&given, name](int64_t n) { given.emplace_back(name, n > 0 ? "true" : "false"); };
    return command.add_flag_function("--" + name, give, std::string(option.help));
  }
  auto give = [&given, name](const std::string &value) { given.emplace_back(name, value); };
  return command.add_option_function<std::string>("--" + name, give, helpWithDefault(option))
      ->type_name(std::string(option.values))
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

/// The options of the table that the command takes; what is given is appended to `given`.
void addOptions(CLI::App &command, Given &given) {
  for (const OptionGroup &group : optionGroups())
    for (std::string_view name : listedWords(group.names))
      if (takes(command, *findOption(name)))
        addOption(command, *findOption(name), given)->group(std::string(group.title));
}

/// The option's name in "--name=value", or in CLI11's "--name: what is wrong".
std::string nameIn(const std::string &word) {
  std::size_t begin = std::min(word.find_first_not_of('-'), word.size());
  return word.substr(begin, word.find_first_of("=:", begin) - begin);
}

/// What is wrong with a word before "--" that no option took.
std::string strayWord(const CLI::App &command, const std::string &word) {
  if (!word.starts_with("-"))
    return "'" + word + "' stands before '--'; the program and its arguments go behind it";
  std::string name = nameIn(word), shown = "'" + word.substr(0, word.find('=')) + "'";
  const OptionInfo *known = findOption(name);
  if (!known || known->audience == Audience::Internal)
    return "unknown option " + shown + "; the nearest is '--" + std::string(nearestOption(name)) +
           "', and xblock " + command.get_name() + " --help lists all";
  if (!takes(command, *known))
    return "option '--" + name + "' is of xblock " +
           (known->audience == Audience::Replay ? "replay" : known->audience == Audience::Compare ? "compare" : "run") + ", not of xblock " +
           command.get_name() + ": leave it out";
  return "write '--" + name + "', not " + shown;
}

/// What CLI11 takes for something else: "" if among the words no flag has a value other than a truth value (it throws what is no
/// ParseError), and no other option has an empty one, or the next option for one (it takes the next word then).
std::string wrongValue(std::span<const std::string> words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string &word = words[i];
    const OptionInfo *option = word.starts_with("--") ? findOption(nameIn(word)) : nullptr;
    if (!option)
      continue;
    std::size_t equals = word.find('=');
    Options scratch;
    std::string error;
    if (option->type == OptionType::Flag) {
      if (equals != word.npos && !setOption(scratch, option->name, std::string_view(word).substr(equals + 1), &error))
        return error;
      continue;
    }
    const bool empty = equals + 1 == word.size();
    const bool swallows = equals == word.npos && i + 1 < words.size() && words[i + 1].starts_with("--");
    if (empty && !setOption(scratch, option->name, "", &error))
      return error;
    if ((empty || swallows) && setOption(scratch, option->name, std::nullopt, &error))
      error = "option '" + std::string(option->name) + "' needs a value";
    if (empty || swallows)
      return error;
  }
  return "";
}

/// Whether a file of that name is one, or the name says so.
bool isNativeLog(const std::string &word) {
  constexpr std::string_view kBegin = "xblock native log ";
  if (word.ends_with(".xblock-native"))
    return true;
  std::error_code none;
  if (!std::filesystem::is_regular_file(word, none)) // a pipe would be waited for
    return false;
  std::string begin(kBegin.size(), ' ');
  std::ifstream(word, std::ios::binary).read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return begin == kBegin;
}

std::string parseErrorText(const CLI::ParseError &error) {
  std::string text = error.what(), message;
  Options scratch;
  if (dynamic_cast<const CLI::ArgumentMismatch *>(&error) && findOption(nameIn(text)) &&
      !setOption(scratch, nameIn(text), std::nullopt, &message))
    return message;
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

class CommandLine {
public:
  CommandLine()
      : app_(text::kSummary, "xblock") {
    styleHelp(app_);
    app_.set_version_flag("--version", kVersion);
    run_ = app_.add_subcommand("run", text::kRun);
    replay_ = app_.add_subcommand("replay", text::kReplay);
    scheduleWord_ = replay_->add_option("SCHEDULE", schedule_, text::kSchedule)
                        ->type_name("");
    compare_ = app_.add_subcommand("compare", text::kCompare);
    for (CLI::App *command : {run_, replay_, compare_}) {
      addOptions(*command, given_);
      command->allow_extras();
    }
  }

  /// Empty if the words, those before "--", were read.
  std::optional<std::variant<Answer, Mistake>> read(std::span<const std::string> words) {
    if (!words.empty() && words[0] == "help") { // as of other commands: help, help COMMAND
      std::vector<std::string> asked(words.begin() + 1, words.end());
      asked.emplace_back("--help");
      return read(asked);
    }
    bool isCommand = !words.empty() && !words[0].starts_with("-");
    if (isCommand && std::find(kCommands.begin(), kCommands.end(), words[0]) == kCommands.end())
      return Mistake{"unknown command '" + words[0] + "'; the nearest is '" +
                     std::string(nearest(words[0], kCommands)) + "' (see xblock --help)"};
    if (std::string error = wrongValue(words); !error.empty())
      return Mistake{error};
    try {
      app_.parse(
          std::vector<std::string>(words.rbegin(), words.rend())); // it takes them off the back
    } catch (const CLI::CallForHelp &) {
      return Answer{app_.help()};
    } catch (const CLI::CallForVersion &) {
      return Answer{std::string(kVersion) + "\n"};
    } catch (const CLI::ExtrasError &) {
      return Mistake{"the commands are run, replay and compare (see xblock --help)"};
    } catch (const CLI::ParseError &error) {
      return Mistake{parseErrorText(error)};
    }
    if (app_.get_subcommands().empty())
      return Mistake{"no command: " + usageOf("run") + " (see xblock --help)"};
    return std::nullopt;
  }

  /// The options and the schedule. False, with one line in *error, if something is wrong with them.
  bool fill(Options &options, bool hasDashes, std::string *error) const {
    const CLI::App *command = app_.get_subcommands().front();
    std::vector<std::string> stray = command->remaining();
    if (!stray.empty() && (hasDashes || stray[0].starts_with("-"))) {
      *error = strayWord(*command, stray[0]);
      return false;
    }
    for (const auto &[name, value] : given_)
      if (!setOption(options, name, value, error))
        return false;
    if (!resolveNoise(options, error))
      return false;
    if (command == run_)
      leaveOutWhatIsOverruled(options);
    bool gdbArgs = isGivenHere("gdb-args");
    if (gdbArgs && !options.gdb) {
      *error = "'--gdb-args' is for gdb, which '--gdb' starts: add --gdb, or leave out --gdb-args";
      return false;
    }
    options.replay.clear();
    if (command != replay_)
      return true;
    std::string why;
    if (!*scheduleWord_)
      *error = "no schedule: " + usageOf("replay") + "; a report has one in its line 'xblock replay'";
    else if (parseSchedule(schedule_, &why))
      options.replay = schedule_;
    else if (isNativeLog(schedule_))
      *error = shellQuoted(schedule_) + " is the log of a run on real threads, and no schedule: run it again by xblock run --policy=native " +
               shellQuoted("--native-log=" + schedule_) + " -- PROGRAM, with the program and its arguments";
    else
      *error = why + "; copy it from the line 'xblock replay' of a report, as it is";
    return !options.replay.empty();
  }

  /// --noise=native is another spelling of --policy=native. False if that is not the policy that is asked for. Of the environment
  /// and the command line the latter is right.
  bool resolveNoise(Options &options, std::string *error) const {
    if (options.noise != "native")
      return true;
    const bool policyGiven = isGivenHere("policy"), noiseGiven = isGivenHere("noise");
    if (compares())
      *error = "--noise=native is --policy=native: have native among --policies, and leave it out";
    else if (options.policy != "native" && policyGiven == noiseGiven && isGiven(options, "policy"))
      *error = std::string(noiseGiven ? "" : "XBLOCK_OPTIONS: ") + "--noise=native is --policy=native, and this is --policy=" + options.policy + ": leave out one of them";
    else if (!policyGiven)
      setOption(options, "policy", "native", error);
    resetOption(options, "noise");
    return error->empty();
  }

  /// What XBLOCK_OPTIONS says of other policies than that of the command line.
  void leaveOutWhatIsOverruled(Options &options) const {
    const bool searches = std::ranges::any_of(given_, [](const auto &o) { return isOfSearches(o.first); });
    if (searches && !isGivenHere("policy") && !isGivenHere("noise"))
      resetOption(options, "policy");
    else if (!isGivenHere("policy") && !(isGivenHere("noise") && options.policy == "native"))
      return;
    leaveOutOtherPolicies(options, [&](std::string_view option) { return !isGivenHere(option); });
  }
  bool isGivenHere(std::string_view name) const {
    return std::ranges::any_of(given_, [&](const auto &o) { return o.first == name; });
  }

  bool compares() const { return app_.get_subcommands().front() == compare_; }
  std::string usage() const { return usageOf(app_.get_subcommands().front()->get_name()); }

private:
  CLI::App app_;
  CLI::App *run_ = nullptr;
  CLI::App *replay_ = nullptr, *compare_ = nullptr;
  CLI::Option *scheduleWord_ = nullptr;
  std::string schedule_;
  Given given_;
};

} // namespace

std::variant<Launch, Answer, Mistake> readCommandLine(std::span<const std::string> arguments,
                                                      const Options &base) {
  auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  bool hasDashes = dashes != arguments.end();
  CommandLine line;
  if (auto ended = line.read({arguments.begin(), dashes})) {
    if (auto *answer = std::get_if<Answer>(&*ended))
      return *answer;
    return std::get<Mistake>(*ended);
  }
  Launch launch{base, {}, line.compares()};
  std::string error;
  if (!line.fill(launch.options, hasDashes, &error))
    return Mistake{error};
  if (hasDashes)
    launch.program.assign(dashes + 1, arguments.end());
  if (launch.program.empty())
    return Mistake{(hasDashes ? "no program behind '--': " : "no '--' before the program: ") +
                   line.usage()};
  return launch;
}

} // namespace xblock
