#include "rules/checks/claim_request_invalid.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <utility>

#include "kube/api/names.h"
#include "rules/checks/claim_invalid.h"
#include "rules/checks/likely_names.h"
#include "rules/checks/toleration_invalid.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

// Of an alternative, that are held against those of another one.
constexpr std::size_t kSelectorsCompared = 8;

// It says nothing: null, as of a key with nothing behind it, or a map of nothing else.
bool says_nothing(const Json& json) {
  const auto members = json.members();
  return json.is_null() || (json.is_object() && std::all_of(members.begin(), members.end(),
                                                            [](const Json::Member& one) {
                                                              return one.value.is_null();
                                                            }));
}

class RequestJudge {
 public:
  RequestJudge(const Json& devices, std::string_view version, const CheckFacts& facts,
               ClaimDesk& desk)
      : devices_(devices), version_(version), facts_(facts), desk_(desk) {}

  // With `has_rest`, what a request lacks stands elsewhere.
  void request(const Json& request, const std::string& at, bool has_rest) {
    label(request["name"], at + ".name");
    const bool nested = version_ != "v1beta1";
    const Json alternatives = request["firstAvailable"];
    // Of v1beta1 the request itself; in a later version that is an unknown field.
    const bool flat = !request["deviceClassName"].is_null();
    const bool exactly = nested ? !request["exactly"].is_null() : flat;
    const bool is_empty = alternatives.is_array() && alternatives.empty();
    const std::string_view one = nested ? "exactly" : "deviceClassName";
    // Of v1beta1 any field of it makes the request one of a class (hasAnyMainRequestFieldsSet).
    if (!nested && !flat && has_fields_of_one(request)) {
      desk_.refuse(
          at + ".deviceClassName", at + ".deviceClassName is not set.",
          alternatives.is_null()
              ? std::string("Write deviceClassName: CLASS in it.")
              : "Keep firstAvailable alone; an alternative has a class and a count of its own.");
    } else if (exactly && !alternatives.is_null() && !is_empty) {
      desk_.refuse(
          at, at + " has both " + std::string(one) + " and firstAvailable.",
          "Keep one of the two; another alternative is one more element of firstAvailable.");
    } else if (!exactly && alternatives.is_null() && !flat && !has_rest &&
               has_name_alone(request)) {
      desk_.refuse(at, at + " has neither " + std::string(one) + " nor firstAvailable.",
                   nested ? "Write exactly: {deviceClassName: CLASS} in it."
                          : "Write deviceClassName: CLASS in it.");
    }
    if (is_empty && !exactly)
      desk_.refuse(at + ".firstAvailable", at + ".firstAvailable has no alternative.",
                   "Write one: firstAvailable: [{name: first, deviceClassName: CLASS}].");
    desk_.at_most(alternatives, at + ".firstAvailable", kAlternativesMax,
                  "Keep the 8 that are wanted most.");
    const auto each = alternatives.elements();
    for (std::size_t i = 0; i < each.size(); ++i) {
      const std::string place = at + ".firstAvailable[" + std::to_string(i) + "]";
      if (each[i].is_null())
        desk_.refuse(place, place + " is empty.",
                     "Write {name: NAME, deviceClassName: CLASS} in it, or take it away.");
      label(each[i]["name"], place + ".name");
      option(each[i], place);
    }
    if (!names_alternative(request["name"].as_string()))
      dead_alternative(each, at + ".firstAvailable");
    if (nested && exactly) option(request["exactly"], at + ".exactly");
    if (!nested) option(request, at);
  }

 private:
  void label(const Json& name, const std::string& at) {
    if (!name.is_string() || name.empty()) return;
    if (const auto problem = kube::dns_label_problem(name.as_string())) {
      desk_.refuse(at, at + " is " + shown(name.as_string()) + ", and it " + *problem + ".",
                   label_fix(name.as_string()));
    }
  }

  static bool has_name_alone(const Json& request) {
    const auto members = request.members();
    return std::all_of(members.begin(), members.end(), [](const Json::Member& member) {
      return member.key() == "name" || member.value.is_null();
    });
  }

  static bool has_fields_of_one(const Json& request) {
    constexpr std::string_view kFields[] = {"adminAccess", "allocationMode", "capacity",
                                            "count",       "selectors",      "tolerations"};
    return std::any_of(std::begin(kFields), std::end(kFields),
                       [&](std::string_view field) { return !request[field].is_null(); });
  }

  // A constraint or configuration for some alternatives of the request: another one is the way out.
  bool names_alternative(std::string_view request) const {
    const auto names_one = [request](const Json& entry) {
      const auto names = entry["requests"].elements();
      return std::any_of(names.begin(), names.end(), [request](const Json& name) {
        const std::string_view text = name.as_string();
        return text.size() > request.size() && text.starts_with(request) &&
               text[request.size()] == '/';
      });
    };
    const auto constraints = devices_["constraints"].elements();
    const auto config = devices_["config"].elements();
    return std::any_of(constraints.begin(), constraints.end(), names_one) ||
           std::any_of(config.begin(), config.end(), names_one);
  }

  // Whether `one` is had wherever `other` would be: of the same class it asks for no more, and for
  // no other devices or parts of them.
  static bool covers(const Json& one, const Json& other) {
    const kube::DeviceOptionView first{one};
    const kube::DeviceOptionView second{other};
    const auto count = first.count();
    const auto more = second.count();
    if (first.device_class().empty() || first.device_class() != second.device_class() || !count ||
        !more || *count > *more || one["capacity"] != other["capacity"] ||
        one["tolerations"] != other["tolerations"])
      return false;
    const auto asked = second.selectors();
    const auto own = first.selectors();
    if (own.size() > kSelectorsCompared || asked.size() > kSelectorsCompared) return false;
    return std::all_of(own.begin(), own.end(), [&](const Json& selector) {
      return std::find(asked.begin(), asked.end(), selector) != asked.end();
    });
  }

  // The first alternative behind one that covers it.
  void dead_alternative(std::span<const Json> alternatives, const std::string& list) {
    for (std::size_t at = 1; at < std::min(alternatives.size(), kAlternativesMax); ++at) {
      const auto behind = alternatives.begin() + static_cast<std::ptrdiff_t>(at);
      const auto front = std::find_if(alternatives.begin(), behind, [&](const Json& earlier) {
        return covers(earlier, *behind);
      });
      if (front == behind) continue;
      const std::string place = list + "[" + std::to_string(at) + "]";
      std::string message = place;
      ((message += " is never taken: wherever it could be had, ") += list) +=
          "[" + std::to_string(front - alternatives.begin()) + "] is had, and comes first.";
      return desk_.warn(place, std::move(message),
                        covers(*behind, *front) ? "Ask for something else in it, or take it away."
                                                : "Put it in front of that one, or take it away.");
    }
  }

  // A name with a slash is told as what it is elsewhere (ClassNameIsResource).
  void class_name(const Json& device_class, const std::string& at) {
    const std::string_view name = device_class.as_string();
    if (name.empty() || name.find('/') != std::string_view::npos) return;
    const auto problem = kube::dns_subdomain_problem(name);
    if (!problem) return;
    std::string_view trimmed = name;
    while (trimmed.ends_with(' ')) trimmed.remove_suffix(1);
    while (trimmed.starts_with(' ')) trimmed.remove_prefix(1);
    if (trimmed != name && !kube::dns_subdomain_problem(trimmed))
      return desk_.refuse(at, at + " is \"" + shown(name) + "\", with a space at one end.",
                          "Write " + shown(trimmed) + ", without the space.");
    const std::string likely = likely_class(name, facts_);
    desk_.refuse(at, at + " is " + shown(name) + ", and it " + *problem + ".",
                 likely.empty() ? "Write it as kubectl get deviceclasses shows it."
                                : "Write " + likely + ".");
  }

  void option(const Json& option, const std::string& at) {
    class_name(option["deviceClassName"], at + ".deviceClassName");
    judge_selectors(option["selectors"], at + ".selectors", desk_);
    judge_tolerations(option["tolerations"], at + ".tolerations", desk_.findings());
    const Json count = option["count"];
    if (option["allocationMode"].as_string() == "All") {
      if (!count.is_null() && count.as_int() != 0)
        desk_.refuse(at + ".count",
                     at + ".count stands beside allocationMode: All, which takes every device.",
                     "Take count away, or write allocationMode: ExactCount.");
    } else if (count.is_integer() && count.as_int() == 0) {
      // SetDefaults_ExactDeviceRequest of kubernetes pkg/apis/resource.
      desk_.warn(at + ".count", at + ".count is 0, which the API server turns into 1.",
                 "Write count: 1, or take the request away.");
    } else if (count.is_integer() && count.as_int() < 0) {
      desk_.refuse(at + ".count",
                   at + ".count is " + kube::to_text(count) + ", and must be at least 1.",
                   "Write count: 1, or take the request away.");
    }
  }

  const Json& devices_;
  std::string_view version_;
  const CheckFacts& facts_;
  ClaimDesk& desk_;
};

}  // namespace

void judge_claim_requests(const Json& devices, const std::string& path, std::string_view version,
                          const CheckFacts& facts, ClaimDesk& desk) {
  RequestJudge judge(devices, version, facts, desk);
  const auto requests = devices["requests"].elements();
  // What belongs into one of them, and decoding tells.
  const bool is_beside = !devices["exactly"].is_null() || !devices["firstAvailable"].is_null();
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const bool goes_on =
        i + 1 < requests.size() && requests[i + 1].is_object() && requests[i + 1]["name"].is_null();
    judge.request(requests[i], path + ".requests[" + std::to_string(i) + "]", is_beside || goes_on);
  }
}

void judge_selectors(const Json& selectors, const std::string& at, ClaimDesk& desk) {
  desk.at_most(selectors, at, kClaimElementsMax, "Join them with && in one expression.");
  const auto each = selectors.elements();
  for (std::size_t i = 0; i < each.size(); ++i) {
    if (says_nothing(each[i]))
      desk.refuse(at + "[" + std::to_string(i) + "]",
                  at + "[" + std::to_string(i) + "] has no cel.",
                  "Write cel: {expression: EXPRESSION} in it, or take it away.");
  }
}

}  // namespace drawbridge::rules
