// Kubernetes' library of networks (apiserver pkg/cel/library/cidr.go).
#include <utility>
#include <vector>

#include "rules/cel/library/libraries.h"
#include "rules/cel/library/net.h"

namespace drawbridge::cel {
namespace {

// parse_cidr() says it once, this function's prefix once more: so does Kubernetes.
Value cidr_error(Evaluation& evaluation, const std::string& why) {
  return evaluation.error("network address parse error during conversion from string: " + why);
}

Value make_cidr(Evaluation& evaluation, const Network& network) {
  return Value::opaque(evaluation.make<CidrValue>(network));
}

Value to_cidr(Evaluation& evaluation, std::span<const Value> args) {
  const auto parsed = parse_cidr(args[0].as_text());
  if (const auto* error = std::get_if<std::string>(&parsed)) return cidr_error(evaluation, *error);
  return make_cidr(evaluation, std::get<Network>(parsed));
}

Value is_cidr(Evaluation& /*evaluation*/, std::span<const Value> args) {
  return Value::boolean(std::holds_alternative<Network>(parse_cidr(args[0].as_text())));
}

// Runs `f` on the receiver.
template <typename F>
Value with(Evaluation& evaluation, std::span<const Value> args, F f) {
  const auto* self = opaque_cast<CidrValue>(args[0]);
  return self == nullptr ? evaluation.error(kNoSuchOverload) : f(self->network());
}

Value contains_ip(Evaluation& evaluation, std::span<const Value> args) {
  return with(evaluation, args, [&](const Network& self) {
    const auto* other = opaque_cast<IpValue>(args[1]);
    if (other == nullptr) return evaluation.error(kNoSuchOverload);
    return Value::boolean(self.contains(other->address()));
  });
}

Value contains_ip_string(Evaluation& evaluation, std::span<const Value> args) {
  return with(evaluation, args, [&](const Network& self) {
    const auto parsed = parse_ip(args[1].as_text());
    const auto* other = std::get_if<Address>(&parsed);
    // As there: what is wrong with the text is lost.
    if (other == nullptr) return evaluation.error(kNoSuchOverload);
    return Value::boolean(self.contains(*other));
  });
}

Value contains_cidr(Evaluation& evaluation, std::span<const Value> args) {
  return with(evaluation, args, [&](const Network& self) {
    const auto* other = opaque_cast<CidrValue>(args[1]);
    if (other == nullptr) return evaluation.error(kNoSuchOverload);
    return Value::boolean(self.contains(other->network()));
  });
}

Value contains_cidr_string(Evaluation& evaluation, std::span<const Value> args) {
  return with(evaluation, args, [&](const Network& self) {
    const auto parsed = parse_cidr(args[1].as_text());
    if (const auto* error = std::get_if<std::string>(&parsed)) {
      return cidr_error(evaluation, *error);
    }
    return Value::boolean(self.contains(std::get<Network>(parsed)));
  });
}

Value address(Evaluation& evaluation, std::span<const Value> args) {
  return with(evaluation, args, [&](const Network& self) {
    return Value::opaque(evaluation.make<IpValue>(self.address));
  });
}

Value prefix_length(Evaluation& evaluation, std::span<const Value> args) {
  return with(evaluation, args, [](const Network& self) { return Value::integer(self.prefix); });
}

Value masked(Evaluation& evaluation, std::span<const Value> args) {
  return with(evaluation, args, [&](const Network& self) {
    return make_cidr(evaluation, {self.address.masked(self.prefix), self.prefix});
  });
}

Value to_string(Evaluation& evaluation, std::span<const Value> args) {
  return with(evaluation, args, [&](const Network& self) { return evaluation.text(self.text()); });
}

// Bytes that a prefix covers, which is the size that cost knows.
std::uint64_t covered_bytes(const Value& cidr) {
  const auto* self = opaque_cast<CidrValue>(cidr);
  return self == nullptr ? 1 : (static_cast<std::uint64_t>(self->network().prefix) + 7) / 8;
}

std::uint64_t cost_of_contains_ip(std::span<const Value> args, const Value& /*result*/) {
  return cost_of_passes(2 * covered_bytes(args[0]));
}
std::uint64_t cost_of_contains_ip_string(std::span<const Value> args, const Value& result) {
  return cost_of_contains_ip(args, result) + cost_of_passes(size_for_cost(args[1]));
}
std::uint64_t cost_of_contains_cidr(std::span<const Value> args, const Value& result) {
  return cost_of_contains_ip(args, result) + cost_of_passes(covered_bytes(args[0])) + 1;
}
std::uint64_t cost_of_contains_cidr_string(std::span<const Value> args, const Value& result) {
  return cost_of_contains_cidr(args, result) + cost_of_passes(size_for_cost(args[1]));
}

// 4 or 16 bytes.
constexpr SizeEstimate kAddressBytes{4, 16};

CostEstimate compared() {
  return scale(add(kAddressBytes, kAddressBytes), kStringTraversalCostFactor);
}
CostEstimate parsed(const EstimatedNode& text) {
  return scale(text.size, kStringTraversalCostFactor);
}
CostEstimate compared_and_masked() {
  return add(add(compared(), scale(kAddressBytes, kStringTraversalCostFactor)), {1, 1});
}

std::optional<CallEstimate> estimate_of_contains_ip(const EstimatedNode* /*target*/,
                                                    std::span<const EstimatedNode> /*args*/) {
  return CallEstimate{compared()};
}
std::optional<CallEstimate> estimate_of_contains_ip_string(const EstimatedNode* /*target*/,
                                                           std::span<const EstimatedNode> args) {
  return CallEstimate{add(compared(), parsed(args[0]))};
}
std::optional<CallEstimate> estimate_of_contains_cidr(const EstimatedNode* /*target*/,
                                                      std::span<const EstimatedNode> /*args*/) {
  return CallEstimate{compared_and_masked()};
}
std::optional<CallEstimate> estimate_of_contains_cidr_string(const EstimatedNode* /*target*/,
                                                             std::span<const EstimatedNode> args) {
  return CallEstimate{add(compared_and_masked(), parsed(args[0]))};
}

}  // namespace

void add_cidr(Declarations& to) {
  const Type* ip = declared(to, type::kIp);
  const Type* cidr = declared(to, type::kCidr);
  to.add_type(type::kCidr.name, cidr);
  to.add("cidr", {.id = "string_to_cidr",
                  .params = {&type::kString},
                  .result = cidr,
                  .run = to_cidr,
                  .cost = cost_of_parsing,
                  .estimate = estimate_of_parsing,
                  .steps = 5});
  to.add("isCIDR", {.id = "is_cidr",
                    .params = {&type::kString},
                    .result = &type::kBool,
                    .run = is_cidr,
                    .cost = cost_of_parsing,
                    .estimate = estimate_of_parsing,
                    .steps = 5});
  to.add("string",
         {.id = "cidr_to_string", .params = {cidr}, .result = &type::kString, .run = to_string});
  const auto contains = [&](std::string_view name, std::string_view id, const Type* what,
                            Implementation run, RuntimeCost cost, EstimateCost estimate) {
    to.add(name, {.id = id,
                  .params = {cidr, what},
                  .result = &type::kBool,
                  .member = true,
                  .run = run,
                  .cost = cost,
                  .estimate = estimate,
                  .steps = 5});
  };
  // What is no type yet, as in optional.none().value(), becomes that of the first: a string.
  contains("containsIP", "cidr_contains_ip_string", &type::kString, contains_ip_string,
           cost_of_contains_ip_string, estimate_of_contains_ip_string);
  contains("containsIP", "cidr_contains_ip_ip", ip, contains_ip, cost_of_contains_ip,
           estimate_of_contains_ip);
  contains("containsCIDR", "cidr_contains_cidr_string", &type::kString, contains_cidr_string,
           cost_of_contains_cidr_string, estimate_of_contains_cidr_string);
  contains("containsCIDR", "cidr_contains_cidr", cidr, contains_cidr, cost_of_contains_cidr,
           estimate_of_contains_cidr);
  const auto member = [&](std::string_view name, std::string_view id, const Type* result,
                          Implementation run) {
    to.add(name, {.id = id, .params = {cidr}, .result = result, .member = true, .run = run});
  };
  member("ip", "cidr_ip", ip, address);
  member("prefixLength", "cidr_prefix_length", &type::kInt, prefix_length);
  member("masked", "cidr_masked", cidr, masked);
}

}  // namespace drawbridge::cel
