// TemplateKeeper: the leader's care of generated ResourceClaimTemplates: watches them and what uses
// them, and carries out what TemplateCare plans.
//
// Not thread-safe: on the executor of its client. RBAC: list and watch of pods, Kueue's workloads
// and resourceclaimtemplates; get of pods; create and delete of resourceclaimtemplates.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kube/client/alarm.h"
#include "kube/client/client.h"
#include "kube/client/discovery.h"
#include "kube/client/reflector.h"
#include "webhook/admission/snapshot_store.h"
#include "webhook/admission/template_care.h"

namespace drawbridge::admission {

// Unless the administrator says otherwise, a template that nobody uses is removed after this.
inline constexpr std::chrono::hours kTemplateTimeToLive{4};
// How often it is looked at what to do; a template that is deleted is looked at when it happens.
inline constexpr std::chrono::milliseconds kTemplateCareInterval{2'000};
// What was not confirmed for longer than this is stale: nothing is removed by it. The API server
// confirms a quiet watch about once a minute.
inline constexpr std::chrono::seconds kTemplateViewAgeMax{180};
// A template that could not be put back is tried again after this.
inline constexpr std::chrono::seconds kRestoreAgainAfter{15};

struct TemplateKeeperOptions {
  std::chrono::seconds time_to_live = kTemplateTimeToLive;
  std::chrono::milliseconds interval = kTemplateCareInterval;
  // By when a write that begins now must have ended; nullopt: not the leader (any more), and
  // nothing may be written. Asked before each write.
  std::function<std::optional<kube::Deadline>()> write_until;
  // Hears of Pods, too, which so need no second watch; it outlives the keeper.
  kube::ReflectorSink* pods_too = nullptr;
  // What was done, and what could not be, in words.
  std::function<void(const std::string& text)> done = {};
  std::function<void(const std::string& text)> troubled = {};
};

class TemplateKeeper final : private kube::ReflectorSink {
 public:
  // `client` should be a background one. All but the options outlive it.
  TemplateKeeper(const boost::asio::any_io_executor& executor, kube::Client& client,
                 kube::Discovery& discovery, const SnapshotStore& snapshots,
                 TemplateKeeperOptions options);
  ~TemplateKeeper() override;
  TemplateKeeper(const TemplateKeeper&) = delete;
  TemplateKeeper& operator=(const TemplateKeeper&) = delete;

  // Watches and acts until stop(), or until the client is stopped. Once.
  // What it throws comes once nothing of it is under way.
  boost::asio::awaitable<void> run();
  void stop();

  std::uint64_t removed() const { return removed_; }
  std::uint64_t restored() const { return restored_; }

 private:
  struct Watched;  // a kind, how well it is known

  void list_begins(const kube::ReflectedKind& kind) override;
  void put(const kube::ReflectedKind& kind, kube::Json object) override;
  void removed(const kube::ReflectedKind& kind, kube::Json last) override;
  void listed(const kube::ReflectedKind& kind) override;
  void fresh(const kube::ReflectedKind& kind) override;
  void absent(const kube::ReflectedKind& kind) override;
  void troubled(const kube::ReflectedKind& kind, const std::string& what) override;

  // nullptr for kinds that nobody else hears of.
  kube::ReflectorSink* other(const kube::ReflectedKind& kind) const;
  Watched& watched(const kube::ReflectedKind& kind);
  TemplateCare::View view() const;
  boost::asio::awaitable<void> work();
  boost::asio::awaitable<void> reflect(Watched* watched);
  boost::asio::awaitable<void> act();
  boost::asio::awaitable<void> remove(TemplateCare::Removal removal);
  boost::asio::awaitable<void> restore(TemplateCare::Restoration restoration);
  boost::asio::awaitable<std::optional<rules::ClaimTemplate>> content_of(
      TemplateCare::Restoration restoration, kube::Deadline until);
  void tell_trouble(const std::string& text);

  const boost::asio::any_io_executor executor_;
  kube::Client& client_;
  kube::Discovery& discovery_;
  const SnapshotStore& snapshots_;
  const TemplateKeeperOptions options_;
  TemplateCare care_;
  std::vector<std::unique_ptr<Watched>> kinds_;
  // When a template that could not be put back may be tried again.
  std::map<std::string, kube::Deadline> not_before_;
  kube::Alarm alarm_;
  int reflecting_ = 0;
  bool stopped_ = false;
  std::exception_ptr problem_;
  std::uint64_t removed_ = 0;
  std::uint64_t restored_ = 0;
};

}  // namespace drawbridge::admission
