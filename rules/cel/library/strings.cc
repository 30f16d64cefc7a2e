// cel-go's string functions, version 2 (ext/strings.go), which index by code points. format() and
// quote() are in strings_format.cc, costs in strings_cost.cc.
#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "rules/cel/library/find_text.h"
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
  // A URL's part may end within a code point.
  return index > 0 ? std::nullopt : std::optional(std::min(at, text.size()));
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

// How often `old` would be replaced, at most `limit` times where that is not below 0.
std::size_t count_of(std::string_view text, std::string_view old, std::int64_t limit) {
  std::size_t count = 0;
  if (old.empty()) {
    count = 1;
    for (std::size_t at = 0; at < text.size(); at += rune_bytes(text[at])) ++count;
  } else if (old.size() == 1) {
    count = static_cast<std::size_t>(std::count(text.begin(), text.end(), old[0]));
  } else {
    for (std::size_t at = find_text(text, old); at != std::string_view::npos;
         at = find_text(text, old, at + old.size())) {
      ++count;
    }
  }
  return limit < 0 ? count : std::min(count, static_cast<std::size_t>(limit));
}

char* put(char* to, std::string_view text) {
  if (!text.empty()) std::memcpy(to, text.data(), text.size());
  return to + text.size();
}

// `text` with the first `count` times of `old` replaced, into room for it.
void write_replaced(char* to, std::string_view text, std::string_view old,
                    std::string_view replacement, std::size_t count) {
  std::size_t copied = 0;
  std::size_t at = 0;
  for (; count > 0; --count) {
    if (!old.empty()) at = find_text(text, old, at);
    to = put(to, text.substr(copied, at - copied));
    to = put(to, replacement);
    copied = at + old.size();
    // An empty one stands before every code point and at the end.
    at = copied;
    if (old.empty() && at < text.size()) {
      at = std::min(at + rune_bytes(text[at]), text.size());
    }
  }
  put(to, text.substr(copied));
}

// strings.Replace: up to `limit` times, below 0 always.
Value replaced(Evaluation& evaluation, std::string_view text, std::string_view old,
               std::string_view replacement, std::int64_t limit) {
  if (old == replacement || limit == 0) return Value::string(text);
  if (!evaluation.spend_on_call(steps_of_searching(text.size()))) {
    return evaluation.error(kCancelled);
  }
  const std::size_t count = count_of(text, old, limit);
  if (count == 0) return Value::string(text);
  if (!evaluation.spend_on_call(count)) return evaluation.error(kCancelled);
  const std::uint64_t added = saturating_multiply(count, replacement.size());
  const std::uint64_t size = saturating_add(text.size() - count * old.size(), added);
  if (!evaluation.spend(steps_of_text(size))) return evaluation.error(kCancelled);
  char* made = evaluation.arena().allocate<char>(size);
  if (old.size() == 1 && replacement.size() == 1 && limit < 0) {
    std::replace_copy(text.begin(), text.end(), made, old[0], replacement[0]);
  } else {
    write_replaced(made, text, old, replacement, count);
  }
  return Value::string({made, size});
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
  if (!evaluation.spend_on_call(steps_of_searching(rest.size()))) {
    return evaluation.error(kCancelled);
  }
  // An empty one stands at both ends, too.
  const std::size_t all = count_of(rest, separator, -1);
  if (!evaluation.spend_on_call(all)) return evaluation.error(kCancelled);
  const std::size_t parts_max = separator.empty() ? all - 1 : all + 1;
  const std::size_t parts =
      limit < 0 ? parts_max : std::min(parts_max, static_cast<std::size_t>(limit));
  const auto list = new_list(evaluation, parts);
  for (std::size_t i = 0; i < parts; ++i) {
    const bool last = i + 1 == parts;
    const std::size_t end = last                ? rest.size()
                            : separator.empty() ? std::min(rune_bytes(rest[0]), rest.size())
                                                : find_text(rest, separator);
    list[i] = Value::string(rest.substr(0, end));
    if (!last) rest.remove_prefix(end + separator.size());
  }
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
    if (!evaluation.spend(1 + steps_of_text(separator.size() + text.size()))) {
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
  if (!evaluation.spend_on_call(steps_of_searching(text.size()))) {
    return evaluation.error(kCancelled);
  }
  const auto from = byte_of(text, offset);
  if (wanted.empty()) {
    return Value::integer(from ? offset : static_cast<std::int64_t>(code_points(text)));
  }
  const std::size_t found = from ? find_text(text, wanted, *from) : std::string_view::npos;
  return Value::integer(found == std::string_view::npos ? -1 : code_point_index(text, found));
}

Value last_index_of_text(Evaluation& evaluation, std::span<const Value> args) {
  const std::string_view text = args[0].as_text();
  const std::string_view wanted = args[1].as_text();
  if (!evaluation.spend_on_call(steps_of_searching(text.size()))) {
    return evaluation.error(kCancelled);
  }
  if (args.size() < 3) {
    const std::size_t found = find_last_text(text, wanted);
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
  const std::size_t found = inside ? find_last_text(text, wanted, *from) : std::string_view::npos;
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
  to.add("format", {.id = "string_format",
                    .params = {text, to.types().list(&type::kDyn)},
                    .result = text,
                    .member = true,
                    .run = format_values,
                    .cost = kCostOfFormatting.cost,
                    .estimate = kCostOfFormatting.estimate,
                    .stops_at_error = true,
                    .steps = 8});
  to.add("strings.quote", {.id = "strings_quote",
                           .params = {text},
                           .result = text,
                           .run = quote_for_cel,
                           .cost = kCostOfQuoting.cost,
                           .estimate = kCostOfQuoting.estimate});
}

}  // namespace drawbridge::cel
