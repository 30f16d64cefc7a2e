// Where what is wrong with a claim, a template or a class is put together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/names.h"
#include "rules/finding.h"

namespace drawbridge::rules {

// Besides fields of these names: one that is misspelt may be what seems to be missing, and decoding
// tells it.
inline bool has_other_fields(const kube::Json& object, std::span<const std::string_view> names) {
  const auto members = object.members();
  return std::any_of(members.begin(), members.end(), [names](const kube::Json::Member& member) {
    return std::find(names.begin(), names.end(), member.key()) == names.end();
  });
}

inline bool has_other_fields(const kube::Json& object,
                             std::initializer_list<std::string_view> names) {
  return has_other_fields(object, std::span(names.begin(), names.size()));
}

// What to do about the name of an entry that is no label.
inline std::string label_fix(std::string_view name) {
  const std::string meant = kube::dns_label_meant(name);
  return meant.empty() ? "Name it with small letters, digits and dashes, such as gpu-1."
                       : "Write name: " + meant + ".";
}

class ClaimDesk {
 public:
  explicit ClaimDesk(std::vector<Finding>& findings) : findings_(findings) {}

  void refuse(const std::string& field, std::string message, std::string fix) {
    findings_.push_back(
        {"ClaimInvalid", Severity::kDeny, printable(field), std::move(message), std::move(fix)});
  }

  void warn(const std::string& field, std::string message, std::string fix) {
    findings_.push_back(
        {"ClaimInvalid", Severity::kWarn, printable(field), std::move(message), std::move(fix)});
  }

  // A list that has more than `most` elements.
  void at_most(const kube::Json& list, const std::string& at, std::size_t most, std::string fix) {
    if (list.elements().size() <= most) return;
    refuse(at,
           at + " has " + std::to_string(list.elements().size()) + " elements, and can have " +
               std::to_string(most) + ".",
           std::move(fix));
  }

  // For judging what other objects have too.
  std::vector<Finding>& findings() { return findings_; }

 private:
  std::vector<Finding>& findings_;
};

}  // namespace drawbridge::rules
