#include "files/arena.h"
#include "files/files.h"

#include <cstring>

namespace xblock::files {

Surroundings surroundings;

uint64_t hashOf(std::string_view text, uint64_t seed) {
  for (char c : text)
    seed = (seed ^ static_cast<unsigned char>(c)) * 0x100000001b3; // FNV-1a
  return seed;
}

uint64_t nextNumber() {
  uint32_t thread = surroundings.thread();
  uint64_t count = ++edit(&tables().made[thread]);
  return (uint64_t{thread} << 32 | count) * 0x9E3779B97F4A7C15ull;
}

Resource stateOf(const Node &node) { return {ResourceKind::File, node.number}; }
Resource linksOf(const Node &node) { return {ResourceKind::File, node.number + 1}; }
Resource flagsOf(const OpenFile &file) { return {ResourceKind::File, file.number + 4}; }
Resource maskOfModes() { return {ResourceKind::Descriptor, uint64_t{1} << 40}; }
Resource endsOf(const Node &pipe) { return {ResourceKind::File, pipe.number + 3}; }
Resource mapsOf(const Node &node) { return {ResourceKind::File, node.number + 2}; }
Resource stateOf(const OpenFile &file) { return {ResourceKind::File, file.number + 2}; }

void look(const Node &node) { surroundings.noteUse(stateOf(node), false); }
void change(const Node &node) { surroundings.noteUse(stateOf(node), true); }

Node *makeNode(NodeKind kind, uint64_t number, uint32_t mode) {
  Node *node = make<Node>();
  edit(node).kind = kind;
  node->number = number;
  node->mode = mode;
  node->links = 1;
  node->modified = surroundings.now();
  return node;
}

void release(Node &node) {
  if (node.links || node.opened)
    return;
  for (uint64_t i = 0; i < node.pageCount; ++i)
    give(node.pages[i], kPage);
  give(node.pages, node.pageCount * sizeof(char *));
  give(&node, sizeof node);
}

} // namespace xblock::files
