#include "webhook/cli/kept_status.h"

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "kube/api/json.h"
#include "webhook/cli/counted_quotas.h"

namespace drawbridge::cli {
namespace {

using admission::SourcedObject;
using kube::Json;
using kube::ObjectView;

// The field of its status that says what is in use; nullptr for other kinds.
const char* usage_field(const ObjectView& view) {
  if (view.kind() == "ClusterQueue") return "flavorsReservation";
  return view.kind() == "ResourceQuota" || view.kind() == "DeviceQuota" ? "used" : nullptr;
}

std::string usage_key(const ObjectView& view) {
  return object_key(view.kind(), place_of(view), view.name());
}

}  // namespace

void keep_usage(const std::vector<SourcedObject>& state, std::vector<SourcedObject>& given) {
  std::map<std::string, Json> usages;
  for (const SourcedObject& object : state) {
    const ObjectView view = object.view();
    const char* field = usage_field(view);
    if (field == nullptr) continue;
    const Json usage = object.json()["status"][field];
    if (!usage.is_null()) usages.emplace(usage_key(view), usage);
  }
  for (SourcedObject& object : given) {
    const ObjectView view = object.view();
    const char* field = usage_field(view);
    // Of what stands, the API server drops a status that is applied.
    if (field == nullptr) continue;
    const auto usage = usages.find(usage_key(view));
    if (usage == usages.end()) continue;
    nlohmann::json copy = nlohmann::json::parse(kube::to_text(object.json()));
    copy["status"][field] = nlohmann::json::parse(kube::to_text(usage->second));
    // What came out of a Json goes back into one.
    if (Result<kube::Document> document = kube::read_json(copy.dump()))
      object.document = std::make_shared<const kube::Document>(std::move(*document));
  }
}

}  // namespace drawbridge::cli
