// A tree as one line of text, with the place of each node: (call _+_@2 (id a@0) (int 1@4)).
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "rules/cel/ast.h"

namespace drawbridge::cel {

inline std::string printable(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    char escaped[8];
    if (c >= ' ' && c < 127) {
      result += c;
    } else {
      std::snprintf(escaped, sizeof escaped, "\\x%02x", static_cast<unsigned char>(c));
      result += escaped;
    }
  }
  return result + '\'';
}

inline std::string to_text(const Expr* expr);

inline std::string entries_text(const Expr& expr) {
  std::string text;
  for (const MapEntry& entry : expr.entries) {
    text += entry.optional ? " ?" : " ";
    text += to_text(entry.key) + ":" + to_text(entry.value);
  }
  return text;
}

inline std::string to_text(const Expr* expr) {
  const std::string at = "@" + std::to_string(expr->offset);
  const std::string name(expr->text);
  std::string text = "(";
  char number[64];
  switch (expr->kind) {
    case ExprKind::kNull:
      text += "null" + at;
      break;
    case ExprKind::kBool:
      text += (expr->bool_value ? "true" : "false") + at;
      break;
    case ExprKind::kInt:
      text += "int " + std::to_string(expr->int_value) + at;
      break;
    case ExprKind::kUint:
      text += "uint " + std::to_string(expr->uint_value) + at;
      break;
    case ExprKind::kDouble:
      std::snprintf(number, sizeof number, "double %.17g", expr->double_value);
      text += number + at;
      break;
    case ExprKind::kString:
      text += "string " + printable(expr->text) + at;
      break;
    case ExprKind::kBytes:
      text += "bytes " + printable(expr->text) + at;
      break;
    case ExprKind::kIdent:
      text += "id " + name + at;
      break;
    case ExprKind::kSelect:
      text += (expr->test_only ? "has " : "select ") + name + at + " " + to_text(expr->target);
      break;
    case ExprKind::kCall:
      text += "call " + name + at;
      if (expr->target != nullptr) text += " on " + to_text(expr->target);
      for (const Expr* arg : expr->args) text += " " + to_text(arg);
      break;
    case ExprKind::kList:
      text += "list" + at;
      for (const std::uint32_t index : expr->optional_indices) text += " ?" + std::to_string(index);
      for (const Expr* element : expr->args) text += " " + to_text(element);
      break;
    case ExprKind::kMap:
      text += "map" + at + entries_text(*expr);
      break;
    case ExprKind::kStruct:
      text += "struct " + name + at + entries_text(*expr);
      break;
    case ExprKind::kComprehension: {
      const Comprehension& fold = *expr->comprehension;
      text += "fold" + at + " " + std::string(fold.iter_var);
      if (!fold.iter_var2.empty()) text += "," + std::string(fold.iter_var2);
      text += " in " + to_text(fold.range) + " " + std::string(fold.accu_var) + "=" +
              to_text(fold.init) + " while " + to_text(fold.condition) + " do " +
              to_text(fold.step) + " gives " + to_text(fold.result);
      break;
    }
  }
  return text + ")";
}

}  // namespace drawbridge::cel
