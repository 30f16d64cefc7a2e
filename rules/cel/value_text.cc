#include "rules/cel/value_text.h"

#include <array>
#include <cmath>

#include "kube/api/json_writer.h"
#include "rules/cel/instant.h"
#include "rules/cel/number_text.h"
#include "rules/cel/value_order.h"

namespace drawbridge::cel {
namespace {

constexpr std::string_view kTooDeep = "...";

std::string timestamp_text(const Value& value) {
  return instant_text({value.timestamp_seconds(), value.timestamp_nanoseconds()},
                      value.timestamp_zone_minutes());
}

// A CEL literal in single quotes.
void append_quoted(std::string_view text, bool bytes, std::string& to) {
  constexpr std::string_view kHex = "0123456789abcdef";
  if (bytes) to += 'b';
  to += '\'';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\'' || c == '\\') {
      to += '\\';
      to += c;
    } else if (c == '\n') {
      to += "\\n";
    } else if (byte < 0x20 || byte == 0x7F || (bytes && byte >= 0x80)) {
      to += "\\x";
      to += kHex[byte >> 4];
      to += kHex[byte & 15];
    } else {
      to += c;
    }
  }
  to += '\'';
}

// A double that reads as one: never "1".
std::string cel_double(double value) {
  if (std::isnan(value) || std::isinf(value)) {
    return std::isnan(value) ? "double('NaN')" : value < 0 ? "double('-Inf')" : "double('Inf')";
  }
  std::string text = double_text(value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

// How the two forms of text differ.
class Style {
 public:
  explicit Style(bool as_cel)
      : as_cel_(as_cel), bytes_max_(as_cel ? kTextBytesMax : kMessageBytesMax) {}

  void append(const Value& value, std::string& to, std::size_t depth) const {
    if (depth > kTextDepthMax || to.size() > bytes_max_) {
      to += kTooDeep;
      return;
    }
    switch (value.kind()) {
      case ValueKind::kList:
        return append_list(value, to, depth);
      case ValueKind::kMap:
        return append_map(value, to, depth);
      case ValueKind::kOptional:
        if (value.as_optional() == nullptr) {
          to += "optional.none()";
          return;
        }
        to += as_cel_ ? "optional.of(" : "optional(";
        append(*value.as_optional(), to, depth + 1);
        to += ')';
        return;
      default:
        to += as_cel_ ? cel_scalar(value) : go_scalar(value);
    }
  }

 private:
  void append_list(const Value& value, std::string& to, std::size_t depth) const {
    to += '[';
    for (std::size_t i = 0; i < value.size() && to.size() <= bytes_max_; ++i) {
      if (i != 0) to += ", ";
      append(value.element(i), to, depth + 1);
    }
    to += ']';
  }

  void append_map(const Value& value, std::string& to, std::size_t depth) const {
    to += '{';
    for (std::size_t i = 0; i < value.size() && to.size() <= bytes_max_; ++i) {
      const Entry entry = value.entry(i);
      if (i != 0) to += ", ";
      append(entry.key, to, depth + 1);
      to += ": ";
      append(entry.value, to, depth + 1);
    }
    to += '}';
  }

  // What both write alike.
  static std::string common_scalar(const Value& value) {
    switch (value.kind()) {
      case ValueKind::kError:
        return std::string(value.error_message());
      case ValueKind::kNull:
        return "null";
      case ValueKind::kBool:
        return value.as_bool() ? "true" : "false";
      case ValueKind::kInt:
        return std::to_string(value.as_int());
      case ValueKind::kUint:
        return std::to_string(value.as_uint());
      case ValueKind::kDouble:
        return double_text(value.as_double());
      case ValueKind::kDuration:
        return duration_text(value.as_duration());
      case ValueKind::kTimestamp:
        return timestamp_text(value);
      case ValueKind::kType:
        return std::string(runtime_name(*value.as_type()));
      case ValueKind::kOpaque:
        return value.as_opaque()->text();
      default:
        return std::string(value.as_text());
    }
  }

  static std::string go_scalar(const Value& value) {
    if (value.is(ValueKind::kNull)) return "NULL_VALUE";
    if (!value.is(ValueKind::kBytes)) return common_scalar(value);
    std::string text = "[";
    for (const char c : value.as_text()) {
      if (text.size() > 1) text += ' ';
      text += std::to_string(static_cast<unsigned>(static_cast<unsigned char>(c)));
    }
    return text + "]";
  }

  static std::string called(std::string_view function, std::string_view argument) {
    std::string text(function);
    text += '(';
    append_quoted(argument, false, text);
    return text + ")";
  }

  static std::string cel_scalar(const Value& value) {
    std::string text;
    switch (value.kind()) {
      case ValueKind::kUint:
        return common_scalar(value) + "u";
      case ValueKind::kDouble:
        return cel_double(value.as_double());
      case ValueKind::kString:
      case ValueKind::kBytes:
        append_quoted(value.as_text(), value.is(ValueKind::kBytes), text);
        return text;
      case ValueKind::kDuration:
        return called("duration", common_scalar(value));
      case ValueKind::kTimestamp:
        return called("timestamp", common_scalar(value));
      case ValueKind::kOpaque: {
        // "kubernetes.Quantity" is made by quantity().
        const std::string_view name = value.as_opaque()->type()->name;
        std::string function(name.substr(name.rfind('.') + 1));
        for (char& c : function) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
        return called(function, common_scalar(value));
      }
      default:
        return common_scalar(value);
    }
  }

  bool as_cel_;
  std::size_t bytes_max_;
};

void write(const Value& value, const std::string& text, kube::JsonWriter& to, std::size_t depth) {
  if (depth > kTextDepthMax || text.size() > kTextBytesMax) {
    to.string(kTooDeep);
    return;
  }
  switch (value.kind()) {
    case ValueKind::kError:
    case ValueKind::kNull:
      to.null();
      return;
    case ValueKind::kBool:
      to.boolean(value.as_bool());
      return;
    case ValueKind::kInt:
      to.integer(value.as_int());
      return;
    case ValueKind::kUint:
      to.unsigned_integer(value.as_uint());
      return;
    case ValueKind::kDouble:
      if (!std::isfinite(value.as_double())) {
        to.string(std::isnan(value.as_double()) ? "NaN"
                  : value.as_double() < 0       ? "-Infinity"
                                                : "Infinity");
        return;
      }
      to.json(kube::Json::real(value.as_double()));
      return;
    case ValueKind::kBytes:
      to.string(base64(value.as_text()));
      return;
    case ValueKind::kList:
      to.begin_array();
      for (std::size_t i = 0; i < value.size() && text.size() <= kTextBytesMax; ++i) {
        write(value.element(i), text, to, depth + 1);
      }
      to.end_array();
      return;
    case ValueKind::kMap:
      to.begin_object();
      for (std::size_t i = 0; i < value.size() && text.size() <= kTextBytesMax; ++i) {
        const Entry entry = value.entry(i);
        to.key(go_text(entry.key));
        write(entry.value, text, to, depth + 1);
      }
      to.end_object();
      return;
    case ValueKind::kOptional:
      if (value.as_optional() == nullptr) {
        to.null();
        return;
      }
      return write(*value.as_optional(), text, to, depth + 1);
    default:
      to.string(go_text(value));
  }
}

}  // namespace

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      const std::uint32_t byte =
          i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0;
      group = group << 8 | byte;
    }
    const std::size_t digits = std::min<std::size_t>(bytes.size() - i, 3) + 1;
    for (std::size_t j = 0; j < 4; ++j) {
      text += j < digits ? kDigits[group >> (18 - 6 * j) & 63] : '=';
    }
  }
  return text;
}

std::string go_text(const Value& value) {
  std::string text;
  Style(false).append(value, text, 0);
  return text;
}

std::string cel_text(const Value& value) {
  std::string text;
  Style(true).append(value, text, 0);
  return text;
}

std::string json_text(const Value& value) {
  std::string text;
  kube::JsonWriter writer(text);
  write(value, text, writer, 0);
  return text;
}

}  // namespace drawbridge::cel
