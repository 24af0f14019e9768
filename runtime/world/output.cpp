#include "world/output.h"

#include "memory/layout_linux.h"
#include "memory/mapping_linux.h"
#include "support/check.h"
#include "support/whole_io_linux.h"
#include "world/running.h"

#include <cstring>

namespace xblock {

Output output;

bool Output::map() { return mapFixed(layout::kOutput, layout::kOutputSize); }

void Output::append(int stream, const void *bytes, size_t n) {
  if (__builtin_expect(passes_, 0))
    return writeAll(stream, std::string(static_cast<const char *>(bytes), n));
  callUnknown();
  XBLOCK_CHECK(length_ + sizeof(Piece) + n < layout::kOutputSize && n <= UINT32_MAX);
  Piece piece{static_cast<uint32_t>(n), static_cast<uint32_t>(stream)};
  memcpy(reinterpret_cast<char *>(layout::kOutput + length_), &piece, sizeof piece);
  memcpy(reinterpret_cast<char *>(layout::kOutput + length_ + sizeof piece), bytes, n);
  length_ += sizeof piece + n;
}

std::string Output::text(int stream) const {
  std::string all;
  for (uint64_t at = 0; at < length_;) {
    Piece piece;
    memcpy(&piece, reinterpret_cast<const char *>(layout::kOutput + at), sizeof piece);
    at += sizeof piece;
    if (stream == 0 || piece.stream == static_cast<uint32_t>(stream))
      all.append(reinterpret_cast<const char *>(layout::kOutput + at), piece.size);
    at += piece.size;
  }
  return all;
}

std::string Output::text() const { return text(0); }

} // namespace xblock
