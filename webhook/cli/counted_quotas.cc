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

// Keys of the objects that are given anew: they take the place of those of the state.
std::set<std::string> keys_of(const std::vector<SourcedObject>& given, const std::string& ns) {
  std::set<std::string> keys;
  for (const SourcedObject& object : given) {
    const ObjectView view = object.view();
    keys.insert(object_key(view.kind(), view.ns().empty() ? ns : view.ns(), view.name()));
  }
  return keys;
}

class Counter {
 public:
  Counter(const std::vector<SourcedObject>& state, const std::set<std::string>& replaced,
          std::shared_ptr<const admission::Snapshot> snapshot)
      : snapshot_(std::move(snapshot)) {
    // Pods first: the claims that were made for them are theirs.
    for (const bool pods : {true, false}) {
      for (const SourcedObject& object : state) {
        const ObjectView view = object.view();
        if ((pods ? is_pod(view) : is_claim(view)) &&
            !replaced.contains(object_key(view.kind(), place_of(view), view.name())))
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
  const Counter counter(state, keys_of(given, ns), snapshot);
  for (SourcedObject& object : all) {
    if (!is_uncounted(object.json())) continue;
    const quota::Amounts used = counter.used(object.json());
    if (used.empty()) continue;
    if (auto counted = with_used(object.json(), used)) object.document = std::move(counted);
  }
}

}  // namespace drawbridge::cli
