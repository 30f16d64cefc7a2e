// RuleFacts: asks the API server for what rules need: their params, and access reviews
// (rule_look_ups.h says in which form it answers).
//
// Not thread-safe: on the executor of its client. RBAC: get and list of the kinds that rules name
// as paramKind; create of subjectaccessreviews.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "kube/client/answer.h"
#include "kube/client/client.h"
#include "webhook/admission/gateway.h"

namespace drawbridge::admission {

// How long it is taken for granted under which name a kind of params is served. One that is not
// served is asked for each time.
inline constexpr std::chrono::minutes kParamKindFor{1};
// Kinds that are remembered; of more, all are asked for anew.
inline constexpr std::size_t kParamKindsMax = 100;

class RuleFacts {
 public:
  using Now = std::function<Deadline()>;

  // `client` outlives it.
  explicit RuleFacts(kube::Client& client, Now now = std::chrono::steady_clock::now)
      : client_(client), now_(std::move(now)) {}
  RuleFacts(const RuleFacts&) = delete;
  RuleFacts& operator=(const RuleFacts&) = delete;

  // Precondition: kParams or kAccess. Always a value; an error where the API server says no, or
  // nothing.
  boost::asio::awaitable<std::optional<LookUp>> fetch(ObjectRef ref, Deadline until);

 private:
  struct Served {
    std::string resource;  // plural; empty: the kind is not served
    bool namespaced = true;
    Deadline until{};
  };

  boost::asio::awaitable<std::optional<LookUp>> params(ObjectRef ref, Deadline until);
  boost::asio::awaitable<std::optional<LookUp>> access(ObjectRef ref, Deadline until);
  boost::asio::awaitable<kube::ApiAnswer<Served>> served(std::string what, Deadline until);

  kube::Client& client_;
  const Now now_;
  std::map<std::string, Served, std::less<>> served_;  // by "APIVERSION KIND"
};

}  // namespace drawbridge::admission
