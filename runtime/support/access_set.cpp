#include "support/access_set.h"

#include <algorithm>

namespace xblock {

namespace {

/// By insertion.
void sortFew(std::span<AccessEntry> entries) {
  for (size_t i = 1; i < entries.size(); ++i) {
    AccessEntry e = entries[i];
    size_t at = i;
    for (; at > 0 && e.key < entries[at - 1].key; --at)
      entries[at] = entries[at - 1];
    entries[at] = e;
  }
}

} // namespace

void AccessSet::sort() {
  constexpr size_t kFew = 12;
  if (entries_.size() <= kFew)
    sortFew(entries_);
  else
    std::sort(entries_.begin(), entries_.end(),
              [](const AccessEntry &a, const AccessEntry &b) { return a.key < b.key; });
  size_t last = 0;
  for (size_t i = 1; i < entries_.size(); ++i) {
    if (entries_[i].key == entries_[last].key) {
      entries_[last].reads |= entries_[i].reads;
      entries_[last].writes |= entries_[i].writes;
    } else {
      entries_[++last] = entries_[i];
    }
  }
  entries_.resize(last + 1);
}

void AccessSet::merge(const AccessSet &other) {
  for (const AccessEntry &e : other.entries_)
    add(e.key, e.reads, e.writes);
  everything_ = everything_ || other.everything_;
  normalise();
}

bool conflictByEntry(const AccessSet &a, const AccessSet &b) {
  if (a.everything() || b.everything())
    return true;
  auto x = a.entries(), y = b.entries();
  for (size_t i = 0, j = 0; i < x.size() && j < y.size();) {
    if (x[i].key < y[j].key)
      ++i;
    else if (y[j].key < x[i].key)
      ++j;
    else {
      if ((x[i].writes & (y[j].reads | y[j].writes)) || (x[i].reads & y[j].writes))
        return true;
      ++i;
      ++j;
    }
  }
  return false;
}

bool feeds(const AccessSet &writer, const AccessSet &reader) {
  if (writer.everything() || (writer.written() & reader.signature()) == 0)
    return writer.everything();
  auto x = writer.entries(), y = reader.entries();
  for (size_t i = 0, j = 0; i < x.size() && j < y.size();) {
    if (x[i].key == y[j].key && (x[i].writes & y[j].reads))
      return true;
    bool first = x[i].key <= y[j].key, second = y[j].key <= x[i].key;
    i += first;
    j += second;
  }
  return false;
}

} // namespace xblock
