#include "rules/settings.h"

#include <algorithm>

#include "kube/api/object.h"
#include "rules/nearest.h"
#include "rules/workload_settings.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

std::string quoted(std::string_view text) {
  return "\"" + shown(text) + "\"";
}

Error unknown(std::string field, std::string_view what, std::string_view name,
              std::span<const std::string_view> names) {
  std::string text = quoted(name) + " is no " + std::string(what);
  if (const std::string_view near = nearest(name, names); !near.empty()) {
    text += "; " + std::string(near) + " is";
  }
  return {std::move(text), std::move(field)};
}

const Code* find_code(std::string_view name) {
  const std::span<const Code> codes = all_codes();
  const auto found =
      std::find_if(codes.begin(), codes.end(), [&](const Code& code) { return code.name == name; });
  return found == codes.end() ? nullptr : &*found;
}

Status read_checks(const Json& checks, Settings& settings) {
  if (checks.is_null()) return {};
  if (!checks.is_object()) return Error{"must be a map of codes to Deny, Warn or Off", "checks"};
  for (const Json::Member& entry : checks.members()) {
    const std::string field = "checks." + shown(entry.key());
    const Code* code = find_code(entry.key());
    if (code == nullptr) {
      std::vector<std::string_view> names;
      for (const Code& known : all_codes()) names.push_back(known.name);
      return unknown(field, "code of a check", entry.key(), names);
    }
    if (code->final) {
      return Error{
          "can't be changed: what it refuses could not be carried out, or would harm others, or it "
          "tells what was done",
          field};
    }
    // YAML reads a bare Off as a boolean.
    const bool off = entry.value.is_bool() && !entry.value.as_bool(true);
    const std::optional<Enforcement> enforcement =
        off ? Enforcement::kOff : parse_enforcement(entry.value.as_string());
    if (!enforcement) return Error{"must be Deny, Warn or Off", field};
    settings.checks.emplace(entry.key(), *enforcement);
  }
  return {};
}

Status read_inventory(const Json& inventory, Settings& settings) {
  if (inventory.is_null()) return {};
  const std::string_view text = inventory.as_string();
  if (text == "Values") {
    settings.inventory = Inventory::kValues;
  } else if (text == "Counts") {
    settings.inventory = Inventory::kCounts;
  } else if (text == "Nothing") {
    settings.inventory = Inventory::kNothing;
  } else {
    return Error{"must be Values, Counts or Nothing", "inventory"};
  }
  return {};
}

Status read_claim_makers(const Json& makers, Settings& settings) {
  if (makers.is_null()) return {};
  if (!makers.is_array() || makers.empty()) {
    return Error{
        "must be a list of user names, such as system:kube-scheduler; leave it out for the "
        "scheduler and the claim controller",
        "claimMakers"};
  }
  if (makers.size() > kClaimMakersMax)
    return Error{"has more than " + std::to_string(kClaimMakersMax) + " users", "claimMakers"};
  settings.claim_makers.clear();
  for (std::size_t i = 0; i < makers.size(); ++i) {
    const std::string_view name = makers.at(i).as_string();
    if (name.empty())
      return Error{"must be the name of a user", "claimMakers[" + std::to_string(i) + "]"};
    settings.claim_makers.insert(std::string(name));
  }
  return {};
}

Status read_drivers(const Json& drivers, Settings& settings) {
  if (drivers.is_null()) return {};
  Result<Catalogue> read = Catalogue::read(drivers);
  if (!read) return std::move(read).error();
  settings.drivers = std::make_shared<const Catalogue>(Catalogue::built_in_with(*read));
  return {};
}

constexpr std::string_view kFields[] = {"apiVersion", "checks", "claimMakers", "drivers",
                                        "inventory",  "kind",   "metadata",    "workloads"};

// Stays as it is, whatever is set.
bool is_settled(const Finding& finding) {
  const Code* code = find_code(finding.code);
  return code == nullptr || code->final;
}

// Whether it refuses hangs on the quota's own enforcement, and on whether any of the pods fits.
bool decides_itself(const Finding& finding) {
  return finding.code == "QuotaExceeded";
}

Severity softened(Severity severity, Enforcement enforcement) {
  return enforcement == Enforcement::kWarn ? std::max(severity, Severity::kWarn) : severity;
}

}  // namespace

std::optional<Enforcement> parse_enforcement(std::string_view text) {
  if (text == "Deny") return Enforcement::kDeny;
  if (text == "Warn") return Enforcement::kWarn;
  if (text == "Off") return Enforcement::kOff;
  return std::nullopt;
}

Result<Settings> read_settings(const Json& configuration) {
  const kube::ObjectView view(configuration);
  if (view.api_version() != "drawbridge.dev/v1alpha1")
    return Error{"must be drawbridge.dev/v1alpha1", "apiVersion"};
  if (view.kind() != "Configuration") return Error{"must be Configuration", "kind"};
  for (const Json::Member& entry : configuration.members()) {
    if (std::find(std::begin(kFields), std::end(kFields), entry.key()) == std::end(kFields))
      return unknown(shown(entry.key()), "field of a Configuration", entry.key(), kFields);
  }
  Settings settings;
  if (Status read = read_checks(configuration["checks"], settings); !read) return read.error();
  if (Status read = read_inventory(configuration["inventory"], settings); !read)
    return read.error();
  if (Status read = read_claim_makers(configuration["claimMakers"], settings); !read)
    return read.error();
  if (Status read = read_drivers(configuration["drivers"], settings); !read) return read.error();
  Result<std::vector<WorkloadKind>> workloads = read_workloads(configuration["workloads"]);
  if (!workloads) return std::move(workloads).error();
  settings.workloads = std::move(*workloads);
  return settings;
}

bool can_be_softened(std::span<const Finding> findings) {
  return !std::all_of(findings.begin(), findings.end(), is_settled);
}

const WorkloadKind* find_workload_kind(const Settings& settings, std::string_view group,
                                       std::string_view kind) {
  if (const WorkloadKind* built_in = workload_kind(group, kind)) return built_in;
  const auto found = std::find_if(
      settings.workloads.begin(), settings.workloads.end(),
      [&](const WorkloadKind& added) { return added.kind == kind && added.group == group; });
  return found == settings.workloads.end() ? nullptr : &*found;
}

void enforce(const Settings& settings, const Json& namespace_labels,
             std::vector<Finding>& findings) {
  const Enforcement in_namespace =
      parse_enforcement(namespace_labels[kEnforcementLabel].as_string())
          .value_or(Enforcement::kDeny);
  std::erase_if(findings, [&](Finding& finding) {
    if (is_settled(finding)) return false;
    const auto setting = settings.checks.find(finding.code);
    if (setting != settings.checks.end()) {
      if (setting->second == Enforcement::kOff) return true;
      const Severity set =
          setting->second == Enforcement::kDeny ? Severity::kDeny : Severity::kWarn;
      const bool is_told = finding.severity != Severity::kInfo || find_code(finding.code)->advice;
      if (is_told && !(set == Severity::kDeny && decides_itself(finding))) finding.severity = set;
    }
    if (in_namespace == Enforcement::kOff) return true;
    finding.severity = softened(finding.severity, in_namespace);
    return false;
  });
}

}  // namespace drawbridge::rules
