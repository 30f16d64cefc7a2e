#include "webhook/admission/admission_service.h"

#include <chrono>
#include <utility>

#include "webhook/admission/findings.h"
#include "webhook/admission/review_codec.h"
#include "webhook/admission/rounds.h"
#include "webhook/admission/takes_long.h"

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

// The answer where a look-up that failed ends the request.
std::optional<AdmissionResponse> refused_by(const AdmissionRequest& request, const ObjectRef& ref,
                                            const LookUp& found) {
  // What it says of devices may not matter, which decide() knows.
  if (found || ref.kind != ObjectRef::Kind::kNamespace) return std::nullopt;
  Decision refused;
  refused.findings.push_back(
      {"ObjectMissing", rules::Severity::kDeny, "",
       object_text(ref) + " could not be read: " + rules::shown(found.error().text(), 200) + ".",
       "Apply again; when it lasts, see the log of Drawbridge."});
  return conclude(request, std::move(refused), {});
}

std::int64_t nanoseconds() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// It was judged with less than a worker has for it.
bool wants_longer(const Decision& decision) {
  return decision.rules_ran_out || decision.wants_survey;
}

AdmissionResponse refuse_rounds(const AdmissionRequest& request) {
  Decision refused;
  refused.findings.push_back({"ObjectMissing", rules::Severity::kDeny, "",
                              "This request needs more look-ups than one request may make.",
                              "Report it as a bug of Drawbridge, with the object."});
  return conclude(request, std::move(refused), {});
}

}  // namespace

Facts AdmissionService::facts_within(bool may_take_long) const {
  Facts facts;
  facts.nanoseconds = nanoseconds;
  facts.time_zones = time_zones_;
  facts.rule_cost_max = may_take_long ? kRequestCostMax : kInlineRuleCostMax;
  facts.may_survey = may_take_long;
  return facts;
}

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
  Rounds rounds(facts_within(http.may_take_long));
  const auto wait = [&] {
    response.begun = std::make_shared<Rounds>(std::move(rounds));
    return Progress::kWaits;
  };
  while (rounds.may_go_on()) {
    // The newest: a look-up may have been for a newer one.
    const std::shared_ptr<const Snapshot>& snapshot = snapshots_.get();
    if (std::optional<Decision> decision =
            rounds.judge(*request, snapshot, std::chrono::system_clock::now())) {
      if (!http.may_take_long && wants_longer(*decision)) return Progress::kTakesLong;
      std::vector<CreateOutcome> outcomes;
      for (CreateTemplate& create : decision->creates) {
        create.dry_run = request->dry_run;
        std::optional<CreateOutcome> outcome = gateway_.try_create(create);
        if (!outcome) return wait();
        outcomes.push_back(std::move(*outcome));
      }
      std::optional<quota::ChargeResult> charged;
      if (wants_charge(*decision, outcomes)) {
        charged = gateway_.try_charge(*decision->charge);
        if (!charged) return wait();
      }
      rules_.add(decision->rule_runs);
      response.body = encode_review(*request, conclude(*request, std::move(*decision), outcomes,
                                                       charged ? &*charged : nullptr));
      return Progress::kAnswered;
    }
    while (!rounds.missing().empty()) {
      const ObjectRef& ref = rounds.missing().back();
      std::optional<LookUp> found = gateway_.try_look_up(ref);
      // Rules that come after the answer may cost more than a connection's thread has for them.
      if (!found && !http.may_take_long && request->endpoint == Endpoint::kValidate &&
          !snapshot->device_rules().empty())
        return Progress::kTakesLong;
      if (!found) return wait();
      if (auto refused = refused_by(*request, ref, *found)) {
        response.body = encode_review(*request, *refused);
        return Progress::kAnswered;
      }
      rounds.add(std::move(*found));
    }
  }
  response.body = encode_review(*request, refuse_rounds(*request));
  return Progress::kAnswered;
}

// Reads the body anew into a document of its own: the thread's workspace serves other requests
// meanwhile.
boost::asio::awaitable<Progress> AdmissionService::answer_later(const Request& http,
                                                                Response& response) {
  kube::Document document;
  {
    kube::JsonReader reader;
    const Status read = reader.read_padded(http.body, document);
    if (!read) {
      answer_bad_request(read.error(), response);
      co_return Progress::kAnswered;
    }
  }
  const Result<AdmissionRequest> decoded = decode_review(document.root(), endpoint_of(http));
  if (!decoded) {
    answer_bad_request(decoded.error(), response);
    co_return Progress::kAnswered;
  }
  const AdmissionRequest& request = *decoded;
  const auto begun = std::static_pointer_cast<Rounds>(std::move(response.begun));
  Rounds rounds = begun ? std::move(*begun) : Rounds(facts_within(true));
  while (rounds.may_go_on()) {
    if (const std::span<const ObjectRef> missing = rounds.missing(); !missing.empty()) {
      std::vector<ObjectRef> refs(missing.begin(), missing.end());
      std::vector<LookUp> found = co_await gateway_.look_up(std::move(refs), http.deadline);
      for (; !found.empty(); found.pop_back()) {
        if (auto refused = refused_by(request, rounds.missing().back(), found.back())) {
          response.body = encode_review(request, *refused);
          co_return Progress::kAnswered;
        }
        rounds.add(std::move(found.back()));
      }
    }
    const std::shared_ptr<const Snapshot> snapshot = snapshots_.get();
    std::optional<Decision> decision =
        rounds.judge(request, snapshot, std::chrono::system_clock::now());
    if (!decision) continue;
    if (!http.may_take_long && wants_longer(*decision)) co_return Progress::kTakesLong;
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
    response.body = encode_review(
        request, conclude(request, std::move(*decision), outcomes, charged ? &*charged : nullptr));
    co_return Progress::kAnswered;
  }
  response.body = encode_review(request, refuse_rounds(request));
  co_return Progress::kAnswered;
}

}  // namespace drawbridge::admission
