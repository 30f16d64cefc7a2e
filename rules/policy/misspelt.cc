#include "rules/policy/misspelt.h"

#include <vector>

#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

constexpr std::string_view kUndefinedField = "undefined field '";
constexpr std::string_view kUndeclared = "undeclared reference to '";

// Of `request` and `namespaceObject` (rules/cel/policy_environment.cc).
constexpr std::string_view kFields[] = {"annotations",
                                        "conditions",
                                        "creationTimestamp",
                                        "deletionGracePeriodSeconds",
                                        "dryRun",
                                        "extra",
                                        "deletionTimestamp",
                                        "finalizers",
                                        "generateName",
                                        "generation",
                                        "group",
                                        "groups",
                                        "kind",
                                        "labels",
                                        "lastTransitionTime",
                                        "message",
                                        "metadata",
                                        "name",
                                        "namespace",
                                        "operation",
                                        "options",
                                        "phase",
                                        "reason",
                                        "requestKind",
                                        "requestResource",
                                        "requestSubResource",
                                        "resource",
                                        "resourceVersion",
                                        "spec",
                                        "status",
                                        "subResource",
                                        "type",
                                        "UID",
                                        "uid",
                                        "userInfo",
                                        "username",
                                        "version"};

constexpr std::string_view kVariables[] = {
    "object", "oldObject",  "request",   "namespaceObject",
    "params", "authorizer", "variables", "authorizer.requestResource"};

// Macros, and functions that policies use.
constexpr std::string_view kFunctions[] = {"all",
                                           "allowed",
                                           "asInteger",
                                           "check",
                                           "cidr",
                                           "compareTo",
                                           "contains",
                                           "distinct",
                                           "double",
                                           "duration",
                                           "dyn",
                                           "endsWith",
                                           "errored",
                                           "exists",
                                           "exists_one",
                                           "filter",
                                           "find",
                                           "findAll",
                                           "flatten",
                                           "format",
                                           "getHours",
                                           "getHost",
                                           "has",
                                           "hasValue",
                                           "indexOf",
                                           "int",
                                           "ip",
                                           "isGreaterThan",
                                           "isInteger",
                                           "isIP",
                                           "isLessThan",
                                           "isQuantity",
                                           "isSemver",
                                           "isSorted",
                                           "isURL",
                                           "join",
                                           "lastIndexOf",
                                           "lowerAscii",
                                           "map",
                                           "matches",
                                           "max",
                                           "min",
                                           "optional.none",
                                           "optional.of",
                                           "orValue",
                                           "quantity",
                                           "replace",
                                           "resource",
                                           "reverse",
                                           "semver",
                                           "serviceAccount",
                                           "sets.contains",
                                           "sets.equivalent",
                                           "sets.intersects",
                                           "sign",
                                           "size",
                                           "slice",
                                           "sort",
                                           "sortBy",
                                           "split",
                                           "startsWith",
                                           "string",
                                           "sub",
                                           "substring",
                                           "sum",
                                           "timestamp",
                                           "trim",
                                           "type",
                                           "uint",
                                           "upperAscii",
                                           "url"};

// The text in quotes that follows `prefix` at the beginning; empty for none.
std::string_view quoted_after(std::string_view message, std::string_view prefix) {
  if (!message.starts_with(prefix)) return {};
  message.remove_prefix(prefix.size());
  return message.substr(0, message.find('\''));
}

}  // namespace

std::string_view meant_name(std::string_view message, std::span<const std::string_view> names) {
  std::vector<std::string_view> all(names.begin(), names.end());
  const std::string_view field = quoted_after(message, kUndefinedField);
  if (!field.empty()) {
    all.insert(all.end(), std::begin(kFields), std::end(kFields));
    return nearest(field, all);
  }
  const std::string_view name = quoted_after(message, kUndeclared);
  if (name.empty()) return {};
  all.insert(all.end(), std::begin(kVariables), std::end(kVariables));
  all.insert(all.end(), std::begin(kFunctions), std::end(kFunctions));
  return nearest(name, all);
}

}  // namespace drawbridge::rules
