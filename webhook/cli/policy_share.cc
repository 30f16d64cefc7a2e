#include "webhook/cli/policy_share.h"

#include <algorithm>
#include <map>

#include "webhook/cli/policy_import.h"

namespace drawbridge::cli {
namespace {

using nlohmann::json;

// A text as CEL writes it.
std::string literal(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

}  // namespace

std::string names_condition(const NameSet& set) {
  std::string list;
  for (const std::string& name : set.names) list += (list.empty() ? "" : ", ") + literal(name);
  return (set.all_but ? "!(request.name in [" : "request.name in [") + list +
         (set.all_but ? "])" : "]");
}

json merged_selector(const json& a, const json& b) {
  if (!a.is_object() || a.empty()) return b;
  if (!b.is_object()) return a;
  json merged = a;
  for (const json& expression : member_of(b, "matchExpressions"))
    merged["matchExpressions"].push_back(expression);
  const json& labels = member_of(b, "matchLabels");
  if (!labels.is_object()) return merged;
  for (const auto& [key, value] : labels.items()) {
    if (member_of(member_of(a, "matchLabels"), key).is_null()) {
      merged["matchLabels"][key] = value;
    } else if (member_of(member_of(a, "matchLabels"), key) != value) {
      merged["matchExpressions"].push_back(
          {{"key", key}, {"operator", "In"}, {"values", json::array({value})}});
    }
  }
  return merged;
}

std::vector<Share> shares_of(const PolicyReach& reach) {
  std::vector<Share> shares;
  for (const auto& [kind, names] : reach) {
    std::map<NameSet, std::array<bool, kRuledOperations.size()>> by_names;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!names[i].empty()) by_names[names[i]][i] = true;
    }
    for (const auto& entry : by_names) {
      const auto same = std::find_if(shares.begin(), shares.end(), [&](const Share& share) {
        return share.operations == entry.second && share.names == entry.first;
      });
      if (same != shares.end()) {
        same->kinds.push_back(kind);
      } else {
        shares.push_back({entry.second, entry.first, {kind}});
      }
    }
  }
  return shares;
}

}  // namespace drawbridge::cli
