#include "kube/api/object.h"

#include <charconv>

namespace drawbridge::kube {

std::uint64_t version_number(std::string_view resource_version) {
  std::uint64_t number = 0;
  std::from_chars(resource_version.data(), resource_version.data() + resource_version.size(),
                  number);
  return number;
}

GroupVersion parse_api_version(std::string_view api_version) {
  const std::size_t slash = api_version.find('/');
  if (slash == std::string_view::npos) return {"", api_version};
  return {api_version.substr(0, slash), api_version.substr(slash + 1)};
}

Json ObjectView::controller() const {
  for (const Json& owner : metadata_["ownerReferences"].elements()) {
    if (owner["controller"].as_bool()) return owner;
  }
  return {};
}

std::string ObjectView::shown_name() const {
  if (!name().empty()) return std::string(name());
  if (!generate_name().empty()) return std::string(generate_name()) + "*";
  return "(no name)";
}

}  // namespace drawbridge::kube
