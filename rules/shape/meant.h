// What was probably meant by a field that its type does not have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "rules/shape/schema.h"

namespace drawbridge::rules::shape {

// Steps down from a field's own place that are searched for another one that has it.
inline constexpr int kStepsDownMax = 3;

// Letters that a misspelt field may differ in.
inline constexpr std::size_t kLettersApartMax = 2;
// Letters that a part of a field's name must have to be taken for it.
inline constexpr std::size_t kPartLettersMin = 5;

// A struct on the way from the object's root to a field.
struct Frame {
  const Type* type = nullptr;
  std::string path;  // from the object's root, empty for the root itself
  kube::Json value;
};

struct Meant {
  enum class Kind : std::uint8_t {
    kNothing,
    kSpelling,   // another name in the same place
    kUnwrapped,  // its content belongs where it stands, without it
    kBelow,      // under fields of the same struct: `steps` lead there
    kElsewhere   // in the struct at `path`, or under its `steps`
  };
  // kSpelling, kBelow: what is to become of the value.
  enum class Form : std::uint8_t {
    kAsItIs,
    kIntoList,   // it is one element
    kIntoNamed,  // it is the name of one element, or a list of names
    kOutOfList,  // its first element is meant
    kEntry,      // it is an entry of the map `name`, under its own name
  };
  Kind kind = Kind::kNothing;
  std::string_view name;           // as it is spelt
  std::vector<std::string> steps;  // "exactly"; "containers[]" for a list's element
  std::string path;
  Form form = Form::kAsItIs;
  bool operator==(const Meant& other) const = default;
};

// Whether two names differ at most in their letters' case, dashes and underscores.
bool letters_equal(std::string_view a, std::string_view b);

// `frames` ends with the struct that lacks the field. What is proposed takes a value like `value`;
// what stands there already is not proposed once more.
Meant what_was_meant(std::span<const Frame> frames, std::string_view name, const kube::Json& value);

}  // namespace drawbridge::rules::shape
