#include "webhook/admission/phantom_holds.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "webhook/admission/api_paths.h"

namespace drawbridge::admission {
namespace {

using boost::asio::awaitable;
using kube::Json;

struct OwnerKind {
  std::string_view api_version;
  std::string_view kind;
  const char* group;
  const char* version;
  const char* resource;
  std::string_view field;  // of spec, that says how many
  // Its controller writes status.observedGeneration when it has made what it wants.
  bool has_generation;
};

// Of a DaemonSet only its status says how many, and that its controller writes when its creates
// have ended: while nodes join, too late.
constexpr std::array<OwnerKind, 4> kOwnerKinds = {{
    {"apps/v1", "ReplicaSet", "apps", "v1", "replicasets", "replicas", true},
    {"apps/v1", "StatefulSet", "apps", "v1", "statefulsets", "replicas", true},
    {"batch/v1", "Job", "batch", "v1", "jobs", "parallelism", false},
    {"v1", "ReplicationController", "", "v1", "replicationcontrollers", "replicas", true},
}};

const OwnerKind* kind_of(const quota::Owner& owner) {
  const auto found =
      std::find_if(kOwnerKinds.begin(), kOwnerKinds.end(), [&owner](const OwnerKind& kind) {
        return kind.kind == owner.kind && kind.api_version == owner.api_version;
      });
  return found == kOwnerKinds.end() ? nullptr : &*found;
}

kube::ResourcePath owner_path(const OwnerKind& kind, const std::string& ns,
                              const std::string& name) {
  kube::ResourcePath path;
  path.group = kind.group;
  path.version = kind.version;
  path.resource = kind.resource;
  path.ns = ns;
  path.name = name;
  return path;
}

}  // namespace

bool is_kube_controller(std::string_view user) {
  return user == "system:kube-controller-manager" ||
         user.starts_with("system:serviceaccount:kube-system:");
}

std::optional<kube::ResourcePath> path_of_owner(const quota::Owner& owner, const std::string& ns) {
  const OwnerKind* kind = kind_of(owner);
  if (kind == nullptr || owner.name.empty()) return std::nullopt;
  return owner_path(*kind, ns, owner.name);
}

std::optional<std::int64_t> wanted_by(const quota::Owner& owner, const Json& object) {
  const OwnerKind* kind = kind_of(owner);
  if (kind == nullptr) return std::nullopt;
  constexpr std::int64_t kUnchanged = 1;
  const std::int64_t seen =
      kind->has_generation ? object["status"]["observedGeneration"].as_int() : kUnchanged;
  if (seen != object["metadata"]["generation"].as_int()) return std::nullopt;
  // All of these are 1 where they are not set.
  return object["spec"][kind->field].as_int(1);
}

awaitable<std::optional<std::int64_t>> PhantomHolds::ask(kube::Client* client, quota::Owner owner,
                                                         std::string ns) const {
  std::optional<kube::ResourcePath> path = path_of_owner(owner, ns);
  const std::optional<kube::Deadline> until = until_();
  if (!path || !until) co_return std::nullopt;
  kube::ApiResult result = co_await client->get(std::move(*path), *until);
  // Of one that is gone, or has left its name to another, some creates may be under way.
  if (!result.ok() || result.object()["metadata"]["uid"].as_string() != owner.uid)
    co_return std::nullopt;
  co_return wanted_by(owner, result.object());
}

awaitable<bool> PhantomHolds::is_missing(kube::Client* client, std::string ns, std::string kind,
                                         std::string object, std::string uid) const {
  const std::optional<kube::Deadline> until = until_();
  if (!until || kind != "Pod" || object.empty()) co_return false;
  kube::ResourcePath path = pod_path(std::move(ns), std::move(object));
  kube::ApiResult result = co_await client->get(std::move(path), *until);
  if (result.ok()) co_return result.object()["metadata"]["uid"].as_string() != uid;
  co_return result.is(kube::kReasonNotFound);
}

// Else the first would be asked again and again, while the holds of the others stay.
std::vector<quota::Owner> PhantomHolds::in_turn(const std::string& quota,
                                                std::map<std::string, quota::Owner> owners) {
  std::vector<quota::Owner> turn;
  if (owners.size() <= kSuspectOwnersMax) {
    asked_last_.erase(quota);
    for (auto& [uid, owner] : owners) turn.push_back(std::move(owner));
    return turn;
  }
  std::string& last = asked_last_[quota];
  for (auto next = owners.upper_bound(last); turn.size() < kSuspectOwnersMax; ++next) {
    if (next == owners.end()) next = owners.begin();
    turn.push_back(next->second);
  }
  last = turn.back().uid;
  return turn;
}

awaitable<std::set<std::string, std::less<>>> PhantomHolds::find(kube::Client* client,
                                                                 std::string ns, std::string name,
                                                                 quota::Ledger ledger) {
  const std::string quota = ns + "/" + name;
  const quota::HoldWatch::Time now = std::chrono::steady_clock::now();
  std::set<std::string, std::less<>> found;
  quota::HoldWatch::Suspicion suspicion;
  suspicion.is_controller = is_kube_controller;
  suspicion.wants = [](const quota::Owner& owner) {
    return kind_of(owner) == nullptr ? std::nullopt : std::optional<std::int64_t>(0);
  };
  // As if their owners wanted nothing: mostly there are none, and nobody is asked.
  std::map<std::string, quota::Owner> owners;
  for (const quota::Hold* hold : watch_.suspects(quota, ledger, suspicion, now))
    owners.emplace(hold->owner.uid, hold->owner);
  Wanted wanted;
  for (quota::Owner& owner : in_turn(quota, std::move(owners))) {
    std::string uid = owner.uid;
    const std::optional<std::int64_t> answer = co_await ask(client, std::move(owner), ns);
    wanted.emplace(std::move(uid), answer);
  }
  suspicion.wants = [&wanted](const quota::Owner& owner) {
    const auto known = wanted.find(owner.uid);
    return known == wanted.end() ? std::nullopt : known->second;
  };
  std::size_t looked_for = 0;
  for (const quota::Hold* hold : watch_.suspects(quota, ledger, suspicion, now)) {
    if (++looked_for > kSuspectsMax) break;
    std::string kind = hold->kind;
    std::string object = hold->name;
    std::string uid = hold->uid;
    std::string place = ns;
    const bool missing = co_await is_missing(client, std::move(place), std::move(kind),
                                             std::move(object), std::move(uid));
    if (missing) found.insert(hold->identity());
  }
  co_return found;
}

}  // namespace drawbridge::admission
