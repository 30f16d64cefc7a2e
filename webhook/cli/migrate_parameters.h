// What claims of before Kubernetes 1.32 kept in other objects, and what becomes of it in a request.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace drawbridge::cli {

inline constexpr std::string_view kResourceGroup = "resource.k8s.io";

// The member, or null.
const nlohmann::json& at(const nlohmann::json& object, std::string_view key);
// "" where it is no text.
std::string text_at(const nlohmann::json& object, std::string_view key);

struct ApiVersion {
  std::string group;
  std::string version;
};
ApiVersion version_of(const nlohmann::json& object);

// Parameters that claims refer to, from all files together. Valid as long as the objects.
class Parameters {
 public:
  void add(const nlohmann::json& object);
  // Of `kind`; nullptr where it was not given.
  const nlohmann::json* find(std::string_view kind, std::string_view ns,
                             std::string_view name) const;

 private:
  std::vector<const nlohmann::json*> objects_;
};

// A kind that only carries parameters of claims and classes.
bool is_parameters(const nlohmann::json& object);
// Whether what those of the group set can be carried over.
bool knows_parameters_of(std::string_view group);

// `spec` holds what a claim asked for beside its class, in words of the driver or of v1alpha2, of
// which `kind` is. Adds it to the request and to the claim's config; what is left has no
// counterpart.
std::vector<std::string> apply_parameters(const nlohmann::json& spec, const std::string& kind,
                                          nlohmann::json& exactly, nlohmann::json& config);

}  // namespace drawbridge::cli
