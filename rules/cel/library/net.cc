#include "rules/cel/library/net.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>

#include "rules/cel/library/go_text.h"

namespace drawbridge::cel {
namespace {

// netip.ParseAddr; what it says of zones is kept, since Kubernetes refuses them in its own words.
class AddressParser {
 public:
  explicit AddressParser(std::string_view text) : text_(text) {}

  // nullopt: failed, error() says how.
  std::optional<Address> run() {
    const std::size_t first = text_.find_first_of(".:%");
    if (first == std::string_view::npos) return fail("unable to parse IP");
    if (text_[first] == '%') return fail("missing IPv6 address");
    Address address;
    if (text_[first] == '.') {
      address.is_v4 = true;
      if (!read_v4(text_, std::span(address.bytes).first(4))) return std::nullopt;
      return address;
    }
    std::string_view rest = text_;
    if (const std::size_t percent = text_.find('%'); percent != std::string_view::npos) {
      rest = text_.substr(0, percent);
      if (percent + 1 == text_.size()) return fail("zone must be a non-empty string");
      has_zone_ = true;
    }
    if (!read_v6(rest, address.bytes)) return std::nullopt;
    return address;
  }

  bool has_zone() const { return has_zone_; }
  const std::string& error() const { return error_; }

 private:
  std::nullopt_t fail(std::string_view why, std::string_view at = {}) {
    error_ = "ParseAddr(" + quoted(text_) + "): ";
    error_ += why;
    if (!at.empty()) error_ += " (at " + quoted(at) + ")";
    return std::nullopt;
  }
  bool refuse(std::string_view why, std::string_view at = {}) {
    fail(why, at);
    return false;
  }

  bool read_v4(std::string_view s, std::span<std::uint8_t> fields) {
    unsigned value = 0;
    std::size_t field = 0;
    std::size_t digits = 0;
    for (std::size_t i = 0; i < s.size(); ++i) {
      if (s[i] >= '0' && s[i] <= '9') {
        if (digits == 1 && value == 0) return refuse("IPv4 field has octet with leading zero");
        value = value * 10 + static_cast<unsigned>(s[i] - '0');
        ++digits;
        if (value > 255) return refuse("IPv4 field has value >255");
      } else if (s[i] == '.') {
        if (i == 0 || i == s.size() - 1 || s[i - 1] == '.') {
          return refuse("IPv4 field must have at least one digit", s.substr(i));
        }
        if (field == 3) return refuse("IPv4 address too long");
        fields[field++] = static_cast<std::uint8_t>(value);
        value = 0;
        digits = 0;
      } else {
        return refuse("unexpected character", s.substr(i));
      }
    }
    if (field < 3) return refuse("IPv4 address too short");
    fields[3] = static_cast<std::uint8_t>(value);
    return true;
  }

  // Reads one group of hex digits; its length, or nullopt.
  std::optional<std::size_t> read_group(std::string_view s, unsigned& value) {
    std::size_t length = 0;
    value = 0;
    for (; length < s.size(); ++length) {
      const char c = s[length];
      const int digit = c >= '0' && c <= '9'   ? c - '0'
                        : c >= 'a' && c <= 'f' ? c - 'a' + 10
                        : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                               : -1;
      if (digit < 0) break;
      if (length > 3) return fail("each group must have 4 or less digits", s);
      value = value << 4 | static_cast<unsigned>(digit);
    }
    if (length == 0) {
      return fail("each colon-separated field must have at least one digit", s);
    }
    return length;
  }

  bool read_v6(std::string_view s, std::array<std::uint8_t, 16>& bytes) {
    std::optional<std::size_t> ellipsis;
    std::size_t at = 0;
    if (s.starts_with("::")) {
      ellipsis = 0;
      s.remove_prefix(2);
      if (s.empty()) return true;
    }
    while (at < 16) {
      unsigned value = 0;
      const auto length = read_group(s, value);
      if (!length) return false;
      if (*length < s.size() && s[*length] == '.') {
        if (!ellipsis && at != 12) {
          return refuse("embedded IPv4 address must replace the final 2 fields of the address", s);
        }
        if (at + 4 > 16) {
          return refuse("too many hex fields to fit an embedded IPv4 at the end of the address", s);
        }
        if (!read_v4(s, std::span(bytes).subspan(at, 4))) return false;
        s = {};
        at += 4;
        break;
      }
      bytes[at] = static_cast<std::uint8_t>(value >> 8);
      bytes[at + 1] = static_cast<std::uint8_t>(value);
      at += 2;
      s.remove_prefix(*length);
      if (s.empty()) break;
      if (s[0] != ':') return refuse("unexpected character, want colon", s);
      if (s.size() == 1) return refuse("colon must be followed by more characters", s);
      s.remove_prefix(1);
      if (s[0] != ':') continue;
      if (ellipsis) return refuse("multiple :: in address", s);
      ellipsis = at;
      s.remove_prefix(1);
      if (s.empty()) break;
    }
    if (!s.empty()) return refuse("trailing garbage after address", s);
    return expand(ellipsis, at, bytes);
  }

  // Moves what stands behind the :: to the end.
  bool expand(std::optional<std::size_t> ellipsis, std::size_t filled,
              std::array<std::uint8_t, 16>& bytes) {
    if (filled == 16) {
      return !ellipsis || refuse("the :: must expand to at least one field of zeros");
    }
    if (!ellipsis) return refuse("address string too short");
    auto* const hole = bytes.begin() + *ellipsis;
    auto* const moved = std::copy_backward(hole, bytes.begin() + filled, bytes.end());
    std::fill(hole, moved, std::uint8_t{0});
    return true;
  }

  std::string_view text_;
  bool has_zone_ = false;
  std::string error_;
};

void append_v6(std::string& to, const std::array<std::uint8_t, 16>& bytes) {
  const auto group = [&](std::size_t i) { return bytes[2 * i] << 8 | bytes[2 * i + 1]; };
  // The first longest run of two groups of zeros or more.
  std::size_t best = 8;
  std::size_t best_end = 8;
  for (std::size_t i = 0; i < 8;) {
    std::size_t end = i;
    while (end < 8 && group(end) == 0) ++end;
    if (end - i >= 2 && (best == 8 || end - i > best_end - best)) {
      best = i;
      best_end = end;
    }
    i = std::max(end, i + 1);
  }
  for (std::size_t i = 0; i < 8; ++i) {
    if (i == best) {
      to += "::";
      i = best_end;
      if (i >= 8) return;
    } else if (i > 0) {
      to += ':';
    }
    std::array<char, 4> hex{};
    const auto end = std::to_chars(hex.data(), hex.data() + hex.size(), group(i), 16).ptr;
    to.append(hex.data(), end);
  }
}

bool starts_with(const Address& address, std::uint8_t first, std::uint8_t second) {
  return address.bytes[0] == first && address.bytes[1] == second;
}

}  // namespace

bool Address::is_v4_in_v6() const {
  return !is_v4 && std::all_of(bytes.begin(), bytes.begin() + 10, [](auto b) { return b == 0; }) &&
         bytes[10] == 0xFF && bytes[11] == 0xFF;
}

bool Address::is_unspecified() const {
  return std::all_of(bytes.begin(), bytes.end(), [](auto b) { return b == 0; });
}

bool Address::is_loopback() const {
  if (is_v4) return bytes[0] == 127;
  return bytes[15] == 1 &&
         std::all_of(bytes.begin(), bytes.begin() + 15, [](auto b) { return b == 0; });
}

bool Address::is_multicast() const {
  return is_v4 ? (bytes[0] & 0xF0) == 0xE0 : bytes[0] == 0xFF;
}

bool Address::is_link_local_multicast() const {
  if (is_v4) return starts_with(*this, 224, 0) && bytes[2] == 0;
  return bytes[0] == 0xFF && (bytes[1] & 0x0F) == 0x02;
}

bool Address::is_link_local_unicast() const {
  if (is_v4) return starts_with(*this, 169, 254);
  return bytes[0] == 0xFE && (bytes[1] & 0xC0) == 0x80;
}

bool Address::is_global_unicast() const {
  const bool broadcast =
      is_v4 && std::all_of(bytes.begin(), bytes.begin() + 4, [](auto b) { return b == 255; });
  return !broadcast && !is_unspecified() && !is_loopback() && !is_multicast() &&
         !is_link_local_unicast();
}

Address Address::masked(int prefix) const {
  Address result = *this;
  for (int i = 0; i < 16; ++i) {
    const int kept = std::clamp(prefix - 8 * i, 0, 8);
    result.bytes[static_cast<std::size_t>(i)] &= static_cast<std::uint8_t>(0xFF00 >> kept);
  }
  return result;
}

std::string Address::text() const {
  std::string result;
  if (!is_v4) {
    append_v6(result, bytes);
    return result;
  }
  for (std::size_t i = 0; i < 4; ++i) {
    if (i > 0) result += '.';
    result += std::to_string(bytes[i]);
  }
  return result;
}

bool Network::contains(const Address& other) const {
  return address.is_v4 == other.is_v4 && address.masked(prefix) == other.masked(prefix);
}

bool Network::contains(const Network& other) const {
  return prefix <= other.prefix && contains(other.address);
}

std::string Network::text() const {
  return address.text() + "/" + std::to_string(prefix);
}

std::variant<Address, std::string> parse_address(std::string_view text) {
  AddressParser parser(text);
  const std::optional<Address> address = parser.run();
  if (!address) return parser.error();
  return *address;
}

std::variant<Address, std::string> parse_ip(std::string_view text) {
  AddressParser parser(text);
  const std::optional<Address> address = parser.run();
  if (!address) {
    return "IP Address " + quoted(text) +
           " parse error during conversion from string: " + parser.error();
  }
  if (parser.has_zone()) {
    return "IP address " + quoted(text) + " with zone value is not allowed";
  }
  if (address->is_v4_in_v6()) {
    return "IPv4-mapped IPv6 address " + quoted(text) + " is not allowed";
  }
  return *address;
}

std::variant<Network, std::string> parse_cidr(std::string_view text) {
  const auto fail = [&](const std::string& why) {
    return "network address parse error during conversion from string: netip.ParsePrefix(" +
           quoted(text) + "): " + why;
  };
  const std::size_t slash = text.rfind('/');
  if (slash == std::string_view::npos) return fail("no '/'");
  AddressParser parser(text.substr(0, slash));
  const std::optional<Address> address = parser.run();
  if (!address) return fail(parser.error());
  if (parser.has_zone()) return fail("IPv6 zones cannot be present in a prefix");
  const std::string_view bits = text.substr(slash + 1);
  Network network{*address, 0};
  const auto read = std::from_chars(bits.data(), bits.data() + bits.size(), network.prefix);
  const bool leading = bits.size() > 1 && (bits[0] < '1' || bits[0] > '9');
  // strconv.Atoi reads 64 bits: what fits those is out of range, what does not is no number.
  std::int64_t wide = 0;
  const auto read_wide = std::from_chars(bits.data(), bits.data() + bits.size(), wide);
  if (leading || read_wide.ec != std::errc() || read_wide.ptr != bits.data() + bits.size()) {
    return fail("bad bits after slash: " + quoted(bits));
  }
  if (read.ec != std::errc() || network.prefix < 0 || network.prefix > address->bits()) {
    return fail("prefix length out of range");
  }
  if (address->is_v4_in_v6()) {
    return "IPv4-mapped IPv6 address " + quoted(text) + " is not allowed";
  }
  return network;
}

bool IpValue::equals(const Opaque& other) const {
  return other.type() == &kType && address_ == static_cast<const IpValue&>(other).address();
}

bool CidrValue::equals(const Opaque& other) const {
  return other.type() == &kType && network_ == static_cast<const CidrValue&>(other).network();
}

}  // namespace drawbridge::cel
