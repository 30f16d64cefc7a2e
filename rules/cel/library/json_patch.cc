// jsonpatch.escapeKey: a key as a part of a JSON pointer (apiserver pkg/cel/library/jsonpatch.go).
#include "rules/cel/evaluation.h"
#include "rules/cel/library/costs.h"
#include "rules/cel/library/libraries.h"

namespace drawbridge::cel {
namespace {

Value escape_key(Evaluation& evaluation, std::span<const Value> args) {
  std::string escaped;
  for (const char c : args[0].as_text()) {
    if (c == '~') {
      escaped += "~0";
    } else if (c == '/') {
      escaped += "~1";
    } else {
      escaped += c;
    }
  }
  return evaluation.text(escaped);
}

std::uint64_t cost(std::span<const Value> args, const Value&) {
  return traversal_cost(size_for_cost(args[0]));
}

// The size is taken for unchanged, as there.
std::optional<CallEstimate> estimate(const EstimatedNode*, std::span<const EstimatedNode> args) {
  return CallEstimate{traversal_cost(args[0].size), args[0].size};
}

}  // namespace

void add_json_patch(Declarations& to) {
  to.add("jsonpatch.escapeKey", {.id = "string_jsonpatch_escapeKey_string",
                                 .params = {&type::kString},
                                 .result = &type::kString,
                                 .run = escape_key,
                                 .cost = cost,
                                 .estimate = estimate});
}

}  // namespace drawbridge::cel
