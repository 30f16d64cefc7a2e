#include <algorithm>
#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/ascii.h"
#include "kube/api/duration.h"
#include "kube/api/integer.h"
#include "kube/api/object.h"
#include "rules/checks/kueue_startup.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

enum class Kind { kSwitch, kInteger, kDuration, kNanoseconds };

// One that Kueue decodes as its type, whatever else the Configuration says.
struct Setting {
  std::string_view path;
  Kind kind;
  // pkg/config/validation.go: refused below zero.
  bool no_negative = false;
};

// apis/config/v1beta1 and v1beta2 of v0.19; of the names in the two Kueue takes one.
constexpr Setting kSettings[] = {
    {"manageJobsWithoutQueueName", Kind::kSwitch},
    {"fairSharing.enable", Kind::kSwitch},
    {"internalCertManagement.enable", Kind::kSwitch},
    {"leaderElection.leaderElect", Kind::kSwitch},
    {"metrics.enableClusterQueueResources", Kind::kSwitch},
    {"waitForPodsReady.blockAdmission", Kind::kSwitch},
    {"waitForPodsReady.enable", Kind::kSwitch},
    {"clientConnection.burst", Kind::kInteger},
    {"visibilityServer.bindPort", Kind::kInteger},
    {"webhook.port", Kind::kInteger},
    {"waitForPodsReady.requeuingStrategy.backoffBaseSeconds", Kind::kInteger, true},
    {"waitForPodsReady.requeuingStrategy.backoffLimitCount", Kind::kInteger, true},
    {"waitForPodsReady.requeuingStrategy.backoffMaxSeconds", Kind::kInteger, true},
    {"admissionFairSharing.usageHalfLifeTime", Kind::kDuration, true},
    {"admissionFairSharing.usageSamplingInterval", Kind::kDuration, true},
    // A *time.Duration, which JSON has as a number.
    {"controller.cacheSyncTimeout", Kind::kNanoseconds},
    {"leaderElection.leaseDuration", Kind::kDuration},
    {"leaderElection.renewDeadline", Kind::kDuration},
    {"leaderElection.retryPeriod", Kind::kDuration},
    {"multiKueue.gcInterval", Kind::kDuration, true},
    {"multiKueue.workerLostTimeout", Kind::kDuration, true},
    {"objectRetentionPolicies.workloads.afterDeactivatedByKueue", Kind::kDuration, true},
    {"objectRetentionPolicies.workloads.afterFinished", Kind::kDuration, true},
    {"waitForPodsReady.recoveryTimeout", Kind::kDuration, true},
    {"waitForPodsReady.timeout", Kind::kDuration, true},
};

Json value_at(const Json& configuration, std::string_view path) {
  Json value = configuration;
  while (!path.empty()) {
    const std::size_t dot = path.find('.');
    value = value[path.substr(0, dot)];
    path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
  }
  return value;
}

// So many a duration of Go can have.
constexpr std::int64_t kDaysMax = 100'000;

// "300" and "5 minutes" as Go writes them, where the unit is known or seconds are likely; empty for
// others.
std::string duration_meant(std::string_view text) {
  const std::size_t digits = kube::count_digits(text, 0);
  if (digits == 0) return {};
  const std::string number(text.substr(0, digits));
  std::string_view unit = text.substr(digits);
  unit.remove_prefix(std::min(unit.find_first_not_of(' '), unit.size()));
  if (unit.empty()) return number + "s";
  const std::string word = kube::lowered(unit);
  const auto is_one_of = [&word](std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  if (is_one_of({"s", "sec", "secs", "second", "seconds"})) return number + "s";
  if (is_one_of({"m", "min", "mins", "minute", "minutes"})) return number + "m";
  if (is_one_of({"h", "hr", "hrs", "hour", "hours"})) return number + "h";
  const std::optional<std::int64_t> days = kube::parse_integer(number);
  if (days && *days <= kDaysMax && is_one_of({"d", "day", "days"}))
    return std::to_string(*days * 24) + "h";
  return {};
}

void check_duration(const Json& value, const std::string& field, bool no_negative,
                    StartupFindings& findings) {
  const auto read = kube::parse_duration(value.as_string());
  if (value.is_string() && read.ok()) {
    if (no_negative && *read < std::chrono::nanoseconds(0))
      findings.say(field, "is " + written_text(value), "Write no less than 0s.");
    return;
  }
  const std::string meant = duration_meant(written_text(value));
  findings.say(field, "is " + written_text(value) + ", which is no duration",
               meant.empty() ? "Write numbers with the units h, m or s, such as 5m."
                             : "Write " + meant + ".");
}

// A number between quotes.
bool is_quoted_number(std::string_view text) {
  return !text.empty() && kube::count_digits(text, 0) == text.size();
}

void check_nanoseconds(const Json& value, const std::string& field, StartupFindings& findings) {
  if (value.is_integer()) return;
  const std::string_view text = value.as_string();
  if (is_quoted_number(text))
    return findings.say(field, "is the text " + written_text(value),
                        "Write " + std::string(text) + " without quotes.");
  const auto read = kube::parse_duration(text);
  findings.say(field, "is " + written_text(value) + ", which has to be a number of nanoseconds",
               value.is_string() && read.ok()
                   ? "Write " + std::to_string(read->count()) + "."
                   : std::string("Write a whole number, such as 120000000000 for 2m."));
}

void check_integer(const Json& value, const std::string& field, bool no_negative,
                   StartupFindings& findings) {
  if (value.is_integer() && !(no_negative && value.as_int() < 0)) return;
  const std::string_view text = value.as_string();
  const bool is_quoted = is_quoted_number(text);
  findings.say(field, "is " + (is_quoted ? "the text " : std::string()) + written_text(value),
               is_quoted
                   ? "Write " + std::string(text) + " without quotes."
                   : std::string("Write a whole number") + (no_negative ? ", 0 or more." : "."));
}

// requeuingStrategy.timestamp
void check_timestamp(const Json& configuration, StartupFindings& findings) {
  const Json value = configuration["waitForPodsReady"]["requeuingStrategy"]["timestamp"];
  const std::string_view word = value.as_string();
  if (value.is_null() || word == "Eviction" || word == "Creation") return;
  const bool creation = kube::lowered(word).starts_with("creation");
  findings.say("waitForPodsReady.requeuingStrategy.timestamp", "is " + written_text(value),
               creation ? "Write Creation." : "Write Eviction, or Creation.");
}

// validateFairSharing(). In v1beta1 it has defaults.
void check_fair_sharing(const Json& configuration, StartupFindings& findings) {
  constexpr std::string_view kFinal = "LessThanOrEqualToFinalShare";
  constexpr std::string_view kInitial = "LessThanInitialShare";
  const Json sharing = configuration["fairSharing"];
  if (sharing.is_null()) return;
  const auto strategies = sharing["preemptionStrategies"].elements();
  const std::string field = "fairSharing.preemptionStrategies";
  const std::string all = "[" + std::string(kFinal) + ", " + std::string(kInitial) + "]";
  const bool has_defaults =
      kube::parse_api_version(configuration["apiVersion"].as_string()).version == "v1beta1";
  if (has_defaults && !sharing["enable"].as_bool(false)) return;
  if (strategies.empty()) {
    if (!has_defaults)
      findings.say(field, "is not set", "Write " + all + ", or take fairSharing away.");
    return;
  }
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < std::min(strategies.size(), kStartupElementsMax); ++i)
    words.push_back(strategies[i].as_string());
  const bool is_known = words == std::vector{kFinal} || words == std::vector{kInitial} ||
                        words == std::vector{kFinal, kInitial};
  if (!is_known)
    findings.say(field, "is " + shown(kube::to_text(sharing["preemptionStrategies"]), 80),
                 "Write " + all + ", or one of the two.");
}

}  // namespace

std::string written_text(const Json& value) {
  return value.is_string() ? shown(value.as_string()) : shown(kube::to_text(value));
}

void StartupFindings::check_switch(const Json& value, const std::string& field) {
  if (value.is_null() || value.is_bool()) return;
  const std::string_view text = value.as_string();
  const bool is_word = text == "true" || text == "false";
  say(field, "is " + (value.is_string() ? "the text " : std::string()) + written_text(value),
      std::string("Write ") + (is_word ? std::string(text) : "true or false") + " without quotes.");
}

void check_kueue_settings(const Json& configuration, StartupFindings& findings) {
  for (const Setting& setting : kSettings) {
    const Json value = value_at(configuration, setting.path);
    const std::string field(setting.path);
    if (value.is_null()) continue;
    if (setting.kind == Kind::kSwitch) {
      findings.check_switch(value, field);
    } else if (setting.kind == Kind::kInteger) {
      check_integer(value, field, setting.no_negative, findings);
    } else if (setting.kind == Kind::kNanoseconds) {
      check_nanoseconds(value, field, findings);
    } else {
      check_duration(value, field, setting.no_negative, findings);
    }
  }
  check_timestamp(configuration, findings);
  check_fair_sharing(configuration, findings);
}

}  // namespace drawbridge::rules
