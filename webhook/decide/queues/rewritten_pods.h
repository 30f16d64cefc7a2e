// The pods of a template as they come once they are rewritten: where Kueue counts these one by one,
// it sees the claims, and not what the template asks for.
#pragma once

#include <optional>
#include <string>

#include "kube/api/json.h"
#include "rules/mapping/rewrite.h"

namespace drawbridge::admission {

// The pods come otherwise than their template says.
bool is_rewritten(const rules::Rewrite& rewrite);

// What Kueue reads of such a pod, with a note as the rewrite's, but by the containers' numbers.
// nullopt where not all of it is known: of a rewrite that gives something back, or of no rewrite.
std::optional<kube::Document> rewritten_template(const kube::Json& pod_template,
                                                 const rules::Rewrite& rewrite);

// The extended resources that the annotation of a rewrite lists: "nvidia.com/gpu"; empty for none.
std::string rewritten_from(const kube::Json& pod);

}  // namespace drawbridge::admission
