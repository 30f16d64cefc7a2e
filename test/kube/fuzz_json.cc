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
  const std::string text = to_text(document.root());
  require(reader.read(text, again).ok());
  require(again.root() == document.root());
  require(to_text(again.root()) == text);
  return 0;
}
