// What is wrong with an object before anyone looks at what it asks for: its kind, its fields, and
// what the API server refuses whatever there is in the cluster.
#pragma once

#include <memory>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "rules/finding.h"
#include "rules/shape/resources.h"
#include "webhook/decide/object_set.h"

namespace drawbridge::cli {

struct Shape {
  std::vector<rules::Finding> findings;
  bool judged = true;  // its fields can be read
  // Where its kind is misspelt: the object of that which was meant, of which the rest is said; else
  // null.
  std::shared_ptr<const kube::Document> of_kind = nullptr;
  // Where they can't: the object with what was meant, and without the values of which that is not
  // clear, of our own without all that are told. Null where nothing can be said of the rest.
  std::shared_ptr<const kube::Document> mended = nullptr;
  // Where its fields can be read, and some were meant to stand elsewhere: the object with them
  // there. Else null.
  std::shared_ptr<const kube::Document> moved = nullptr;
  // The fields that `mended` is without. They may seem to be missing.
  std::vector<std::string> left_out = {};
  // Codes of what else would be said of the mistakes that are told here.
  std::vector<std::string_view> told = {};
  // Fields that are meant by others, which are told.
  std::set<std::string_view> meant = {};
};

// The object, of the kind that was meant.
inline const kube::Json& as_meant(const Shape& shape, const kube::Json& object) {
  return shape.of_kind ? shape.of_kind->root() : object;
}

bool has_denial_of(const std::vector<rules::Finding>& findings, std::string_view code);

// `beside` are all objects that are reviewed.
Shape shape_of(const kube::Json& object, std::span<const kube::Json> beside);

// Resources that the API server refuses, of pods and of the templates that they are made of.
// Nothing where `known`, what was found already, says better what is meant.
void add_resources(const kube::Json& object, const std::vector<rules::Finding>& known,
                   const rules::shape::GivenLimits& given_limits,
                   std::vector<rules::Finding>& findings);

}  // namespace drawbridge::cli
