// Amounts: how much of each logical resource.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "kube/api/json.h"
#include "kube/api/json_writer.h"
#include "kube/api/quantity.h"
#include "kube/api/result.h"

namespace drawbridge::quota {

// By the name of the logical resource.
using Amounts = std::map<std::string, kube::Quantity, std::less<>>;

// 0 where it is not named.
kube::Quantity amount_of(const Amounts& amounts, std::string_view name);

// 0 where nothing is left.
kube::Quantity difference(kube::Quantity from, const kube::Quantity& less);

void add(Amounts& to, const Amounts& more);
// Of each name the larger of the two.
void raise(Amounts& to, const Amounts& other);
// Of each name that both have the smaller of the two.
Amounts common(const Amounts& some, const Amounts& others);
// What `all` has beyond `part`, where that is more than 0.
Amounts beyond(const Amounts& all, const Amounts& part);

// Adds the members of an object of quantities to `to`. Fails, naming the field below `path`, where
// one is none or is negative.
Status read_amounts(const kube::Json& from, const std::string& path, Amounts& to);
void write_amounts(const Amounts& amounts, kube::JsonWriter& writer);

}  // namespace drawbridge::quota
