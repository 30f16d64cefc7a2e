// Builds a Json from libyaml's events, with kubectl's reading of scalars, aliases and merge keys.
// Internal to the YAML reader.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "kube/api/arena.h"
#include "kube/api/json.h"
#include "kube/api/result.h"

namespace drawbridge::kube {

struct YamlDocument {
  Json root;     // null where there is no content
  int line = 1;  // of the content
  // The lines of the elements of the root's `items`, where it is a list that is written out there.
  std::vector<int> item_lines;
};

// Reads the one document that `chunk` holds: valid UTF-8 without a byte order mark, no line of
// "---" but perhaps the first. `first_line` is the chunk's first line in the whole text. The result
// lies in `arena`. `nodes` counts across the documents of a text and is held against kYamlNodesMax.
Result<YamlDocument> build_yaml_document(std::string_view chunk, int first_line, Arena& arena,
                                         std::uint64_t& nodes);

}  // namespace drawbridge::kube
