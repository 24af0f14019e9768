#include "files/base_linux.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <map>
#include <memory>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace xblock::files {

namespace {

// By system call: the functions of that name are the program's.
int openReal(const char *path, int flags) { return static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC)); }
void closeReal(int fd) { syscall(SYS_close, fd); }
bool may(const char *path, int how) { return syscall(SYS_faccessat, AT_FDCWD, path, how) == 0; }

std::map<std::string, std::unique_ptr<BaseFile>> &known() {
  static auto *const all = new std::map<std::string, std::unique_ptr<BaseFile>>;
  return *all;
}

std::string readLink(const char *path) {
  char target[4096];
  long n = syscall(SYS_readlinkat, AT_FDCWD, path, target, sizeof target);
  return n < 0 ? std::string() : std::string(target, static_cast<size_t>(n));
}

std::string readAll(int fd) {
  std::string all;
  char buffer[65536];
  for (long n; (n = syscall(SYS_read, fd, buffer, sizeof buffer)) > 0;)
    all.append(buffer, static_cast<size_t>(n));
  return all;
}

} // namespace

const BaseFile &baseAt(const std::string &path) {
  std::unique_ptr<BaseFile> &file = known()[path];
  if (file)
    return *file;
  file = std::make_unique<BaseFile>();
  file->path = path;
  int before = errno; // that the disk has no such file is no error of the program
  if (syscall(SYS_newfstatat, AT_FDCWD, path.c_str(), &file->status, AT_SYMLINK_NOFOLLOW) != 0) {
    file->error = errno;
    errno = before;
    return *file;
  }
  if (S_ISLNK(file->status.st_mode)) {
    file->target = readLink(path.c_str());
    return *file;
  }
  file->readable = may(path.c_str(), R_OK);
  file->writable = may(path.c_str(), W_OK);
  file->executable = may(path.c_str(), X_OK);
  errno = before;
  return *file;
}

void forgetBase() { known().clear(); }

int loadContents(const BaseFile &constant) {
  BaseFile &file = const_cast<BaseFile &>(constant); // a cache
  if (file.loaded)
    return file.loadError;
  file.loaded = true;
  int fd = openReal(file.path.c_str(), O_RDONLY);
  if (fd < 0)
    return file.loadError = errno;
  if (file.status.st_size > 0) {
    file.size = static_cast<uint64_t>(file.status.st_size);
    long p = syscall(SYS_mmap, nullptr, file.size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (p != -1)
      file.data = reinterpret_cast<const char *>(p);
  }
  if (!file.data) { // of no size, as those of /proc, or of a kind that is not mapped
    auto *text = new std::string(readAll(fd));
    file.data = text->data();
    file.size = text->size();
    file.status.st_size = static_cast<off_t>(text->size());
  }
  closeReal(fd);
  return 0;
}

int loadNames(const BaseFile &constant) {
  BaseFile &directory = const_cast<BaseFile &>(constant); // a cache
  if (directory.loaded)
    return directory.loadError;
  directory.loaded = true;
  int fd = openReal(directory.path.c_str(), O_RDONLY | O_DIRECTORY);
  if (fd < 0)
    return directory.loadError = errno;
  alignas(8) char buffer[32768];
  for (long n; (n = syscall(SYS_getdents64, fd, buffer, sizeof buffer)) > 0;)
    for (long at = 0; at < n;) {
      auto *entry = reinterpret_cast<dirent64 *>(buffer + at);
      std::string name = entry->d_name;
      if (name != "." && name != "..")
        directory.names.push_back(name);
      at += entry->d_reclen;
    }
  closeReal(fd);
  std::sort(directory.names.begin(), directory.names.end());
  return 0;
}

BaseDescriptor baseDescriptor(int fd) {
  BaseDescriptor found;
  if (syscall(SYS_fstat, fd, &found.status) != 0) {
    found.error = EBADF;
    return found;
  }
  found.flags = static_cast<int>(syscall(SYS_fcntl, fd, F_GETFL));
  found.closeOnExec = syscall(SYS_fcntl, fd, F_GETFD) & FD_CLOEXEC;
  std::string path = readLink(("/proc/self/fd/" + std::to_string(fd)).c_str());
  found.events = path == "anon_inode:[eventfd]";
  if (path[0] == '/')
    found.path = path;
  if (S_ISREG(found.status.st_mode))
    found.offset = syscall(SYS_lseek, fd, 0, SEEK_CUR);
  return found;
}

bool isSameOpenFile(int a, int b) {
  constexpr int kFile = 0; // KCMP_FILE
  long pid = syscall(SYS_getpid), result = syscall(SYS_kcmp, pid, pid, kFile, a, b);
  if (result >= 0)
    return result == 0;
  // A kernel without it, or a container that forbids it.
  const BaseDescriptor one = baseDescriptor(a), other = baseDescriptor(b);
  if (one.error || other.error || one.flags != other.flags || one.status.st_dev != other.status.st_dev || one.status.st_ino != other.status.st_ino)
    return false;
  long before = syscall(SYS_lseek, a, 0, SEEK_CUR);
  if (before < 0) // a socket, or an end of a pipe: there is no way to open it again, but for a pipe with a name
    return S_ISSOCK(one.status.st_mode) || S_ISFIFO(one.status.st_mode);
  if (syscall(SYS_lseek, b, 0, SEEK_CUR) != before) // do they have one offset?
    return false;
  syscall(SYS_lseek, a, before + 1, SEEK_SET);
  bool same = syscall(SYS_lseek, b, 0, SEEK_CUR) == before + 1;
  syscall(SYS_lseek, a, before, SEEK_SET);
  return same;
}

std::vector<int> baseDescriptors() {
  std::vector<int> all;
  int fd = openReal("/proc/self/fd", O_RDONLY | O_DIRECTORY);
  alignas(8) char buffer[32768];
  for (long n; (n = syscall(SYS_getdents64, fd, buffer, sizeof buffer)) > 0;)
    for (long at = 0; at < n;) {
      auto *entry = reinterpret_cast<dirent64 *>(buffer + at);
      if (int number = atoi(entry->d_name); entry->d_name[0] != '.' && number != fd)
        all.push_back(number);
      at += entry->d_reclen;
    }
  closeReal(fd);
  std::sort(all.begin(), all.end());
  return all;
}

std::string drain(int fd, size_t most) {
  std::string all(most < 65536 && most != sizeof(uint64_t) ? 65536 : most, 0);
  long flags = syscall(SYS_fcntl, fd, F_GETFL);
  syscall(SYS_fcntl, fd, F_SETFL, flags | O_NONBLOCK);
  long n = syscall(SYS_read, fd, all.data(), all.size());
  syscall(SYS_fcntl, fd, F_SETFL, flags);
  all.resize(n > 0 ? static_cast<size_t>(n) : 0);
  return all;
}

std::pair<int, bool> stateOfSocket(int fd) {
  int error = 0;
  socklen_t length = sizeof error;
  syscall(SYS_getsockopt, fd, SOL_SOCKET, SO_ERROR, &error, &length);
  pollfd one{fd, POLLRDHUP, 0};
  syscall(SYS_poll, &one, 1, 0);
  return {error, one.revents & POLLRDHUP};
}

const BaseFile &standardInput() {
  static BaseFile *const file = [] {
    auto *made = new BaseFile;
    made->path = "stdin";
    auto *text = new std::string(readAll(0));
    made->data = text->data();
    made->size = text->size();
    made->loaded = made->readable = true;
    made->status.st_mode = S_IFREG | 0600;
    return made;
  }();
  return *file;
}

std::string currentDirectory() {
  char path[4096];
  return syscall(SYS_getcwd, path, sizeof path) > 0 ? path : "/";
}

} // namespace xblock::files
