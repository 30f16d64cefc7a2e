// Kubernetes' library of semantic versions, version 1 (apiserver pkg/cel/library/semverlib.go).
#include "rules/cel/library/semver.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include "kube/api/ascii.h"
#include "rules/cel/library/go_text.h"
#include "rules/cel/library/libraries.h"

namespace drawbridge::cel {
namespace {

using kube::is_digit;

bool is_identifier(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
}

bool is_number(std::string_view text) {
  return std::all_of(text.begin(), text.end(), is_digit);
}

// The part before the separator, which is taken from `rest` with it.
std::string_view take_until(std::string_view& rest, char separator) {
  const std::size_t end = rest.find(separator);
  const std::string_view part = rest.substr(0, end);
  rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  return part;
}

// strconv.ParseUint of digits.
std::optional<std::string> read_digits(std::string_view digits, std::uint64_t& value) {
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (read.ec == std::errc()) return std::nullopt;
  return "strconv.ParseUint: parsing " + quoted(digits) +
         (digits.empty() ? ": invalid syntax" : ": value out of range");
}

// "Major", "Minor" or "Patch"; nothing where it is fine.
std::optional<std::string> read_number(std::string_view name, std::string_view text,
                                       std::uint64_t& value) {
  if (!is_number(text)) {
    std::string lower(name);
    lower[0] = static_cast<char>(lower[0] - 'A' + 'a');
    return "Invalid character(s) found in " + lower + " number " + quoted(text);
  }
  if (text.size() > 1 && text[0] == '0') {
    return std::string(name) + " number must not contain leading zeroes " + quoted(text);
  }
  return read_digits(text, value);
}

// `parts` begins behind the - and may be of any form.
std::optional<std::string> check_prerelease(std::string_view parts) {
  for (bool more = true; more;) {
    more = parts.find('.') != std::string_view::npos;
    const std::string_view part = take_until(parts, '.');
    if (part.empty()) return "Prerelease is empty";
    if (is_number(part)) {
      if (part.size() > 1 && part[0] == '0') {
        return "Numeric PreRelease version must not contain leading zeroes " + quoted(part);
      }
      std::uint64_t ignored = 0;
      if (auto error = read_digits(part, ignored)) return error;
    } else if (!std::all_of(part.begin(), part.end(), is_identifier)) {
      return "Invalid character(s) found in prerelease " + quoted(part);
    }
  }
  return std::nullopt;
}

std::optional<std::string> check_build(std::string_view parts) {
  for (bool more = true; more;) {
    more = parts.find('.') != std::string_view::npos;
    const std::string_view part = take_until(parts, '.');
    if (part.empty()) return "Build meta data is empty";
    if (!std::all_of(part.begin(), part.end(), is_identifier)) {
      return "Invalid character(s) found in build meta data " + quoted(part);
    }
  }
  return std::nullopt;
}

// Of two identifiers that parse() took: numbers by value and before words.
std::strong_ordering compare_identifiers(std::string_view a, std::string_view b) {
  const bool a_number = is_number(a);
  const bool b_number = is_number(b);
  if (a_number != b_number) {
    return a_number ? std::strong_ordering::less : std::strong_ordering::greater;
  }
  // Without leading zeros, the longer number is the larger.
  if (a_number && a.size() != b.size()) return a.size() <=> b.size();
  return a.compare(b) <=> 0;
}

std::strong_ordering compare_prereleases(std::string_view a, std::string_view b) {
  // A version without a prerelease comes after those with one.
  if (a.empty() || b.empty()) return a.empty() <=> b.empty();
  while (!a.empty() && !b.empty()) {
    const auto order = compare_identifiers(take_until(a, '.'), take_until(b, '.'));
    if (order != 0) return order;
  }
  return !a.empty() <=> !b.empty();
}

Value make_semver(Evaluation& evaluation, std::string_view text) {
  const auto parsed = Semver::parse(text);
  if (const auto* error = std::get_if<std::string>(&parsed)) return evaluation.error(*error);
  return Value::opaque(evaluation.make<SemverValue>(std::get<Semver>(parsed)));
}

Value to_semver(Evaluation& evaluation, std::span<const Value> args) {
  return make_semver(evaluation, args[0].as_text());
}

Value parse_normalized(Evaluation& evaluation, std::span<const Value> args) {
  if (!args[1].as_bool()) return to_semver(evaluation, args);
  const auto normal = normalized_semver(args[0].as_text());
  if (const auto* error = std::get_if<std::string_view>(&normal)) return evaluation.error(*error);
  return make_semver(evaluation, evaluation.arena().copy(std::get<std::string>(normal)));
}

Value is_semver(Evaluation& /*evaluation*/, std::span<const Value> args) {
  return Value::boolean(std::holds_alternative<Semver>(Semver::parse(args[0].as_text())));
}

Value is_semver_normalized(Evaluation& evaluation, std::span<const Value> args) {
  if (!args[1].as_bool()) return is_semver(evaluation, args);
  const auto normal = normalized_semver(args[0].as_text());
  const auto* text = std::get_if<std::string>(&normal);
  return Value::boolean(text != nullptr && std::holds_alternative<Semver>(Semver::parse(*text)));
}

template <std::uint64_t Semver::*kNumber>
Value number(Evaluation& evaluation, std::span<const Value> args) {
  const auto* self = opaque_cast<SemverValue>(args[0]);
  if (self == nullptr) return evaluation.error(kNoSuchOverload);
  // Go's conversion wraps round.
  return Value::integer(static_cast<std::int64_t>(self->version().*kNumber));
}

template <typename F>
Value compared(Evaluation& evaluation, std::span<const Value> args, F f) {
  const auto* self = opaque_cast<SemverValue>(args[0]);
  const auto* other = opaque_cast<SemverValue>(args[1]);
  if (self == nullptr || other == nullptr) return evaluation.error(kNoSuchOverload);
  if (!evaluation.spend(std::min(self->bytes(), other->bytes()) / 16)) {
    return evaluation.error(kCancelled);
  }
  return f(self->version() <=> other->version());
}

Value compare_versions(Evaluation& evaluation, std::span<const Value> args) {
  return compared(evaluation, args, [](std::strong_ordering order) {
    return Value::integer(order < 0 ? -1 : order > 0 ? 1 : 0);
  });
}

Value is_lower_version(Evaluation& evaluation, std::span<const Value> args) {
  return compared(evaluation, args,
                  [](std::strong_ordering order) { return Value::boolean(order < 0); });
}

Value is_higher_version(Evaluation& evaluation, std::span<const Value> args) {
  return compared(evaluation, args,
                  [](std::strong_ordering order) { return Value::boolean(order > 0); });
}

}  // namespace

std::variant<Semver, std::string> Semver::parse(std::string_view text) {
  if (text.empty()) return "Version string empty";
  std::string_view rest = text;
  const std::string_view major_text = take_until(rest, '.');
  const bool three = rest.find('.') != std::string_view::npos;
  if (!three) return "No Major.Minor.Patch elements found";
  const std::string_view minor_text = take_until(rest, '.');
  Semver version;
  version.text = text;
  if (auto error = read_number("Major", major_text, version.major)) return *std::move(error);
  if (auto error = read_number("Minor", minor_text, version.minor)) return *std::move(error);
  std::string_view before_build = rest;
  const bool has_build = rest.find('+') != std::string_view::npos;
  if (has_build) before_build = take_until(rest, '+');
  version.build = has_build ? rest : std::string_view();
  std::string_view patch_text = before_build;
  const bool has_prerelease = before_build.find('-') != std::string_view::npos;
  if (has_prerelease) patch_text = take_until(before_build, '-');
  version.prerelease = has_prerelease ? before_build : std::string_view();
  if (auto error = read_number("Patch", patch_text, version.patch)) return *std::move(error);
  if (has_prerelease) {
    if (auto error = check_prerelease(version.prerelease)) return *std::move(error);
  }
  if (has_build) {
    if (auto error = check_build(version.build)) return *std::move(error);
  }
  return version;
}

std::strong_ordering operator<=>(const Semver& a, const Semver& b) {
  if (const auto order = a.major <=> b.major; order != 0) return order;
  if (const auto order = a.minor <=> b.minor; order != 0) return order;
  if (const auto order = a.patch <=> b.patch; order != 0) return order;
  return compare_prereleases(a.prerelease, b.prerelease);
}

std::variant<std::string, std::string_view> normalized_semver(std::string_view text) {
  if (text.starts_with('v')) text.remove_prefix(1);
  // Only the first two dots separate numbers.
  std::vector<std::string_view> parts;
  while (parts.size() < 2 && text.find('.') != std::string_view::npos) {
    parts.push_back(take_until(text, '.'));
  }
  parts.push_back(text);
  if (parts.size() < 3 && parts.back().find_first_of("+-") != std::string_view::npos) {
    return std::string_view("short version cannot contain PreRelease/Build meta data");
  }
  std::string result;
  for (std::size_t i = 0; i < 3; ++i) {
    if (i > 0) result += '.';
    if (i >= parts.size()) {
      result += '0';
      continue;
    }
    std::string_view part = parts[i];
    if (part.size() > 1) {
      part.remove_prefix(std::min(part.find_first_not_of('0'), part.size()));
      if (part.empty() || !is_digit(part[0])) result += '0';
    }
    result += part;
  }
  return result;
}

bool SemverValue::equals(const Opaque& other) const {
  return other.type() == &kType && version_ == static_cast<const SemverValue&>(other).version();
}

void add_semver(Declarations& to) {
  const Type* semver = declared(to, type::kSemver);
  const auto parsing = [&](std::string_view name, std::string_view id,
                           std::vector<const Type*> params, const Type* result,
                           Implementation run) {
    to.add(name, {.id = id,
                  .params = std::move(params),
                  .result = result,
                  .run = run,
                  .cost = cost_of_parsing,
                  .estimate = estimate_of_parsing,
                  .steps = 4});
  };
  parsing("semver", "string_to_semver", {&type::kString}, semver, to_semver);
  parsing("semver", "string_bool_to_semver", {&type::kString, &type::kBool}, semver,
          parse_normalized);
  parsing("isSemver", "is_semver_string", {&type::kString}, &type::kBool, is_semver);
  parsing("isSemver", "is_semver_string_bool", {&type::kString, &type::kBool}, &type::kBool,
          is_semver_normalized);
  const auto member = [&](std::string_view name, std::string_view id,
                          std::vector<const Type*> params, const Type* result, Implementation run) {
    to.add(name,
           {.id = id, .params = std::move(params), .result = result, .member = true, .run = run});
  };
  member("major", "semver_major", {semver}, &type::kInt, number<&Semver::major>);
  member("minor", "semver_minor", {semver}, &type::kInt, number<&Semver::minor>);
  member("patch", "semver_patch", {semver}, &type::kInt, number<&Semver::patch>);
  member("compareTo", "semver_compare_to", {semver, semver}, &type::kInt, compare_versions);
  member("isLessThan", "semver_is_less_than", {semver, semver}, &type::kBool, is_lower_version);
  member("isGreaterThan", "semver_is_greater_than", {semver, semver}, &type::kBool,
         is_higher_version);
}

}  // namespace drawbridge::cel
