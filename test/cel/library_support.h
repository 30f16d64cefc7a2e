// Runs overloads of a library by themselves, without parser, checker or program.
#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "rules/cel/evaluation.h"
#include "rules/cel/function.h"
#include "rules/cel/library/authz.h"
#include "rules/cel/library/libraries.h"
#include "rules/cel/value.h"
#include "rules/cel/value_order.h"

namespace drawbridge::cel {

class LibraryTest : public testing::Test {
 protected:
  // Declares the library: library(add_strings).
  void library(void (*add)(Declarations&)) { add(declarations_); }

  const Overload& overload(std::string_view id) const {
    for (const auto& [name, function] : declarations_.functions()) {
      for (const Overload& it : function.overloads) {
        if (it.id == id) return it;
      }
    }
    ADD_FAILURE() << "no overload " << id;
    static const Overload none;
    return none;
  }

  Value call(std::string_view id, std::initializer_list<Value> args) {
    const Implementation implementation = overload(id).run;
    if (implementation == nullptr) return {};
    arguments_.emplace_back(args);
    return implementation(evaluation_, arguments_.back());
  }

  // What it came to, for comparing: text as it is, lists in brackets, errors as "error: ...".
  static std::string shown(const Value& value) {
    switch (value.kind()) {
      case ValueKind::kError:
        return "error: " + std::string(value.error_message());
      case ValueKind::kNull:
        return "null";
      case ValueKind::kBool:
        return value.as_bool() ? "true" : "false";
      case ValueKind::kInt:
        return std::to_string(value.as_int());
      case ValueKind::kUint:
        return std::to_string(value.as_uint()) + "u";
      case ValueKind::kDouble:
        return std::to_string(value.as_double());
      case ValueKind::kDuration:
        return std::to_string(value.as_duration()) + "ns";
      case ValueKind::kString:
      case ValueKind::kBytes:
        return std::string(value.as_text());
      case ValueKind::kOptional:
        return value.as_optional() == nullptr ? "none" : "some " + shown(*value.as_optional());
      case ValueKind::kOpaque:
        return value.as_opaque()->text();
      case ValueKind::kList: {
        std::string text;
        for (std::size_t i = 0; i < value.size(); ++i) {
          text += (i > 0 ? ", " : "") + shown(value.element(i));
        }
        return "[" + text + "]";
      }
      case ValueKind::kMap: {
        std::string text;
        for (std::size_t i = 0; i < value.size(); ++i) {
          text +=
              (i > 0 ? ", " : "") + shown(value.entry(i).key) + ": " + shown(value.entry(i).value);
        }
        return "{" + text + "}";
      }
      default:
        return "?";
    }
  }
  std::string run(std::string_view id, std::initializer_list<Value> args) {
    return shown(call(id, args));
  }

  std::uint64_t cost(std::string_view id, std::initializer_list<Value> args) {
    const Overload& it = overload(id);
    const Value result = call(id, args);
    return it.cost == nullptr ? 1 : it.cost(arguments_.back(), result);
  }

  Value list(std::initializer_list<Value> elements) {
    lists_.emplace_back(elements);
    return Value::list(std::span<const Value>(lists_.back()));
  }

  static Value text(std::string_view it) { return Value::string(it); }
  static Value number(std::int64_t it) { return Value::integer(it); }

  Declarations declarations_;
  kube::Arena arena_;
  Evaluation evaluation_{arena_};

 private:
  std::deque<std::vector<Value>> arguments_;
  std::deque<std::vector<Value>> lists_;
};

// An element of a known size, for estimates.
inline EstimatedNode node_of_size(SizeEstimate size, const Type* type = &type::kString) {
  EstimatedNode node;
  node.type = type;
  node.size = size;
  return node;
}

}  // namespace drawbridge::cel
