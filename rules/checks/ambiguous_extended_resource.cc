#include "rules/checks/ambiguous_extended_resource.h"

#include <algorithm>
#include <string>

#include "kube/api/object.h"
#include "rules/devices/demand_text.h"

namespace drawbridge::rules {
namespace {

// An audit counts the classes and the pods that ask for the name together.
std::string name_cause(std::string_view resource) {
  return "extendedResourceName " + shown(resource, 128);
}

// Of the others the one that Kubernetes would pick; nullptr where there are none.
const DeviceIndex::DeviceClass* best_other(std::string_view resource, std::string_view name,
                                           const CheckFacts& facts) {
  for (const auto& carrier : facts.devices.classes_of_extended_resource(resource)) {
    if (carrier->name != name) return carrier.get();
  }
  return nullptr;
}

struct Carrier {
  std::string_view name;
  std::string_view created;  // empty: not known, or to be made now
};

// `other` is there already.
std::string picked_text(const Carrier& own, const Carrier& other) {
  if (other.created.empty()) return "the newer";
  const bool wins = is_picked_before(own.created, own.name, other.created, other.name);
  return shown(wins ? own.name : other.name, 50) +
         (own.created != other.created ? ", which is the newer" : ", whose name is the lower");
}

// In 1.36 a name that one of its classes gives up is served no longer, whoever carries it still.
void tell_unserved(std::string_view resource, std::string_view name, const CheckFacts& facts,
                   std::vector<Finding>& findings) {
  const DeviceIndex::DeviceClass* left =
      resource.empty() ? nullptr : best_other(resource, name, facts);
  if (left == nullptr) return;
  findings.push_back({"AmbiguousExtendedResource", Severity::kWarn, "spec.extendedResourceName",
                      "Kubernetes 1.36 serves " + shown(resource, 50) +
                          " no longer once one of its classes gives the name up; DeviceClass " +
                          shown(left->name, 50) + " carries it still.",
                      "Write that class again: kubectl annotate deviceclass " +
                          shown(left->name, 40) + " touched=1."});
}

}  // namespace

void check_class_deletion(const kube::Json& device_class, const CheckFacts& facts,
                          std::vector<Finding>& findings) {
  tell_unserved(device_class["spec"]["extendedResourceName"].as_string(),
                kube::ObjectView(device_class).name(), facts, findings);
}

void check_class_ambiguous(const ObjectSubject& subject, const CheckFacts& facts,
                           std::vector<Finding>& findings) {
  const kube::ObjectView view(subject.object);
  const std::string_view resource = subject.object["spec"]["extendedResourceName"].as_string();
  const std::string_view before = subject.old_object["spec"]["extendedResourceName"].as_string();
  const DeviceIndex::DeviceClass* other =
      resource.empty() ? nullptr : best_other(resource, view.name(), facts);
  if (before != resource) tell_unserved(before, view.name(), facts, findings);
  if (other == nullptr || before == resource) return;
  const std::string_view created = subject.object["metadata"]["creationTimestamp"].as_string();
  // The same from the side of both.
  const std::string_view own = view.name();
  findings.push_back({"AmbiguousExtendedResource", Severity::kWarn, "spec.extendedResourceName",
                      "DeviceClasses " + shown(std::min<std::string_view>(own, other->name), 50) +
                          " and " + shown(std::max<std::string_view>(own, other->name), 50) +
                          " carry " + shown(resource, 50) + ": pods get devices of " +
                          picked_text({own, created}, {other->name, other->created}) +
                          ", and nobody is told.",
                      "Give each class a name of its own.", name_cause(resource)});
}

namespace {

// Of two without a time nobody knows which it is.
std::string picked_of(const DeviceIndex::Carriers& carriers) {
  const std::string first = shown(carriers[0]->name, 50);
  const std::string second = shown(carriers[1]->name, 50);
  if (carriers[0]->created.empty() && carriers[1]->created.empty())
    return "the newest, be it " + first + " or " + second;
  if (carriers[0]->created == carriers[1]->created)
    return first + ", whose name is the lower, not of " + second + ", which is as new";
  return "the newest, " + first + ", not of " + second;
}

}  // namespace

void check_pod_ambiguous(const PodSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings) {
  for (const DeviceRequest& request : subject.requests) {
    if (request.path != Path::kExtendedResource) continue;
    const DeviceIndex::Carriers& carriers =
        facts.devices.classes_of_extended_resource(request.source);
    if (carriers.size() < 2) continue;
    if (request.rule != nullptr) continue;
    findings.push_back(
        {"AmbiguousExtendedResource", Severity::kWarn, "spec",
         std::to_string(carriers.size()) + " DeviceClasses carry " + shown(request.source, 50) +
             ": " + std::string(subject.name) + " gets devices of " + picked_of(carriers) + ".",
         "Name the class: a claim template, or a DeviceMapping.", name_cause(request.source)});
    return;
  }
}

}  // namespace drawbridge::rules
