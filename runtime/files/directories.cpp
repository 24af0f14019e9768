#include "files/arena.h"
#include "files/files.h"

#include <algorithm>
#include <cerrno>
#include <set>

namespace xblock::files {

namespace {

std::set<std::string> namesBelow(const std::string &path, const BaseFile *base, int *error) {
  std::string prefix = path == "/" ? "/" : path + "/";
  surroundings.noteUse({ResourceKind::Path, hashOf((path == "/" ? "" : path) + "/*")}, true); // see changeNamesIn()
  std::set<std::string> names;
  if (base) {
    *error = -loadNames(*base);
    names.insert(base->names.begin(), base->names.end());
  }
  for (const Entry *bucket : tables().entries)
    for (const Entry *e = bucket; e; e = e->next) {
      std::string_view full(e->path, e->length);
      if (!full.starts_with(prefix) || full.size() == prefix.size() || full.find('/', prefix.size()) != std::string_view::npos || e->unused)
        continue;
      std::string name(full.substr(prefix.size()));
      if (e->node)
        names.insert(name);
      else
        names.erase(name);
    }
  return names;
}

} // namespace

std::vector<std::string> namesIn(const OpenFile &directory, int *error) {
  *error = 0;
  std::set<std::string> names = namesBelow(std::string(directory.path, directory.pathSize), directory.node->base, error);
  std::vector<std::string> all{".", ".."};
  all.insert(all.end(), names.begin(), names.end());
  return all;
}

bool isEmpty(const std::string &path, const Node &directory) {
  int error = 0;
  return namesBelow(path, directory.base, &error).empty();
}

} // namespace xblock::files
