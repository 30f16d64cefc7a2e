#include "rules/checks/selector_exact_size.h"

#include "rules/checks/selector_advice.h"

namespace drawbridge::rules {

void check_selector_exact_size(const ObjectSubject& subject, const CheckFacts& facts,
                               std::vector<Finding>& findings) {
  add_repairs(subject, facts, Mistake::kExactSize, "SelectorExactSize", findings);
}

}  // namespace drawbridge::rules
