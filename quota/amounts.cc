#include "quota/amounts.h"

#include <algorithm>

namespace drawbridge::quota {

using kube::Json;
using kube::Quantity;

Quantity amount_of(const Amounts& amounts, std::string_view name) {
  const auto found = amounts.find(name);
  return found == amounts.end() ? Quantity() : found->second;
}

Quantity difference(Quantity from, const Quantity& less) {
  return from.sub(less).sign() < 0 ? Quantity() : from;
}

void add(Amounts& to, const Amounts& more) {
  for (const auto& [name, amount] : more) to[name].add(amount);
}

void raise(Amounts& to, const Amounts& other) {
  for (const auto& [name, amount] : other) {
    const auto [at, is_new] = to.emplace(name, amount);
    if (!is_new && at->second < amount) at->second = amount;
  }
}

Amounts common(const Amounts& some, const Amounts& others) {
  Amounts result;
  for (const auto& [name, amount] : some) {
    const auto other = others.find(name);
    if (other != others.end()) result.emplace(name, std::min(amount, other->second));
  }
  return result;
}

Amounts beyond(const Amounts& all, const Amounts& part) {
  Amounts rest;
  for (const auto& [name, amount] : all) {
    Quantity more = amount;
    more.sub(amount_of(part, name));
    if (more.sign() > 0) rest.emplace(name, more);
  }
  return rest;
}

Status read_amounts(const Json& from, const std::string& path, Amounts& to) {
  for (const Json::Member& entry : from.members()) {
    const std::string field = path + "[" + std::string(entry.key()) + "]";
    Result<Quantity> amount = Quantity::from_json(entry.value);
    if (!amount) return Error{amount.error().message, field};
    if (amount->sign() < 0) return Error{"must not be negative", field};
    to.insert_or_assign(std::string(entry.key()), *amount);
  }
  return {};
}

void write_amounts(const Amounts& amounts, kube::JsonWriter& writer) {
  writer.begin_object();
  for (const auto& [name, amount] : amounts) writer.key(name).string(amount.canonical());
  writer.end_object();
}

}  // namespace drawbridge::quota
