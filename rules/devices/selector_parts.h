// What the repairs of selectors share: parts of a selector made anew, and the notes that say why.
#pragma once

#include <cstdint>
#include <deque>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/cel/ast.h"
#include "rules/cel/ast_builder.h"
#include "rules/devices/selector_path.h"
#include "rules/devices/selector_repair.h"
#include "rules/devices/selector_settle.h"

namespace drawbridge::rules {

class RepairDesk {
 public:
  // `texts` holds what the new tree refers to. `compiles`: the expression as it stands, as a whole.
  RepairDesk(cel::AstBuilder& make, const RepairHints& hints, std::deque<std::string>& texts,
             bool compiles)
      : make_(make), hints_(hints), texts_(texts), compiles_(compiles) {}

  cel::AstBuilder& make() { return make_; }
  const Words& words() const { return hints_.words; }
  const RepairHints& hints() const { return hints_; }
  bool compiles() const { return compiles_; }

  void note(Mistake mistake, std::string what) { repairs_.push_back({mistake, std::move(what)}); }
  std::vector<Repair> take() { return std::move(repairs_); }

  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }
  const cel::Expr* string(std::string text);
  const cel::Expr* call(std::string_view function, std::initializer_list<const cel::Expr*> args,
                        const cel::Expr* target = nullptr);
  const cel::Expr* quantity(std::string text);
  // left.compareTo(right) FUNCTION 0
  const cel::Expr* compared(std::string_view function, const cel::Expr* left,
                            const cel::Expr* right);
  const cel::Expr* path_of(const DeviceName& name, bool test_only = false);
  const cel::Expr* driver();  // device.driver

  // What is known of the name that the path reads. Precondition: it is a value.
  Words::Facts facts_of(const SelectorPath& path) const;
  // The name of a capacity that the path reads, be it in the map of attributes; nullopt for any
  // other, and where nothing is known of either.
  std::optional<DeviceName> capacity_of(const SelectorPath& path) const;
  // The name of an attribute that is a whole number, be it in the map of capacities.
  std::optional<DeviceName> number_of(const SelectorPath& path) const;

 private:
  cel::AstBuilder& make_;
  const RepairHints& hints_;
  std::deque<std::string>& texts_;
  bool compiles_;
  std::vector<Repair> repairs_;
};

std::string selector_text(const cel::Expr& expr);
// " is a version", and where only the catalogue knows it, that.
std::string is_of_type(std::string_view type, const Words::Facts& facts);

// <, <=, > and >=.
bool is_ordering(std::string_view function);
// Those, == and !=.
bool is_comparison(std::string_view function);
// " >= " of a comparison by an operator or a quantity's method; empty for any other function.
std::string_view sign_of(std::string_view function);
// `a OP b` as `b OP' a`.
std::string_view mirrored(std::string_view function);

bool is_literal(const cel::Expr& expr);
bool is_quantity_call(const cel::Expr& expr);
bool is_digits(std::string_view text);
// A whole number, or one that literals are multiplied, added or subtracted to.
std::optional<std::int64_t> int_constant(const cel::Expr& expr);
// The same, and a double that is one and exact (4e10).
std::optional<std::int64_t> whole_constant(const cel::Expr& expr);
// The literal of quantity('16Gi'); nullptr for everything else.
const cel::Expr* quantity_literal(const cel::Expr& expr);

}  // namespace drawbridge::rules
