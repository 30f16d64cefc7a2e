#include "rules/cel/number_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <system_error>

#include "kube/api/ascii.h"

namespace drawbridge::cel {
namespace {

using kube::is_digit;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool equals_ignoring_case(std::string_view text, std::string_view lower_case) {
  if (text.size() != lower_case.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (lower(text[i]) != lower_case[i]) return false;
  }
  return true;
}

template <typename Int>
std::optional<Int> parse_whole(std::string_view text) {
  Int value = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stopped != end) return std::nullopt;
  return value;
}

std::optional<double> parse_special(std::string_view text) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (equals_ignoring_case(text, "nan")) return std::numeric_limits<double>::quiet_NaN();
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (!equals_ignoring_case(text, "inf") && !equals_ignoring_case(text, "infinity")) {
    return std::nullopt;
  }
  return negative ? -kInfinity : kInfinity;
}

// A number that has been found to be written right, without its underscores.
class FloatSyntax {
 public:
  explicit FloatSyntax(std::string_view text) : text_(text) {}

  bool read() {
    if (peek() == '-' || peek() == '+') take();
    hex_ = at_ + 2 < text_.size() && peek() == '0' && lower(text_[at_ + 1]) == 'x';
    if (hex_) {
      take();
      take();
      digit_before_ = true;  // an underscore may follow the prefix
    }
    if (!read_mantissa()) return false;
    const char mark = hex_ ? 'p' : 'e';
    if (at_ < text_.size() && lower(peek()) == mark) {
      if (!read_exponent()) return false;
    } else if (hex_) {
      return false;
    }
    return at_ == text_.size() && underscores_ok_ && !underscore_before_;
  }

  const std::string& clean() const { return clean_; }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void take() {
    clean_ += text_[at_++];
    if (underscore_before_) underscores_ok_ = false;
    digit_before_ = underscore_before_ = false;
  }
  void take_digit() {
    clean_ += text_[at_++];
    digit_before_ = true;
    underscore_before_ = false;
  }
  void take_underscore() {
    ++at_;
    if (!digit_before_) underscores_ok_ = false;
    digit_before_ = false;
    underscore_before_ = true;
  }
  bool at_digit() const {
    const char c = peek();
    return is_digit(c) || (hex_ && lower(c) >= 'a' && lower(c) <= 'f');
  }

  bool read_mantissa() {
    bool has_dot = false;
    bool has_digits = false;
    while (at_ < text_.size()) {
      if (at_digit()) {
        has_digits = true;
        take_digit();
      } else if (peek() == '_') {
        take_underscore();
      } else if (peek() == '.' && !has_dot) {
        has_dot = true;
        take();
      } else {
        break;
      }
    }
    return has_digits;
  }

  bool read_exponent() {
    take();
    if (peek() == '-' || peek() == '+') take();
    if (!is_digit(peek())) return false;
    while (is_digit(peek()) || peek() == '_') {
      if (peek() == '_') {
        take_underscore();
      } else {
        take_digit();
      }
    }
    return true;
  }

  std::string_view text_;
  std::string clean_;
  std::size_t at_ = 0;
  bool hex_ = false;
  bool digit_before_ = false;
  bool underscore_before_ = false;
  bool underscores_ok_ = true;
};

}  // namespace

std::optional<std::int64_t> read_int(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  return parse_whole<std::int64_t>(text);
}

std::optional<std::uint64_t> read_uint(std::string_view text) {
  if (text.empty() || !is_digit(text[0])) return std::nullopt;
  return parse_whole<std::uint64_t>(text);
}

std::optional<double> read_double(std::string_view text) {
  if (const auto special = parse_special(text)) return special;
  FloatSyntax syntax(text);
  if (!syntax.read()) return std::nullopt;
  // strtod and not from_chars: it says what is too large and what is merely too small. The decimal
  // point is the C locale's, which nobody here changes.
  const double value = std::strtod(syntax.clean().c_str(), nullptr);
  if (std::isinf(value)) return std::nullopt;
  return value;
}

std::string double_text(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-Inf" : "+Inf";
  const double magnitude = std::fabs(value);
  const bool plain = magnitude == 0 || (magnitude >= 1e-4 && magnitude < 1e6);
  std::array<char, 64> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 plain ? std::chars_format::fixed : std::chars_format::scientific);
  return {buffer.data(), end.ptr};
}

}  // namespace drawbridge::cel
