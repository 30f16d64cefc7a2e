#include "webhook/admission/memory_gateway.h"

#include <set>

namespace drawbridge::admission {
namespace {

// Templates of one generation that this thread has seen remembered: replicas of a workload come in
// bursts, and need no lock.
struct KnownToThread {
  std::uint64_t generation = 0;
  std::set<std::string, std::less<>> templates;
};
thread_local KnownToThread known;

std::uint64_t next_generation() {
  static std::atomic<std::uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

}  // namespace

MemoryGateway::MemoryGateway() : generation_(next_generation()) {}

std::optional<LookUp> MemoryGateway::try_look_up(const ObjectRef& ref) {
  const std::lock_guard lock(mutex_);
  switch (ref.kind) {
    case ObjectRef::Kind::kClaimTemplate:
      return LookUp(known_template(ref.ns, ref.name));
    case ObjectRef::Kind::kPod:
      return LookUp(pods_.find(ref.ns, ref.name));
    default:
      // Nor are there params, and nobody answers for the authorizer.
      return LookUp(SharedDocument());
  }
}

SharedDocument MemoryGateway::known_template(const std::string& ns, const std::string& name) {
  const auto in_namespace = templates_.find(ns);
  if (in_namespace == templates_.end()) return nullptr;
  const auto found = in_namespace->second.find(name);
  return found == in_namespace->second.end() ? nullptr : found->second;
}

boost::asio::awaitable<std::vector<LookUp>> MemoryGateway::look_up(std::vector<ObjectRef> refs,
                                                                   Deadline /*deadline*/) {
  std::vector<LookUp> found;
  for (const ObjectRef& ref : refs) found.push_back(*try_look_up(ref));
  co_return found;
}

std::optional<CreateOutcome> MemoryGateway::try_create(const CreateTemplate& create) {
  std::string key;
  key.reserve(create.ns.size() + 1 + create.claim_template.name.size());
  key += create.ns;
  key += '/';
  key += create.claim_template.name;
  if (const std::uint64_t now = generation_.load(std::memory_order_acquire);
      known.generation != now) {
    known = {now, {}};
  }
  if (known.templates.contains(key)) return CreateOutcome{};
  CreateOutcome outcome = remember(create);
  if (outcome.kind == CreateOutcome::Kind::kDone && !create.dry_run)
    known.templates.insert(std::move(key));
  return outcome;
}

boost::asio::awaitable<CreateOutcome> MemoryGateway::create(CreateTemplate create,
                                                            Deadline /*deadline*/) {
  std::optional<CreateOutcome> outcome = try_create(create);
  co_return std::move(*outcome);
}

std::optional<quota::ChargeResult> MemoryGateway::try_charge(
    const ChargeWish& wish, const std::shared_ptr<const Snapshot>& by) {
  const std::lock_guard lock(mutex_);
  return quotas_.charge(wish, by);
}

boost::asio::awaitable<quota::ChargeResult> MemoryGateway::charge(ChargeWish wish,
                                                                  Deadline /*deadline*/) {
  std::optional<quota::ChargeResult> result = try_charge(wish, nullptr);
  co_return std::move(*result);
}

void MemoryGateway::was_let_pass(const AdmissionRequest& request) {
  if (!request.group.empty() || request.kind != "Pod" || request.operation != Operation::kCreate)
    return;
  const std::lock_guard lock(mutex_);
  pods_.add(request.ns, request.object);
}

CreateOutcome MemoryGateway::remember(const CreateTemplate& create) {
  Result<kube::Document> object =
      kube::read_json(rules::template_object(create.claim_template, create.ns));
  if (!object) return {CreateOutcome::Kind::kFailed, object.error().text()};
  const std::lock_guard lock(mutex_);
  if (const auto found = templates_.find(create.ns); found != templates_.end()) {
    const auto& in_namespace = found->second;
    if (in_namespace.contains(create.claim_template.name)) return {};
    if (in_namespace.size() >= rules::kTemplatesPerNamespaceMax)
      return {CreateOutcome::Kind::kTooMany, {}};
  }
  if (create.dry_run) return {};
  if (count_ >= kMemoryTemplatesMax) {
    templates_.clear();
    count_ = 0;
    generation_.store(next_generation(), std::memory_order_release);
  }
  templates_[create.ns][create.claim_template.name] =
      std::make_shared<const kube::Document>(std::move(*object));
  ++count_;
  return {};
}

}  // namespace drawbridge::admission
