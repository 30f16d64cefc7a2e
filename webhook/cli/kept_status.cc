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

// The fields of its status that say what is in use.
std::vector<std::string> usage_fields(const ObjectView& view) {
  if (view.kind() == "ClusterQueue") return {"flavorsReservation", "flavorsUsage"};
  if (view.kind() == "ResourceQuota" || view.kind() == "DeviceQuota") return {"used"};
  return {};
}

std::string usage_key(const ObjectView& view) {
  return object_key(view.kind(), place_of(view), view.name());
}

}  // namespace

void keep_usage(const std::vector<SourcedObject>& state, std::vector<SourcedObject>& given) {
  std::map<std::string, Json> statuses;
  for (const SourcedObject& object : state) {
    const ObjectView view = object.view();
    if (!usage_fields(view).empty()) statuses.emplace(usage_key(view), object.json()["status"]);
  }
  for (SourcedObject& object : given) {
    const ObjectView view = object.view();
    // Of what stands, the API server drops a status that is applied.
    const std::vector<std::string> fields = usage_fields(view);
    if (fields.empty()) continue;
    const auto status = statuses.find(usage_key(view));
    if (status == statuses.end()) continue;
    nlohmann::json copy = nlohmann::json::parse(kube::to_text(object.json()));
    for (const std::string& field : fields) {
      const Json usage = status->second[field];
      if (!usage.is_null()) copy["status"][field] = nlohmann::json::parse(kube::to_text(usage));
    }
    // What came out of a Json goes back into one.
    if (Result<kube::Document> document = kube::read_json(copy.dump()))
      object.document = std::make_shared<const kube::Document>(std::move(*document));
  }
}

}  // namespace drawbridge::cli
