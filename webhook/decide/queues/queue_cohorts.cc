#include "webhook/decide/queues/queue_cohorts.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "kube/api/names.h"
#include "kube/api/object.h"
#include "rules/nearest.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using kube::ObjectView;
using rules::Finding;
using rules::Severity;
using rules::shown;

// Cohorts above one that are looked at.
constexpr std::size_t kCohortsAboveMax = 16;
constexpr std::size_t kCohortShownMax = 50;

// A ClusterQueue below cohorts that are above themselves.
void check_cohorts_above(const Json& spec, const Known& known, std::vector<Finding>& findings) {
  const Json cohort = spec["cohortName"].is_null() ? spec["cohort"] : spec["cohortName"];
  std::set<std::string_view> above;
  std::string_view at = cohort.as_string();
  for (std::size_t steps = 0; steps < kCohortsAboveMax && !at.empty(); ++steps) {
    if (!above.insert(at).second) {
      findings.push_back(
          {"QueueStopped", Severity::kWarn, "spec.cohortName",
           "Cohort " + shown(at) +
               ", above this ClusterQueue, is above itself, and Kueue admits nothing "
               "in a queue of such a circle.",
           "Name another cohort, or correct parentName of that one."});
      return;
    }
    at = known.snapshot().object(ObjectKind::kCohort, {}, at)["spec"]["parentName"].as_string();
  }
}

// A Cohort that is above itself.
void check_circle(const Json& object, Known& known, std::vector<Finding>& findings) {
  const std::string_view own = kube::ObjectView(object).name();
  std::string way;
  Json at = object;
  for (std::size_t steps = 0; steps < kCohortsAboveMax && !own.empty(); ++steps) {
    const std::string_view next = at["spec"]["parentName"].as_string();
    if (next.empty()) return;
    way += (way.empty() ? "" : ", ") + shown(next, 40);
    if (next == own) {
      findings.push_back({"QueueStopped", Severity::kWarn, "spec.parentName",
                          "Cohort " + shown(own) + " is above itself (" + way +
                              "), and Kueue admits nothing in a queue of such a circle.",
                          "Name another parent, or none."});
      return;
    }
    at = known.snapshot().object(ObjectKind::kCohort, {}, next);
  }
}

// The field that names a cohort; older versions have other names for it. Empty for none.
std::string_view cohort_field(const Json& spec) {
  for (const std::string_view field : {"cohortName", "cohort", "parentName", "parent"}) {
    if (!spec[field].as_string().empty()) return field;
  }
  return {};
}

// What is in a cohort, or is it.
struct CohortMembers {
  bool exists = false;  // a Cohort of that name
  std::size_t count = 0;
  std::string first;  // "ClusterQueue a"
};
using Cohorts = std::map<std::string_view, CohortMembers, std::less<>>;

// All but what `object` names and is.
Cohorts other_cohorts(const Json& object, const Known& known) {
  const ObjectView own(object);
  Cohorts cohorts;
  const auto add = [&](const Json& other) {
    const ObjectView view(other);
    if (view.kind() == own.kind() && view.name() == own.name()) return;
    if (view.kind() == "Cohort") cohorts[view.name()].exists = true;
    const std::string_view field = cohort_field(other["spec"]);
    if (field.empty()) return;
    CohortMembers& members = cohorts[other["spec"][field].as_string()];
    if (members.count++ == 0)
      members.first = std::string(view.kind()) + " " + shown(view.name(), kCohortShownMax);
  };
  known.snapshot().for_each(ObjectKind::kCohort, add);
  known.snapshot().for_each(ObjectKind::kClusterQueue, add);
  return cohorts;
}

void check_alone(const Json& object, Known& known, std::vector<Finding>& findings) {
  const std::string_view field = cohort_field(object["spec"]);
  if (field.empty()) return;
  const std::string_view name = object["spec"][field].as_string();
  const Cohorts cohorts = other_cohorts(object, known);
  // What is no name at all is refused.
  if (cohorts.contains(name) || kube::dns_subdomain_problem(name)) return;
  std::vector<std::string_view> names;
  for (const auto& [each, members] : cohorts) names.push_back(each);
  const std::string_view near = rules::nearest_misspelt(name, names);
  if (near.empty()) return;
  // It may have come right before, from the same file.
  known.await_newest("Cohort");
  known.await_newest("ClusterQueue");
  const CohortMembers& members = cohorts.find(near)->second;
  const std::string kind(ObjectView(object).kind());
  const std::string written = shown(name, kCohortShownMax);
  const std::string at = "spec." + std::string(field);
  if (members.exists || members.count > 1) {
    findings.push_back({"CohortAlone", Severity::kWarn, at,
                        "Nothing else is in cohort " + written + ", so that this " + kind +
                            " shares with nobody; there is a cohort " +
                            shown(near, kCohortShownMax) + ".",
                        "Write " + std::string(field) + ": " + shown(near, kCohortShownMax) +
                            ", or create a Cohort " + written + "."});
    return;
  }
  findings.push_back({"CohortAlone", Severity::kWarn, at,
                      "This " + kind + " is alone in cohort " + written + ", and " + members.first +
                          " in " + shown(near, kCohortShownMax) + ": they share nothing.",
                      "Write the same cohort in both."});
}

}  // namespace

void check_cohort_named(const Json& object, Known& known, std::vector<Finding>& findings) {
  if (ObjectView(object).kind() == "Cohort") {
    check_circle(object, known, findings);
  } else {
    check_cohorts_above(object["spec"], known, findings);
  }
  check_alone(object, known, findings);
}

}  // namespace drawbridge::admission
