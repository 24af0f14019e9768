#include "report/report_files_linux.h"

#include "report/output_files_linux.h"
#include "support/report_streams_linux.h"
#include "support/whole_files_linux.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <map>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

namespace xblock {

std::string ReportFiles::prepare(const std::vector<NamedFile> &written, const std::vector<NamedFile> &others) {
  if (char *folder = getcwd(nullptr, 0)) {
    folder_ = folder;
    free(folder);
  }
  std::map<FileIdentity, std::string> taken;
  auto other = [&](const std::string &option, const std::string &name) {
    std::optional<FileIdentity> file = identityOf(pathOf(name));
    return file ? taken.try_emplace(*file, option).first->second : option;
  };
  auto both = [](const std::string &one, const std::string &two, const std::string &name) {
    return one + " and " + two + " are one file, " + name +
           ", and the second would replace the first: give each its own";
  };
  for (const auto &[option, name, isRead] : others)
    if (!name.empty())
      other(option, name);
  std::string toOutput;
  for (const auto &[option, name, isRead] : written) {
    if (name.empty())
      continue;
    if (int stream = streamOf(name)) {
      takesOutput_ |= stream == 1;
      if (stream == 1 && !toOutput.empty())
        return toOutput + " and " + option +
               " both write to standard output, where nobody could tell them apart: give one of "
               "them a file";
      toOutput = stream == 1 ? option : toOutput;
      if (std::string wrong = tryStream(stream); !wrong.empty())
        return wrong;
      continue;
    }
    if (folder_.empty() && !name.starts_with('/'))
      return "cannot write " + name +
             ": the folder where xblock was started is gone; give a path that begins with /";
    if (std::string first = other(option, name); first != option)
      return both(first, option, name);
  }
  for (const auto &[option, name, isRead] : written)
    if (!name.empty() && !streamOf(name))
      if (int error = whyNotWritable(pathOf(name)); error && !(isRead && error == ETXTBSY))
        return cannotWrite(name, error);
  for (const auto &[option, name, isRead] : written)
    if (!name.empty() && !streamOf(name))
      if (std::string wrong = wouldReplaceSource(option, name, pathOf(name)); !wrong.empty())
        return wrong;
  return "";
}

/// 1 or 2 if it is one of these; else 0.
int ReportFiles::streamOf(const std::string &name) const {
  if (name == "-")
    return 1;
  struct stat there{}, stream{};
  if (stat(pathOf(name).c_str(), &there) != 0)
    return 0;
  for (int fd : {1, 2})
    if (fstat(reportStream(fd), &stream) == 0 && stream.st_dev == there.st_dev && stream.st_ino == there.st_ino)
      return fd;
  return 0;
}

namespace {

std::string cannotWriteStream(int stream, int error) {
  return std::string("cannot write to standard ") + (stream == 1 ? "output" : "error") + ": " + strerror(error) + "; see where it leads to";
}

} // namespace

/// Nothing is written; that fails where the stream is closed, is open for reading only, or leads to a device that is full.
std::string ReportFiles::tryStream(int stream) {
  const int error = tryReport(stream);
  return error ? cannotWriteStream(stream, error) : "";
}

std::string ReportFiles::writeStream(int stream, const std::string &text) {
  const int error = writeReport(stream, text);
  return error == 0 || error == EPIPE || error == EBADF ? "" : cannotWriteStream(stream, error);
}

std::string ReportFiles::write(const std::string &name, const std::string &text) const {
  if (int stream = streamOf(name)) {
    const int error = writeReport(stream, text);
    unread_ |= error == EPIPE;
    return error == 0 || error == EPIPE ? "" : cannotWriteStream(stream, error);
  }
  const int error = writeWholeFile(pathOf(name), text);
  return error ? cannotWrite(name, error) : "";
}

} // namespace xblock
