#include "rules/shape/meant_value.h"

#include <algorithm>

#include "rules/shape/texts.h"

namespace drawbridge::rules::shape {
namespace {

using kube::Json;

// The struct under `type` that the steps lead to; nullptr for none.
const Type* type_below(const Type* type, std::span<const std::string> steps) {
  for (std::string_view step : steps) {
    const bool list = step.ends_with("[]");
    if (list) step.remove_suffix(2);
    const Field* field = find_field(*type, step);
    if (field == nullptr) return nullptr;
    type = &type_of(*field);
    if (list && type->kind == Kind::kList) type = &type_at(type->first);
    if (type->kind != Kind::kStruct) return nullptr;
  }
  return type;
}

}  // namespace

const Frame& frame_at(std::span<const Frame> frames, const std::string& path) {
  const auto found = std::find_if(frames.begin(), frames.end(),
                                  [&](const Frame& frame) { return frame.path == path; });
  return found == frames.end() ? frames.back() : *found;
}

std::optional<MeantValue> meant_value(std::span<const Frame> frames, std::string_view name,
                                      const Json& value, const Meant& meant) {
  const Frame& frame = frames.back();
  MeantValue result;
  result.name = name;
  result.path = below(frame.path, name);
  result.value = value;
  result.frames = frames.size();
  const Type* owner = frame.type;
  if (meant.kind == Meant::Kind::kNothing) return std::nullopt;
  if (meant.kind == Meant::Kind::kUnwrapped) {
    result.type = owner;
    result.frames = frames.size() - 1;
    result.is_part = true;
    return result;
  }
  if (meant.kind == Meant::Kind::kElsewhere) {
    const Frame& into = frame_at(frames, meant.path);
    owner = into.type;
    result.frames = static_cast<std::size_t>(&into - frames.data()) + 1;
  }
  owner = type_below(owner, meant.steps);
  // An entry of a map stands under its own name beside the others.
  const bool is_entry = meant.form == Meant::Form::kEntry || meant.form == Meant::Form::kIntoNamed;
  const Field* field = owner == nullptr || is_entry ? nullptr : find_field(*owner, meant.name);
  if (field == nullptr) return std::nullopt;
  result.name = field->name;
  result.is_spelt = meant.kind == Meant::Kind::kSpelling;
  result.type = &type_of(*field);
  if (meant.form == Meant::Form::kIntoList) result.type = &type_at(result.type->first);
  if (meant.form == Meant::Form::kOutOfList) {
    result.value = value.at(0);
    result.path += "[0]";
  }
  return result;
}

std::optional<std::size_t> open_element(const Json& list, std::string_view field) {
  std::optional<std::size_t> found;
  const auto elements = list.elements();
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (!elements[i].is_object() || !elements[i][field].is_null()) continue;
    if (found) return std::nullopt;
    found = i;
  }
  return found;
}

std::vector<Move> moves_of(std::span<const Frame> frames, std::string_view name, const Json& value,
                           const Meant& meant) {
  const std::string& around = frames.back().path;
  const std::string from = below(around, name);
  std::vector<Move> moves;
  if (meant.kind == Meant::Kind::kNothing) return moves;
  if (meant.kind == Meant::Kind::kUnwrapped) {
    for (const Json::Member& member : value.members())
      moves.push_back({below(from, member.key()), below(around, member.key())});
    return moves;
  }
  std::string to = meant.kind == Meant::Kind::kElsewhere ? meant.path : around;
  for (std::string_view step : meant.steps) {
    const bool list = step.ends_with("[]");
    if (list) step.remove_suffix(2);
    to = below(to, step) + (list ? "[0]" : "");
  }
  const bool is_entry = meant.form == Meant::Form::kEntry;
  moves.push_back(
      {from, is_entry ? to + "[" + std::string(name) + "]" : below(to, meant.name), meant.form});
  return moves;
}

}  // namespace drawbridge::rules::shape
