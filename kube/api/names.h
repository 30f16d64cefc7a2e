// Names as Kubernetes accepts them (k8s.io/apimachinery, pkg/api/validate/content).
//
// Each *_problem answers nothing for a good name, else what rule it breaks, to be put behind the
// name in a message: "must be 63 bytes at most, and is 70 long". Lengths are bytes, as in the API
// server.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

namespace drawbridge::kube {

inline constexpr std::size_t kDnsLabelBytesMax = 63;
inline constexpr std::size_t kDnsSubdomainBytesMax = 253;
// The part behind the slash; the prefix is a DNS subdomain.
inline constexpr std::size_t kQualifiedNameBytesMax = 63;
inline constexpr std::size_t kLabelValueBytesMax = 63;
// Bytes of a foreign text that shown() repeats.
inline constexpr std::size_t kShownBytesMax = 80;

// RFC 1123 label: container names, namespaces, request names.
std::optional<std::string> dns_label_problem(std::string_view name);
// The label that was meant: in small letters, with dashes for what can't stand in it; empty where
// that is none either.
std::string dns_label_meant(std::string_view name);
// RFC 1123 subdomain: names of most objects, drivers. Its labels have no limit of their own.
std::optional<std::string> dns_subdomain_problem(std::string_view name);
// `[prefix/]name`: keys of labels and annotations, names of resources.
std::optional<std::string> qualified_name_problem(std::string_view name);
// May be empty.
std::optional<std::string> label_value_problem(std::string_view value);

// What stands in front of a resource's name in a ResourceQuota (pkg/quota/v1); extended resources
// have the first alone.
inline constexpr std::string_view kRequestsPrefix = "requests.";
inline constexpr std::string_view kLimitsPrefix = "limits.";
// nvidia.com/gpu of requests.nvidia.com/gpu, and of limits.nvidia.com/gpu; other names as they are.
std::string_view without_quota_prefix(std::string_view name);

// A resource name that a device plugin or a DeviceClass may carry: has a domain outside
// *kubernetes.io, does not begin with kRequestsPrefix, and stays a qualified name when
// ResourceQuota puts that before it (so its domain has 244 bytes at most). As
// IsExtendedResourceName of the API server, which says no to
// `deviceclass.resource.kubernetes.io/CLASS` too.
bool is_extended_resource_name(std::string_view name);

// gpu.nvidia.com of nvidia.com/gpu, as many call the driver and class of an extended resource;
// empty for a name without a slash.
std::string turned_resource(std::string_view name);

// A letter or '_', then letters, digits and '_'. Of any length.
bool is_c_identifier(std::string_view text);

// "VERSION" or "GROUP/VERSION", as the API server may serve it: the version is a label that begins
// with a letter (RFC 1035), the group a subdomain.
bool is_api_version(std::string_view text);

// A version of an API by how stable it says to be, then by its numbers: v1 is more than v2beta1,
// and that more than v1beta2 (k8s.io/apimachinery, pkg/version, CompareKubeAwareVersionStrings).
using VersionRank = std::tuple<int, unsigned, unsigned>;
// nullopt for what Kubernetes takes for no version, such as v1beta and V1.
std::optional<VersionRank> version_rank(std::string_view version);

// `text` in double quotes, safe to print on one line: what is not printable ASCII is escaped, and
// past kShownBytesMax bytes it ends in "...".
std::string shown(std::string_view text);

}  // namespace drawbridge::kube
