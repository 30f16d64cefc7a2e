#include "rules/cel/unparse.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <utility>

#include "rules/cel/operators.h"

namespace drawbridge::cel {
namespace {

// How tightly what is written binds, as the grammar's rules.
enum Level { kExpr, kOr, kAnd, kRelation, kSum, kProduct, kUnary, kMember };

struct Operator {
  std::string_view function;
  std::string_view text;
  Level level;
};
constexpr std::array<Operator, 14> kOperators = {{
    {op::kOr, " || ", kOr},
    {op::kAnd, " && ", kAnd},
    {op::kEquals, " == ", kRelation},
    {op::kNotEquals, " != ", kRelation},
    {op::kLess, " < ", kRelation},
    {op::kLessEquals, " <= ", kRelation},
    {op::kGreater, " > ", kRelation},
    {op::kGreaterEquals, " >= ", kRelation},
    {op::kIn, " in ", kRelation},
    {op::kAdd, " + ", kSum},
    {op::kSubtract, " - ", kSum},
    {op::kMultiply, " * ", kProduct},
    {op::kDivide, " / ", kProduct},
    {op::kModulo, " % ", kProduct},
}};

const Operator* operator_of(const Expr& expr) {
  if (expr.kind != ExprKind::kCall || expr.target != nullptr || expr.args.size() != 2) {
    return nullptr;
  }
  for (const Operator& it : kOperators) {
    if (it.function == expr.text) return &it;
  }
  return nullptr;
}

bool is_operator(const Expr& expr, std::string_view function) {
  return expr.kind == ExprKind::kCall && expr.target == nullptr && expr.text == function;
}

// What optMap() and optFlatMap() became: nobody can spell the name of its last part.
bool is_optional_map(const Expr& expr) {
  return is_operator(expr, op::kConditional) && is_operator(*expr.args[2], "optional.none");
}

Level level_of(const Expr& expr) {
  if (const Operator* it = operator_of(expr)) return it->level;
  if (is_operator(expr, op::kNot) || is_operator(expr, op::kNegate)) return kUnary;
  if (is_operator(expr, op::kConditional) && !is_optional_map(expr)) return kExpr;
  return kMember;
}

bool is_plain_name(std::string_view name) {
  if (name.empty() || name == "in" || name == "true" || name == "false" || name == "null") {
    return false;
  }
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (!letter && (i == 0 || c < '0' || c > '9')) return false;
  }
  return true;
}

// Terms of a chain of one operator.
std::size_t terms_of(const Expr& expr, std::string_view function) {
  if (!is_operator(expr, function)) return 1;
  return terms_of(*expr.args[0], function) + terms_of(*expr.args[1], function);
}

// Whether the parser makes this tree of a chain without parentheses.
bool is_balanced(const Expr& expr, std::string_view function, std::size_t terms) {
  if (terms == 1) return true;
  const std::size_t left = (terms - 1) / 2 + 1;
  return terms_of(*expr.args[0], function) == left && is_balanced(*expr.args[0], function, left) &&
         is_balanced(*expr.args[1], function, terms - left);
}

class Printer {
 public:
  explicit Printer(const NameOfLiteral& name_of) : name_of_(name_of) {}
  std::string take() { return std::move(text_); }

  void print(const Expr& expr, Level level) {
    if (name_of_ && expr.kind <= ExprKind::kBytes) {
      if (const std::string name = name_of_(expr); !name.empty()) {
        text_ += name;
        return;
      }
    }
    const bool enclosed = level_of(expr) < level;
    if (enclosed) text_ += '(';
    switch (expr.kind) {
      case ExprKind::kNull:
        text_ += "null";
        break;
      case ExprKind::kBool:
        text_ += expr.bool_value ? "true" : "false";
        break;
      case ExprKind::kInt:
        text_ += std::to_string(expr.int_value);
        break;
      case ExprKind::kUint:
        text_ += std::to_string(expr.uint_value) + "u";
        break;
      case ExprKind::kDouble:
        real(expr.double_value);
        break;
      case ExprKind::kString:
        quoted(expr.text, false);
        break;
      case ExprKind::kBytes:
        text_ += 'b';
        quoted(expr.text, true);
        break;
      case ExprKind::kIdent:
        text_ += expr.text;
        break;
      case ExprKind::kSelect:
        select(expr);
        break;
      case ExprKind::kCall:
        call(expr);
        break;
      case ExprKind::kList:
        list(expr);
        break;
      case ExprKind::kMap:
        entries(expr);
        break;
      case ExprKind::kStruct:
        text_ += expr.text;
        entries(expr);
        break;
      case ExprKind::kComprehension:
        comprehension(*expr.comprehension);
        break;
    }
    if (enclosed) text_ += ')';
  }

 private:
  void real(double value) {
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    const std::string_view digits(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    text_ += digits;
    if (digits.find_first_of(".e") == std::string_view::npos) text_ += ".0";
  }

  void quoted(std::string_view text, bool is_bytes) {
    constexpr std::string_view kHex = "0123456789abcdef";
    text_ += '"';
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      if (c == '"' || c == '\\') {
        text_ += '\\';
        text_ += c;
      } else if (byte < ' ' || byte == 0x7F || (is_bytes && byte >= 0x80)) {
        text_ += "\\x";
        text_ += kHex[byte >> 4U];
        text_ += kHex[byte & 0xFU];
      } else {
        text_ += c;
      }
    }
    text_ += '"';
  }

  void name(std::string_view field) {
    if (is_plain_name(field)) {
      text_ += field;
    } else {
      (text_ += '`').append(field) += '`';
    }
  }

  void select(const Expr& expr) {
    if (expr.test_only) text_ += "has(";
    print(*expr.target, kMember);
    text_ += '.';
    name(expr.text);
    if (expr.test_only) text_ += ')';
  }

  void call(const Expr& expr) {
    if (const Operator* binary = operator_of(expr)) return operation(expr, *binary);
    if (is_operator(expr, op::kConditional)) return conditional(expr);
    if (is_operator(expr, op::kNot)) {
      text_ += '!';
      return print(*expr.args[0], kMember);
    }
    if (is_operator(expr, op::kNegate)) return negation(*expr.args[0]);
    if (is_operator(expr, op::kIndex) || is_operator(expr, op::kOptIndex)) {
      print(*expr.args[0], kMember);
      text_ += expr.text == op::kIndex ? "[" : "[?";
      print(*expr.args[1], kExpr);
      text_ += ']';
      return;
    }
    if (is_operator(expr, op::kOptSelect)) {
      print(*expr.args[0], kMember);
      text_ += ".?";
      return name(expr.args[1]->text);
    }
    if (expr.target != nullptr) {
      print(*expr.target, kMember);
      text_ += '.';
    }
    text_ += expr.text;
    text_ += '(';
    for (std::size_t i = 0; i < expr.args.size(); ++i) argument(*expr.args[i], i == 0);
    text_ += ')';
  }

  void argument(const Expr& expr, bool first = false) {
    if (!first) text_ += ", ";
    print(expr, kExpr);
  }

  void operation(const Expr& expr, const Operator& binary) {
    const Level above = static_cast<Level>(binary.level + 1);
    const bool is_logic = binary.level == kAnd || binary.level == kOr;
    if (is_logic && is_balanced(expr, expr.text, terms_of(expr, expr.text))) {
      return chain(expr, binary);
    }
    // Relations and sums group to the left.
    print(*expr.args[0], is_logic ? above : binary.level);
    text_ += binary.text;
    print(*expr.args[1], above);
  }

  void chain(const Expr& expr, const Operator& binary) {
    if (!is_operator(expr, binary.function))
      return print(expr, static_cast<Level>(binary.level + 1));
    chain(*expr.args[0], binary);
    text_ += binary.text;
    chain(*expr.args[1], binary);
  }

  // A minus before a number would be the number's, and two of them nothing.
  void negation(const Expr& operand) {
    text_ += '-';
    const std::size_t begin = text_.size();
    print(operand, kMember);
    const char first = text_[begin];
    if (first != '-' && (first < '0' || first > '9')) return;
    text_.insert(begin, 1, '(');
    text_ += ')';
  }

  void conditional(const Expr& expr) {
    if (is_optional_map(expr)) {
      const bool maps = is_operator(*expr.args[1], "optional.of");
      const Expr& let = maps ? *expr.args[1]->args[0] : *expr.args[1];
      print(*expr.args[0]->target, kMember);
      (text_ += maps ? ".optMap(" : ".optFlatMap(").append(let.comprehension->accu_var);
      argument(*let.comprehension->result);
      text_ += ')';
      return;
    }
    print(*expr.args[0], kOr);
    text_ += " ? ";
    print(*expr.args[1], kOr);
    text_ += " : ";
    print(*expr.args[2], kExpr);
  }

  void list(const Expr& expr) {
    text_ += '[';
    std::size_t optional = 0;
    for (std::size_t i = 0; i < expr.args.size(); ++i) {
      if (i > 0) text_ += ", ";
      if (optional < expr.optional_indices.size() && expr.optional_indices[optional] == i) {
        text_ += '?';
        ++optional;
      }
      print(*expr.args[i], kExpr);
    }
    text_ += ']';
  }

  void entries(const Expr& expr) {
    text_ += '{';
    for (std::size_t i = 0; i < expr.entries.size(); ++i) {
      const MapEntry& entry = expr.entries[i];
      if (i > 0) text_ += ", ";
      if (entry.optional) text_ += '?';
      if (expr.kind == ExprKind::kStruct) {
        name(entry.key->text);
      } else {
        print(*entry.key, kExpr);
      }
      text_ += ": ";
      print(*entry.value, kExpr);
    }
    text_ += '}';
  }

  // range.macro(variables, ...
  void begin_macro(const Comprehension& fold, std::string_view macro) {
    print(*fold.range, kMember);
    (text_ += '.').append(macro) += '(';
    text_ += fold.iter_var;
    if (!fold.iter_var2.empty()) (text_ += ", ").append(fold.iter_var2);
  }

  void comprehension(const Comprehension& fold) {
    // cel.bind(), and sortBy(), which binds a name that nobody can spell: folds over nothing.
    if (fold.iter_var.starts_with('#')) return binding(fold);
    const bool two = !fold.iter_var2.empty();
    switch (fold.init->kind) {
      case ExprKind::kBool:
        begin_macro(fold, fold.init->bool_value ? "all" : "exists");
        argument(*fold.step->args[1]);
        break;
      case ExprKind::kInt:
        begin_macro(fold, "exists_one");
        argument(*fold.step->args[0]);
        break;
      default:
        collecting(fold, two);
        break;
    }
    text_ += ')';
  }

  // map(), filter() and the transformations, where a condition may stand before what is collected.
  void collecting(const Comprehension& fold, bool two) {
    const bool filters = is_operator(*fold.step, op::kConditional);
    const Expr& step = filters ? *fold.step->args[1] : *fold.step;
    const bool is_map = is_operator(step, op::kMapInsert);
    const bool of_entries = is_map && step.args.size() == 2;
    const Expr& element = is_map ? *step.args.back() : *step.args[1]->args[0];
    if (two) {
      begin_macro(fold, of_entries ? "transformMapEntry"
                        : is_map   ? "transformMap"
                                   : "transformList");
    } else {
      begin_macro(fold, "map");
    }
    if (filters) argument(*fold.step->args[0]);
    argument(element);
  }

  void binding(const Comprehension& let) {
    if (let.accu_var.starts_with('@')) {
      const Comprehension& keys = *let.result->args[0]->comprehension;
      print(*let.init, kMember);
      (text_ += ".sortBy(").append(keys.iter_var);
      argument(*keys.step->args[1]->args[0]);
    } else {
      (text_ += "cel.bind(").append(let.accu_var);
      argument(*let.init);
      argument(*let.result);
    }
    text_ += ')';
  }

  const NameOfLiteral& name_of_;
  std::string text_;
};

bool same(const Expr* a, const Expr* b) {
  if (a == nullptr || b == nullptr) return a == b;
  return same_tree(*a, *b);
}

bool same_comprehensions(const Comprehension& a, const Comprehension& b) {
  return a.iter_var == b.iter_var && a.iter_var2 == b.iter_var2 && a.accu_var == b.accu_var &&
         same(a.range, b.range) && same(a.init, b.init) && same(a.condition, b.condition) &&
         same(a.step, b.step) && same(a.result, b.result);
}

bool same_literals(const Expr& a, const Expr& b) {
  switch (a.kind) {
    case ExprKind::kBool:
      return a.bool_value == b.bool_value;
    case ExprKind::kInt:
      return a.int_value == b.int_value;
    case ExprKind::kUint:
      return a.uint_value == b.uint_value;
    case ExprKind::kDouble:  // -0.0 is not 0.0
      return std::bit_cast<std::uint64_t>(a.double_value) ==
             std::bit_cast<std::uint64_t>(b.double_value);
    default:
      return true;
  }
}

}  // namespace

std::string unparse(const Expr& expr) {
  return unparse(expr, {});
}

std::string unparse(const Expr& expr, const NameOfLiteral& name_of) {
  Printer printer(name_of);
  printer.print(expr, kExpr);
  return printer.take();
}

std::string single_quoted(const Expr& literal) {
  if (literal.kind != ExprKind::kString) return {};
  const bool plain = std::none_of(literal.text.begin(), literal.text.end(), [](char c) {
    return c == '\'' || c == '\\' || static_cast<unsigned char>(c) < ' ' || c == 0x7f;
  });
  return plain ? "'" + std::string(literal.text) + "'" : std::string();
}

bool same_tree(const Expr& a, const Expr& b) {
  if (a.kind != b.kind || a.test_only != b.test_only || a.text != b.text || !same_literals(a, b) ||
      a.args.size() != b.args.size() || a.entries.size() != b.entries.size() ||
      a.optional_indices.size() != b.optional_indices.size() || !same(a.target, b.target)) {
    return false;
  }
  for (std::size_t i = 0; i < a.optional_indices.size(); ++i) {
    if (a.optional_indices[i] != b.optional_indices[i]) return false;
  }
  for (std::size_t i = 0; i < a.args.size(); ++i) {
    if (!same(a.args[i], b.args[i])) return false;
  }
  for (std::size_t i = 0; i < a.entries.size(); ++i) {
    const MapEntry& x = a.entries[i];
    const MapEntry& y = b.entries[i];
    if (x.optional != y.optional || !same(x.key, y.key) || !same(x.value, y.value)) return false;
  }
  if (a.comprehension == nullptr || b.comprehension == nullptr) {
    return a.comprehension == b.comprehension;
  }
  return same_comprehensions(*a.comprehension, *b.comprehension);
}

}  // namespace drawbridge::cel
