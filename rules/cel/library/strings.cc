// cel-go's string functions, version 2 (ext/strings.go), which index by code points. format() and
// quote() are in strings_format.cc, costs in strings_cost.cc.
#include <algorithm>
#include <string>
#include <vector>

#include "rules/cel/library/go_text.h"
#include "rules/cel/library/libraries.h"
#include "rules/cel/library/strings_parts.h"
#include "rules/cel/library/support.h"

namespace drawbridge::cel {
namespace {

Value out_of_range(Evaluation& evaluation, std::int64_t index) {
  return evaluation.error("index out of range: " + std::to_string(index));
}

// Bytes before the code point `index`, or nothing where the text has fewer. The end counts.
std::optional<std::size_t> byte_of(std::string_view text, std::int64_t index) {
  if (index < 0 || static_cast<std::uint64_t>(index) > text.size()) return std::nullopt;
  std::size_t at = 0;
  for (; index > 0 && at < text.size(); --index) at += rune_bytes(text[at]);
  return index > 0 ? std::nullopt : std::optional(at);
}

Value char_at(Evaluation& evaluation, std::span<const Value> args) {
  const std::string_view text = args[0].as_text();
  if (!evaluation.spend(steps_of_text(text.size()))) return evaluation.error(kCancelled);
  const auto at = byte_of(text, args[1].as_int());
  if (!at) return out_of_range(evaluation, args[1].as_int());
  const std::size_t length = *at < text.size() ? rune_bytes(text[*at]) : 0;
  return Value::string(text.substr(*at, length));
}

std::int64_t code_point_index(std::string_view text, std::size_t byte) {
  return static_cast<std::int64_t>(code_points(text.substr(0, byte)));
}

template <char kFirst, char kLast, int kShift>
Value mapped(Evaluation& evaluation, std::span<const Value> args) {
  const std::string_view text = args[0].as_text();
  const auto changes = [](char c) { return c >= kFirst && c <= kLast; };
  if (std::none_of(text.begin(), text.end(), changes)) return args[0];
  char* to = evaluation.arena().allocate<char>(text.size());
  std::transform(text.begin(), text.end(), to,
                 [&](char c) { return changes(c) ? static_cast<char>(c + kShift) : c; });
  return Value::string({to, text.size()});
}

// strings.Replace: up to `limit` times, below 0 always; an empty `old` stands before every code
// point and at the end.
Value replaced(Evaluation& evaluation, std::string_view text, std::string_view old,
               std::string_view replacement, std::int64_t limit) {
  const auto next = [&](std::size_t from) { return old.empty() ? from : text.find(old, from); };
  if (old == replacement || limit == 0) return Value::string(text);
  std::string result;
  std::size_t copied = 0;
  std::size_t at = next(0);
  for (; limit != 0 && at != std::string_view::npos; --limit) {
    const std::size_t grown = at - copied + replacement.size();
    if (!evaluation.spend(steps_of_text(grown))) return evaluation.error(kCancelled);
    result.append(text, copied, at - copied);
    result += replacement;
    copied = at + old.size();
    if (old.empty() && at == text.size()) break;
    at = next(old.empty() ? at + rune_bytes(text[at]) : copied);
  }
  if (copied == 0 && result.empty() && at == std::string_view::npos) return Value::string(text);
  result.append(text, copied);
  return evaluation.text(result);
}

Value replace(Evaluation& evaluation, std::span<const Value> args) {
  return replaced(evaluation, args[0].as_text(), args[1].as_text(), args[2].as_text(),
                  args.size() > 3 ? args[3].as_int() : -1);
}

// strings.SplitN: up to `limit` parts, below 0 all; an empty separator splits code points.
Value split(Evaluation& evaluation, std::span<const Value> args) {
  std::string_view rest = args[0].as_text();
  const std::string_view separator = args[1].as_text();
  const std::int64_t limit = args.size() > 2 ? args[2].as_int() : -1;
  if (limit == 0) return Value::list(std::span<const Value>());
  std::vector<Value> parts;
  const auto is_last = [&] {
    return limit > 0 && static_cast<std::int64_t>(parts.size()) + 1 >= limit;
  };
  if (separator.empty()) {
    while (!rest.empty()) {
      const std::size_t length = is_last() ? rest.size() : rune_bytes(rest[0]);
      parts.push_back(Value::string(rest.substr(0, length)));
      rest = rest.substr(parts.back().as_text().size());
    }
  } else {
    std::size_t found = 0;
    while (!is_last() && (found = rest.find(separator)) != std::string_view::npos) {
      parts.push_back(Value::string(rest.substr(0, found)));
      rest.remove_prefix(found + separator.size());
    }
    parts.push_back(Value::string(rest));
  }
  const auto list = new_list(evaluation, parts.size());
  std::copy(parts.begin(), parts.end(), list.begin());
  return Value::list(list);
}

Value substring(Evaluation& evaluation, std::span<const Value> args) {
  const std::string_view text = args[0].as_text();
  const std::int64_t start = args[1].as_int();
  const bool to_end = args.size() < 3;
  const std::int64_t end = to_end ? 0 : args[2].as_int();
  if (!to_end && start > end) {
    return evaluation.error("invalid substring range. start: " + std::to_string(start) +
                            ", end: " + std::to_string(end));
  }
  const auto from = byte_of(text, start);
  if (!from) return out_of_range(evaluation, start);
  if (to_end) return Value::string(text.substr(*from));
  const auto length = byte_of(text.substr(*from), end - start);
  if (!length) return out_of_range(evaluation, end);
  return Value::string(text.substr(*from, *length));
}

Value trim(Evaluation& /*evaluation*/, std::span<const Value> args) {
  return Value::string(trimmed(args[0].as_text()));
}

Value join(Evaluation& evaluation, std::span<const Value> args) {
  const std::string_view separator = args.size() > 1 ? args[1].as_text() : std::string_view();
  const std::size_t size = args[0].size();
  std::string result;
  for (std::size_t i = 0; i < size; ++i) {
    const Value element = args[0].element(i);
    if (!element.is(ValueKind::kString)) {
      return evaluation.error("join: invalid input: " + go_text_of(element));
    }
    const std::string_view text = element.as_text();
    if (!evaluation.spend(steps_of_text(separator.size() + text.size()))) {
      return evaluation.error(kCancelled);
    }
    if (i > 0) result += separator;
    result += text;
  }
  return evaluation.text(result);
}

}  // namespace

Value index_of_text(Evaluation& evaluation, std::span<const Value> args) {
  const std::string_view text = args[0].as_text();
  const std::string_view wanted = args[1].as_text();
  const std::int64_t offset = args.size() > 2 ? args[2].as_int() : 0;
  if (offset < 0) return out_of_range(evaluation, offset);
  const auto from = byte_of(text, offset);
  if (wanted.empty()) {
    return Value::integer(from ? offset : static_cast<std::int64_t>(code_points(text)));
  }
  const std::size_t found = from ? text.find(wanted, *from) : std::string_view::npos;
  return Value::integer(found == std::string_view::npos ? -1 : code_point_index(text, found));
}

Value last_index_of_text(Evaluation& evaluation, std::span<const Value> args) {
  const std::string_view text = args[0].as_text();
  const std::string_view wanted = args[1].as_text();
  if (args.size() < 3) {
    const std::size_t found = text.rfind(wanted);
    return Value::integer(found == std::string_view::npos ? -1 : code_point_index(text, found));
  }
  const std::int64_t offset = args[2].as_int();
  if (offset < 0) return out_of_range(evaluation, offset);
  const auto from = byte_of(text, offset);
  if (wanted.empty()) {
    return Value::integer(from ? offset : static_cast<std::int64_t>(code_points(text)));
  }
  // An offset at the end or beyond is not cut down to the end, but finds nothing.
  const bool inside = from && *from < text.size();
  const std::size_t found = inside ? text.rfind(wanted, *from) : std::string_view::npos;
  return Value::integer(found == std::string_view::npos ? -1 : code_point_index(text, found));
}

void add_strings(Declarations& to) {
  const Type* text = &type::kString;
  const Type* number = &type::kInt;
  const Type* texts = to.types().list(text);
  const auto member = [&](std::string_view name, std::string_view id,
                          std::vector<const Type*> params, const Type* result, Implementation run,
                          const StringCost& cost = {}) {
    to.add(name, {.id = id,
                  .params = std::move(params),
                  .result = result,
                  .member = true,
                  .run = run,
                  .cost = cost.cost,
                  .estimate = cost.estimate});
  };
  member("charAt", "string_char_at_int", {text, number}, text, char_at);
  member("indexOf", "string_index_of_string", {text, text}, number, index_of_text, kCostOfIndexing);
  member("indexOf", "string_index_of_string_int", {text, text, number}, number, index_of_text,
         kCostOfIndexing);
  member("lastIndexOf", "string_last_index_of_string", {text, text}, number, last_index_of_text,
         kCostOfIndexing);
  member("lastIndexOf", "string_last_index_of_string_int", {text, text, number}, number,
         last_index_of_text, kCostOfIndexing);
  member("lowerAscii", "string_lower_ascii", {text}, text, mapped<'A', 'Z', 'a' - 'A'>,
         kCostOfTransforming);
  member("upperAscii", "string_upper_ascii", {text}, text, mapped<'a', 'z', 'A' - 'a'>,
         kCostOfTransforming);
  member("trim", "string_trim", {text}, text, trim, kCostOfTransforming);
  member("substring", "string_substring_int", {text, number}, text, substring, kCostOfTransforming);
  member("substring", "string_substring_int_int", {text, number, number}, text, substring,
         kCostOfTransforming);
  member("replace", "string_replace_string_string", {text, text, text}, text, replace,
         kCostOfReplacing);
  member("replace", "string_replace_string_string_int", {text, text, text, number}, text, replace,
         kCostOfReplacing);
  member("split", "string_split_string", {text, text}, texts, split, kCostOfSplitting);
  member("split", "string_split_string_int", {text, text, number}, texts, split, kCostOfSplitting);
  member("join", "list_join", {texts}, text, join, kCostOfJoining);
  member("join", "list_join_string", {texts, text}, text, join, kCostOfJoining);
  member("format", "string_format", {text, to.types().list(&type::kDyn)}, text, format_values,
         kCostOfFormatting);
  to.add("strings.quote", {.id = "strings_quote",
                           .params = {text},
                           .result = text,
                           .run = quote_for_cel,
                           .cost = kCostOfQuoting.cost,
                           .estimate = kCostOfQuoting.estimate});
}

}  // namespace drawbridge::cel
