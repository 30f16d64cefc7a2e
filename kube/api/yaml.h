// YAML as kubectl reads it, and YAML for people.
//
// The rule: `kubectl apply -f` of Kubernetes 1.36, which is k8s.io/apimachinery's YAMLOrJSONDecoder
// (what separates documents) over sigs.k8s.io/yaml 1.6, which converts with go.yaml.in/yaml/v2
// (what a scalar means, merge keys, aliases, keys that are no strings). In short:
//   - text that begins with '{' is tried as JSON first, one object after another; else a line that
//     begins with "---" separates documents, and only a comment may follow on it;
//   - y/n, yes/no, on/off, true/false are booleans; ~, null and nothing are null; 0777, 0o777,
//   0x1F,
//     0b11 and 1_000 are integers; dates stay strings; 190:20:30 is a string;
//   - a key that is a number or a boolean becomes its text (`on:` is the key "true"); a key that is
//     null, a list or a mapping is an error; infinities and NaN are errors, as JSON has none;
//   - `<<` merges in the order of the text: what stands later wins, whether merged or written out.
//
// Where we refuse what kubectl lets pass:
//   - a key that stands twice (kubectl takes the last, and of `1` and `"1"` either);
//   - text behind the end of a document, after "..." or a closing bracket (kubectl drops it);
//   - text that is not UTF-8 or UTF-16 with a byte order mark, and !!binary that is not UTF-8
//     (kubectl puts U+FFFD there);
//   - a byte order mark within a document (kubectl takes it for text, or drops a character later
//   on);
//   - `{a:,b: c}` (kubectl reads the key "a:"), a tag directly before a comma, and \' in double
//   quotes;
//   - whatever passes a limit below, and nesting deeper than kJsonDepthMax.
//
// Every error begins with "line N" or "line N, column M", counted from 1 in the whole text. All
// functions are safe to call from any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/result.h"

namespace drawbridge::kube {

// A dump of the largest cluster that we are sized for (40,000 devices) is about 40 MB.
inline constexpr std::size_t kYamlBytesMax = 64 * 1024 * 1024;
// Values and keys of all documents together, each alias counted as all that it stands for.
inline constexpr std::uint64_t kYamlNodesMax = 4'000'000;
// Documents, and items of Lists where they are expanded.
inline constexpr std::size_t kYamlDocumentsMax = 100'000;

// Of a document's values, at most this share may come from aliases (kubectl's rule, against a small
// text that stands for a huge one): 99 % while it has at most 400,000 values, falling to 10 % at
// 4,000,000. Documents with at most 1,000 values, or 100 of them by aliases, are never refused.
double yaml_alias_share_max(std::uint64_t nodes);
inline constexpr std::uint64_t kYamlAliasFreeNodes = 1000;
inline constexpr std::uint64_t kYamlAliasFreeAliased = 100;

struct YamlObject {
  Document document;
  // Where the document's content starts, counted from 1 in the whole text.
  int line = 1;
};

// All documents in the order of the text; empty ones and nulls are left out. A document may be any
// value, not only an object, and Lists stay Lists.
Result<std::vector<YamlObject>> read_yaml(std::string_view text);

// As above, for the objects that kubectl would apply: every document is an object, and one whose
// kind ends with "List" and that has `items` is replaced by its items (Lists in Lists last, as
// kubectl does). Items of a typed list (PodList) that have neither kind nor apiVersion get them
// from the list.
Result<std::vector<YamlObject>> read_manifests(std::string_view text);

// Block style. apiVersion, kind, metadata, spec and status come first where an object has the first
// two, other keys in the order of Json. A string is quoted exactly where a YAML 1.1 reader would
// take it for another type or the syntax demands it; text of several lines is written as a literal
// block where that keeps every character. read_yaml() of the result gives an equal value.
// Precondition: strings are valid UTF-8, and the depth is at most kJsonDepthMax.
std::string write_yaml(const Json& value);

}  // namespace drawbridge::kube
