#include "kube/api/base64.h"

#include <array>
#include <cstdint>
#include <cstring>

namespace drawbridge::kube {
namespace {

constexpr std::string_view kSixBits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// The two characters of each twelve bits: half as many steps as with one at a time.
constexpr auto kTwelveBits = [] {
  std::array<std::array<char, 2>, 4096> pairs{};
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = {kSixBits[i >> 6], kSixBits[i & 63]};
  return pairs;
}();

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

void append_base64(std::string_view bytes, std::string& to) {
  const std::size_t begin = to.size();
  to.resize(begin + (bytes.size() + 2) / 3 * 4, '=');
  char* out = to.data() + begin;
  const auto write = [](std::uint32_t twelve_bits, char* where) {
    std::memcpy(where, kTwelveBits.data() + twelve_bits, sizeof kTwelveBits[0]);
  };
  const auto* in = reinterpret_cast<const unsigned char*>(bytes.data());
  const unsigned char* const groups_end = in + bytes.size() / 3 * 3;
  for (; in != groups_end; in += 3, out += 4) {
    const std::uint32_t group = std::uint32_t{in[0]} << 16 | std::uint32_t{in[1]} << 8 | in[2];
    write(group >> 12, out);
    write(group & 0xfff, out + 2);
  }
  const std::size_t rest = bytes.size() % 3;
  if (rest == 0) return;
  const std::uint32_t group =
      std::uint32_t{in[0]} << 16 | (rest == 2 ? std::uint32_t{in[1]} << 8 : 0);
  write(group >> 12, out);
  if (rest == 2) out[2] = kSixBits[group >> 6 & 63];
}

std::string encode_base64(std::string_view bytes) {
  std::string text;
  append_base64(bytes, text);
  return text;
}

}  // namespace drawbridge::kube
