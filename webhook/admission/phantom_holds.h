// Phantom holds: of pods that a controller was refused behind us, and tries to make again and again
// under new UIDs (a ReplicaSet 14 times in 40 s). Those beyond what the controller wants are looked
// for, and go when they are not there (quota/hold_watch.h says which are suspect).
//
// Who is a controller: the user that the API server authenticated. What an ownerReference says of
// its object anybody can write; how many it wants is asked of the API server.
//
// RBAC: get of pods, and of replicasets, statefulsets, jobs and replicationcontrollers.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "kube/client/client.h"
#include "kube/client/resource_path.h"
#include "quota/hold_watch.h"

namespace drawbridge::admission {

// Of one DeviceQuota and one count of it: owners that are asked, and objects that are looked for.
inline constexpr std::size_t kSuspectOwnersMax = 16;
inline constexpr std::size_t kSuspectsMax = 64;

// kube-controller-manager, whose controllers have accounts of their own in kube-system.
bool is_kube_controller(std::string_view user);

// Where the owner stands, and nullopt for a kind of which nobody knows how many it wants.
std::optional<kube::ResourcePath> path_of_owner(const quota::Owner& owner, const std::string& ns);
// How many objects at a time this owner wants. `object` as the API server has it. nullopt where its
// controller may still be making what it wanted before: those come yet, though it wants fewer now.
// A Job does not say what its controller has seen, so nobody knows of one that was changed.
std::optional<std::int64_t> wanted_by(const quota::Owner& owner, const kube::Json& object);

class PhantomHolds {
 public:
  // By when a call that begins now must have ended; nullopt: nothing is to be asked any more.
  using Until = std::function<std::optional<kube::Deadline>()>;

  // `watch` outlives this.
  PhantomHolds(const quota::HoldWatch& watch, Until until)
      : watch_(watch), until_(std::move(until)) {}

  // Identities of holds of the DeviceQuota `ns`/`name`, read with this ledger, that can go. Asked
  // is by `client`, which outlives the call.
  boost::asio::awaitable<std::set<std::string, std::less<>>> find(kube::Client* client,
                                                                  std::string ns, std::string name,
                                                                  quota::Ledger ledger);
  // The DeviceQuota is gone: "NAMESPACE/NAME".
  void forget(const std::string& quota) { asked_last_.erase(quota); }
  // So are all but these.
  void keep(const std::function<bool(std::string_view quota)>& is_there) {
    std::erase_if(asked_last_, [&](const auto& entry) { return !is_there(entry.first); });
  }

 private:
  // By the owner's UID, of each that was asked; nullopt where nobody knows.
  using Wanted = std::map<std::string, std::optional<std::int64_t>, std::less<>>;
  boost::asio::awaitable<std::optional<std::int64_t>> ask(kube::Client* client, quota::Owner owner,
                                                          std::string ns) const;
  // False where it is there, or nobody knows.
  boost::asio::awaitable<bool> is_missing(kube::Client* client, std::string ns, std::string kind,
                                          std::string object, std::string uid) const;

  // The next owners of them in the order of their UIDs, who have the turn in this count.
  std::vector<quota::Owner> in_turn(const std::string& quota,
                                    std::map<std::string, quota::Owner> owners);

  const quota::HoldWatch& watch_;
  const Until until_;
  // By DeviceQuota, of those with more owners than are asked at once: the UID of the last one.
  std::map<std::string, std::string> asked_last_;
};

}  // namespace drawbridge::admission
