#include "kube/api/names.h"
#include "rules/mapping/mapping.h"

namespace drawbridge::rules {

Result<ResourcePattern> ResourcePattern::compile(std::string_view text) {
  ResourcePattern result;
  result.text_ = std::string(text);
  const std::size_t open = text.find('{');
  const std::size_t close = text.find('}');
  std::string probe(text);
  if (open != std::string_view::npos || close != std::string_view::npos) {
    const bool one = open < close && close != std::string_view::npos &&
                     text.find('{', open + 1) == std::string_view::npos &&
                     text.find('}', close + 1) == std::string_view::npos;
    const std::string_view name =
        one ? text.substr(open + 1, close - open - 1) : std::string_view();
    if (!one || !kube::is_c_identifier(name)) {
      return Error{"may have one placeholder such as {profile}, with an identifier in it"};
    }
    if (name.size() > kPlaceholderBytesMax)
      return Error{"has a placeholder of over " + std::to_string(kPlaceholderBytesMax) + " bytes"};
    if (open < text.find('/') || text.find('/') == std::string_view::npos) {
      return Error{
          "may have its placeholder only behind the domain, as in nvidia.com/mig-{profile}"};
    }
    result.placeholder_ = std::string(name);
    result.prefix_ = std::string(text.substr(0, open));
    result.suffix_ = std::string(text.substr(close + 1));
    probe = result.prefix_ + "x" + result.suffix_;
  } else {
    result.prefix_ = probe;
  }
  if (!kube::is_extended_resource_name(probe)) {
    if (text.find('*') != std::string_view::npos)
      return Error{"must have a placeholder where * stands, as in nvidia.com/mig-{profile}"};
    return Error{
        "must be an extended resource: a domain that is not kubernetes.io's, a slash and a name, "
        "as in nvidia.com/gpu"};
  }
  return result;
}

std::optional<std::string_view> ResourcePattern::match(std::string_view resource) const {
  if (is_literal()) {
    return resource == prefix_ ? std::optional<std::string_view>(std::string_view()) : std::nullopt;
  }
  if (resource.size() <= prefix_.size() + suffix_.size() || !resource.starts_with(prefix_) ||
      !resource.ends_with(suffix_)) {
    return std::nullopt;
  }
  // A mutating webhook sees names before they are validated: what is no name is left to the API
  // server, which refuses it.
  if (!kube::is_extended_resource_name(resource)) return std::nullopt;
  return resource.substr(prefix_.size(), resource.size() - prefix_.size() - suffix_.size());
}

}  // namespace drawbridge::rules
