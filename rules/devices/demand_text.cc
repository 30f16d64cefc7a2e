#include "rules/devices/demand_text.h"

#include <set>

#include "kube/api/ascii.h"
#include "rules/finding.h"

namespace drawbridge::rules {
namespace {

// Of a finding, what lists where devices are asked for.
constexpr std::size_t kSourcesBytesMax = 160;

}  // namespace

std::string path_text(const DeviceRequest& request) {
  switch (request.path) {
    case Path::kExtendedResource:
      return "as extended resource " + shown(request.source);
    case Path::kClaimTemplate:
      if (request.is_coming) return "as extended resource " + shown(request.rewritten_from);
      // Its author asked for a resource, not for a template.
      if (!request.rewritten_from.empty()) return "rewritten from " + shown(request.rewritten_from);
      return "by template " + shown(request.source);
    case Path::kSharedClaim:
      return "by claim " + shown(request.source);
  }
  return {};
}

std::string source_text(const DeviceRequest& request) {
  std::string text;
  if (!request.container.empty()) text += "container " + shown(request.container) + ", ";
  if (!request.device_class.empty()) text += "class " + shown(request.device_class) + ", ";
  return text + path_text(request);
}

std::string sources_text(std::span<const DeviceRequest> requests) {
  std::set<std::string> told;
  std::string text;
  for (const DeviceRequest& request : requests) {
    std::string source = source_text(request);
    if (told.contains(source)) continue;
    if (text.size() > kSourcesBytesMax) return text + " and others";
    text += (text.empty() ? "" : "; ") + source;
    told.insert(std::move(source));
  }
  return text;
}

std::string sentence_start(std::string_view text) {
  std::string result(text);
  if (!result.empty()) result[0] = kube::to_upper(result[0]);
  return result;
}

std::string sentence_middle(std::string_view text) {
  std::string result(text);
  if (!result.empty()) result[0] = kube::to_lower(result[0]);
  return result;
}

}  // namespace drawbridge::rules
