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

std::string encode_base64(std::string_view bytes) {
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::string_view group = bytes.substr(i, 3);
    std::uint32_t held = 0;
    for (std::size_t byte = 0; byte < 3; ++byte) {
      held = (held << 8) | (byte < group.size() ? static_cast<unsigned char>(group[byte]) : 0U);
    }
    for (std::size_t digit = 0; digit < 4; ++digit) {
      text += digit <= group.size() ? kAlphabet[(held >> (18 - 6 * digit)) & 0x3f] : '=';
    }
  }
  return text;
}

}  // namespace drawbridge::kube
