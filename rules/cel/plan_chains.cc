// Fields, keys and indexes: cel-go's attributes.
#include <algorithm>
#include <new>

#include "rules/cel/plan_builder.h"

namespace drawbridge::cel {

std::vector<Link> Planner::links_of(const Expr& expr, const Expr*& base) const {
  std::vector<Link> links;
  const Expr* at = &expr;
  for (;; at = is_index(*at) ? at->args[0] : at->target) {
    if (!is_chain(*at) || (at != &expr && at->test_only)) break;
    Link link;
    if (at->kind == ExprKind::kSelect) {
      link.qualifier.key = Value::string(at->text);
    } else {
      link.qualifier.optional = at->text != op::kIndex;
      const Value* key = constants_.find(*at->args[1]);
      if (key != nullptr) link.qualifier.key = *key;
      if (key == nullptr) link.index = at->args[1];
    }
    links.push_back(link);
  }
  std::reverse(links.begin(), links.end());
  base = at;
  return links;
}

void Planner::plan_chain(const Expr& expr, std::uint32_t to, Counted counted, bool as_index) {
  const Expr* base = nullptr;
  const std::vector<Link> links = links_of(expr, base);
  int end_cost = 0;
  if (counted == Counted::kWhole) {
    end_cost = (is_conditional(*base) ? 0 : 1) - (expr.test_only ? 1 : 0);
  }
  std::uint8_t end = 0;
  if (end_cost > 0) end = flag::kEndCosts;
  if (end_cost < 0) end = flag::kEndRefunds;
  if (expr.test_only) end |= flag::kOfTest;
  if (expr.test_only && as_index) end |= flag::kTestStays;
  Operand at = operand(*base, to, is_name(*base) ? Counted::kQualifiersOnly : Counted::kWhole);
  if (!is_attribute(*base) && !is_constant(*base) && rereads(*base)) {
    writer_.emit({.op = Op::kReread, .to = to, .a = at});
    at = to;
  }
  Label done;
  for (std::size_t i = 0; i < links.size();) {
    if (links[i].index != nullptr) {
      if (i == 0) {
        writer_.emit_jump({.op = Op::kGuard, .flags = end, .to = to, .a = at}, done);
      }
      plan_index(links[i], at, to, end, i + 1 == links.size(), done);
      ++i;
    } else {
      i = plan_path(links, i, expr.test_only, at, to, end, done);
    }
    at = to;
  }
  writer_.bind(done);
}

std::size_t Planner::plan_path(const std::vector<Link>& links, std::size_t first, bool test,
                               Operand base, std::uint32_t to, std::uint8_t end, Label& done) {
  std::size_t last = first;
  while (last < links.size() && links[last].index == nullptr) ++last;
  Qualifier* path = code_.arena.allocate<Qualifier>(last - first);
  for (std::size_t i = first; i < last; ++i) new (path + (i - first)) Qualifier(links[i].qualifier);
  const bool ends = last == links.size();
  std::uint8_t flags = end;
  if (ends) flags |= flag::kEnds;
  if (ends && test) flags |= flag::kTest;
  Instruction select{.op = Op::kSelect, .flags = flags, .to = to, .a = base};
  select.count = static_cast<std::uint32_t>(last - first);
  select.data = path;
  writer_.emit_jump(select, done);
  return last;
}

void Planner::plan_index(const Link& link, Operand base, std::uint32_t to, std::uint8_t end,
                         bool ends, Label& done) {
  const std::uint32_t mark = writer_.mark();
  const std::uint32_t slot = writer_.take_slots(1);
  const Counted counted = is_attribute(*link.index) ? Counted::kQualifiersOnly : Counted::kWhole;
  const bool is_test = is_chain(*link.index) && link.index->test_only;
  if (is_test) plan_chain(*link.index, slot, counted, true);
  const Operand index = is_test ? slot : operand(*link.index, slot, counted);
  std::uint8_t flags = end;
  if (ends) flags |= flag::kEnds;
  if (link.qualifier.optional) flags |= flag::kOptional;
  if (!is_attribute(*link.index)) flags |= flag::kAdapted;
  writer_.emit_jump({.op = Op::kIndex, .flags = flags, .to = to, .a = base, .b = index}, done);
  writer_.release(mark);
}

}  // namespace drawbridge::cel
