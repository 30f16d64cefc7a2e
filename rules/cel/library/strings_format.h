// The clauses of string.format(), for whoever runs them and for whoever checks a call whose format
// and arguments are written out.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "rules/cel/ast.h"
#include "rules/cel/type.h"

namespace drawbridge::cel {

struct FormatClause {
  char verb = 's';  // one of s d f e b x X o
  std::uint64_t precision = 6;
  std::size_t length = 0;  // bytes, the % included
};

// The clause that `text` begins with, a % that is followed by something; or cel-go's words.
std::variant<FormatClause, std::string> read_clause(std::string_view text);

// cel-go's words for an argument that a verb does not take.
std::string_view refusal_of(char verb);

// What is wrong with a call `"...".format([...])` of two literals, and where: cel-go's validator
// cel.validator.string_format. Precondition: call.target is a string literal and call.args one list
// literal. `type_of` is indexed by id.
struct FormatProblem {
  const Expr* at = nullptr;
  std::string message;
};
std::optional<FormatProblem> check_format_call(const Expr& call,
                                               std::span<const Type* const> type_of);

}  // namespace drawbridge::cel
