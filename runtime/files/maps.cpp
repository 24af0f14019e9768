// Files, and memory of no file, that the program has mapped.
#include "files/arena.h"
#include "files/files.h"

namespace xblock::files {

bool addMap(const Map &map) {
  for (Map &m : tables().maps)
    if (!m.size) {
      edit(&m) = map;
      if (map.node)
        ++edit(map.node).opened;
      return true;
    }
  return false;
}

Map *mapAt(uint64_t address) {
  for (Map &m : tables().maps)
    if (m.size && m.address == address)
      return &m;
  return nullptr;
}

bool isMapped(const Node &node) { return isMappedBehind(node, 0); }

bool isMappedBehind(const Node &node, uint64_t size) {
  for (const Map &m : tables().maps)
    if (m.size && m.node == &node && m.end > size)
      return true;
  return false;
}

void removeMap(Map &map) {
  edit(&map).size = 0;
  if (map.node)
    --edit(map.node).opened;
}

} // namespace xblock::files
