// SnapshotBuilder: keeps the cluster's state up to date, object by object, and publishes it as
// Snapshots.
//
// Used by one thread. What it publishes is immutable and may be read by any number of threads while
// this one goes on: what did not change is shared between one Snapshot and the next, so publish()
// costs in proportion to what changed since the last one. Only a new or changed DeviceClass, or
// DeviceMapping with selectors of its own, looks at every published device, once; Matching::kLater
// spreads that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "kube/api/json.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

// Devices that new selectors are put to at a time with Matching::kLater: 2 to 4 ms.
inline constexpr std::size_t kAsksPerTurn = 500;

enum class Matching : std::uint8_t {
  kAll,    // new selectors are put to every published device first
  kLater,  // to kAsksPerTurn of them; which devices they match is not known until all were asked
};

class SnapshotBuilder {
 public:
  explicit SnapshotBuilder(rules::SharedSettings settings = rules::default_settings());
  ~SnapshotBuilder();
  SnapshotBuilder(const SnapshotBuilder&) = delete;
  SnapshotBuilder& operator=(const SnapshotBuilder&) = delete;

  // True for kinds that put() reads; every other kind is passed over everywhere here. Any version
  // of a kind is read. "ConfigMap" is read for Kueue's Configuration within it.
  static bool reads(std::string_view group, std::string_view kind);

  // Adds the object, or replaces the one of its kind, namespace and name. It needs apiVersion and
  // kind; without a namespace it lies in "default". What decisions read of it is copied: `object`
  // may go afterwards. `place` is where problems say that it stands ("FILE:LINE"); empty for the
  // cluster. An object that cannot be used is reported in Snapshot::problems() until it is replaced
  // or removed, and its neighbours stand. So is one of a file that no API server would have stored.
  //
  // True where this changes what decisions read: a heartbeat changes nothing, and need not be
  // published.
  bool put(const kube::Json& object, std::string_view place = {});
  // True where there was such an object. `ns` is empty for kinds without a namespace.
  bool remove(std::string_view group, std::string_view kind, std::string_view ns,
              std::string_view name);

  // A list of all objects of a kind: what is not put() between the two is removed by end_list(). A
  // begin_list() without its end, before another one, is forgotten. From end_list() on the kind is
  // known: that an object is not there is then a fact. Kinds may be listed at the same time, and
  // publish() may be called in between. True where something was removed, or became known.
  void begin_list(std::string_view group, std::string_view kind);
  bool end_list(std::string_view group, std::string_view kind);
  // The kind is not served (any more): it is known that there is no object of it. True as above.
  bool clear(std::string_view group, std::string_view kind);

  // Of the kind only some objects are put: that another is not among them says nothing.
  void set_partial(ObjectKind kind);

  // What was put so far. The same pointer as before where nothing changed.
  std::shared_ptr<const Snapshot> publish(Matching matching = Matching::kAll);
  // After publish(Matching::kLater): new selectors wait for match_some().
  bool is_matching() const;
  // Puts them to kAsksPerTurn devices more. When the last were asked, publish() has news.
  void match_some();

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace drawbridge::admission
