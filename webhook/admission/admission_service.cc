#include "webhook/admission/admission_service.h"

#include <cassert>
#include <chrono>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "webhook/decide/findings.h"
#include "webhook/decide/review_codec.h"
#include "webhook/decide/rounds.h"
#include "webhook/decide/takes_long.h"

namespace drawbridge::admission {
namespace {

// What a thread uses again for every request, one at a time and never across a wait.
struct Workspace {
  kube::JsonReader reader = kube::JsonReader(kReviewTokensMax);
  kube::Document document;
};

Workspace& workspace() {
  thread_local Workspace of_this_thread;
  return of_this_thread;
}

// The document of the thread's workspace, for as long as nothing is waited for: it takes several
// times the room of its text, and there may be a thousand texts that wait.
class OpenDocument {
 public:
  explicit OpenDocument(std::string_view padded_text)
      : read_(workspace().reader.read_padded(padded_text, workspace().document)) {}
  OpenDocument(const OpenDocument&) = delete;
  OpenDocument& operator=(const OpenDocument&) = delete;
  ~OpenDocument() { workspace().document.clear(); }

  Result<AdmissionRequest> review(Endpoint endpoint) const {
    if (!read_) return read_.error();
    return decode_review(workspace().document.root(), endpoint);
  }

 private:
  const Status read_;
};

Endpoint endpoint_of(const Request& request) {
  return request.target_path == "/mutate" ? Endpoint::kMutate : Endpoint::kValidate;
}

void answer_bad_request(const Error& error, Response& response) {
  response.status = 400;
  response.content_type = "text/plain; charset=utf-8";
  response.body = "This is no AdmissionReview that can be answered: " + error.text() + ".\n";
}

// The refusal where a look-up that failed ends the request.
std::optional<Decision> refused_by(const ObjectRef& ref, const LookUp& found) {
  // What it says of devices may not matter, which decide() knows.
  if (found || ref.kind != ObjectRef::Kind::kNamespace) return std::nullopt;
  Decision refused;
  refused.findings.push_back(
      {"ObjectMissing", rules::Severity::kDeny, "",
       object_text(ref) + " could not be read: " + rules::shown(found.error().text(), 200) + ".",
       "Apply again; when it lasts, see the log of Drawbridge."});
  return refused;
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

Decision too_many_rounds() {
  Decision refused;
  refused.findings.push_back({"ObjectMissing", rules::Severity::kDeny, "",
                              "This request needs more look-ups than one request may make.",
                              "Report it as a bug of Drawbridge, with the object."});
  return refused;
}

}  // namespace

// How far a request has come. Refers to nothing of its document, which is read anew after a wait.
struct AdmissionService::Course {
  explicit Course(Facts facts) : rounds(std::move(facts)) {}

  // What was found of the last one of rounds.missing().
  void add(LookUp found) {
    if (!decision) decision = refused_by(rounds.missing().back(), found);
    rounds.add(std::move(found));
  }
  bool wants_charge() const { return !charged && admission::wants_charge(*decision, outcomes); }

  Rounds rounds;
  std::optional<Decision> decision;
  std::vector<CreateOutcome> outcomes;  // of decision->creates, as far as they are done
  std::optional<quota::ChargeResult> charged;
};

Facts AdmissionService::facts_within(bool may_take_long) const {
  Facts facts;
  facts.nanoseconds = nanoseconds;
  facts.time_zones = time_zones_;
  facts.rule_cost_max = may_take_long ? kRequestCostMax : kInlineRuleCostMax;
  facts.may_survey = may_take_long;
  return facts;
}

Progress AdmissionService::judge(const Request& http, const AdmissionRequest& request,
                                 Course& course) {
  Rounds& rounds = course.rounds;
  while (!course.decision) {
    while (!rounds.missing().empty()) {
      std::optional<LookUp> found = gateway_.try_look_up(rounds.missing().back());
      // Rules that come after the answer may cost more than a connection's thread has for them.
      if (!found && !http.may_take_long && request.endpoint == Endpoint::kValidate &&
          !snapshots_.get()->device_rules().empty())
        return Progress::kTakesLong;
      if (!found) return Progress::kWaits;
      course.add(std::move(*found));
    }
    if (course.decision) break;
    // By the newest snapshot: a look-up may have been for a newer one.
    course.decision =
        rounds.may_go_on() ? rounds.judge(request, snapshots_.get()) : too_many_rounds();
    if (!course.decision) continue;
    if (!http.may_take_long && wants_longer(*course.decision)) return Progress::kTakesLong;
    for (CreateTemplate& create : course.decision->creates) create.dry_run = request.dry_run;
  }
  return Progress::kAnswered;
}

Progress AdmissionService::carry_out(Course& course) {
  for (std::size_t i = course.outcomes.size(); i < course.decision->creates.size(); ++i) {
    std::optional<CreateOutcome> outcome = gateway_.try_create(course.decision->creates[i]);
    if (!outcome) return Progress::kWaits;
    course.outcomes.push_back(std::move(*outcome));
  }
  if (course.wants_charge())
    course.charged = gateway_.try_charge(*course.decision->charge, snapshots_.get());
  return course.wants_charge() ? Progress::kWaits : Progress::kAnswered;
}

Progress AdmissionService::go_on(const Request& http, Course& course, Response& response) {
  const OpenDocument document(http.body);
  const Result<AdmissionRequest> request = document.review(endpoint_of(http));
  if (!request) {
    answer_bad_request(request.error(), response);
    return Progress::kAnswered;
  }
  if (!http.may_take_long && takes_long(*request)) return Progress::kTakesLong;
  Progress progress = judge(http, *request, course);
  if (progress == Progress::kAnswered) progress = carry_out(course);
  if (progress != Progress::kAnswered) return progress;
  rules_.add(course.decision->rule_runs);
  const AdmissionResponse answer = conclude(*request, std::move(*course.decision), course.outcomes,
                                            course.charged ? &*course.charged : nullptr);
  findings_.add(answer.findings);
  if (answer.allowed && request->endpoint == Endpoint::kValidate && !request->dry_run &&
      !snapshots_.get()->device_quotas_of(request->ns).empty())
    gateway_.was_let_pass(*request);
  response.body = encode_review(*request, answer);
  return progress;
}

Progress AdmissionService::answer_now(const Request& http, Response& response) {
  Course course(facts_within(http.may_take_long));
  const Progress progress = go_on(http, course, response);
  if (progress == Progress::kWaits) response.begun = std::make_shared<Course>(std::move(course));
  return progress;
}

boost::asio::awaitable<Progress> AdmissionService::answer_later(const Request& http,
                                                                Response& response) {
  const auto course = std::static_pointer_cast<Course>(std::move(response.begun));
  assert(course != nullptr);
  Progress progress = Progress::kWaits;
  while (progress == Progress::kWaits) {
    boost::asio::awaitable<void> waiting = what_it_waits_for(course.get(), http.deadline);
    co_await std::move(waiting);
    progress = go_on(http, *course, response);
  }
  co_return progress;
}

boost::asio::awaitable<void> AdmissionService::what_it_waits_for(Course* course,
                                                                 Deadline deadline) {
  if (const std::span<const ObjectRef> missing = course->rounds.missing(); !missing.empty()) {
    std::vector<ObjectRef> refs(missing.begin(), missing.end());
    std::vector<LookUp> found = co_await gateway_.look_up(std::move(refs), deadline);
    for (; !found.empty(); found.pop_back()) course->add(std::move(found.back()));
    co_return;
  }
  while (course->outcomes.size() < course->decision->creates.size()) {
    CreateTemplate create = course->decision->creates[course->outcomes.size()];
    CreateOutcome outcome = co_await gateway_.create(std::move(create), deadline);
    course->outcomes.push_back(std::move(outcome));
  }
  if (!course->wants_charge()) co_return;
  ChargeWish wish = *course->decision->charge;
  course->charged = co_await gateway_.charge(std::move(wish), deadline);
}

}  // namespace drawbridge::admission
