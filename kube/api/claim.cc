#include "kube/api/claim.h"

#include "kube/api/ascii.h"
#include "kube/api/names.h"
#include "kube/api/object.h"

namespace drawbridge::kube {

bool is_driver_name(std::string_view name) {
  return name.size() <= kDriverNameBytesMax && !dns_subdomain_problem(lowered(name));
}

std::optional<std::int64_t> DeviceOptionView::count() const {
  if (all()) return std::nullopt;
  const std::int64_t count = json["count"].as_int(1);
  return count > 0 ? count : 1;
}

DeviceOptionView DeviceRequestView::option(std::size_t i) const {
  if (first_available()) return {json["firstAvailable"].at(i)};
  const Json exactly = json["exactly"];
  return {exactly.is_null() ? json : exactly};
}

ClaimSpecView ClaimSpecView::of(const Json& object) {
  const std::string_view kind = ObjectView(object).kind();
  if (kind == "ResourceClaim") return ClaimSpecView(object["spec"]);
  if (kind == "ResourceClaimTemplate") return ClaimSpecView(object["spec"]["spec"]);
  return ClaimSpecView(Json());
}

}  // namespace drawbridge::kube
