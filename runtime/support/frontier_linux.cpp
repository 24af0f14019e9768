#include "support/frontier_linux.h"

#include "support/made_files_linux.h"
#include "support/own_descriptors_linux.h"
#include "support/whole_io_linux.h"
#include "support/write_signals_linux.h"

#include <cerrno>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace xblock {

namespace {

constexpr char kMagic[] = "xblock frontier 1\n";
constexpr const char *kTaken = "another search writes it";
constexpr int kTries = 200; // of two seconds

struct Header {
  char magic[sizeof kMagic];
  uint64_t size, digest;
};

int openFile(const std::string &path, int flags) {
  return static_cast<int>(syscall(SYS_openat, AT_FDCWD, path.c_str(), flags | O_CLOEXEC, 0600));
}
void closeFile(int fd) { syscall(SYS_close, fd); }

/// The whole file. False if it cannot be read.
template <typename Each> bool readAllOf(int fd, Each each) {
  char buffer[1 << 16];
  for (;;) {
    long done = syscall(SYS_read, fd, buffer, sizeof buffer);
    if (done < 0 && errno == EINTR)
      continue;
    if (done <= 0)
      return done == 0;
    each(buffer, static_cast<size_t>(done));
  }
}

class Digest {
public:
  void add(const char *bytes, size_t n) {
    for (; n >= 8; bytes += 8, n -= 8) {
      uint64_t word;
      memcpy(&word, bytes, 8);
      step(word);
    }
    uint64_t rest = n;
    memcpy(&rest, bytes, n);
    if (n)
      step(rest ^ uint64_t{n} << 56);
  }
  uint64_t value() const { return hash_ ? hash_ : 1; }

private:
  void step(uint64_t word) {
    hash_ = (hash_ ^ word) * 0x9e3779b97f4a7c15; // 2^64 over the golden ratio, as Fibonacci hashing does
    hash_ ^= hash_ >> 32;
  }
  uint64_t hash_ = 0;
};

bool isSameFile(int fd, const std::string &path) {
  struct stat open{}, there{};
  return syscall(SYS_fstat, fd, &open) == 0 && syscall(SYS_stat, path.c_str(), &there) == 0 && open.st_ino == there.st_ino &&
         open.st_dev == there.st_dev;
}

/// Some file systems tell that there was no room only as a descriptor of the file is closed, and this one stays open. False, with errno, if so.
bool isStored(int fd) {
  const long another = syscall(SYS_dup, fd);
  return another >= 0 && syscall(SYS_close, another) == 0;
}

} // namespace

uint64_t digestOf(const std::string &bytes) {
  Digest digest;
  digest.add(bytes.data(), bytes.size());
  return digest.value();
}

uint64_t digestOfFile(const std::string &path) {
  int fd = openFile(path, O_RDONLY);
  if (fd < 0)
    return 0;
  Digest digest;
  bool all = readAllOf(fd, [&](const char *bytes, size_t n) { digest.add(bytes, n); });
  closeFile(fd);
  return all ? digest.value() : 0;
}

bool FrontierFile::exists() const { return syscall(SYS_access, path_.c_str(), F_OK) == 0; }

/// A process that was killed a moment ago may still have it.
bool FrontierFile::lock(int fd, int tries) {
  timespec pause{.tv_sec = 0, .tv_nsec = 10'000'000};
  while (syscall(SYS_flock, fd, LOCK_EX | LOCK_NB) != 0) {
    if (--tries == 0)
      return false;
    syscall(SYS_nanosleep, &pause, nullptr);
  }
  return true;
}

void FrontierFile::hold(int fd) {
  closeOwn(held_);
  held_ = moveFar(fd);
}

/// "" if the file that has the name is held now, or there is none. Who has it may save meanwhile: what was locked has no name then.
std::string FrontierFile::take(int tries) {
  if (held_ >= 0 && isSameFile(held_, path_))
    return "";
  int named = openFile(path_, O_RDONLY | O_NONBLOCK);
  if (named < 0)
    return errno == ENOENT ? "" : strerror(errno);
  if (lock(named, tries) && isSameFile(named, path_)) {
    hold(named);
    return "";
  }
  closeFile(named);
  return exists() ? kTaken : "";
}

std::string FrontierFile::obstacle() const {
  constexpr size_t kAnyVersion = sizeof "xblock frontier " - 1;
  int fd = openFile(path_, O_RDONLY | O_NONBLOCK);
  if (fd < 0)
    return errno == ENOENT ? whyNotWritten() : std::string("cannot be written: ") + strerror(errno);
  struct stat what{};
  char begins[kAnyVersion] = {};
  syscall(SYS_fstat, fd, &what);
  const bool isFile = S_ISREG(what.st_mode);
  long length = isFile ? syscall(SYS_read, fd, begins, kAnyVersion) : 0;
  closeFile(fd);
  if (!isFile)
    return "is no file that a search can be kept in";
  return length == 0 || memcmp(begins, kMagic, kAnyVersion) == 0 ? whyNotWritten() : "is there, and no search is kept in it: it would be lost";
}

std::string FrontierFile::whyNotWritten() const {
  if (int error = whyNotMade(fresh()))
    return std::string("cannot be written: ") + strerror(error);
  if (struct stat what{}; syscall(SYS_lstat, fresh().c_str(), &what) == 0 && !S_ISREG(what.st_mode) && !S_ISDIR(what.st_mode))
    return "cannot be written by way of " + fresh() + ": it is no regular file";
  const int error = whyNotChanged(fresh()); // of one that is there, or a folder
  return error && error != ENOENT ? "cannot be written by way of " + fresh() + ": " + strerror(error) : "";
}

/// The whole file with that body. False, with errno, if it cannot be written.
bool FrontierFile::fill(int fd, const std::string &body) {
  Header header{};
  memcpy(header.magic, kMagic, sizeof kMagic);
  header.size = body.size();
  header.digest = digestOf(body);
  return syscall(SYS_ftruncate, fd, 0) == 0 && writeWhole(fd, reinterpret_cast<const char *>(&header), sizeof header) &&
         writeWhole(fd, body.data(), body.size()) && isStored(fd);
}

std::string FrontierFile::write(const std::string &body) {
  WithoutWriteSignals quiet;
  if (std::string why = take(kTries); !why.empty())
    return why;
  int fd = openFile(fresh(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK);
  if (fd < 0)
    return strerror(errno);
  if (struct stat what{}; syscall(SYS_fstat, fd, &what) != 0 || !S_ISREG(what.st_mode)) { // a pipe, with a reader
    closeFile(fd);
    return fresh() + " is no regular file";
  }
  if (!lock(fd, 1) || !isSameFile(fd, fresh())) {
    closeFile(fd);
    return kTaken;
  }
  std::string why = take(1); // again: from here on nobody else gives the name to another file
  if (why.empty() && !(fill(fd, body) && syscall(SYS_rename, fresh().c_str(), path_.c_str()) == 0))
    why = strerror(errno);
  if (!why.empty()) {
    syscall(SYS_unlink, fresh().c_str());
    closeFile(fd); // what is held is the old one, which is as it was
    return why;
  }
  hold(fd);
  return "";
}

std::optional<std::string> FrontierFile::read(std::string *error) {
  int fd = openFile(path_, O_RDONLY | O_NONBLOCK);
  if (fd < 0) {
    *error = strerror(errno);
    return std::nullopt;
  }
  struct stat what{};
  Header first{};
  const bool isFile = syscall(SYS_fstat, fd, &what) == 0 && S_ISREG(what.st_mode);
  // Of another file not even the rest is read: it may be of any size.
  const bool isFrontier = isFile && readWhole(fd, reinterpret_cast<char *>(&first), sizeof first) &&
                          memcmp(first.magic, kMagic, sizeof kMagic) == 0 && static_cast<uint64_t>(what.st_size) == sizeof first + first.size;
  if (!isFrontier) {
    closeFile(fd);
    *error = isFile ? "it is damaged, or no frontier of this version of xblock" : "it is no regular file";
    return std::nullopt;
  }
  syscall(SYS_lseek, fd, 0, SEEK_SET);
  if (!lock(fd, kTries) || !isSameFile(fd, path_)) {
    closeFile(fd);
    *error = "another search writes it, or goes on from it";
    return std::nullopt;
  }
  std::string all;
  bool whole = readAllOf(fd, [&](const char *bytes, size_t n) { all.append(bytes, n); });
  hold(fd);
  Header header{};
  if (whole && all.size() >= sizeof header)
    memcpy(&header, all.data(), sizeof header);
  std::string body = all.substr(std::min(all.size(), sizeof header));
  if (memcmp(header.magic, kMagic, sizeof kMagic) != 0 || header.size != body.size() || header.digest != digestOf(body)) {
    *error = "it is damaged, or no frontier of this version of xblock";
    return std::nullopt;
  }
  return body;
}

void FrontierFile::remove() {
  if (held_ >= 0)
    syscall(SYS_unlink, path_.c_str());
}

void FrontierFile::leave() const { closeOwn(held_); }

} // namespace xblock
