#include "webhook/admission/api_gateway.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <map>
#include <utility>

#include "kube/client/wall_clock.h"
#include "rules/mapping/template.h"
#include "webhook/admission/api_paths.h"
#include "webhook/admission/served_templates.h"
#include "webhook/admission/template_care.h"

namespace drawbridge::admission {
namespace {

using boost::asio::awaitable;
using boost::asio::use_awaitable;
using Clock = std::chrono::steady_clock;

thread_local Confirmations confirmed;

std::string key_of(const ObjectRef& ref) {
  return "read " + std::to_string(static_cast<int>(ref.kind)) + " " + ref.ns + "/" + ref.name +
         " " + ref.what + " " + ref.selector;
}

// Params change under the eyes of who wrote them.
constexpr std::chrono::seconds kParamsFor{1};

// From when on the answer to a look-up is as if it had come.
Clock::time_point answered_at(ObjectRef::Kind kind) {
  const Clock::time_point now = Clock::now();
  return kind == ObjectRef::Kind::kParams ? now - (kConfirmedFor - kParamsFor) : now;
}
std::string key_of(const CreateTemplate& create) {
  return "made " + create.ns + "/" + create.claim_template.name;
}

kube::ResourcePath namespace_path(const std::string& name) {
  kube::ResourcePath path;
  path.version = "v1";
  path.resource = "namespaces";
  path.name = name;
  return path;
}

CreateOutcome failed(const kube::ApiResult& result) {
  return {CreateOutcome::Kind::kFailed, result.error_text()};
}

// The content decides, not who made it.
CreateOutcome judged(const kube::Json& existing) {
  return {
      rules::check_template(existing) ? CreateOutcome::Kind::kTampered : CreateOutcome::Kind::kDone,
      {}};
}

}  // namespace

ApiGateway::ApiGateway() : control_(1), work_(boost::asio::make_work_guard(control_)) {}

Result<std::unique_ptr<ApiGateway>> ApiGateway::start(const kube::ClientConfig& config) {
  std::unique_ptr<ApiGateway> gateway(new ApiGateway());
  Result<std::unique_ptr<kube::Client>> client =
      kube::Client::create(gateway->control_.get_executor(), config);
  if (!client) return std::move(client).error();
  gateway->client_ = std::move(*client);
  gateway->background_ = gateway->client_->background();
  gateway->served_ = std::make_unique<kube::Discovery>(*gateway->client_, kServedVersionFor);
  gateway->look_ups_ = std::make_unique<LookUps>(
      gateway->control_.get_executor(), [self = gateway.get()](ObjectRef ref, Deadline until) {
        return self->fetch(std::move(ref), until);
      });
  gateway->rule_facts_ = std::make_unique<RuleFacts>(*gateway->client_);
  gateway->quota_desk_ =
      std::make_unique<QuotaDesk>(gateway->control_.get_executor(), *gateway->client_);
  gateway->thread_ = std::thread([&context = gateway->control_] { context.run(); });
  return gateway;
}

ApiGateway::~ApiGateway() {
  if (!thread_.joinable()) return;
  run(wind_up());
  work_.reset();
  thread_.join();
}

// The client needs its executor to run until the last call has ended.
awaitable<void> ApiGateway::wind_up() {
  is_winding_up_ = true;
  if (duties_) duties_->stop();
  if (certificates_) certificates_->stop();
  const Deadline until = Clock::now() + kWindUpTime;
  while (running_ > 1 && Clock::now() < until) {
    const Deadline next = Clock::now() + std::chrono::milliseconds(10);
    co_await client_->pause(next);
  }
  if (view_) view_->stop();
  client_->stop();
}

void ApiGateway::run(awaitable<void> coroutine) {
  // On the control thread, so that the count is its own.
  boost::asio::post(control_,
                    [this, work = std::make_shared<awaitable<void>>(std::move(coroutine))] {
                      ++running_;
                      boost::asio::co_spawn(control_, std::move(*work),
                                            [this](const std::exception_ptr&) { --running_; });
                    });
}

void ApiGateway::lead(const SnapshotStore& store, LeaderDutiesOptions options) {
  // The Lease goes before everything else: its writes are not background ones.
  duties_ = std::make_unique<LeaderDuties>(control_.get_executor(), *client_, *background_,
                                           view_->discovery(), store, std::move(options));
  run(take_part());
}

// Who knows only some kinds would count too little, and others would let pass more by it.
awaitable<void> ApiGateway::take_part() {
  while (!is_winding_up_ && !view_->not_ready().empty()) {
    const Deadline next = Clock::now() + kViewLookInterval;
    co_await client_->pause(next);
  }
  if (is_winding_up_) co_return;
  awaitable<void> duties = duties_->run();
  co_await std::move(duties);
}

void ApiGateway::keep_certificates(kube::TlsContext& context, CertificateKeeperOptions options) {
  certificates_ = std::make_unique<CertificateKeeper>(control_.get_executor(), *background_,
                                                      context, std::move(options));
  run(certificates_->run());
}

void ApiGateway::follow(SnapshotStore& store, ClusterView::Report report) {
  ClusterViewOptions options;
  options.device_quota = [this](const kube::Json& object) { quota_desk_->was_told(object); };
  view_ = std::make_unique<ClusterView>(*background_, store, std::move(report), reflected_kinds(),
                                        std::move(options));
  boost::asio::post(control_, [this] { view_->start(); });
}

std::optional<LookUp> ApiGateway::try_look_up(const ObjectRef& ref) {
  // Without a view the snapshot is as new as it gets.
  if (ref.kind == ObjectRef::Kind::kNewest)
    return view_ ? std::nullopt : std::optional(LookUp(SharedDocument()));
  const std::shared_ptr<Confirmation> known = confirmed.find(key_of(ref), Clock::now());
  if (!known) return std::nullopt;
  return LookUp(known->object());
}

std::optional<CreateOutcome> ApiGateway::try_create(const CreateTemplate& create) {
  const Clock::time_point now = Clock::now();
  std::shared_ptr<Confirmation> known = confirmed.find(key_of(create), now);
  if (!known) return std::nullopt;
  if (!create.dry_run && known->is_due(now)) run(confirm_again(create, std::move(known)));
  return CreateOutcome{};
}

awaitable<std::vector<LookUp>> ApiGateway::look_up(std::vector<ObjectRef> refs, Deadline deadline) {
  std::vector<ObjectRef> wanted = refs;
  awaitable<std::vector<LookUp>> work = found_of(std::move(wanted), deadline - kAnswerReserve);
  std::vector<LookUp> found =
      co_await boost::asio::co_spawn(control_, std::move(work), use_awaitable);
  for (std::size_t i = 0; i < refs.size(); ++i) {
    // Another pod of the same name may take its place at any time.
    const bool is_lasting = refs[i].kind != ObjectRef::Kind::kPod;
    if (is_lasting && found[i].ok() && *found[i] != nullptr)
      confirmed.add(key_of(refs[i]), *found[i], answered_at(refs[i].kind));
  }
  co_return found;
}

// On the control thread.
awaitable<std::vector<LookUp>> ApiGateway::found_of(std::vector<ObjectRef> refs, Deadline until) {
  std::vector<ObjectRef> objects;
  for (const ObjectRef& ref : refs) {
    if (ref.kind != ObjectRef::Kind::kNewest) objects.push_back(ref);
  }
  awaitable<std::vector<LookUp>> looking = look_ups_->get(std::move(objects), until);
  std::vector<LookUp> of_objects = co_await std::move(looking);
  std::vector<LookUp> found;
  std::size_t next = 0;
  for (const ObjectRef& ref : refs) {
    if (ref.kind != ObjectRef::Kind::kNewest) {
      found.push_back(std::move(of_objects[next++]));
      continue;
    }
    std::string kind = ref.name;
    awaitable<std::optional<LookUp>> catching = catch_up(std::move(kind), until);
    std::optional<LookUp> caught = co_await std::move(catching);
    found.push_back(std::move(*caught));
  }
  co_return found;
}

awaitable<CreateOutcome> ApiGateway::create(CreateTemplate create, Deadline deadline) {
  // A dry run confirms nothing.
  std::string key = create.dry_run ? std::string() : key_of(create);
  awaitable<CreateOutcome> work = ensure(std::move(create), deadline - kAnswerReserve);
  CreateOutcome outcome = co_await boost::asio::co_spawn(control_, std::move(work), use_awaitable);
  if (outcome.kind == CreateOutcome::Kind::kDone && !key.empty())
    confirmed.add(std::move(key), nullptr, Clock::now());
  co_return outcome;
}

awaitable<void> ApiGateway::confirm_again(CreateTemplate create,
                                          std::shared_ptr<Confirmation> known) {
  const Deadline until = Clock::now() + kConfirmAgainWithin;
  const CreateOutcome outcome = co_await ensure(std::move(create), until);
  if (outcome.kind == CreateOutcome::Kind::kDone) {
    known->prolong(Clock::now());
  } else if (outcome.kind != CreateOutcome::Kind::kFailed) {
    known->revoke();
  }
}

std::optional<quota::ChargeResult> ApiGateway::try_charge(
    const ChargeWish& wish, const std::shared_ptr<const Snapshot>& by) {
  if (view_) return std::nullopt;
  const std::lock_guard lock(mutex_);
  return quotas_.charge(wish, by, std::chrono::steady_clock::now());
}

awaitable<quota::ChargeResult> ApiGateway::charge(ChargeWish wish, Deadline deadline) {
  awaitable<std::optional<quota::ChargeResult>> work =
      quota_desk_->charge(std::move(wish), deadline - kAnswerReserve);
  std::optional<quota::ChargeResult> result =
      co_await boost::asio::co_spawn(control_, std::move(work), use_awaitable);
  co_return std::move(*result);
}

awaitable<std::optional<LookUp>> ApiGateway::catch_up(std::string kind, Deadline deadline) {
  if (view_) co_await view_->catch_up(std::move(kind), client_.get(), deadline);
  co_return LookUp(SharedDocument());
}

awaitable<std::optional<LookUp>> ApiGateway::fetch(ObjectRef ref, Deadline deadline) {
  if (ref.kind == ObjectRef::Kind::kParams || ref.kind == ObjectRef::Kind::kAccess) {
    std::optional<LookUp> found = co_await rule_facts_->fetch(std::move(ref), deadline);
    co_return found;
  }
  kube::ResourcePath path;
  const bool is_claim = ref.kind == ObjectRef::Kind::kClaim;
  if (is_claim || ref.kind == ObjectRef::Kind::kClaimTemplate) {
    kube::ApiAnswer<kube::ResourcePath> found =
        co_await find_templates(served_.get(), ref.ns, ref.name, deadline);
    if (!found) co_return LookUp(Error{found.error_text()});
    path = std::move(found.value());
    // Served in the same versions.
    if (is_claim) path.resource = "resourceclaims";
  } else {
    path =
        ref.kind == ObjectRef::Kind::kPod ? pod_path(ref.ns, ref.name) : namespace_path(ref.name);
  }
  kube::ApiResult result = co_await client_->get(std::move(path), deadline);
  if (is_unserved(result)) served_->forget("resource.k8s.io");
  if (result.ok()) {
    co_return LookUp(std::make_shared<const kube::Document>(std::move(result.reply().object)));
  }
  if (result.is(kube::kReasonNotFound)) co_return LookUp(SharedDocument());
  co_return LookUp(Error{result.error_text()});
}

awaitable<CreateOutcome> ApiGateway::ensure(CreateTemplate create, Deadline deadline) {
  for (int round = 0; round < kEnsureRoundsMax; ++round) {
    const kube::ApiAnswer<kube::ResourcePath> path =
        co_await find_templates(served_.get(), create.ns, create.claim_template.name, deadline);
    if (!path) co_return CreateOutcome{CreateOutcome::Kind::kFailed, path.error_text()};
    kube::ApiResult existing = co_await client_->get(path.value(), deadline);
    if (is_unserved(existing) && round + 1 < kEnsureRoundsMax) {
      // The API server was replaced by one of another version.
      served_->forget(path.value().group);
      continue;
    }
    if (!existing.ok()) {
      if (!existing.is(kube::kReasonNotFound)) co_return failed(existing);
      std::optional<CreateOutcome> made = co_await make(create, path.value(), deadline);
      if (made) co_return std::move(*made);
      continue;
    }
    std::optional<CreateOutcome> reused =
        co_await reuse(create, path.value(), std::move(existing), deadline);
    if (reused) co_return std::move(*reused);
  }
  co_return CreateOutcome{CreateOutcome::Kind::kFailed, "it is being changed by somebody else"};
}

awaitable<std::optional<CreateOutcome>> ApiGateway::reuse(CreateTemplate create,
                                                          kube::ResourcePath path,
                                                          kube::ApiResult existing,
                                                          Deadline deadline) {
  const kube::Json object = existing.object();
  CreateOutcome outcome = judged(object);
  const kube::Time now = kube::wall_now();
  if (outcome.kind != CreateOutcome::Kind::kDone || create.dry_run ||
      !needs_use_noted(object, now, kTemplateTimeToLiveMin)) {
    co_return outcome;
  }
  const Result<kube::Document> patch = kube::read_json(use_noted_patch(object, now));
  if (!patch) co_return CreateOutcome{CreateOutcome::Kind::kFailed, patch.error().text()};
  const kube::Json body = patch->root();
  kube::WriteOptions options;
  // Written twice is a Conflict, after which it is read anew.
  options.retry = kube::Retry::kSafeToRepeat;
  const kube::ApiResult noted =
      co_await client_->patch(std::move(path), kube::PatchType::kMerge, body, deadline, options);
  if (noted.ok()) co_return outcome;
  if (noted.is(kube::kReasonConflict) || noted.is(kube::kReasonNotFound)) co_return std::nullopt;
  co_return failed(noted);
}

awaitable<std::optional<CreateOutcome>> ApiGateway::make(CreateTemplate create,
                                                         kube::ResourcePath path,
                                                         Deadline deadline) {
  kube::ResourcePath collection = path;
  collection.name.clear();
  kube::Client::Query query = {{"labelSelector", std::string(rules::kTemplateSelector)},
                               {"limit", std::to_string(rules::kTemplatesPerNamespaceMax)}};
  kube::ApiResult listed = co_await client_->get(collection, deadline, std::move(query));
  if (!listed.ok()) co_return failed(listed);
  if (listed.object()["items"].size() >= rules::kTemplatesPerNamespaceMax) {
    co_return CreateOutcome{CreateOutcome::Kind::kTooMany, {}};
  }
  const Result<kube::Document> object =
      kube::read_json(rules::template_object(create.claim_template, create.ns, path.version));
  if (!object) co_return CreateOutcome{CreateOutcome::Kind::kFailed, object.error().text()};
  kube::WriteOptions options;
  // Its name says what it holds: made twice is made once.
  options.retry = kube::Retry::kSafeToRepeat;
  options.dry_run = create.dry_run;
  const kube::ApiResult made =
      co_await client_->create(std::move(collection), object->root(), deadline, options);
  if (made.ok()) co_return judged(made.object());
  if (!made.is(kube::kReasonAlreadyExists)) co_return failed(made);
  const kube::ApiResult existing = co_await client_->get(std::move(path), deadline);
  // It was deleted meanwhile.
  if (existing.is(kube::kReasonNotFound)) co_return std::nullopt;
  if (!existing.ok()) co_return failed(existing);
  co_return judged(existing.object());
}

}  // namespace drawbridge::admission
