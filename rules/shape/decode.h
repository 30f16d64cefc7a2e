// Strict decoding: an object held against the schema of its kind, as `kubectl apply` and the API
// server do before any webhook sees it.
//
// The rules: kubectl asks for strict validation of fields (KEP-2885), so a field that the type does
// not have refuses the object; a value of another type refuses it always (k8s.io/apimachinery,
// pkg/runtime/serializer/json). null is absent. Where they name the first mistake, this names all.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "rules/finding.h"
#include "rules/shape/meant_value.h"

namespace drawbridge::rules::shape {

// Findings for one object; what is beyond is left out.
inline constexpr std::size_t kMistakesMax = 64;

// A value of another type of which it is clear what is meant ("2" for a number, 1 for a text), or
// without which the rest can be looked at.
struct Mend {
  std::vector<std::string> way;  // keys and indexes from the object's root
  std::string json;              // the value to be there; empty: none
  std::string field = {};        // as findings name it
  // The value is none that was meant, and only keeps the place of an element of a list.
  bool keeps_place = false;
};

struct Decoded {
  std::vector<Finding> findings;
  // No value is of another type than its field's: the object can be read by those who rely on it.
  bool typed = true;
  // With them it is typed, unless more are wrong.
  std::vector<Mend> mends = {};
  bool mendable = true;
  // Unknown fields of which it is clear where they were meant to stand. What is within another one
  // comes behind it.
  std::vector<Move> moves = {};
  // Fields of the schema that were meant by fields which are none.
  std::set<std::string_view> meant = {};
};

// What is wrong with the fields of an object, in the order of the object:
//   UnknownField     a field that its type does not have, with the name or the place that was
//   meant.
//                    Of Kueue's, KAI Scheduler's, Volcano's and NVIDIA's kinds it is a warning: a
//                    newer version may have it;
//   RemovedApi       `source` in a pod's claim, which Kubernetes 1.31 took away;
//   MalformedObject  a value of another type, an enumeration's unknown word, a key that stands
//                    twice, and in resource.k8s.io a required field that is missing.
// Of a kind without a schema only the types of its metadata are looked at, and status is looked at
// for types only: nobody writes it by hand.
Decoded decode(const kube::Json& object);

// The same for a pod template of a kind that has no schema; `path` is the template's, and `kind` is
// what messages call the object.
Decoded decode_pod_template(const kube::Json& pod_template, const std::string& path,
                            std::string_view kind);
// The same for the template of a Job, which a JobSet has.
Decoded decode_job_template(const kube::Json& job_template, const std::string& path,
                            std::string_view kind);
// The same for a whole Pod that stands there.
Decoded decode_pod(const kube::Json& pod, const std::string& path, std::string_view kind);

}  // namespace drawbridge::rules::shape
