#include "kube/client/base64.h"

#include <cstdint>

namespace drawbridge::kube {
namespace {

// The six bits that a character stands for, -1 where it stands for none.
int bits_of(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  if (c == '/') return 63;
  return -1;
}

}  // namespace

std::optional<std::string> decode_base64(std::string_view text) {
  std::string decoded;
  decoded.reserve(text.size() / 4 * 3);
  std::uint32_t held = 0;
  int characters = 0;  // of the group of four that is being read, padding included
  int padding = 0;
  for (const char c : text) {
    if (c == '\n' || c == '\r') continue;
    const int bits = bits_of(c);
    const bool may_pad = c == '=' && characters >= 2;
    // Nothing follows padding but padding.
    if (!may_pad && (bits < 0 || padding > 0)) return std::nullopt;
    held = (held << 6) | (may_pad ? 0U : static_cast<std::uint32_t>(bits));
    if (may_pad) ++padding;
    if (++characters < 4) continue;
    for (int byte = 0; byte < 3 - padding; ++byte) {
      decoded += static_cast<char>((held >> (16 - 8 * byte)) & 0xff);
    }
    held = 0;
    characters = 0;
  }
  if (characters != 0 || padding > 2) return std::nullopt;
  return decoded;
}

}  // namespace drawbridge::kube
