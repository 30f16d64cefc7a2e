// What two label selectors have to do with each other, decided exactly: labels of different keys
// are independent, so it is enough to look at one key at a time.

#include <algorithm>
#include <iterator>
#include <optional>

#include "kube/api/labels.h"

namespace drawbridge::kube {
namespace {

using Operator = LabelRequirement::Operator;

// What a label may be under some requirements of one key.
class Label {
 public:
  void add(Operator op, const std::vector<std::string>& values) {
    switch (op) {
      case Operator::kIn:
        may_be_absent_ = false;
        keep(values);
        return;
      case Operator::kNotIn:
        without_.insert(without_.end(), values.begin(), values.end());
        return;
      case Operator::kDoesNotExist:
        may_be_present_ = false;
        return;
      // A selector over labels has no bounds; a label that some integer satisfies is there.
      case Operator::kExists:
      case Operator::kGt:
      case Operator::kLt:
        may_be_absent_ = false;
        return;
    }
  }

  bool possible() const { return may_be_absent_ || (may_be_present_ && has_value()); }

 private:
  void keep(const std::vector<std::string>& values) {
    if (!among_) {
      among_ = values;
      return;
    }
    std::vector<std::string> both;
    std::set_intersection(among_->begin(), among_->end(), values.begin(), values.end(),
                          std::back_inserter(both));
    among_ = std::move(both);
  }

  // There are always more values than NotIn can name.
  bool has_value() const {
    if (!among_) return true;
    return std::any_of(among_->begin(), among_->end(), [&](const std::string& value) {
      return std::find(without_.begin(), without_.end(), value) == without_.end();
    });
  }

  bool may_be_absent_ = true;
  bool may_be_present_ = true;
  std::optional<std::vector<std::string>> among_;  // sorted; nullopt: any value
  std::vector<std::string> without_;
};

Operator opposite(Operator op) {
  switch (op) {
    case Operator::kIn:
      return Operator::kNotIn;
    case Operator::kNotIn:
      return Operator::kIn;
    case Operator::kExists:
      return Operator::kDoesNotExist;
    default:
      return Operator::kExists;
  }
}

void add_of_key(const std::vector<LabelRequirement>& requirements, const std::string& key,
                Label& label) {
  for (const LabelRequirement& requirement : requirements) {
    if (requirement.key() == key) label.add(requirement.op(), requirement.values());
  }
}

bool all_possible(const std::vector<LabelRequirement>& requirements,
                  const std::vector<LabelRequirement>& others) {
  return std::all_of(requirements.begin(), requirements.end(),
                     [&](const LabelRequirement& requirement) {
                       Label label;
                       add_of_key(requirements, requirement.key(), label);
                       add_of_key(others, requirement.key(), label);
                       return label.possible();
                     });
}

}  // namespace

bool LabelSelector::overlaps(const LabelSelector& other) const {
  if (nothing_ || other.nothing_) return false;
  return all_possible(requirements_, other.requirements_) &&
         all_possible(other.requirements_, requirements_);
}

bool LabelSelector::implies(const LabelSelector& other) const {
  if (nothing_ || !all_possible(requirements_, {})) return true;
  if (other.nothing_) return false;
  // No labels that this one matches break a requirement of the other.
  return std::all_of(other.requirements_.begin(), other.requirements_.end(),
                     [&](const LabelRequirement& requirement) {
                       Label label;
                       add_of_key(requirements_, requirement.key(), label);
                       label.add(opposite(requirement.op()), requirement.values());
                       return !label.possible();
                     });
}

}  // namespace drawbridge::kube
