// What stands in an unknown field, with the type that it has where it was meant to stand: its own
// mistakes are told with those of the field.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "rules/shape/meant.h"
#include "rules/shape/schema.h"

namespace drawbridge::rules::shape {

struct MeantValue {
  const Type* type = nullptr;  // of the field that was meant
  std::string_view name;       // its name; of the unknown one where there is none
  std::string path;            // where it stands
  kube::Json value;
  std::size_t frames = 0;  // of those around it, where it belongs
  bool is_part = false;    // of a struct, whose other fields stand elsewhere
  bool is_spelt = false;   // in its place, under another name
};

// The struct at `path` among those; the last of them where none is.
const Frame& frame_at(std::span<const Frame> frames, const std::string& path);

// The only element of the list that is a map without the field; nothing where there are others.
std::optional<std::size_t> open_element(const kube::Json& list, std::string_view field);

// How an unknown field gets to where it was meant to stand: fields as findings name them.
struct Move {
  std::string from;
  std::string to;
  Meant::Form form = Meant::Form::kAsItIs;
};

// Of each part that is to be moved; none where nobody knows where to. Arguments as for
// meant_value().
std::vector<Move> moves_of(std::span<const Frame> frames, std::string_view name,
                           const kube::Json& value, const Meant& meant);

// `frames` ends with the struct that lacks the field. Nothing where that says nothing of what is in
// the field.
std::optional<MeantValue> meant_value(std::span<const Frame> frames, std::string_view name,
                                      const kube::Json& value, const Meant& meant);

}  // namespace drawbridge::rules::shape
