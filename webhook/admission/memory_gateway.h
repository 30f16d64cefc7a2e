// MemoryGateway: the world without a cluster. Templates, and pods that were let pass, are
// remembered in memory, and an object that neither this nor the state holds does not exist.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>

#include "webhook/admission/gateway.h"
#include "webhook/admission/memory_pods.h"
#include "webhook/admission/memory_quotas.h"

namespace drawbridge::admission {

// Templates kept at most, all namespaces together; then all are forgotten, and made again when a
// pod asks for them.
inline constexpr std::size_t kMemoryTemplatesMax = 100'000;

class MemoryGateway final : public Gateway {
 public:
  MemoryGateway();

  std::optional<LookUp> try_look_up(const ObjectRef& ref) override;
  boost::asio::awaitable<std::vector<LookUp>> look_up(std::vector<ObjectRef> refs,
                                                      Deadline deadline) override;
  std::optional<CreateOutcome> try_create(const CreateTemplate& create) override;
  boost::asio::awaitable<CreateOutcome> create(CreateTemplate create, Deadline deadline) override;
  std::optional<quota::ChargeResult> try_charge(const ChargeWish& wish,
                                                const std::shared_ptr<const Snapshot>& by) override;
  boost::asio::awaitable<quota::ChargeResult> charge(ChargeWish wish, Deadline deadline) override;
  // A pod is remembered: by it are known the claims that are made for it.
  void was_let_pass(const AdmissionRequest& request) override;

 private:
  SharedDocument known_template(const std::string& ns, const std::string& name);
  CreateOutcome remember(const CreateTemplate& create);

  // Of this gateway and since it last forgot; no other gateway of the process ever has the same.
  std::atomic<std::uint64_t> generation_;
  std::mutex mutex_;
  std::map<std::string, std::map<std::string, SharedDocument>>
      templates_;          // namespace -> name; by mutex_
  std::size_t count_ = 0;  // by mutex_
  MemoryPods pods_;        // by mutex_
  MemoryQuotas quotas_;    // by mutex_
};

}  // namespace drawbridge::admission
