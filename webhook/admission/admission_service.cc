#include "webhook/admission/admission_service.h"

#include <chrono>
#include <utility>

#include "webhook/admission/findings.h"
#include "webhook/admission/review_codec.h"

namespace drawbridge::admission {
namespace {

// What a thread uses again for every request that needs no waiting.
struct Workspace {
  kube::JsonReader reader;
  kube::Document document;
};

Endpoint endpoint_of(const Request& request) {
  return request.target_path == "/mutate" ? Endpoint::kMutate : Endpoint::kValidate;
}

void answer_bad_request(const Error& error, Response& response) {
  response.status = 400;
  response.content_type = "text/plain; charset=utf-8";
  response.body = "This is no AdmissionReview that can be answered: " + error.text() + ".\n";
}

// One look-up's answer among the facts; a failed one ends the request.
std::optional<AdmissionResponse> add_fact(const AdmissionRequest& request, ObjectRef ref,
                                          LookUp found, Facts& facts,
                                          std::vector<SharedDocument>& kept) {
  // What it says of devices may not matter, which decide() knows.
  if (!found && ref.kind != ObjectRef::Kind::kNamespace) {
    facts.looked_up.push_back({std::move(ref), std::nullopt, found.error().text()});
    return std::nullopt;
  }
  if (!found) {
    Decision refused;
    refused.findings.push_back(
        {"ObjectMissing", rules::Severity::kDeny, "",
         object_text(ref) + " could not be read: " + rules::shown(found.error().text(), 200) + ".",
         "Apply again; when it lasts, see the log of Drawbridge."});
    return conclude(request, std::move(refused), {});
  }
  facts.looked_up.push_back(
      {std::move(ref), *found ? std::optional<kube::Json>((*found)->root()) : std::nullopt});
  kept.push_back(std::move(*found));
  return std::nullopt;
}

std::int64_t nanoseconds() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

AdmissionResponse refuse_rounds(const AdmissionRequest& request) {
  Decision refused;
  refused.findings.push_back({"ObjectMissing", rules::Severity::kDeny, "",
                              "This request needs more look-ups than one request may make.",
                              "Report it as a bug of Drawbridge, with the object."});
  return conclude(request, std::move(refused), {});
}

}  // namespace

Progress AdmissionService::answer_now(const Request& http, Response& response) {
  thread_local Workspace workspace;
  if (Status read = workspace.reader.read_padded(http.body, workspace.document); !read) {
    answer_bad_request(read.error(), response);
    return Progress::kAnswered;
  }
  Result<AdmissionRequest> request = decode_review(workspace.document.root(), endpoint_of(http));
  if (!request) {
    answer_bad_request(request.error(), response);
    return Progress::kAnswered;
  }
  if (!http.may_take_long && takes_long(*request)) return Progress::kTakesLong;
  Facts facts;
  facts.nanoseconds = nanoseconds;
  facts.time_zones = time_zones_;
  facts.may_survey = http.may_take_long;
  if (!http.may_take_long) facts.rule_cost_max = kInlineRuleCostMax;
  std::vector<SharedDocument> kept;
  for (int round = 0; round < kDecideRoundsMax; ++round) {
    // The newest: a look-up may have been for a newer one.
    const std::shared_ptr<const Snapshot>& snapshot = snapshots_.get();
    std::variant<Decision, Needs> judged =
        decide(*request, *snapshot, facts, std::chrono::system_clock::now());
    if (Decision* decision = std::get_if<Decision>(&judged)) {
      const bool is_short = decision->rules_ran_out || decision->wants_survey;
      if (is_short && !http.may_take_long) return Progress::kTakesLong;
      std::vector<CreateOutcome> outcomes;
      for (CreateTemplate& create : decision->creates) {
        create.dry_run = request->dry_run;
        std::optional<CreateOutcome> outcome = gateway_.try_create(create);
        if (!outcome) return Progress::kWaits;
        outcomes.push_back(std::move(*outcome));
      }
      std::optional<quota::ChargeResult> charged;
      if (wants_charge(*decision, outcomes)) {
        charged = gateway_.try_charge(*decision->charge);
        if (!charged) return Progress::kWaits;
      }
      rules_.add(decision->rule_runs);
      response.body = encode_review(*request, conclude(*request, std::move(*decision), outcomes,
                                                       charged ? &*charged : nullptr));
      return Progress::kAnswered;
    }
    for (ObjectRef& ref : std::get<Needs>(judged).objects) {
      std::optional<LookUp> found = gateway_.try_look_up(ref);
      // What comes after the answer may cost more than a connection's thread has for rules.
      const bool is_for_rule =
          ref.kind == ObjectRef::Kind::kParams || ref.kind == ObjectRef::Kind::kAccess;
      if (!found && is_for_rule && !http.may_take_long) return Progress::kTakesLong;
      if (!found) return Progress::kWaits;
      if (auto refused = add_fact(*request, std::move(ref), std::move(*found), facts, kept)) {
        response.body = encode_review(*request, *refused);
        return Progress::kAnswered;
      }
    }
  }
  response.body = encode_review(*request, refuse_rounds(*request));
  return Progress::kAnswered;
}

// Reads the body anew into a document of its own: the thread's workspace serves other requests
// meanwhile.
boost::asio::awaitable<void> AdmissionService::answer_later(const Request& http,
                                                            Response& response) {
  kube::Document document;
  {
    kube::JsonReader reader;
    const Status read = reader.read_padded(http.body, document);
    if (!read) {
      answer_bad_request(read.error(), response);
      co_return;
    }
  }
  const Result<AdmissionRequest> decoded = decode_review(document.root(), endpoint_of(http));
  if (!decoded) {
    answer_bad_request(decoded.error(), response);
    co_return;
  }
  const AdmissionRequest& request = *decoded;
  Facts facts;
  facts.nanoseconds = nanoseconds;
  facts.time_zones = time_zones_;
  facts.may_survey = http.may_take_long;
  std::vector<SharedDocument> kept;
  for (int round = 0; round < kDecideRoundsMax; ++round) {
    const std::shared_ptr<const Snapshot> snapshot = snapshots_.get();
    std::variant<Decision, Needs> judged =
        decide(request, *snapshot, facts, std::chrono::system_clock::now());
    if (Decision* decision = std::get_if<Decision>(&judged)) {
      std::vector<CreateOutcome> outcomes;
      for (std::size_t i = 0; i < decision->creates.size(); ++i) {
        CreateTemplate create = decision->creates[i];
        create.dry_run = request.dry_run;
        CreateOutcome outcome = co_await gateway_.create(std::move(create), http.deadline);
        outcomes.push_back(std::move(outcome));
      }
      std::optional<quota::ChargeResult> charged;
      if (wants_charge(*decision, outcomes)) {
        ChargeWish wish = *decision->charge;
        charged = co_await gateway_.charge(std::move(wish), http.deadline);
      }
      rules_.add(decision->rule_runs);
      response.body = encode_review(request, conclude(request, std::move(*decision), outcomes,
                                                      charged ? &*charged : nullptr));
      co_return;
    }
    const std::vector<ObjectRef> refs = std::move(std::get<Needs>(judged).objects);
    for (const ObjectRef& ref : refs) {
      ObjectRef wanted = ref;
      LookUp found = co_await gateway_.look_up(std::move(wanted), http.deadline);
      std::optional<AdmissionResponse> refused =
          add_fact(request, ref, std::move(found), facts, kept);
      if (refused) {
        response.body = encode_review(request, *refused);
        co_return;
      }
    }
  }
  response.body = encode_review(request, refuse_rounds(request));
}

}  // namespace drawbridge::admission
