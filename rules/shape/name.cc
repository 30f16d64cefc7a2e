#include "rules/shape/name.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "kube/api/ascii.h"
#include "kube/api/names.h"
#include "kube/api/object.h"
#include "rules/shape/pod_problems.h"

namespace drawbridge::rules::shape {
namespace {

bool is_large(char c) {
  return c >= 'A' && c <= 'Z';
}

// What tools put in before the object is applied: ${NAME}, <NAME>, %NAME%, _ID_, JOB_NAME. Of
// capitals with digits, H100_GPU, things are made and not words for them.
bool is_to_be_filled_in(std::string_view name) {
  if (name.find_first_of("$<%@") != std::string_view::npos ||
      name.find("{{") != std::string_view::npos)
    return true;
  if (std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; }))
    return std::any_of(name.begin(), name.end(), is_large) &&
           std::none_of(name.begin(), name.end(), kube::is_digit);
  for (std::size_t at = name.find('_'); at != std::string_view::npos; at = name.find('_', at + 1)) {
    std::size_t end = at + 1;
    while (end < name.size() && is_large(name[end])) ++end;
    if (end > at + 1 && end < name.size() && name[end] == '_') return true;
  }
  return false;
}

// As the API server looks at the beginning of a name to be made up.
std::string with_an_end(std::string_view beginning) {
  std::string name(beginning);
  if (name.size() > 1 && name.ends_with('-')) name.back() = 'a';
  return name;
}

// In small letters, with dashes for what can't stand in a name; empty where that is no name either.
std::string mended(std::string_view name, bool beginning) {
  std::string text;
  for (const char c : name) {
    const bool dash = c == '_' || c == '/' || c == ' ' || c == ':';
    text += is_large(c) ? static_cast<char>(c - 'A' + 'a') : dash ? '-' : c;
  }
  const std::string whole = beginning ? with_an_end(text) : text;
  return kube::dns_subdomain_problem(whole) ? std::string() : text;
}

std::string advice(const kube::ObjectView& view, std::string_view field, std::string_view name) {
  if (name.size() > kube::kDnsSubdomainBytesMax) return "Shorten it.";
  const std::string other = mended(name, field == "generateName");
  if (other.empty()) {
    return "Name it with small letters, digits, dashes and dots, a letter or digit at both ends.";
  }
  std::string text = "Write " + std::string(field) + ": " + other;
  if (view.group() == "resource.k8s.io" && view.kind() == "DeviceClass" &&
      kube::is_extended_resource_name(name) &&
      view.json()["spec"]["extendedResourceName"].is_null())
    text +=
        "; where pods are to ask for " + shown(name) + ", write it as extendedResourceName in spec";
  return text + ".";
}

// ValidateNamespaceName: a DNS label.
std::optional<Finding> namespace_problem(std::string_view ns) {
  if (ns.empty() || is_to_be_filled_in(ns)) return std::nullopt;
  const auto problem = kube::dns_label_problem(ns);
  if (!problem) return std::nullopt;
  const std::string other = mended(ns, false);
  const bool known = !other.empty() && !kube::dns_label_problem(other);
  return Finding{"MalformedObject", Severity::kDeny, "metadata.namespace",
                 "metadata.namespace is " + shown(ns) + ", and it " + *problem + ".",
                 known ? "Write namespace: " + other + "."
                       : "Name a namespace that there is: kubectl get namespaces."};
}

}  // namespace

std::optional<Finding> name_problem(const kube::Json& object) {
  const kube::ObjectView view(object);
  const kube::Json metadata = object["metadata"];
  if (view.name().empty() && view.generate_name().empty()) {
    const bool absent = metadata["name"].is_null() || metadata["name"].is_string();
    if (!absent || is_spark_template(object)) return std::nullopt;
    return Finding{"MalformedObject", Severity::kDeny, "metadata.name",
                   "metadata.name is not set, nor is metadata.generateName.",
                   "Give it a name, or a generateName, whose end the API server makes up."};
  }
  for (const std::string_view field : {"name", "generateName"}) {
    const std::string_view name = metadata[field].as_string();
    if (name.empty() || is_to_be_filled_in(name)) continue;
    const auto problem =
        kube::dns_subdomain_problem(field == "name" ? std::string(name) : with_an_end(name));
    if (!problem) continue;
    const std::string at = "metadata." + std::string(field);
    return Finding{"MalformedObject", Severity::kDeny, at,
                   at + " is " + shown(name) + ", and it " + *problem + ".",
                   advice(view, field, name)};
  }
  return namespace_problem(view.ns());
}

}  // namespace drawbridge::rules::shape
