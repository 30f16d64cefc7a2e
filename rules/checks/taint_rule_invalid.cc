#include "rules/checks/taint_rule_invalid.h"

#include <iterator>
#include <string>

#include "rules/checks/slice_desk.h"
#include "rules/checks/slice_device_invalid.h"
#include "rules/checks/slice_invalid.h"

namespace drawbridge::rules {

void check_taint_rule_invalid(const ObjectSubject& subject, const CheckFacts&,
                              std::vector<Finding>& findings) {
  std::vector<Finding> found;
  {
    SliceDesk desk(found, "TaintRuleInvalid");
    const std::string at = "spec.deviceSelector";
    const kube::Json spec = subject.object["spec"];
    judge_driver_name(spec["deviceSelector"]["driver"], at + ".driver", desk);
    judge_pool_name(spec["deviceSelector"]["pool"], at + ".pool", desk);
    judge_label(spec["deviceSelector"]["device"], at + ".device", " is ", desk);
    judge_taint(spec["taint"], "spec.taint", desk);
  }
  findings.insert(findings.end(), std::make_move_iterator(found.begin()),
                  std::make_move_iterator(found.end()));
}

}  // namespace drawbridge::rules
