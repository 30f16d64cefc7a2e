// MappingIndex: which DeviceMapping, if any, speaks for an extended resource in a namespace.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "rules/mapping/mapping.h"

namespace drawbridge::rules {

// Immutable; shared between threads.
class MappingIndex {
 public:
  struct Match {
    const Mapping* mapping = nullptr;
    const RewriteRule* rule = nullptr;
    std::string_view
        captured;  // what the rule's placeholder stands for; points into the resource's name
  };
  struct Lookup {
    std::optional<Match> match;
    // Another rule of the same rank: nobody can say which of the two is meant.
    std::optional<Match> conflict;
  };

  MappingIndex() = default;
  explicit MappingIndex(std::vector<std::shared_ptr<const Mapping>> mappings);

  const std::vector<std::shared_ptr<const Mapping>>& mappings() const { return mappings_; }

  // A literal name beats a pattern; rules whose action is Off, or whose namespaceSelector does not
  // match `namespace_labels`, do not take part.
  Lookup find(std::string_view resource, const kube::Json& namespace_labels) const;

  // The rules that take `resource` as a companion, in this namespace.
  std::vector<Match> companions_of(std::string_view resource,
                                   const kube::Json& namespace_labels) const;

  // True where any rule has a namespaceSelector at all.
  bool has_namespace_selectors() const { return has_namespace_selectors_; }
  // True where the answer of find() or companions_of() depends on the namespace's labels.
  bool needs_namespace_labels(std::string_view resource) const;

  // The mapping that counts a DeviceClass: one that lists it, else one that rewrites to it; nullptr
  // when none does.
  const Mapping* mapping_of_class(std::string_view device_class) const;
  // The first that counts under the name, by its own; nullptr where none does.
  const Mapping* mapping_of_logical_resource(std::string_view name) const;

 private:
  struct Candidate {
    const Mapping* mapping;
    const RewriteRule* rule;
  };
  using ByName = std::map<std::string, std::vector<Candidate>, std::less<>>;

  // `captured` as in Match, of a candidate whose resource matches.
  static void consider(const Candidate& candidate, std::string_view captured,
                       const kube::Json& labels, Lookup& lookup);

  std::vector<std::shared_ptr<const Mapping>> mappings_;  // sorted by name
  ByName literals_;
  ByName companions_;
  std::vector<Candidate> patterns_;
  bool has_namespace_selectors_ = false;
  std::map<std::string, const Mapping*, std::less<>> by_class_;
  std::map<std::string, const Mapping*, std::less<>> by_logical_resource_;
};

}  // namespace drawbridge::rules
