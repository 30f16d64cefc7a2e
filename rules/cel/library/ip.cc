// Kubernetes' library of IP addresses (apiserver pkg/cel/library/ip.go).
#include <utility>
#include <vector>

#include "rules/cel/library/libraries.h"
#include "rules/cel/library/net.h"

namespace drawbridge::cel {
namespace {

Value to_ip(Evaluation& evaluation, std::span<const Value> args) {
  const auto parsed = parse_ip(args[0].as_text());
  if (const auto* error = std::get_if<std::string>(&parsed)) return evaluation.error(*error);
  return Value::opaque(evaluation.make<IpValue>(std::get<Address>(parsed)));
}

// "0000:0000:0000:0000:0000:ffff:255.255.255.255"; zones are refused.
constexpr std::size_t kAddressTextBytesMax = 45;

Value is_ip(Evaluation& /*evaluation*/, std::span<const Value> args) {
  if (args[0].as_text().size() > kAddressTextBytesMax) return Value::boolean(false);
  return Value::boolean(std::holds_alternative<Address>(parse_ip(args[0].as_text())));
}

Value is_canonical(Evaluation& evaluation, std::span<const Value> args) {
  const auto parsed = parse_ip(args[0].as_text());
  if (const auto* error = std::get_if<std::string>(&parsed)) return evaluation.error(*error);
  return Value::boolean(std::get<Address>(parsed).text() == args[0].as_text());
}

Value ip_text(Evaluation& evaluation, std::span<const Value> args) {
  const auto* self = opaque_cast<IpValue>(args[0]);
  return self == nullptr ? evaluation.error(kNoSuchOverload) : evaluation.text(self->text());
}

Value family(Evaluation& evaluation, std::span<const Value> args) {
  const auto* self = opaque_cast<IpValue>(args[0]);
  if (self == nullptr) return evaluation.error(kNoSuchOverload);
  return Value::integer(self->address().is_v4 ? 4 : 6);
}

template <bool (Address::*kPredicate)() const>
Value holds(Evaluation& evaluation, std::span<const Value> args) {
  const auto* self = opaque_cast<IpValue>(args[0]);
  if (self == nullptr) return evaluation.error(kNoSuchOverload);
  return Value::boolean((self->address().*kPredicate)());
}

// Parsing, and writing what was parsed.
std::uint64_t cost_of_canonical(std::span<const Value> args, const Value& /*result*/) {
  return cost_of_passes(size_for_cost(args[0]), 2);
}

std::optional<CallEstimate> estimate_of_canonical(const EstimatedNode* /*target*/,
                                                  std::span<const EstimatedNode> args) {
  return CallEstimate{scale(args[0].size, 2 * kStringTraversalCostFactor)};
}

}  // namespace

void add_ip(Declarations& to) {
  const Type* ip = declared(to, type::kIp);
  to.add_type(type::kIp.name, ip);
  to.add("ip", {.id = "string_to_ip",
                .params = {&type::kString},
                .result = ip,
                .run = to_ip,
                .cost = cost_of_parsing,
                .estimate = estimate_of_parsing,
                .steps = 4});
  to.add("isIP", {.id = "is_ip",
                  .params = {&type::kString},
                  .result = &type::kBool,
                  .run = is_ip,
                  .cost = cost_of_parsing,
                  .estimate = estimate_of_parsing,
                  .steps = 4});
  to.add("ip.isCanonical", {.id = "ip_is_canonical",
                            .params = {&type::kString},
                            .result = &type::kBool,
                            .run = is_canonical,
                            .cost = cost_of_canonical,
                            .estimate = estimate_of_canonical,
                            .steps = 5});
  to.add("string",
         {.id = "ip_to_string", .params = {ip}, .result = &type::kString, .run = ip_text});
  to.add("family",
         {.id = "ip_family", .params = {ip}, .result = &type::kInt, .member = true, .run = family});
  const auto predicate = [&](std::string_view name, std::string_view id, Implementation run) {
    to.add(name, {.id = id, .params = {ip}, .result = &type::kBool, .member = true, .run = run});
  };
  predicate("isUnspecified", "ip_is_unspecified", holds<&Address::is_unspecified>);
  predicate("isLoopback", "ip_is_loopback", holds<&Address::is_loopback>);
  predicate("isLinkLocalMulticast", "ip_is_link_local_multicast",
            holds<&Address::is_link_local_multicast>);
  predicate("isLinkLocalUnicast", "ip_is_link_local_unicast",
            holds<&Address::is_link_local_unicast>);
  predicate("isGlobalUnicast", "ip_is_global_unicast", holds<&Address::is_global_unicast>);
}

}  // namespace drawbridge::cel
