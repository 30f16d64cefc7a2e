// Any text is read as manifests or refused with a line; what is read is written as YAML that is
// read as an equal value.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "kube/api/yaml.h"

namespace {

using drawbridge::kube::Json;

// What a small text with aliases may stand for is too much to write for each input.
constexpr std::size_t kJsonBytesMax = 64 * 1024;

void require(bool holds, std::string_view what, std::string_view text) {
  if (holds) return;
  std::fprintf(stderr, "%.*s:\n%.*s\n", static_cast<int>(what.size()), what.data(),
               static_cast<int>(text.size()), text.data());
  std::abort();
}

void check_error(const drawbridge::Error& error) {
  require(error.message.starts_with("line "), "an error without a line", error.message);
  require(error.message.find_first_of("\n\t\x1b") == std::string::npos,
          "an error that is not safe to print", error.message);
}

void check_written(const Json& value) {
  const std::string json = drawbridge::kube::to_text(value);
  if (json.size() > kJsonBytesMax) return;
  const std::string written = drawbridge::kube::write_yaml(value);
  const auto again = drawbridge::kube::read_yaml(written);
  require(again.ok(), again.ok() ? "" : again.error().message, written);
  require(again->size() == 1 && again->front().document.root() == value, json, written);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto objects = drawbridge::kube::read_yaml(text);
  const auto manifests = drawbridge::kube::read_manifests(text);
  if (!objects) {
    check_error(objects.error());
    require(!manifests.ok(), "manifests in a text that can't be read", text);
    return 0;
  }
  if (!manifests) check_error(manifests.error());
  for (const auto& object : *objects) {
    require(object.line >= 1, "a document without a line", text);
    check_written(object.document.root());
  }
  return 0;
}
