#include "webhook/decide/takes_long.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "rules/devices/selectors.h"

namespace drawbridge::admission {
namespace {

using kube::Json;

constexpr std::string_view kContainerLists[] = {"containers", "ephemeralContainers",
                                                "initContainers"};

bool holds_containers(std::string_view key) {
  return std::find(std::begin(kContainerLists), std::end(kContainerLists), key) !=
         std::end(kContainerLists);
}

class EntryCount {
 public:
  // Of a pod's spec, which is what most requests have.
  void add_pod(const Json& spec) {
    for (const std::string_view list : kContainerLists) {
      const auto containers = spec[list].elements();
      entries_ += containers.size();
      for (const Json& container : containers) add_all_of(container.find("resources"));
    }
    add_all_of(spec.find("resourceClaims"));
  }
  // Of any other object, or a list of objects: those below the fields that hold entries.
  void search(const Json& value) {
    for (const Json& element : value.elements()) search(element);
    for (const Json::Member& member : value.members()) {
      if (is_full()) return;
      const std::string_view key = member.key();
      if (key == "resources" || key == "resourceClaims" || key == "devices") {
        add_all(member.value);
        continue;
      }
      if (holds_containers(key)) entries_ += member.value.elements().size();
      if (key != "metadata" && key != "status") search(member.value);
    }
  }
  std::size_t entries() const { return entries_; }

 private:
  bool is_full() const { return entries_ > kInlineEntriesMax; }
  void add_all_of(const Json* value) {
    if (value != nullptr) add_all(*value);
  }
  void add_all(const Json& value) {
    if (is_full()) return;
    ++entries_;
    for (const Json& element : value.elements()) add_all(element);
    for (const Json::Member& member : value.members()) add_all(member.value);
  }

  std::size_t entries_ = 0;
};

}  // namespace

std::size_t judged_entries(const Json& object, bool is_pod) {
  EntryCount count;
  if (is_pod) {
    count.add_pod(object["spec"]);
  } else {
    count.search(object);
  }
  return std::min(count.entries(), kInlineEntriesMax + 1);
}

bool takes_long(const AdmissionRequest& request) {
  if (!request.stores_object()) return false;
  // An update does not change a pod's devices, and nothing but pods is rewritten.
  if (request.group.empty() && request.kind == "Pod")
    return request.operation == Operation::kCreate &&
           judged_entries(request.object, true) > kInlineEntriesMax;
  if (request.endpoint != Endpoint::kValidate) return false;
  if (request.group == kOurGroup || request.group == kKueueGroup) return true;
  if (request.kind == "ConfigMap" || request.kind == "ResourceQuota") return true;
  // Its pods are counted over all nodes.
  if (request.group == "apps" && request.kind == "DaemonSet") return true;
  if (request.group == kResourceGroup && !rules::selectors_of(request.object).empty()) return true;
  return judged_entries(request.object, false) > kInlineEntriesMax;
}

}  // namespace drawbridge::admission
