#include "rules/devices/selectors.h"

#include <algorithm>
#include <variant>

#include "kube/api/claim.h"
#include "kube/api/object.h"
#include "rules/cel/device_environment.h"
#include "rules/cel/pattern_budget.h"
#include "rules/devices/device_index.h"
#include "rules/devices/selector_path.h"
#include "rules/finding.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

// Of an expression, what is shown behind the place of a fault; of the compiler's words, which may
// repeat a name of 10 KiB.
constexpr std::size_t kExcerptBytesMax = 32;
constexpr std::size_t kCauseBytesMax = 300;

cel::Environment environment(cel::SelectorUse use) {
  return cel::device_environment({}, {.consumable_capacity = true, .list_type_attributes = false},
                                 use);
}

void collect(std::span<const Json> list, const std::string& path, const std::string& of,
             std::string_view device_class, std::vector<Selector>& into) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Json expression = list[i]["cel"]["expression"];
    if (!expression.is_string()) continue;
    into.push_back({expression.as_string(),
                    path + ".selectors[" + std::to_string(i) + "].cel.expression",
                    "Selector " + std::to_string(i + 1) + " of " + of, device_class});
  }
}

void collect_request(const kube::DeviceRequestView& request, const std::string& path,
                     std::vector<Selector>& into) {
  const std::string of = "request " + shown(request.name());
  if (!request.first_available()) {
    const bool nested = !request.json["exactly"].is_null();
    const kube::DeviceOptionView option = request.option(0);
    collect(option.selectors(), path + (nested ? ".exactly" : ""), of, option.device_class(), into);
    return;
  }
  for (std::size_t i = 0; i < request.option_count(); ++i) {
    const kube::DeviceOptionView option = request.option(i);
    collect(option.selectors(), path + ".firstAvailable[" + std::to_string(i) + "]",
            of + "/" + shown(option.name()), option.device_class(), into);
  }
}

// The text from a place on, for who looks for it.
std::string excerpt_at(std::string_view expression, const cel::Issue& issue) {
  std::size_t at = 0;
  for (std::uint32_t i = 0; i < issue.offset && at < expression.size(); ++i) {
    ++at;
    while (at < expression.size() && (static_cast<unsigned char>(expression[at]) & 0xc0) == 0x80)
      ++at;
  }
  return shown(expression.substr(at), kExcerptBytesMax);
}

// What RE2, of which matches() takes its regular expressions, does not have.
bool looks_around(std::string_view expression) {
  constexpr std::string_view kBegins[] = {"(?=", "(?!", "(?<=", "(?<!"};
  return std::any_of(std::begin(kBegins), std::end(kBegins), [expression](std::string_view begin) {
    return expression.find(begin) != std::string_view::npos;
  });
}

constexpr std::string_view kIncludesMissing = "undeclared reference to 'includes'";

SelectorFault compile_fault(std::string_view expression, const cel::CompileFailure& failure) {
  if (failure.issues.empty())
    return {"does not compile: " + shown(failure.text, kCauseBytesMax), "Correct the expression."};
  // The first by its place, as the API server tells them.
  const cel::Issue& issue = *std::min_element(
      failure.issues.begin(), failure.issues.end(),
      [](const cel::Issue& a, const cel::Issue& b) { return a.offset < b.offset; });
  const cel::Location location = cel::location_of(expression, issue.offset);
  const std::string excerpt = excerpt_at(expression, issue);
  std::string what = "does not compile at " + std::to_string(location.line) + ":" +
                     std::to_string(location.column + 1) +
                     (excerpt.empty() ? std::string() : " (" + excerpt + ")") + ": " +
                     shown(issue.message, kCauseBytesMax);
  if (failure.issues.size() > 1)
    what += ", and " + std::to_string(failure.issues.size() - 1) + " more";
  if (issue.message.find(kIncludesMissing) != std::string::npos)
    return {std::move(what),
            "Write .contains('TEXT'), or == for the whole value; includes() comes with the API "
            "server's feature gate DRAListTypeAttributes.",
            true};
  if (issue.message == "invalid matches argument" && looks_around(expression))
    return {std::move(what),
            "matches() takes expressions of RE2, which has no look-around such as (?=A): write "
            ".matches('A') && .matches('B'), and ! before what must not be there."};
  // device.nodeName, node.metadata.labels
  if (excerpt.starts_with("node") || excerpt.starts_with(".node"))
    return {std::move(what),
            "A selector sees a device and not its node: choose nodes by nodeSelector or affinity "
            "of the pod."};
  if (issue.message.find("undefined field") != std::string::npos)
    return {std::move(what),
            "A selector reads device.driver, device.attributes['DOMAIN'].NAME, "
            "device.capacity['DOMAIN'].NAME and device.allowMultipleAllocations."};
  return {std::move(what), "Correct the expression; drawbridge cel 'EXPRESSION' shows the place."};
}

}  // namespace

const cel::Environment& new_selector_environment() {
  static const cel::Environment made = environment(cel::SelectorUse::kNew);
  return made;
}

const cel::Environment& stored_selector_environment() {
  static const cel::Environment made = environment(cel::SelectorUse::kStored);
  return made;
}

std::vector<Selector> selectors_of(const Json& object) {
  std::vector<Selector> found;
  const kube::ObjectView view(object);
  if (view.group() != "resource.k8s.io") return found;
  if (view.kind() == "DeviceClass") {
    collect(object["spec"]["selectors"].elements(), "spec", "this DeviceClass", {}, found);
    return found;
  }
  const kube::ClaimSpecView claim = kube::ClaimSpecView::of(object);
  const std::string spec = view.kind() == "ResourceClaimTemplate" ? "spec.spec" : "spec";
  for (std::size_t i = 0; i < claim.request_count(); ++i) {
    collect_request(claim.request(i), spec + ".devices.requests[" + std::to_string(i) + "]", found);
  }
  return found;
}

namespace {

// What of the expression has no bound that the API server knows, and what to write instead.
std::string cheaper(std::string_view expression) {
  const auto has = [expression](std::string_view part) {
    return expression.find(part) != std::string_view::npos;
  };
  for (const std::string_view macro : {".all(", ".exists(", ".exists_one(", ".filter(", ".map("}) {
    if (has(macro)) return "Ask for one attribute by its name instead of walking over all of them.";
  }
  if (has("orValue("))
    return "Write has(NAME) && NAME instead of NAME.orValue(), the length of whose result is not "
           "known.";
  if (has("!=")) return "Write !(A == B) instead of A != B, whose cost has no bound.";
  return "Ask for less in one expression.";
}

}  // namespace

std::optional<SelectorFault> selector_fault(std::string_view expression,
                                            cel::PatternBudget* patterns) {
  if (expression.size() > kSelectorExpressionBytesMax) {
    return SelectorFault{"is too long: may not be more than " +
                             std::to_string(kSelectorExpressionBytesMax) + " bytes, and has " +
                             std::to_string(expression.size()),
                         "Shorten it."};
  }
  const cel::Environment& environment = new_selector_environment();
  const std::variant<cel::Program, cel::CompileFailure> compiled =
      environment.compile(expression, patterns);
  const auto* failure = std::get_if<cel::CompileFailure>(&compiled);
  if (failure != nullptr && failure->result_type == nullptr)
    return compile_fault(expression, *failure);
  // The rest of what the API server asks: a result that can be true, and a cost that has an end.
  const std::variant<cel::Program, std::string> selector =
      cel::compile_selector(environment, expression, patterns);
  const auto* refused = std::get_if<std::string>(&selector);
  if (refused != nullptr && failure != nullptr && !refused->starts_with("must evaluate"))
    return compile_fault(expression, *failure);
  if (refused != nullptr)
    return SelectorFault{"cannot be used: " + shown(*refused, kCauseBytesMax),
                         "Write a comparison, which is true or false."};
  const std::uint64_t cost = std::get<cel::Program>(selector).estimated_cost().max;
  if (cost <= kSelectorCostMax) return std::nullopt;
  // Of a text or list whose length nobody knows.
  constexpr std::uint64_t kCostUnbounded = 1'000'000 * kSelectorCostMax;
  return SelectorFault{"is too complex, exceeds cost limit " + std::to_string(kSelectorCostMax) +
                           (cost < kCostUnbounded ? ": it may cost " + std::to_string(cost)
                                                  : ": its cost has no bound"),
                       cheaper(expression), false, true};
}

}  // namespace drawbridge::rules
