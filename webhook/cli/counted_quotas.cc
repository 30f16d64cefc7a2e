#include "webhook/cli/counted_quotas.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "kube/api/pod.h"
#include "kube/api/saturating.h"
#include "kube/api/time.h"
#include "kube/client/wall_clock.h"
#include "quota/device_quota.h"
#include "webhook/admission/quota_census.h"
#include "webhook/decide/quotas/quota_scopes.h"
#include "webhook/decide/rounds.h"

namespace drawbridge::cli {

using admission::QuotaCensus;
using admission::SourcedObject;
using kube::Json;
using kube::ObjectView;

std::string place_of(const ObjectView& view) {
  return view.ns().empty() ? "default" : std::string(view.ns());
}

std::string object_key(std::string_view kind, std::string_view ns, std::string_view name) {
  std::string key(kind);
  key += ' ';
  key += ns;
  key += '/';
  key += name;
  return key;
}

namespace {

bool is_device_quota(const ObjectView& view) {
  return view.group() == "drawbridge.dev" && view.kind() == "DeviceQuota";
}
bool is_resource_quota(const ObjectView& view) {
  return view.group().empty() && view.kind() == "ResourceQuota";
}

// Of some resource that it limits nobody has said what is in use.
bool is_uncounted(const Json& object) {
  const ObjectView view(object);
  if (!is_device_quota(view) && !is_resource_quota(view)) return false;
  const Json status = object["status"];
  if (!status.is_object()) return status.is_null();
  const Json used = status["used"];
  if (!used.is_object()) return used.is_null();
  const auto limits = object["spec"]["hard"].members();
  return std::any_of(limits.begin(), limits.end(),
                     [&used](const Json::Member& limit) { return used[limit.key()].is_null(); });
}

bool is_claim(const ObjectView& view) {
  return view.group() == "resource.k8s.io" && view.kind() == "ResourceClaim";
}

class Counter {
 public:
  Counter(const std::vector<SourcedObject>& state,
          std::shared_ptr<const admission::Snapshot> snapshot)
      : snapshot_(std::move(snapshot)) {
    // Pods first: the claims that were made for them are theirs.
    for (const bool pods : {true, false}) {
      for (const SourcedObject& object : state) {
        const ObjectView view = object.view();
        if (pods ? kube::is_pod(object.json()) : is_claim(view)) add(object.json(), pods);
      }
    }
  }

  // What the quota limits of it; empty where there is nothing. What can't be told is left out of
  // the amounts, as the leader of a cluster does.
  quota::Charge used(const Json& object) const {
    quota::Charge used;
    const auto census = censuses_.find(place_of(ObjectView(object)));
    const Result<quota::DeviceQuota> quota = quota::DeviceQuota::read(object);
    if (census == censuses_.end() || !quota) return used;
    const quota::Charge cost = census->second.cost(quota->exclude_queued);
    for (const auto& [name, hard] : quota->hard) {
      if (cost.unknown.contains(name)) {
        used.unknown.insert(name);
      } else {
        used.amounts.emplace(name, quota::amount_of(cost.amounts, name));
      }
    }
    return used;
  }

 private:
  void add(const Json& object, bool is_pod) {
    const std::string place = place_of(ObjectView(object));
    QuotaCensus& census = censuses_.try_emplace(place, snapshot_, place).first->second;
    if (is_pod) {
      census.add_pod(object);
    } else {
      census.add_claim(object);
    }
  }

  const std::shared_ptr<const admission::Snapshot> snapshot_;
  std::map<std::string, QuotaCensus> censuses_;  // by namespace
};

constexpr std::int64_t kGraceSecondsMax = 100'000'000;

// It was to be gone by now, and its node can't say so: ResourceQuotas charge it nothing more, but
// its claims (QuotaV1Pod; k8s 1.36, pkg/quota/v1/evaluator/core/pods.go).
bool is_overdue(const Json& pod, kube::Time now) {
  const Json metadata = pod["metadata"];
  const std::optional<kube::Time> deleted =
      kube::parse_time(metadata["deletionTimestamp"].as_string());
  const Json grace = metadata["deletionGracePeriodSeconds"];
  if (!deleted || grace.is_null()) return false;
  return now - *deleted > std::chrono::seconds(std::min(grace.as_int(), kGraceSecondsMax));
}

// What ResourceQuotas charge the pods and claims of a state.
class NamesCounter {
 public:
  NamesCounter(const std::vector<SourcedObject>& state,
               std::shared_ptr<const admission::Snapshot> snapshot)
      : state_(state), snapshot_(std::move(snapshot)) {
    for (const SourcedObject& object : state) {
      const ObjectView view = object.view();
      if (kube::is_pod(object.json()) && is_overdue(object.json(), now_))
        overdue_.insert(object_key("Pod", place_of(view), view.name()));
    }
  }

  // What the quota limits of it.
  quota::Charge used(const Json& object) {
    quota::Charge used;
    const admission::NamedAmounts& charged = charged_in(place_of(ObjectView(object)));
    for (const Json::Member& limit : object["spec"]["hard"].members()) {
      const auto found = charged.find(admission::summed_name(object, limit.key()));
      if (found != charged.end())
        used.amounts.emplace(std::string(limit.key()), kube::Quantity::from_int(found->second));
    }
    return used;
  }

 private:
  const admission::NamedAmounts& charged_in(const std::string& place) {
    const auto [at, is_new] = by_namespace_.try_emplace(place);
    if (!is_new) return at->second;
    for (const SourcedObject& object : state_) {
      const ObjectView view = object.view();
      if (place_of(view) != place || !is_charged(view)) continue;
      for (const auto& [name, amount] : charges_of(object.json(), place)) {
        std::int64_t& sum = at->second[name];
        sum = kube::saturating_add(sum, amount);
      }
    }
    return at->second;
  }

  // A claim that was made for a pod is charged with it, while that is.
  bool is_charged(const ObjectView& view) const {
    if (kube::is_pod(view.json()))
      return !kube::has_ended(view.json()) && !is_overdue(view.json(), now_);
    if (!is_claim(view)) return false;
    const Json controller = view.controller();
    return controller.is_null() ||
           overdue_.contains(object_key(controller["kind"].as_string(), place_of(view),
                                        controller["name"].as_string()));
  }

  admission::NamedAmounts charges_of(const Json& object, const std::string& place) const {
    const ObjectView view(object);
    const kube::GroupVersion version = kube::parse_api_version(view.api_version());
    admission::AdmissionRequest request;
    request.group = version.group;
    request.version = version.version;
    request.kind = view.kind();
    request.name = view.name();
    request.ns = place;
    request.object = object;
    request.standing.object = object;
    request.dry_run = true;
    admission::Rounds rounds;
    while (rounds.may_go_on()) {
      if (auto decision = rounds.judge(request, snapshot_))
        return std::move(decision->asked_now.names);
      while (!rounds.missing().empty()) rounds.add(admission::SharedDocument());
    }
    return {};
  }

  const std::vector<SourcedObject>& state_;
  const std::shared_ptr<const admission::Snapshot> snapshot_;
  const kube::Time now_ = kube::wall_now();
  std::set<std::string> overdue_;  // object_key() of pods
  std::map<std::string, admission::NamedAmounts> by_namespace_;
};

// What its status says stays.
std::shared_ptr<const kube::Document> with_used(const Json& object, const quota::Charge& used) {
  nlohmann::json copy = nlohmann::json::parse(kube::to_text(object));
  nlohmann::json& status = copy["status"];
  for (const auto& [name, amount] : used.amounts) {
    nlohmann::json& said = status["used"][name];
    if (!said.is_null()) continue;
    said = amount.canonical();
    if (is_device_quota(ObjectView(object))) status[quota::kCountedOfFolder].push_back(name);
  }
  for (const std::string& name : used.unknown) {
    if (object["status"]["used"][name].is_null())
      status[quota::kUncountableOfFolder].push_back(name);
  }
  Result<kube::Document> document = kube::read_json(copy.dump());
  return document ? std::make_shared<const kube::Document>(std::move(*document)) : nullptr;
}

}  // namespace

bool needs_count(const std::vector<SourcedObject>& all, const std::vector<SourcedObject>& state) {
  return std::any_of(state.begin(), state.end(),
                     [](const SourcedObject& object) {
                       return kube::is_pod(object.json()) || is_claim(object.view());
                     }) &&
         std::any_of(all.begin(), all.end(),
                     [](const SourcedObject& object) { return is_uncounted(object.json()); });
}

void count_quotas(std::vector<SourcedObject>& all, const std::vector<SourcedObject>& state,
                  const std::shared_ptr<const admission::Snapshot>& snapshot) {
  const Counter counter(state, snapshot);
  NamesCounter names(state, snapshot);
  for (SourcedObject& object : all) {
    if (!is_uncounted(object.json())) continue;
    const quota::Charge used =
        is_device_quota(object.view()) ? counter.used(object.json()) : names.used(object.json());
    if (used.amounts.empty() && used.unknown.empty()) continue;
    if (auto counted = with_used(object.json(), used)) object.document = std::move(counted);
  }
}

}  // namespace drawbridge::cli
