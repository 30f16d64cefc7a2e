// Any bytes are read or refused; what is read is written, read again equal and written alike, each
// key of it is found, and a copy equals it.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "kube/api/json.h"

namespace {

using namespace drawbridge::kube;

void require(bool holds) {
  if (!holds) std::abort();
}

void check_found(const Json& value) {
  for (const Json& element : value.elements()) check_found(element);
  for (const Json::Member& member : value.members()) {
    require(value.find(member.key()) == &member.value);
    check_found(member.value);
  }
}

// A whole double is written as an integer: past 64 bits that is not read again, and -0.0 comes back
// as 0.
bool has_double_that_changes(const Json& value) {
  if (value.kind() == Json::Kind::kDouble) {
    const double number = value.as_double();
    return std::fabs(number) >= 0x1p63 || (number == 0 && std::signbit(number));
  }
  for (const Json& element : value.elements()) {
    if (has_double_that_changes(element)) return true;
  }
  for (const Json::Member& member : value.members()) {
    if (has_double_that_changes(member.value)) return true;
  }
  return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static JsonReader reader;
  static Document document;
  static Document again;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  if (!reader.read(input, document).ok()) {
    require(document.root().is_null());
    return 0;
  }
  check_found(document.root());
  Document copy;
  copy.set_root(copy_json(document.root(), copy.arena()));
  require(copy.root() == document.root());
  if (has_double_that_changes(document.root())) return 0;
  const std::string text = to_text(document.root());
  require(reader.read(text, again).ok());
  require(again.root() == document.root());
  require(to_text(again.root()) == text);
  return 0;
}
