// How values and places are written in messages about the shape of an object.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "kube/api/json.h"
#include "rules/shape/schema.h"

namespace drawbridge::rules::shape {

// "a list", "a whole number"
std::string_view type_text(Kind kind);

// As one may write it in YAML's flow style, ready to paste where it is a scalar; what is larger is
// "[...]" or "{...}".
std::string value_text(const kube::Json& value);
// "spec.containers" behind "spec.template"; the field alone at the top level.
std::string below(const std::string& path, std::string_view field);
// The key and value of "name:gpu", which YAML reads as one text without a space behind the colon;
// nullopt for other texts, addresses (http://...) among them.
struct Unspaced {
  std::string_view key;
  std::string_view value;
};
std::optional<Unspaced> unspaced(std::string_view text);
// "count: 2" of such a text, as a field of this kind takes it.
std::string spaced_text(const Unspaced& pair, Kind kind);
// "count: 2"
std::string entry_text(std::string_view name, const kube::Json& value);
// Around `body`: "template: {spec: {BODY}}", "containers: [{BODY}]" for the step "containers[]".
std::string nested_text(std::span<const std::string> steps, const std::string& body);

// What to do with a value of another type than its field's. `name` is the field's, args[1] for an
// element of a list.
std::string retype_advice(std::string_view name, Kind wanted, const kube::Json& value);
// What the API server answers to it, a sentence with a space before it; empty where it says no
// more.
std::string unmarshal_text(Kind wanted, const kube::Json& value);

}  // namespace drawbridge::rules::shape
