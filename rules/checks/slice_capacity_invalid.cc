// requestPolicy of a device that several claims may share (validateRequestPolicy): what a claim may
// request of a capacity, and what it gets where it requests nothing.

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "kube/api/quantity.h"
#include "rules/checks/slice_device_invalid.h"
#include "rules/finding.h"

namespace drawbridge::rules {
namespace {

using kube::Json;
using kube::Quantity;

// What is no quantity decoding tells.
class PolicyJudge {
 public:
  PolicyJudge(std::string_view capacity, const Json& body, const std::string& at, SliceDesk& desk)
      : mistake_("policy of " + std::string(capacity)),
        value_(Quantity::if_given(body["value"])),
        policy_(body["requestPolicy"]),
        at_(at + ".requestPolicy"),
        desk_(desk) {}

  void run() {
    const Json values = policy_["validValues"];
    const Json range = policy_["validRange"];
    if (!values.empty() && !range.is_null())
      return refuse(at_, at_ + " has both validValues and validRange.", "Keep one of the two.");
    if (values.empty() && range.is_null()) return;
    default_ = Quantity::if_given(policy_["default"]);
    if (!default_) {
      if (policy_["default"].is_null())
        refuse(at_ + ".default",
               at_ + ".default is not set, and is what a claim gets that requests nothing.",
               "Write default: " + lowest() + " there.");
      return;
    }
    if (!values.empty()) return valid_values(values.elements());
    valid_range(range);
  }

 private:
  void refuse(const std::string& field, std::string message, std::string fix) {
    desk_.refuse(mistake_, field, std::move(message), std::move(fix));
  }

  std::string lowest() const {
    const Json values = policy_["validValues"];
    const std::optional<Quantity> low = Quantity::if_given(
        values.empty() ? policy_["validRange"]["min"] : values.elements().front());
    return low ? low->canonical() : "AMOUNT";
  }

  bool is_over(const std::optional<Quantity>& amount) const {
    return amount && value_ && *amount > *value_;
  }

  void over(const std::string& field, const Quantity& amount) {
    refuse(
        field,
        field + " is " + amount.canonical() + ", and the device has " + value_->canonical() + ".",
        "Write " + value_->canonical() + " at most.");
  }

  void valid_values(std::span<const Json> values) {
    const std::string at = at_ + ".validValues";
    if (!desk_.at_most(at, values.size(), kValidValuesMax,
                       "Keep 10 of them, or write a validRange."))
      return;
    std::optional<Quantity> before;
    bool has_default = false;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::string place = at + "[" + std::to_string(i) + "]";
      const std::optional<Quantity> amount = Quantity::if_given(values[i]);
      if (!amount) return;
      if (is_over(amount)) return over(place, *amount);
      if (before && *amount <= *before)
        return refuse(place,
                      place + " is " + amount->canonical() + ", and stands behind " +
                          before->canonical() + ".",
                      "Write each value once, the smallest first.");
      has_default = has_default || *amount == *default_;
      before = amount;
    }
    if (!has_default)
      refuse(at_ + ".default",
             at_ + ".default is " + default_->canonical() + ", which is none of validValues.",
             "Write default: " + lowest() + ", or add it to validValues.");
  }

  void valid_range(const Json& range) {
    const std::string at = at_ + ".validRange";
    const std::optional<Quantity> min = Quantity::if_given(range["min"]);
    const std::optional<Quantity> max = Quantity::if_given(range["max"]);
    if (!min) {
      if (range["min"].is_null() && range.is_object())
        refuse(at + ".min", at + ".min is not set.",
               "Write min: " + default_->canonical() + " there.");
      return;
    }
    if (is_over(min)) return over(at + ".min", *min);
    if (is_over(max)) return over(at + ".max", *max);
    if (max && *min > *max)
      return refuse(at + ".max",
                    at + ".max is " + max->canonical() + ", and min is " + min->canonical() + ".",
                    "Write a max that is larger, or none.");
    if (*default_ < *min || (max && *default_ > *max))
      return refuse(at_ + ".default",
                    at_ + ".default is " + default_->canonical() + ", and not within validRange.",
                    "Write default: " + (*default_ < *min ? *min : *max).canonical() + ".");
    step(range, *min, max);
  }

  // Fractions are rounded here, and not in every version of Kubernetes.
  void step(const Json& range, const Quantity& min, const std::optional<Quantity>& max) {
    const std::optional<Quantity> step = Quantity::if_given(range["step"]);
    if (!step) return;
    const std::string at = at_ + ".validRange.step";
    if (step->sign() <= 0)
      return refuse(at, at + " is " + step->canonical() + ", and must be more than 0.",
                    "Write step: 1, or none.");
    Quantity first = min;
    first.add(*step);
    if (is_over(first))
      return refuse(at,
                    at + ": min and one step are " + first.canonical() + ", and the device has " +
                        value_->canonical() + ".",
                    "Write a smaller step, or none.");
    const auto by = step->whole();
    const auto from = min.whole();
    for (const std::optional<Quantity>* bound : {&std::as_const(default_), &max}) {
      const auto value = *bound ? (*bound)->whole() : std::nullopt;
      if (!by || !from || !value || (*value - *from) % *by == 0) continue;
      return refuse(at,
                    at + " is " + step->canonical() + ", and by such steps from " +
                        min.canonical() + " nobody comes to " +
                        (bound == &max ? "max " : "default ") + (**bound).canonical() + ".",
                    std::string("Write a ") + (bound == &max ? "max" : "default") +
                        " that is so many steps above min.");
    }
  }

  const std::string mistake_;
  const std::optional<Quantity> value_;
  const Json policy_;
  const std::string at_;
  SliceDesk& desk_;
  std::optional<Quantity> default_;
};

}  // namespace

void judge_capacities(const Json& body, const std::string& at, SliceDesk& desk) {
  for (const Json::Member& entry : body["capacity"].members()) {
    if (!entry.value["requestPolicy"].is_object()) continue;
    const std::string place = at + ".capacity[" + shown(entry.key(), 63) + "]";
    if (body["allowMultipleAllocations"].as_bool())
      PolicyJudge(entry.key(), entry.value, place, desk).run();
    else
      desk.refuse("policy of a device that is not shared", place + ".requestPolicy",
                  place + ".requestPolicy is for devices that several claims may share.",
                  "Write allowMultipleAllocations: true for the device, or take requestPolicy "
                  "away.");
  }
}

}  // namespace drawbridge::rules
