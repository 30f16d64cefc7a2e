// decide(): the judgement of one admission request. Pure: no clock, network, log or global.
//
// The same function serves the server, `drawbridge review`, the tests, the fuzzers and the
// benchmarks.
#pragma once

#include <span>
#include <variant>

#include "quota/charge_flow.h"
#include "webhook/decide/known.h"
#include "webhook/decide/request.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

// Rounds of decide() and look-ups for one request. Each round can only ask for what an earlier
// answer made visible (namespace, mappings, what these ask of the namespace, classes, templates);
// one that asks for more is refused. Rounds of the authorizer are not among them (rounds.h).
inline constexpr int kDecideRoundsMax = 6;

// Findings in one answer; of more, the most severe are told.
inline constexpr std::size_t kFindingsMax = 64;

// Either the decision, or what must be looked up first; then it is called again from the start with
// the facts added to. Nothing of it depends on the time.
std::variant<Decision, Needs> decide(const AdmissionRequest& request, const Snapshot& snapshot,
                                     const Facts& facts);

// Whether the decision's charge, which comes last, is to be carried out: nothing refuses the
// request yet.
bool wants_charge(const Decision& decision, std::span<const CreateOutcome> outcomes);

// The answer, once the decision's effects have been tried: one outcome for each of
// decision.creates, none on a dry run; anything but kDone refuses the request. `charged` is what
// came of the charge; nullptr where none was wanted.
AdmissionResponse conclude(const AdmissionRequest& request, Decision decision,
                           std::span<const CreateOutcome> outcomes,
                           const quota::ChargeResult* charged = nullptr);

}  // namespace drawbridge::admission
