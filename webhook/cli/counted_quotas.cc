#include "webhook/cli/counted_quotas.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <utility>

#include "quota/device_quota.h"
#include "webhook/admission/quota_census.h"

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

bool is_uncounted(const Json& object) {
  const ObjectView view(object);
  if (view.group() != "drawbridge.dev" || view.kind() != "DeviceQuota") return false;
  const Json status = object["status"];
  return status.is_null() || (status.is_object() && status["used"].is_null());
}

bool is_pod(const ObjectView& view) {
  return view.group().empty() && view.kind() == "Pod";
}
bool is_claim(const ObjectView& view) {
  return view.group() == "resource.k8s.io" && view.kind() == "ResourceClaim";
}

// Which objects of the state others take the place of: those that are given anew, and what their
// controllers have made.
class Replaced {
 public:
  Replaced(const std::vector<SourcedObject>& state, const std::vector<SourcedObject>& given,
           const std::string& ns) {
    for (const SourcedObject& object : given) {
      const ObjectView view = object.view();
      given_.insert(object_key(view.kind(), view.ns().empty() ? ns : view.ns(), view.name()));
    }
    for (const SourcedObject& object : state) {
      const ObjectView view = object.view();
      owners_.emplace(object_key(view.kind(), place_of(view), view.name()),
                      owner_of(view, place_of(view)));
    }
  }

  bool contains(const ObjectView& view) const {
    const std::string place = place_of(view);
    if (given_.contains(object_key(view.kind(), place, view.name()))) return true;
    std::string owner = owner_of(view, place);
    for (int i = 0; i < kOwnersMax && !owner.empty(); ++i) {
      if (given_.contains(owner)) return true;
      const auto above = owners_.find(owner);
      owner = above == owners_.end() ? std::string() : above->second;
    }
    return false;
  }

 private:
  // Of a CronJob, its Job and the pod there are three.
  static constexpr int kOwnersMax = 8;

  static std::string owner_of(const ObjectView& view, const std::string& place) {
    const Json controller = view.controller();
    if (controller.is_null()) return {};
    return object_key(controller["kind"].as_string(), place, controller["name"].as_string());
  }

  std::set<std::string> given_;
  std::map<std::string, std::string> owners_;  // of each object its controller
};

class Counter {
 public:
  Counter(const std::vector<SourcedObject>& state, const Replaced& replaced,
          std::shared_ptr<const admission::Snapshot> snapshot)
      : snapshot_(std::move(snapshot)) {
    // Pods first: the claims that were made for them are theirs.
    for (const bool pods : {true, false}) {
      for (const SourcedObject& object : state) {
        const ObjectView view = object.view();
        if ((pods ? is_pod(view) : is_claim(view)) && !replaced.contains(view))
          add(object.json(), pods);
      }
    }
  }

  // What the quota limits of it; empty where there is nothing.
  quota::Amounts used(const Json& object) const {
    quota::Amounts used;
    const auto census = censuses_.find(place_of(ObjectView(object)));
    const Result<quota::DeviceQuota> quota = quota::DeviceQuota::read(object);
    if (census == censuses_.end() || !quota) return used;
    const quota::Amounts cost = census->second.cost(quota->exclude_queued);
    for (const auto& [name, hard] : quota->hard) used.emplace(name, quota::amount_of(cost, name));
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

std::shared_ptr<const kube::Document> with_used(const Json& object, const quota::Amounts& used) {
  nlohmann::json copy = nlohmann::json::parse(kube::to_text(object));
  for (const auto& [name, amount] : used) copy["status"]["used"][name] = amount.canonical();
  Result<kube::Document> document = kube::read_json(copy.dump());
  return document ? std::make_shared<const kube::Document>(std::move(*document)) : nullptr;
}

}  // namespace

bool needs_count(const std::vector<SourcedObject>& all, const std::vector<SourcedObject>& state) {
  return std::any_of(state.begin(), state.end(),
                     [](const SourcedObject& object) {
                       return is_pod(object.view()) || is_claim(object.view());
                     }) &&
         std::any_of(all.begin(), all.end(),
                     [](const SourcedObject& object) { return is_uncounted(object.json()); });
}

void count_quotas(std::vector<SourcedObject>& all, const std::vector<SourcedObject>& state,
                  const std::vector<SourcedObject>& given, const std::string& ns,
                  const std::shared_ptr<const admission::Snapshot>& snapshot) {
  const Counter counter(state, Replaced(state, given, ns), snapshot);
  for (SourcedObject& object : all) {
    if (!is_uncounted(object.json())) continue;
    const quota::Amounts used = counter.used(object.json());
    if (used.empty()) continue;
    if (auto counted = with_used(object.json(), used)) object.document = std::move(counted);
  }
}

}  // namespace drawbridge::cli
