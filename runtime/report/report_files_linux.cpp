#include "report/report_files_linux.h"

#include "report/output_files_linux.h"
#include "support/made_files_linux.h"
#include "support/report_streams_linux.h"

#include <cerrno>
#include <cstdio>
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
  for (const auto &[option, name, replaced] : others)
    if (!name.empty())
      other(option, name);
  std::string toOutput;
  for (const auto &[option, name, replaced] : written) {
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
  for (const auto &[option, name, replaced] : written)
    if (!name.empty() && !streamOf(name))
      if (int error = whyNotTaken(name, replaced))
        return cannotWrite(name, error);
  for (const auto &[option, name, replaced] : written)
    if (!name.empty() && !streamOf(name))
      if (std::string wrong = wouldReplaceSource(option, name, pathOf(name)); !wrong.empty())
        return wrong;
  return "";
}

/// What takes the place of another file is made beside it.
int ReportFiles::whyNotTaken(const std::string &name, bool replaces) const {
  int error = whyNotWritable(pathOf(name));
  if (!replaces || !isReplaced(name) || (error && error != ETXTBSY))
    return error;
  return whyNotMade(besideOf(name));
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
  FILE *file = fopen(pathOf(name).c_str(), "we");
  if (!file)
    return cannotWrite(name, errno);
  bool written = fwrite(text.data(), 1, text.size(), file) == text.size();
  int error = errno;
  if (fclose(file) != 0 && written) {
    written = false;
    error = errno;
  }
  return written ? "" : cannotWrite(name, error);
}

bool ReportFiles::isReplaced(const std::string &name) const {
  struct stat there{};
  return stat(pathOf(name).c_str(), &there) != 0 || S_ISREG(there.st_mode); // else a device, a pipe
}

/// Behind links.
std::string ReportFiles::placeOf(const std::string &name) const {
  char *real = realpath(pathOf(name).c_str(), nullptr);
  std::string place = real ? real : pathOf(name);
  free(real);
  return place;
}

std::string ReportFiles::besideOf(const std::string &name) const { return placeOf(name) + "." + std::to_string(getpid()); }

std::string ReportFiles::replace(const std::string &name, const std::string &text) const {
  if (!isReplaced(name))
    return write(name, text);
  const std::string path = placeOf(name), beside = besideOf(name);
  struct stat there{};
  const bool exists = stat(path.c_str(), &there) == 0;
  std::string wrong = write(beside, text);
  if (wrong.empty() && exists)
    chmod(beside.c_str(), there.st_mode & 07777);
  if (wrong.empty() && rename(beside.c_str(), path.c_str()) == 0)
    return "";
  int error = errno;
  unlink(beside.c_str());
  return cannotWrite(name, error);
}

} // namespace xblock
