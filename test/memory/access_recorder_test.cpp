#include "memory/access_recorder.h"

#include "mapped.h"

#include <map>
#include <random>
#include <utility>

namespace xblock::test {
namespace {

alignas(8) char memory[4096];

using Bytes = std::map<uint64_t, std::pair<bool, bool>>; // address: read, written

Bytes bytesOf(const AccessSet &set) {
  Bytes bytes;
  uint64_t before = 0;
  for (const AccessEntry &e : set.entries()) {
    EXPECT_GT(e.key, before); // sorted, each key once
    before = e.key;
    for (unsigned i = 0; i < 8; ++i)
      if ((e.reads | e.writes) >> i & 1)
        bytes[e.key * 8 + i] = {e.reads >> i & 1, e.writes >> i & 1};
  }
  return bytes;
}

TEST(AccessRecorder, RecordsEachByteOfABlock) {
  mapOnce();
  accessRecorder.enable();
  std::mt19937 random(3);
  for (int block = 0; block < 500; ++block) {
    accessRecorder.begin();
    EXPECT_FALSE(accessRecorder.any());
    Bytes expected;
    for (unsigned i = random() % 40; i-- > 0;) {
      size_t at = random() % 3900, n = 1 + random() % (i % 5 == 0 ? 150 : 16);
      bool write = random() % 2;
      write ? accessRecorder.write(memory + at, n) : accessRecorder.read(memory + at, n);
      for (size_t j = 0; j < n; ++j) {
        auto &[reads, writes] = expected[reinterpret_cast<uint64_t>(memory + at + j)];
        (write ? writes : reads) = true;
      }
    }
    EXPECT_EQ(accessRecorder.any(), !expected.empty());
    AccessSet set;
    accessRecorder.harvest(set);
    ASSERT_EQ(bytesOf(set), expected);
  }
}

TEST(AccessRecorder, NeighboursInAWordDoNotConflict) {
  mapOnce();
  accessRecorder.enable();
  AccessSet first, second, third;
  accessRecorder.begin();
  accessRecorder.write(memory, 4);
  accessRecorder.harvest(first);
  accessRecorder.begin();
  accessRecorder.write(memory + 4, 4);
  accessRecorder.harvest(second);
  accessRecorder.begin();
  accessRecorder.read(memory + 3, 2);
  accessRecorder.harvest(third);
  EXPECT_FALSE(conflict(first, second));
  EXPECT_TRUE(conflict(first, third));
  EXPECT_TRUE(conflict(third, second));
  EXPECT_FALSE(conflict(third, third));
}

} // namespace
} // namespace xblock::test
