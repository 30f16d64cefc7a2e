// string.format() of cel-go's strings, version 2 (ext/formatting.go), with the texts that Go's
// printer for English makes of numbers; and strings.quote().
#include "rules/cel/library/strings_format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rules/cel/instant.h"
#include "rules/cel/library/go_numbers.h"
#include "rules/cel/library/go_text.h"
#include "rules/cel/library/strings_parts.h"
#include "rules/cel/library/support.h"
#include "rules/cel/number_text.h"

namespace drawbridge::cel {
namespace {

// Lists in lists that are followed: JSON and expressions end long before.
constexpr int kFormatDepthMax = 1000;

// Digits of a number that are made within a step.
constexpr std::size_t kDigitsPerStep = 4;

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const Rune rune = first_rune(text);
    if (rune.bytes == 1 && rune.value >= 0x80) return false;
    text.remove_prefix(rune.bytes);
  }
  return true;
}

bool is_integer(const Value& value) {
  return value.is(ValueKind::kInt) || value.is(ValueKind::kUint);
}

class Formatter {
 public:
  explicit Formatter(Evaluation& evaluation) : evaluation_(evaluation) {}

  Value run(std::string_view format, const Value& arguments) {
    std::size_t used = 0;
    while (!format.empty() && !failed_) {
      const std::size_t percent = std::min(format.find('%'), format.size());
      append(format.substr(0, percent));
      format.remove_prefix(percent);
      if (format.empty()) break;
      if (format.starts_with("%%")) {
        append("%");
        format.remove_prefix(2);
        continue;
      }
      if (used >= arguments.size()) {
        fail("index " + std::to_string(used) + " out of range");
      } else if (format.size() == 1) {
        fail("unexpected end of string");
      } else {
        format.remove_prefix(clause(format, arguments.element(used++)));
      }
    }
    return failed_ ? evaluation_.error(text_) : evaluation_.text(text_);
  }

 private:
  void fail(std::string why) {
    failed_ = true;
    text_ = std::move(why);
  }

  void append(std::string_view text) {
    if (failed_) return;
    if (!evaluation_.spend(steps_of_text(text.size()))) return fail(std::string(kCancelled));
    text_ += text;
  }

  // Appends what the clause makes of `value`; the clause's length.
  std::size_t clause(std::string_view format, const Value& value) {
    auto read = read_clause(format);
    if (auto* error = std::get_if<std::string>(&read)) {
      fail(std::move(*error));
      return format.size();
    }
    const auto& clause = std::get<FormatClause>(read);
    if (clause.verb == 's') {
      as_string(value, 0, false);
    } else if (auto text = number(clause, value)) {
      // Digits take longer to make than text to copy.
      if (!evaluation_.spend(text->size() / kDigitsPerStep)) return cancel(clause);
      append(*text);
    } else {
      refuse(clause.verb, value);
    }
    return clause.length;
  }

  std::size_t cancel(const FormatClause& clause) {
    fail(std::string(kCancelled));
    return clause.length;
  }

  void refuse(char verb, const Value& value) {
    std::string why = "error during formatting: ";
    why += refusal_of(verb);
    why += runtime_name(*type_of(value));
    fail(std::move(why));
  }

  // nullopt: the verb does not take it.
  static std::optional<std::string> number(const FormatClause& clause, const Value& value) {
    const bool integer = is_integer(value);
    switch (clause.verb) {
      case 'd':
        return integer ? std::optional(in_base(value, 10)) : std::nullopt;
      case 'o':
        return integer ? std::optional(in_base(value, 8)) : std::nullopt;
      case 'b':
        if (value.is(ValueKind::kBool)) return value.as_bool() ? "1" : "0";
        return integer ? std::optional(in_base(value, 2)) : std::nullopt;
      case 'x':
      case 'X':
        return hex(value, clause.verb == 'X');
      default:
        return real(clause, value);
    }
  }

  static std::optional<std::string> hex(const Value& value, bool upper) {
    std::string text;
    if (is_integer(value)) {
      text = in_base(value, 16);
    } else if (value.is(ValueKind::kString) || value.is(ValueKind::kBytes)) {
      text = hex_of_bytes(value.as_text());
    } else {
      return std::nullopt;
    }
    if (upper) {
      for (char& c : text) c = c >= 'a' && c <= 'f' ? static_cast<char>(c - 'a' + 'A') : c;
    }
    return text;
  }

  static std::optional<std::string> real(const FormatClause& clause, const Value& value) {
    double number = 0;
    if (value.is(ValueKind::kDouble)) {
      number = value.as_double();
    } else if (value.is(ValueKind::kString) && value.as_text() == "NaN") {
      number = std::numeric_limits<double>::quiet_NaN();
    } else if (value.is(ValueKind::kString) && value.as_text() == "Infinity") {
      number = std::numeric_limits<double>::infinity();
    } else if (value.is(ValueKind::kString) && value.as_text() == "-Infinity") {
      number = -std::numeric_limits<double>::infinity();
    } else {
      return std::nullopt;
    }
    return clause.verb == 'f' ? fixed_text(number, clause.precision)
                              : scientific_text(number, clause.precision);
  }

  // %s. Inside lists and maps (`nested`) values look like literals.
  void as_string(const Value& value, int depth, bool nested) {
    if (failed_) return;
    switch (value.kind()) {
      case ValueKind::kList:
        return list(value, depth);
      case ValueKind::kMap:
        return map(value, depth);
      case ValueKind::kNull:
        return append("null");
      case ValueKind::kBool:
        return append(value.as_bool() ? "true" : "false");
      case ValueKind::kInt:
      case ValueKind::kUint:
        return append(in_base(value, 10));
      case ValueKind::kDouble:
        return nested ? nested_double(value.as_double()) : append(double_text(value.as_double()));
      case ValueKind::kString:
        return append(nested ? quoted(value.as_text()) : std::string(value.as_text()));
      case ValueKind::kBytes:
        if (!is_utf8(value.as_text())) {
          return fail(
              "error during formatting: could not convert argument \"invalid UTF-8 in bytes, "
              "cannot convert to string\" to string");
        }
        return append(nested ? "b" + quoted(value.as_text()) : std::string(value.as_text()));
      case ValueKind::kDuration:
        return literal("duration", duration_text(value.as_duration()), nested);
      case ValueKind::kTimestamp:
        return literal("timestamp",
                       instant_text({value.timestamp_seconds(), value.timestamp_nanoseconds()},
                                    value.timestamp_zone_minutes()),
                       nested);
      case ValueKind::kType:
        return append(runtime_name(*value.as_type()));
      case ValueKind::kError:
      case ValueKind::kOptional:
      case ValueKind::kOpaque:
        break;
    }
    if (!nested) return refuse('s', value);
    fail("error during formatting: no formatting function for " +
         std::string(runtime_name(*type_of(value))));
  }

  void nested_double(double value) {
    const std::string text = plain_fixed(value, 6);
    append(std::isfinite(value) ? text : quoted(text));
  }

  void literal(std::string_view function, const std::string& text, bool nested) {
    append(nested ? std::string(function) + "(" + quoted(text) + ")" : text);
  }

  void list(const Value& value, int depth) {
    if (depth > kFormatDepthMax) return fail(std::string(kCancelled));
    append("[");
    for (std::size_t i = 0; i < value.size() && !failed_; ++i) {
      if (i > 0) append(", ");
      if (!evaluation_.spend(3)) return fail(std::string(kCancelled));
      as_string(value.element(i), depth + 1, true);
    }
    append("]");
  }

  // Entries by the text of their keys.
  void map(const Value& value, int depth) {
    if (depth > kFormatDepthMax) return fail(std::string(kCancelled));
    std::vector<std::pair<std::string, std::string>> entries;
    std::string before = std::move(text_);
    for (std::size_t i = 0; i < value.size() && !failed_; ++i) {
      if (!evaluation_.spend(10)) return fail(std::string(kCancelled));
      const Entry entry = value.entry(i);
      const bool key_fits = entry.key.is(ValueKind::kString) || entry.key.is(ValueKind::kBool) ||
                            is_integer(entry.key);
      if (!key_fits) {
        return fail("error during formatting: no formatting function for map key of type " +
                    std::string(runtime_name(*type_of(entry.key))));
      }
      text_.clear();
      as_string(entry.key, depth + 1, true);
      std::string key = std::exchange(text_, {});
      as_string(entry.value, depth + 1, true);
      if (!failed_) entries.emplace_back(std::move(key), std::exchange(text_, {}));
    }
    if (failed_) return;
    text_ = std::move(before);
    std::stable_sort(entries.begin(), entries.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    append("{");
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (i > 0) append(", ");
      append(entries[i].first + ":" + entries[i].second);
    }
    append("}");
  }

  Evaluation& evaluation_;
  std::string text_;  // what was made, or why it failed
  bool failed_ = false;
};

}  // namespace

Value format_values(Evaluation& evaluation, std::span<const Value> args) {
  return Formatter(evaluation).run(args[0].as_text(), args[1]);
}

Value quote_for_cel(Evaluation& evaluation, std::span<const Value> args) {
  std::string_view rest = args[0].as_text();
  std::string text = "\"";
  text.reserve(rest.size() + 2);
  while (!rest.empty()) {
    const Rune rune = first_rune(rest);
    constexpr std::string_view kEscaped = "\a\b\f\n\r\t\v\\\"";
    constexpr std::string_view kLetters = "abfnrtv\\\"";
    const std::size_t escape = rune.bytes == 1 ? kEscaped.find(rest[0]) : std::string_view::npos;
    if (escape != std::string_view::npos) {
      text += '\\';
      text += kLetters[escape];
    } else {
      append_rune(text, rune.value);
    }
    rest.remove_prefix(rune.bytes);
  }
  text += '"';
  return evaluation.text(text);
}

std::string go_text_of(const Value& value) {
  switch (value.kind()) {
    case ValueKind::kNull:
      return "0";
    case ValueKind::kBool:
      return value.as_bool() ? "true" : "false";
    case ValueKind::kInt:
    case ValueKind::kUint:
      return in_base(value, 10);
    case ValueKind::kDouble:
      return double_text(value.as_double());
    case ValueKind::kString:
      return std::string(value.as_text());
    case ValueKind::kDuration:
      return duration_text(value.as_duration());
    default:
      return std::string(runtime_name(*type_of(value)));
  }
}

}  // namespace drawbridge::cel
