#include "native/saved_runs.h"

#include "options/going_on.h"
#include "report/shown.h"
#include "support/modules_linux.h"
#include "support/report_streams_linux.h"

#include <utility>

namespace xblock::native {

static std::vector<uint64_t> digestsOfFiles() {
  std::vector<uint64_t> all;
  for (const Module &module : loadedModules())
    all.push_back(digestOfFile(module.path));
  return all;
}

SavedRuns::SavedRuns(const Options &options, const std::vector<std::string> &words,
                     const std::string &how)
    : options_(options), program_(words), words_(programAndArguments(words)),
      same_(sameOptions(options) + how), named_(options.frontier != "auto") {
  if (options.frontier != "none")
    file_.emplace(named_ ? options.frontier : frontierName(same_, words_));
}

template <typename A>
void SavedRuns::ioIdentity(A &a, std::vector<std::string> &words, std::string &same,
                           std::vector<uint64_t> &digests) {
  io(a, words);
  io(a, same);
  io(a, digests);
}

std::string SavedRuns::load(Runs &runs) {
  if (std::string obstacle = named_ && file_ && !options_.resume ? file_->obstacle() : "";
      !obstacle.empty())
    return "--frontier: " + file_->path() + " " + obstacle + "; name another file";
  if (!options_.resume) {
    if (file_ && !named_ && file_->exists())
      writeReport(2, "xblock: runs of this were broken off here; --resume goes on with them, and these, which begin again, replace " + file_->path() +
                         " if they last two seconds or are interrupted\n");
    return "";
  }
  if (!file_)
    return "--resume goes on from a file, and --frontier=none says that there is none: leave out "
           "one of them";
  if (!named_ && !file_->exists())
    return "--resume: no native runs of this program with these arguments and options were broken "
           "off in this folder (" +
           file_->path() +
           " is not there); run the line 'go on' of their report, or begin them without --resume";
  std::string why;
  if (std::optional<std::string> body = file_->read(&why)) {
    Reader in{std::move(*body)};
    std::vector<std::string> words;
    std::string same;
    std::vector<uint64_t> digests;
    ioIdentity(in, words, same, digests);
    if (words != words_)
      why = "it is of program '" + shellQuoted(words) + "'";
    else if (same != same_)
      why = "it is of runs with options '" + same + "', and these are '" + same_ + "'";
    else if (digests != digestsOfFiles())
      why = "the program or a library has changed since";
    if (why.empty()) {
      io(in, runs);
      written_ = true;
      return "";
    }
  }
  return "--resume: " + file_->path() + ": " + why + "; mend that, or begin again without --resume";
}

bool SavedRuns::write(Runs &runs) {
  if (!file_)
    return false;
  std::vector<uint64_t> digests = digestsOfFiles();
  Writer out;
  ioIdentity(out, words_, same_, digests);
  io(out, runs);
  const std::string before = std::exchange(whyNot_, file_->write(out.bytes));
  written_ |= whyNot_.empty();
  if (!whyNot_.empty() && named_ && whyNot_ != before)
    writeReport(2, "xblock: --frontier: " + file_->path() + ": " + whyNot_ + "; the runs go on without it\n");
  due_ = Clock::now() + std::chrono::seconds(1);
  return whyNot_.empty();
}

void SavedRuns::after(Runs &runs, bool now) {
  const bool keeps = named_ || written_;
  const bool asked = options_.frontierEvery && runs.done % options_.frontierEvery == 0;
  if (asked || (now && keeps) || Clock::now() >= due_)
    write(runs);
}

std::optional<std::string> SavedRuns::interrupted(Runs &runs, std::string *why) {
  if (write(runs))
    return shellQuoted(resumeWords(options_, program_));
  *why = file_ ? file_->path() + ": " + whyNot_ : "--frontier=none";
  return std::nullopt;
}

void SavedRuns::end(Runs &runs, bool left) {
  if (left && (named_ || written_))
    write(runs);
  else if (file_ && written_)
    file_->remove();
}

void SavedRuns::leave() const {
  if (file_)
    file_->leave();
}

} // namespace xblock::native
