#include <charconv>

#include "kube/api/ascii.h"
#include "rules/cel/library/go_text.h"
#include "rules/cel/library/strings_format.h"

namespace drawbridge::cel {
namespace {

using kube::is_digit;

std::string parsing_error(const std::string& why) {
  return "could not parse formatting clause: " + why;
}

// Whether the verb takes a value of that type, as far as types tell.
bool verb_takes(char verb, TypeKind kind) {
  switch (verb) {
    case 'd':
    case 'o':
      return kind == TypeKind::kInt || kind == TypeKind::kUint;
    case 'b':
      return kind == TypeKind::kInt || kind == TypeKind::kUint || kind == TypeKind::kBool;
    case 'f':
    case 'e':
      return kind == TypeKind::kDouble || kind == TypeKind::kString;
    case 'x':
    case 'X':
      return kind == TypeKind::kInt || kind == TypeKind::kUint || kind == TypeKind::kString ||
             kind == TypeKind::kBytes;
    default:
      break;
  }
  switch (kind) {
    case TypeKind::kList:
    case TypeKind::kMap:
    case TypeKind::kInt:
    case TypeKind::kUint:
    case TypeKind::kDouble:
    case TypeKind::kBool:
    case TypeKind::kString:
    case TypeKind::kTimestamp:
    case TypeKind::kBytes:
    case TypeKind::kDuration:
    case TypeKind::kType:
    case TypeKind::kNull:
      return true;
    default:
      return false;
  }
}

// Go's name of a type without its parameters; of a wrapper, what it wraps.
std::string_view type_name(const Type& type) {
  return type.is(TypeKind::kWrapper) ? type.params.front()->name : type.name;
}

class Checker {
 public:
  explicit Checker(std::span<const Type* const> type_of) : type_of_(type_of) {}

  // The expression in `argument` that the verb does not take.
  const Expr* refused(char verb, const Expr& argument) const {
    const Type& type = *type_of_[argument.id];
    const TypeKind kind = type.is(TypeKind::kWrapper) ? type.params.front()->kind : type.kind;
    if (kind != TypeKind::kDyn && !verb_takes(verb, kind)) return &argument;
    if (verb != 's') return nullptr;
    for (const Expr* element : argument.kind == ExprKind::kList ? argument.args : kNone) {
      if (const Expr* found = refused(verb, *element)) return found;
    }
    if (argument.kind != ExprKind::kMap) return nullptr;
    for (const MapEntry& entry : argument.entries) {
      if (const Expr* found = refused(verb, *entry.key)) return found;
      if (const Expr* found = refused(verb, *entry.value)) return found;
    }
    return nullptr;
  }

  FormatProblem refusal(char verb, const Expr* argument) const {
    std::string message = "error during formatting: ";
    message += refusal_of(verb);
    message += type_name(*type_of_[argument->id]);
    return {argument, message};
  }

 private:
  static constexpr std::span<const Expr* const> kNone{};
  std::span<const Type* const> type_of_;
};

}  // namespace

std::string_view refusal_of(char verb) {
  switch (verb) {
    case 'd':
      return "decimal clause can only be used on integers, was given ";
    case 'f':
      return "fixed-point clause can only be used on doubles, was given ";
    case 'e':
      return "scientific clause can only be used on doubles, was given ";
    case 'b':
      return "only integers and bools can be formatted as binary, was given ";
    case 'x':
    case 'X':
      return "only integers, byte buffers, and strings can be formatted as hex, was given ";
    case 'o':
      return "octal clause can only be used on integers, was given ";
    default:
      return "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, "
             "types, durations, and timestamps, was given ";
  }
}

std::variant<FormatClause, std::string> read_clause(std::string_view text) {
  FormatClause clause;
  std::size_t at = 1;
  if (text[at] == '.') {
    const std::size_t first = ++at;
    while (at < text.size() && is_digit(text[at])) ++at;
    const auto fail = [](const std::string& why) {
      return parsing_error("error while parsing precision: " + why);
    };
    if (at == text.size()) return fail("could not find end of precision specifier");
    const std::string_view digits = text.substr(first, at - first);
    std::int64_t precision = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), precision);
    if (read.ec != std::errc()) {
      return fail("error while converting precision to integer: strconv.Atoi: parsing " +
                  quoted(digits) + (digits.empty() ? ": invalid syntax" : ": value out of range"));
    }
    clause.precision = static_cast<std::uint64_t>(precision);
  }
  clause.verb = text[at];
  clause.length = at + 1;
  if (std::string_view("sdfebxXo").find(clause.verb) == std::string_view::npos) {
    // The byte as a code point, as there.
    std::string shown;
    append_rune(shown, static_cast<unsigned char>(clause.verb));
    return parsing_error("unrecognized formatting clause \"" + shown + "\"");
  }
  return clause;
}

std::optional<FormatProblem> check_format_call(const Expr& call,
                                               std::span<const Type* const> type_of) {
  const Checker checker(type_of);
  const std::string_view format = call.target->text;
  const std::span<const Expr* const> arguments = call.args[0]->args;
  std::size_t used = 0;
  for (std::size_t at = format.find('%'); at != std::string_view::npos; at = format.find('%', at)) {
    const std::string_view rest = format.substr(at);
    if (rest.starts_with("%%")) {
      at += 2;
      continue;
    }
    if (rest.size() == 1) return FormatProblem{&call, "unexpected end of string"};
    if (used >= arguments.size()) {
      return FormatProblem{&call, "index " + std::to_string(used) + " out of range"};
    }
    auto clause = read_clause(rest);
    if (auto* error = std::get_if<std::string>(&clause)) return FormatProblem{&call, *error};
    const auto& read = std::get<FormatClause>(clause);
    if (const Expr* refused = checker.refused(read.verb, *arguments[used])) {
      return checker.refusal(read.verb, refused);
    }
    ++used;
    at += read.length;
  }
  if (arguments.size() <= used) return std::nullopt;
  return FormatProblem{&call, "too many arguments supplied to string.format (expected " +
                                  std::to_string(used) + ", got " +
                                  std::to_string(arguments.size()) + ")"};
}

}  // namespace drawbridge::cel
