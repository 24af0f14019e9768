#include "start/saved_search.h"

#include "options/going_on.h"
#include "report/shown.h"
#include "start/narrator.h"
#include "support/modules_linux.h"
#include "support/report_streams_linux.h"
#include "world/crash_linux.h"
#include "world/output.h"

#include <chrono>
#include <utility>

namespace xblock {

namespace {

/// A loaded file: where, and what it holds.
struct LoadedFile {
  std::string path;
  uint64_t base = 0, digest = 0;
  template <typename A> void archive(A &a) {
    io(a, path);
    io(a, base);
    io(a, digest);
  }
};

std::vector<LoadedFile> loadedFiles() {
  std::vector<LoadedFile> all;
  for (const Module &module : loadedModules())
    all.push_back({module.path, module.base, digestOfFile(module.path)});
  return all;
}

} // namespace

SavedSearch::SavedSearch(Program &program, const Options &options, const std::vector<std::string> &words, FirstOutput &first,
                         Outcomes &outcomes, CoverageOfRun &coverage, Visited &visited, Watch *watch)
    : program_(program), options_(options), first_(first), outcomes_(outcomes), coverage_(coverage), visited_(visited), watch_(watch), words_(programAndArguments(words)), same_(sameOptions(options)),
      named_(options.frontier != "auto") {
  if (named_ && options.frontier != "none")
    file_.emplace(options.frontier);
  if (!named_)
    file_.emplace(frontierName(same_, words_));
}

template <typename A> void SavedSearch::ioIdentity(A &a) {
  std::vector<LoadedFile> files = loadedFiles();
  io(a, words_);
  io(a, same_);
  io(a, files);
}

/// "" if the file is of this very search, else what differs.
std::string SavedSearch::difference(Reader &in) {
  std::vector<std::string> words;
  std::string same;
  std::vector<LoadedFile> files, now = loadedFiles();
  io(in, words);
  io(in, same);
  io(in, files);
  if (words != words_)
    return words[0] != words_[0] ? "it is of program '" + words[0] + "'" : "it is of other arguments of the program";
  if (same != same_)
    return "it is of a search with options '" + same + "', and these are '" + same_ + "'";
  for (size_t i = 0; i < std::max(files.size(), now.size()); ++i) {
    if (i >= files.size() || i >= now.size() || files[i].digest != now[i].digest)
      return "the program or a library has changed since: " + (i < now.size() ? now[i].path : files[i].path);
    if (files[i].base != now[i].base)
      return "the program or a library lies at another address than then, which this system does not let xblock prevent: " +
             now[i].path;
  }
  return "";
}

std::optional<std::string> SavedSearch::load(std::string *error) {
  auto isFree = [&](const std::string &obstacle) {
    if (!obstacle.empty())
      *error = "--frontier: " + file_->path() + " " + obstacle + "; name another file";
    return obstacle.empty();
  };
  if (!options_.resume) {
    if (named_ && file_)
      isFree(file_->obstacle());
    return std::nullopt;
  }
  if (!file_) {
    *error = "--resume goes on from a file, and --frontier=none says that there is none: leave out one of them";
    return std::nullopt;
  }
  std::string why, state;
  if (!named_ && !file_->exists()) {
    *error = "--resume: no search of this program with these arguments and options was broken off in this folder (" +
             file_->path() + " is not there); run the line 'go on' of its report, or begin it without --resume";
    return std::nullopt;
  }
  if (std::optional<std::string> body = file_->read(&why)) {
    if (named_ && !isFree(file_->whyNotWritten()))
      return std::nullopt;
    Reader in{std::move(*body)};
    why = difference(in);
    if (why.empty()) {
      io(in, first_);
      io(in, outcomes_);
      io(in, visited_);
      program_.readFrom(in);
      io(in, state);
      std::string covered;
      io(in, covered);
      coverage_.goOnFrom(covered);
      written_ = true;
      narrator.say("goes on from " + file_->path() + ", " + std::to_string(in.bytes.size()) + " bytes");
      return state;
    }
  }
  *error = "--resume: " + file_->path() + ": " + why + "; mend that, or begin again without --resume";
  return std::nullopt;
}

void SavedSearch::follow(SearchOptions &search, SearchObserver &observer) {
  interrupted_ = search.interrupted;
  began_ = std::chrono::steady_clock::now();
  narrator.say(!file_    ? "the search cannot be gone on with: --frontier=none"
               : written_ || named_ ? "what --resume needs is written to " + file_->path() + " about once a second"
                          : "what --resume needs is written to " + file_->path() + ", if the search lasts two seconds or is interrupted");
  if (!file_)
    return;
  if (!named_ && !options_.resume && file_->exists())
    writeReport(2, "xblock: a search of this was broken off here; --resume goes on with it, and this one, which begins again, "
                "replaces " + file_->path() + " if it lasts two seconds or is interrupted\n");
  observer.saveDue = &due_;
  observer.save = [this](const std::string &state) { save(state); };
  tellWhenDue(&due_, written_ ? 1 : 2);
  if (!options_.frontierEvery)
    return;
  search.stop = [this, before = search.stop] {
    if (++schedules_ % options_.frontierEvery == 0)
      due_ = true;
    return before && before();
  };
}

void SavedSearch::save(const std::string &state) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::seconds kShort{2};
  if (!due_ && !named_ && !written_ && !*interrupted_ && Clock::now() - began_ < kShort) // a limit ended it soon
    return;
  due_ = false;
  auto begun = Clock::now();
  Writer out;
  ioIdentity(out);
  io(out, first_);
  io(out, outcomes_);
  io(out, visited_);
  program_.writeTo(out);
  std::string copy = state, covered = coverage_.kept();
  io(out, copy);
  io(out, covered);
  const std::string why = file_->write(out.bytes);
  const bool isNew = why != std::exchange(whyNot_, why);
  written_ |= why.empty();
  narrator.say(why.empty() ? "the state of the search was written to " + file_->path() + ", " + std::to_string(out.bytes.size()) + " bytes"
                           : "the state of the search was not written to " + file_->path() + ": " + why);
  if (watch_ && written_)
    watch_->saved = 1;
  if (!why.empty() && named_ && isNew)
    writeReport(2, "xblock: --frontier: " + file_->path() + ": " + why + "; the search goes on without it\n");
  // At most a fiftieth of the time goes into it.
  constexpr int kShare = 50;
  auto seconds = std::chrono::duration_cast<std::chrono::seconds>(kShare * (Clock::now() - begun)).count();
  tellWhenDue(why.empty() ? &due_ : nullptr, std::max<uint64_t>(1, static_cast<uint64_t>(seconds)));
}

void SavedSearch::tellHowToGoOn(Report &report) const {
  if (!file_)
    report.left.push_back("it cannot be gone on with: --frontier=none");
  else if (!written_)
    report.left.push_back("it cannot be gone on with: " + file_->path() + ": " + whyNot_);
  else
    report.goOn = shellQuoted(resumeWords(options_, report.program));
}

void SavedSearch::end(bool left) {
  tellWhenDue(nullptr, 0);
  if (!file_ || !written_)
    return;
  if (left) {
    narrator.say("kept, to go on from: " + file_->path());
    return;
  }
  file_->remove();
  narrator.say("nothing is left to go on with: removed " + file_->path());
}

} // namespace xblock
