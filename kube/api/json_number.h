// The numbers of JSON text.
#pragma once

#include "kube/api/json.h"

namespace drawbridge::kube {

// Reads the number that begins at `at` (RFC 8259, 6; integers within 64 bits, other numbers finite)
// and returns where it ends, nullptr where there is none that can be read. What follows the number
// is the caller's to judge. Precondition: some character from `at` on is no part of any number.
const char* read_json_number(const char* at, Json& into);

}  // namespace drawbridge::kube
