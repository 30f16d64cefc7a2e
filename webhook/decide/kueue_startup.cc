#include "webhook/decide/kueue_startup.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "quota/kueue/index.h"
#include "rules/checks/kueue_invalid.h"
#include "rules/shape/decode.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using rules::Finding;

std::string first_of(const std::vector<Finding>& findings, std::string_view code) {
  const auto found = std::find_if(findings.begin(), findings.end(),
                                  [&](const Finding& one) { return one.code == code; });
  return found == findings.end() ? std::string() : found->field;
}

// A field that this version of the Configuration lacks, and the other one has: no newer Kueue is to
// be expected that has it again.
std::string field_of_other_version(const Json& configuration,
                                   const std::vector<Finding>& findings) {
  if (first_of(findings, "UnknownField").empty()) return {};
  constexpr std::string_view kGroup = "config.kueue.x-k8s.io/";
  const bool is_first = configuration["apiVersion"].as_string() == std::string(kGroup) + "v1beta1";
  const std::string other = std::string(kGroup) + (is_first ? "v1beta2" : "v1beta1");
  std::vector<Json::Member> members(configuration.members().begin(), configuration.members().end());
  for (Json::Member& member : members) {
    if (member.key() == "apiVersion") member = {Json::string("apiVersion"), Json::string(other)};
  }
  const rules::shape::Decoded decoded = rules::shape::decode(Json::object(members));
  for (const Finding& finding : findings) {
    if (finding.code != "UnknownField") continue;
    const bool is_known = std::none_of(
        decoded.findings.begin(), decoded.findings.end(), [&](const Finding& of_other) {
          return of_other.code == "UnknownField" && of_other.field == finding.field;
        });
    if (is_known) return finding.field;
  }
  return {};
}

// pkg/config/config.go decodes strictly.
std::string fault_of_shape(const kube::Json& configuration) {
  const rules::shape::Decoded decoded = rules::shape::decode(configuration);
  std::string fault = first_of(decoded.findings, "MalformedObject");
  if (!fault.empty()) return fault;
  const bool is_meant = !decoded.meant.empty() || !decoded.moves.empty();
  return is_meant ? first_of(decoded.findings, "UnknownField")
                  : field_of_other_version(configuration, decoded.findings);
}

}  // namespace

std::string startup_fault(const kube::Json& configuration) {
  std::string fault = fault_of_shape(configuration);
  if (!fault.empty()) return fault;
  const std::vector<Finding> mistakes = rules::kueue_mistakes(configuration, {});
  if (!mistakes.empty()) return mistakes.front().field;
  quota::KueueIndex index;
  const Status read = index.replace({}, configuration);
  return read ? std::string() : rules::printable(read.error().field);
}

}  // namespace drawbridge::admission
