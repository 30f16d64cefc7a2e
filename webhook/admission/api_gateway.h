// ApiGateway: the cluster's API server as the Gateway of decisions.
//
// One control thread owns the client; request threads post to it and resume on their own executor.
#pragma once

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <memory>
#include <mutex>
#include <thread>

#include "certs/keeper.h"
#include "kube/client/client.h"
#include "kube/client/config.h"
#include "kube/client/discovery.h"
#include "webhook/admission/cluster_view.h"
#include "webhook/admission/confirmations.h"
#include "webhook/admission/gateway.h"
#include "webhook/admission/leader_duties.h"
#include "webhook/admission/look_ups.h"
#include "webhook/admission/memory_quotas.h"
#include "webhook/admission/quota_desk.h"
#include "webhook/admission/rule_facts.h"

namespace drawbridge::admission {

// Times that a template is read again because it was changed or removed while it was looked at.
inline constexpr int kEnsureRoundsMax = 3;
// How long it is taken for granted in which version the API server serves templates.
inline constexpr std::chrono::minutes kServedVersionFor{1};
// How long the end waits for the lead to be given away.
inline constexpr std::chrono::seconds kWindUpTime{3};
// How often who would lead looks whether its view is complete.
inline constexpr std::chrono::milliseconds kViewLookInterval{50};
// Of the request's time, what is kept for writing the answer.
inline constexpr std::chrono::milliseconds kAnswerReserve{100};

class ApiGateway final : public Gateway {
 public:
  // Starts the control thread. Nothing is asked of the API server yet.
  static Result<std::unique_ptr<ApiGateway>> start(const kube::ClientConfig& config);
  // Gives the lead away, ends calls under way and joins the thread. No request may be waiting for
  // an answer any more.
  ~ApiGateway() override;

  // Follows the cluster from now on, and publishes it into `store`, which outlives this gateway.
  // Once. `report` is called on the control thread.
  void follow(SnapshotStore& store, ClusterView::Report report);
  // nullptr before follow().
  const ClusterView* view() const { return view_.get(); }

  // Takes part in the election once the view is complete, and does what the leader does; `store`
  // outlives this gateway. Once. Precondition: follow() was called.
  void lead(const SnapshotStore& store, LeaderDutiesOptions options);
  // Whether this replica leads; false before lead(). Any thread.
  bool leads() const { return duties_ != nullptr && duties_->led_lately(); }
  // What became of the Events that it told as the leader; nullptr before lead(). Any thread.
  const kube::EventTally* events() const { return duties_ ? &duties_->events() : nullptr; }
  // Of DeviceQuotas, as the leader; nullptr before lead(). Any thread.
  const CountTally* counts() const { return duties_ ? &duties_->counts() : nullptr; }
  // Serves certificates of a Secret from now on, by `context`, which outlives this gateway. Once.
  void keep_certificates(kube::TlsContext& context, CertificateKeeperOptions options);
  // nullptr before keep_certificates().
  const CertificateKeeper* certificates() const { return certificates_.get(); }

  std::optional<LookUp> try_look_up(const ObjectRef& ref) override;
  boost::asio::awaitable<std::vector<LookUp>> look_up(std::vector<ObjectRef> refs,
                                                      Deadline deadline) override;
  std::optional<CreateOutcome> try_create(const CreateTemplate& create) override;
  boost::asio::awaitable<CreateOutcome> create(CreateTemplate create, Deadline deadline) override;
  // The DeviceQuotas of a cluster that is followed are charged there, and those of a folder here.
  std::optional<quota::ChargeResult> try_charge(const ChargeWish& wish,
                                                const std::shared_ptr<const Snapshot>& by) override;
  boost::asio::awaitable<quota::ChargeResult> charge(ChargeWish wish, Deadline deadline) override;
  // What became of charges. Any thread.
  const ChargeTally& charges() const { return quota_desk_->tally(); }

 private:
  ApiGateway();

  // On the control thread. Always a value: co_spawn wants a type that can be made empty.
  boost::asio::awaitable<std::optional<LookUp>> fetch(ObjectRef ref, Deadline deadline);
  boost::asio::awaitable<std::vector<LookUp>> found_of(std::vector<ObjectRef> refs, Deadline until);
  boost::asio::awaitable<std::optional<LookUp>> catch_up(std::string kind, Deadline deadline);
  boost::asio::awaitable<CreateOutcome> ensure(CreateTemplate create, Deadline deadline);
  // Asks again for what a thread still takes for granted.
  boost::asio::awaitable<void> confirm_again(CreateTemplate create,
                                             std::shared_ptr<Confirmation> known);
  // `path` is the template's. nullopt: it was made and removed by others meanwhile.
  boost::asio::awaitable<std::optional<CreateOutcome>> make(CreateTemplate create,
                                                            kube::ResourcePath path,
                                                            Deadline deadline);
  // Of a template that exists: notes that it is used, where it is time to. nullopt: it was changed
  // or removed meanwhile.
  boost::asio::awaitable<std::optional<CreateOutcome>> reuse(CreateTemplate create,
                                                             kube::ResourcePath path,
                                                             kube::ApiResult existing,
                                                             Deadline deadline);
  void run(boost::asio::awaitable<void> coroutine);
  boost::asio::awaitable<void> take_part();
  boost::asio::awaitable<void> wind_up();

  boost::asio::io_context control_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  // The control thread's.
  std::unique_ptr<kube::Client> client_;
  std::unique_ptr<kube::Client> background_;  // of which no request waits for an answer
  // For requests, which never wait behind background calls; others have the view's.
  std::unique_ptr<kube::Discovery> served_;
  std::unique_ptr<LookUps> look_ups_;
  std::unique_ptr<RuleFacts> rule_facts_;
  std::unique_ptr<QuotaDesk> quota_desk_;
  std::unique_ptr<ClusterView> view_;  // nullptr: of a folder; set before the first request
  std::unique_ptr<LeaderDuties> duties_;
  std::unique_ptr<CertificateKeeper> certificates_;
  int running_ = 0;  // of run()
  bool is_winding_up_ = false;
  std::thread thread_;

  std::mutex mutex_;
  MemoryQuotas quotas_ = MemoryQuotas(MemoryQuotas::Keeps::kAsHoldsMay);  // by mutex_
};

}  // namespace drawbridge::admission
