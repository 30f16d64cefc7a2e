#include "webhook/admission/memory_gateway.h"

namespace drawbridge::admission {
namespace {

// Templates that this thread has seen remembered; nothing is ever forgotten but by the cap, and
// then a needless "it exists" does no harm: there is nobody else to take the template away.
thread_local std::map<std::string, bool, std::less<>> known_to_thread;

}  // namespace

std::optional<LookUp> MemoryGateway::try_look_up(const ObjectRef& ref) {
  if (ref.kind != ObjectRef::Kind::kClaimTemplate) return LookUp(SharedDocument());
  const std::lock_guard lock(mutex_);
  const auto in_namespace = templates_.find(ref.ns);
  if (in_namespace == templates_.end()) return LookUp(SharedDocument());
  const auto found = in_namespace->second.find(ref.name);
  return LookUp(found == in_namespace->second.end() ? SharedDocument() : found->second);
}

boost::asio::awaitable<LookUp> MemoryGateway::look_up(ObjectRef ref, Deadline /*deadline*/) {
  std::optional<LookUp> found = try_look_up(ref);
  co_return std::move(*found);
}

std::optional<CreateOutcome> MemoryGateway::try_create(const CreateTemplate& create) {
  std::string key;
  key.reserve(create.ns.size() + 1 + create.claim_template.name.size());
  key += create.ns;
  key += '/';
  key += create.claim_template.name;
  if (known_to_thread.contains(key)) return CreateOutcome{};
  CreateOutcome outcome = remember(create);
  if (outcome.kind == CreateOutcome::Kind::kDone) {
    if (known_to_thread.size() >= kMemoryTemplatesMax) known_to_thread.clear();
    known_to_thread.emplace(std::move(key), true);
  }
  return outcome;
}

boost::asio::awaitable<CreateOutcome> MemoryGateway::create(CreateTemplate create,
                                                            Deadline /*deadline*/) {
  std::optional<CreateOutcome> outcome = try_create(create);
  co_return std::move(*outcome);
}

CreateOutcome MemoryGateway::remember(const CreateTemplate& create) {
  Result<kube::Document> object =
      kube::read_json(rules::template_object(create.claim_template, create.ns));
  if (!object) return {CreateOutcome::Kind::kFailed, object.error().text()};
  const std::lock_guard lock(mutex_);
  auto& in_namespace = templates_[create.ns];
  if (in_namespace.contains(create.claim_template.name)) return {};
  if (in_namespace.size() >= rules::kTemplatesPerNamespaceMax)
    return {CreateOutcome::Kind::kTooMany, {}};
  if (count_ >= kMemoryTemplatesMax) {
    templates_.clear();
    count_ = 0;
  }
  templates_[create.ns][create.claim_template.name] =
      std::make_shared<const kube::Document>(std::move(*object));
  ++count_;
  return {};
}

}  // namespace drawbridge::admission
