#include "webhook/decide/rounds.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace drawbridge::admission {

std::optional<Decision> Rounds::judge(const AdmissionRequest& request,
                                      const std::shared_ptr<const Snapshot>& newest) {
  const std::shared_ptr<const Snapshot>& snapshot = judged_by_ ? judged_by_ : newest;
  std::variant<Decision, Needs> judged = decide(request, *snapshot, facts_);
  auto* decision = std::get_if<Decision>(&judged);
  std::shared_ptr<const RuleProgress> rules =
      decision != nullptr ? decision->rules : std::get<Needs>(judged).rules;
  if (rules) {
    if (!judged_by_) judged_by_ = newest;
    facts_.rules = std::move(rules);
  }
  if (decision != nullptr) return std::move(*decision);
  missing_ = std::move(std::get<Needs>(judged).objects);
  const bool asks_authorizer =
      std::any_of(missing_.begin(), missing_.end(),
                  [](const ObjectRef& ref) { return ref.kind == ObjectRef::Kind::kAccess; });
  if (!asks_authorizer) --left_;
  return std::nullopt;
}

void Rounds::add(LookUp found) {
  Facts::Looked& looked = facts_.looked_up.emplace_back();
  looked.ref = std::move(missing_.back());
  missing_.pop_back();
  if (!found) {
    looked.failure = found.error().text();
  } else if (*found != nullptr) {
    looked.object = kept_.emplace_back(std::move(*found))->root();
  }
}

}  // namespace drawbridge::admission
