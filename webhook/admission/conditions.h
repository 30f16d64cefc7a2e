// Conditions in the status of our own objects: whether they say what was found, and the object that
// says so.
//
// Conventions: Kubernetes API conventions, "Typical status properties" (conditions,
// observedGeneration, lastTransitionTime), meta/v1 Condition.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/time.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

// As metav1.Condition has it in `status`.
inline std::string_view condition_status(bool holds) {
  return holds ? "True" : "False";
}

// Conditions of an object, those that others write included; charts/drawbridge/crds has the same
// bound.
inline constexpr std::size_t kConditionsMax = 16;

inline constexpr std::string_view kReadyCondition = "Ready";
inline constexpr std::string_view kNotCompiled = "NotCompiled";

struct Condition {
  std::string_view type;
  bool holds = false;  // its status: True or False
  std::string reason;  // one word, for programs
  std::string message;

  friend bool operator==(const Condition&, const Condition&) = default;
};

// What an object's conditions should say.
struct ConditionsWish {
  std::vector<Condition> conditions;  // these, of the object's present generation
  // The status is ours: its observedGeneration is that generation too.
  bool owns_status = true;
  // Ready with the reason NotCompiled is gone: it is said no more, and nothing else is in its
  // place.
  bool takes_back = false;

  friend bool operator==(const ConditionsWish&, const ConditionsWish&) = default;
};

// Whether the status of `object` is as wished.
bool says(const kube::Json& object, const ConditionsWish& wish);

// `object` with a status as wished, as JSON text: every other field, and what others wrote into the
// status, stays. lastTransitionTime is `now` only where a condition's status changes.
std::string with_conditions(const kube::Json& object, const ConditionsWish& wish, kube::Time now);

// Of a DeviceQuota or DeviceRule: Ready is False, NotCompiled, while it can't be used, and Events
// tell of it (problem_news.h). What else Ready says is not for here, so that once it can be used
// this is taken back.
ConditionsWish problem_wish(const Snapshot& snapshot, ObjectKind kind, std::string_view ns,
                            std::string_view name);

// Of a DeviceRule: Ready says whether Drawbridge judges by all of it.
ConditionsWish rule_wish(const Snapshot& snapshot, std::string_view name);

}  // namespace drawbridge::admission
