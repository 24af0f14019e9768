#include "start/report_files_linux.h"

#include "world/output.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace xblock {

namespace {

std::string cannot(const std::string &name, int error) {
  return "cannot write " + name + ": " + strerror(error) + "; check the path and its permissions";
}

/// An errno, 0 if nothing stands in the way.
int whyNotWritable(const std::string &path) {
  struct stat there{};
  if (stat(path.c_str(), &there) == 0)
    return S_ISDIR(there.st_mode) ? EISDIR : access(path.c_str(), W_OK) == 0 ? 0 : errno;
  if (errno != ENOENT)
    return errno;
  std::string folder = path.substr(0, path.rfind('/') + 1);
  return access(folder.c_str(), W_OK | X_OK) == 0 ? 0 : errno;
}

} // namespace

std::string ReportFiles::prepare(const Options &options) {
  if (char *folder = getcwd(nullptr, 0)) {
    folder_ = folder;
    free(folder);
  }
  for (const std::string *name : {&options.json, &options.html, &options.sarif, &options.junit, &options.outputs, &options.log, &options.coverage, &options.coverageHtml}) {
    if (name->empty())
      continue;
    if (int stream = streamOf(*name))
      takesOutput_ |= stream == 1;
    else if (int error = whyNotWritable(pathOf(*name)))
      return cannot(*name, error);
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
    return cannot(name, errno);
  bool written = fwrite(text.data(), 1, text.size(), file) == text.size();
  int error = errno;
  if (fclose(file) != 0 && written) {
    written = false;
    error = errno;
  }
  return written ? "" : cannot(name, error);
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
  return cannot(name, error);
}

} // namespace xblock
