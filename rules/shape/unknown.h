// What is said of fields that a type does not have.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "rules/finding.h"
#include "rules/shape/meant.h"
#include "rules/shape/meant_value.h"
#include "rules/shape/said_otherwise.h"
#include "rules/shape/texts.h"

namespace drawbridge::rules::shape {

class UnknownFields {
 public:
  // What messages call the object; `api_version` is empty where the kind has no schema of its own.
  UnknownFields(std::string_view kind, std::string_view api_version)
      : kind_(kind), api_version_(api_version) {}

  // Fields that were meant by those that were told: of the struct that lacks them, and of any.
  struct Told {
    std::vector<std::string_view> here;
    std::vector<std::string_view> anywhere;
    std::vector<MeantValue> values;  // what they hold
    std::vector<Move> moves;
  };

  // One finding for all fields that are to go to one place, or each for itself. `frames` ends with
  // the struct that lacks them.
  Told tell(std::span<const Frame> frames, std::span<const UnknownField> fields,
            std::vector<Finding>& findings) const;

  // An entry of the map at `path` that is a field of the struct around it: where it goes to;
  // nothing where it is none, and was not told.
  std::optional<Move> tell_misplaced(std::span<const Frame> frames, std::string_view key,
                                     const kube::Json& value, const std::string& path,
                                     std::vector<Finding>& findings) const;

 private:
  // `spelt` are the fields with the names that were meant.
  Finding finding(std::span<const Frame> frames, std::span<const UnknownField> fields,
                  std::span<const UnknownField> spelt, const Meant& meant) const;
  std::string message(std::span<const UnknownField> fields, const Frame& frame) const;
  std::string explain_advice(const Frame& frame, std::size_t fields) const;
  std::string newer_version_with(const Frame& frame, std::string_view field) const;
  bool is_kueue() const { return api_version_.find("kueue.x-k8s.io/") != std::string_view::npos; }
  // Kinds of others, of which a newer version may have more fields than are known. The pods and
  // claims within them are Kubernetes' own.
  bool may_be_newer(const Frame& frame) const {
    return is_kueue() ||
           ((api_version_.starts_with("scheduling.run.ai/") ||
             api_version_.starts_with("scheduling.volcano.sh/") ||
             api_version_.starts_with("batch.volcano.sh/") ||
             api_version_.starts_with("resource.nvidia.com/")) &&
            !frame.type->name.starts_with("core/") && !frame.type->name.starts_with("meta/"));
  }
  // A file that Kueue reads strictly, and of which the API server knows nothing.
  bool is_kueue_configuration() const { return api_version_.starts_with("config.kueue.x-k8s.io/"); }

  std::string_view kind_;
  std::string_view api_version_;
};

}  // namespace drawbridge::rules::shape
