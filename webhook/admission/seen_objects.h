// SeenObjects: what watches have told of the Pods and ResourceClaims of namespaces with
// DeviceQuotas. Whether an object has come decides if its hold may go, and nobody's list says it of
// one that came and went.
//
// Times are the caller's. Not thread-safe.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "kube/api/json.h"
#include "quota/ledger.h"

namespace drawbridge::admission {

// Objects whose end the watch told are remembered this long: as long as their holds may live.
inline constexpr std::chrono::seconds kGoneFor{180};

class SeenObjects {
 public:
  using Time = std::chrono::steady_clock::time_point;
  // What an object that was put means for what is in use.
  enum class News : std::uint8_t { kNone, kCame, kChanged };

  // Of these resources ("pods"), and no others, something will be told.
  explicit SeenObjects(std::initializer_list<std::string_view> resources);

  void list_begins(std::string_view resource);
  // Between the two, all that there are of the resource are put. Namespaces of objects that were
  // not are returned: they went meanwhile.
  std::set<std::string> listed(std::string_view resource, Time now);
  // The API server has no such resource: there are none. Else as listed().
  std::set<std::string> absent(std::string_view resource, Time now);
  bool are_all_listed() const;
  bool is_absent(std::string_view resource) const;

  News put(std::string_view resource, const kube::Json& object);
  // Whether it may have cost something.
  bool removed(std::string_view resource, const kube::Json& last, Time now);

  // Whether an object of this UID has come, though it may have gone since.
  bool has(std::string_view uid) const;
  // Of a pod whose claims have not all come yet: the hold tells by what it was charged.
  bool awaits_claims(const quota::Hold& hold) const;
  void forget_gone(Time now);

 private:
  struct Object {
    std::string ns;
    bool has_ended = false;
    std::optional<Time> gone_at;
    bool is_listed = true;  // while a list is under way: it was put
    bool is_queued = false;
    // Of a claim that was made for an entry of a pod: the pod's UID, and the entry.
    std::string pod = {};
    std::string entry = {};
  };
  struct Kind {
    bool listed = false;
    bool absent = false;
    std::map<std::string, Object, std::less<>> objects;  // by UID
  };

  Kind& kind(std::string_view resource);
  void forget_claim(const Object& claim);

  using ByEntry = std::map<std::string, std::size_t, std::less<>>;

  std::map<std::string, Kind, std::less<>> kinds_;              // by resource
  std::map<std::string, ByEntry, std::less<>> claims_of_pods_;  // seen, by UID of the pod
};

}  // namespace drawbridge::admission
