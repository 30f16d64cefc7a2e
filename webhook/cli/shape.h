// Whether the fields of an object that are judged here are of the types that the API server takes.
#pragma once

#include "kube/api/json.h"
#include "kube/api/result.h"

namespace drawbridge::cli {

// Fails, naming the field, for the first one of another type: the API server refuses such an object
// before any webhook sees it. Looks at metadata, and at what is read of the kinds that ask for
// devices, publish or count them; pods are PodView's.
Status check_shape(const kube::Json& object);

}  // namespace drawbridge::cli
