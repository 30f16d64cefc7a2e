// Fields that no type near has, or that have another meaning there: what their writer wanted is
// said in another way. Knowledge of DRA that the schema alone does not lead to.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "rules/shape/meant.h"

namespace drawbridge::rules::shape {

struct UnknownField {
  std::string_view name;
  kube::Json value;
};

struct Otherwise {
  std::string fix;
  std::vector<std::size_t> fields;      // of which it is said, in their order
  std::vector<std::string_view> meant;  // fields of any struct that the fix writes
  // Required fields of the struct itself that are not missed any more.
  std::vector<std::string_view> spared = {};
};

// Of fields[first], and of later ones that go with it. `frames` ends with the struct that lacks
// them; nothing where the schema leads to what was meant.
std::optional<Otherwise> said_otherwise(std::span<const Frame> frames,
                                        std::span<const UnknownField> fields, std::size_t first);

// `source` of a pod's claim, in which its name was nested until Kubernetes 1.30: the entry's own
// field for it.
std::string source_text(const kube::Json& source);

}  // namespace drawbridge::rules::shape
