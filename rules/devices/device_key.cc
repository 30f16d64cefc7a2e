#include "rules/devices/device_key.h"

#include <optional>
#include <utility>

#include "rules/cel/operators.h"
#include "rules/devices/selector_path.h"

namespace drawbridge::rules {
namespace {

using cel::Expr;
using cel::ExprKind;
using kube::Json;

class NamesReader {
 public:
  NamesRead run(std::span<const std::string_view> expressions) {
    for (const std::string_view expression : expressions) {
      const std::optional<cel::Ast> ast = parse_selector(expression);
      if (!ast) {
        result_.all = true;
        break;
      }
      Bound bound;
      look_at(*ast->root(), bound);
    }
    return std::move(result_);
  }

 private:
  void look_at(const Expr& root, Bound& bound) {
    walk(root, bound, [this](const Expr& expr, const Bound& names) { return visit(expr, names); });
  }

  // False where all below is known.
  bool visit(const Expr& expr, const Bound& names) {
    if (result_.all) return false;
    if (const auto path = read_path(expr, names)) {
      if (path->steps.size() >= 2) {
        add(path->kind, path->steps[0].name, path->steps[1].name);
      } else if (!path->test_only) {
        result_.all = true;
      }
      return false;
    }
    if (is_call(expr, cel::op::kIn) && expr.args[0]->kind == ExprKind::kString) {
      const auto path = read_path(*expr.args[1], names);
      if (path && path->steps.size() < 2) {
        const bool of_domain = path->steps.size() == 1;
        add(path->kind, of_domain ? path->steps[0].name : expr.args[0]->text,
            of_domain ? expr.args[0]->text : std::string_view());
        return false;
      }
    }
    if (expr.kind == ExprKind::kSelect && expr.target->kind == ExprKind::kIdent &&
        expr.target->text == "device")
      return false;
    if (expr.kind == ExprKind::kIdent && expr.text == "device") result_.all = true;
    if (expr.comprehension != nullptr && expr.comprehension->iter_var.starts_with('#')) {
      const cel::Comprehension& let = *expr.comprehension;
      Bound inner = names;
      // What is bound to a domain is read where its name is used.
      if (!read_path(*let.init, names)) look_at(*let.init, inner);
      inner.emplace_back(let.accu_var, let.init);
      look_at(*let.result, inner);
      return false;
    }
    return true;
  }

  void add(NameKind kind, std::string_view domain, std::string_view id) {
    for (const NamesRead::Name& name : result_.names) {
      if (name.kind == kind && name.domain == domain && name.id == id) return;
    }
    result_.names.push_back(
        {kind, std::string(domain), std::string(id), std::string(domain) + "/" + std::string(id)});
  }

  NamesRead result_;
};

void append(std::string& key, const Json& value) {
  if (value.is_string()) {
    key += value.as_string();
  } else {
    key += kube::to_text(value);
  }
  key += '\n';
}

void append_value(std::string& key, const Json& value, bool is_capacity) {
  if (is_capacity && !value.is_null()) {
    append(key, value["value"]);
  } else if (value.is_object() && value.size() == 1) {
    key += value.members().front().key();
    key += ':';
    append(key, value.members().front().value);
  } else {
    append(key, value);
  }
}

bool has_any_of(const Json& map, std::string_view driver, const NamesRead::Name& name) {
  for (const Json::Member& entry : map.members()) {
    const bool qualified = entry.key().find('/') != std::string_view::npos;
    if (qualified ? entry.key().starts_with(name.qualified) : driver == name.domain) return true;
  }
  return false;
}

}  // namespace

NamesRead names_read_by(std::span<const std::string_view> expressions) {
  return NamesReader().run(expressions);
}

void write_device_key(const PublishedDevice& device, const NamesRead& names, std::string& key) {
  key += device.driver;
  key += device.body["allowMultipleAllocations"].as_bool() ? "\n+" : "\n-";
  if (names.all) return append(key, device.body);
  for (const NamesRead::Name& name : names.names) {
    const bool is_capacity = name.kind == NameKind::kCapacity;
    const Json map = device.body[is_capacity ? "capacity" : "attributes"];
    if (name.id.empty()) {
      key += has_any_of(map, device.driver, name) ? '+' : '-';
      continue;
    }
    // A driver may write a name of its own domain both ways.
    append_value(key, map[name.qualified], is_capacity);
    if (device.driver == name.domain) append_value(key, map[name.id], is_capacity);
  }
}

}  // namespace drawbridge::rules
