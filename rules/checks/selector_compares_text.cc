#include "rules/checks/selector_compares_text.h"

#include "rules/checks/selector_advice.h"

namespace drawbridge::rules {

void check_selector_compares_text(const ObjectSubject& subject, const CheckFacts& facts,
                                  std::vector<Finding>& findings) {
  add_repairs(subject, facts, Mistake::kComparesText, "SelectorComparesText", findings);
}

}  // namespace drawbridge::rules
