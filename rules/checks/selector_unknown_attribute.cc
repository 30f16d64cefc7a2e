#include "rules/checks/selector_unknown_attribute.h"

#include "rules/checks/selector_advice.h"

namespace drawbridge::rules {

void check_selector_unknown_attribute(const ObjectSubject& subject, const CheckFacts& facts,
                                      std::vector<Finding>& findings) {
  add_repairs(subject, facts, Mistake::kUnknownName, "SelectorUnknownAttribute", findings);
}

}  // namespace drawbridge::rules
