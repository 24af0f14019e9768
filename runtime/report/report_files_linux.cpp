#include "report/report_files_linux.h"

#include "report/output_files_linux.h"
#include "support/write_all_linux.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
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
  for (const auto &[option, name] : others)
    if (!name.empty())
      other(option, name);
  std::string toOutput;
  for (const auto &[option, name] : written) {
    if (name.empty())
      continue;
    if (int stream = streamOf(name)) {
      takesOutput_ |= stream == 1;
      if (stream == 1 && !toOutput.empty())
        return toOutput + " and " + option +
               " both write to standard output, where nobody could tell them apart: give one of "
               "them a file";
      toOutput = stream == 1 ? option : toOutput;
      continue;
    }
    if (folder_.empty() && !name.starts_with('/'))
      return "cannot write " + name +
             ": the folder where xblock was started is gone; give a path that begins with /";
    if (int error = whyNotWritable(pathOf(name)))
      return cannotWrite(name, error);
    if (std::string first = other(option, name); first != option)
      return both(first, option, name);
  }
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
    if (fstat(fd, &stream) == 0 && stream.st_dev == there.st_dev && stream.st_ino == there.st_ino)
      return fd;
  return 0;
}

std::string ReportFiles::write(const std::string &name, const std::string &text) const {
  if (int stream = streamOf(name)) {
    writeAll(stream, text);
    return "";
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

std::string ReportFiles::replace(const std::string &name, const std::string &text) const {
  struct stat there{};
  const bool exists = stat(pathOf(name).c_str(), &there) == 0;
  if (exists && !S_ISREG(there.st_mode)) // a device, a pipe
    return write(name, text);
  char *real = exists ? realpath(pathOf(name).c_str(), nullptr) : nullptr; // behind links
  const std::string path = real ? real : pathOf(name), beside = path + "." + std::to_string(getpid());
  free(real);
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
