// One ValidatingAdmissionPolicy under one binding, as DeviceRules. Internal to rules_import.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "webhook/cli/policy_reach.h"
#include "webhook/cli/rules_import.h"

namespace drawbridge::cli {

// A policy or a binding, and where it stands.
struct PolicySource {
  nlohmann::json object;
  std::string place;
};

// null where `value` is no object, or has no such member.
const nlohmann::json& member_of(const nlohmann::json& value, std::string_view key);
// The same, empty where it is no text.
std::string text_member(const nlohmann::json& value, std::string_view key);
std::string name_of(const nlohmann::json& object);

// Adds a note, where it is not there already.
void add_note(Imported& to, const PolicySource& of, rules::Severity severity, std::string field,
              std::string message, std::string fix);

// Adds the rules that judge as `policy` does under `binding`, the first of them called `name`, and
// notes of what they can't.
void import_policy(const PolicySource& policy, const PolicySource& binding, const std::string& name,
                   const std::vector<RuledKind>& kinds, Imported& to);

}  // namespace drawbridge::cli
