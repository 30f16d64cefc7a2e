// What the tests of YAML share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kube/api/yaml.h"

namespace drawbridge::kube {

// The documents as compact JSON, " | " between them, or the error.
inline std::string shown(const Result<std::vector<YamlObject>>& objects) {
  if (!objects) return objects.error().text();
  std::string text;
  for (const YamlObject& object : *objects) {
    text += (text.empty() ? "" : " | ") + to_text(object.document.root());
  }
  return text;
}
inline std::string read(std::string_view text) {
  return shown(read_yaml(text));
}

inline std::vector<int> lines(const Result<std::vector<YamlObject>>& objects) {
  std::vector<int> all;
  if (objects) {
    for (const YamlObject& object : *objects) all.push_back(object.line);
  }
  return all;
}

inline std::string repeated(std::string_view text, std::size_t count) {
  std::string all;
  all.reserve(text.size() * count);
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

}  // namespace drawbridge::kube
