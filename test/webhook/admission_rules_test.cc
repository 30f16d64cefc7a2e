// DeviceRules, from objects to the answer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>
#include <functional>

#include "rules/policy/judge_policy.h"
#include "test/webhook/admission_testing.h"
#include "webhook/decide/decide.h"
#include "webhook/decide/review_codec.h"
#include "webhook/decide/rounds.h"
#include "webhook/decide/rule_look_ups.h"

namespace drawbridge::admission {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string rule(std::string_view name, std::string_view spec) {
  return "---\napiVersion: drawbridge.dev/v1alpha1\nkind: DeviceRule\nmetadata: {name: " +
         std::string(name) + "}\nspec: " + std::string(spec) + "\n";
}

constexpr std::string_view kAtMostFour =
    "{validations: [{expression: 'devices.all(d, d.count <= 4)', messageExpression: "
    "\"'a pod may have 4 devices, and ' + object.metadata.name + ' asks for ' + "
    "string(devices[0].count)\"}]%}";

std::string at_most_four(std::string_view more = "") {
  std::string spec(kAtMostFour);
  return rule("at-most-four", spec.replace(spec.find('%'), 1, more));
}

json asking(const std::string& count) {
  return pod_asking({{"example.com/gpu", count}});
}

// What /validate answers.
json answer(const std::string& rules, const json& review) {
  ReviewServer server(std::string(kGpuCluster) + rules);
  return server.response("/validate", review);
}

std::string refusal(const json& response) {
  return response["allowed"] ? "allowed" : response["status"]["message"].get<std::string>();
}

std::vector<std::string> warnings(const json& response) {
  return response.value("warnings", std::vector<std::string>());
}

json review_of_kind(json object, const std::string& resource) {
  json review = review_of(object);
  const std::string version = object["apiVersion"];
  const std::size_t slash = version.find('/');
  json& request = review["request"];
  request["kind"] = {{"group", slash == std::string::npos ? "" : version.substr(0, slash)},
                     {"version", version.substr(slash == std::string::npos ? 0 : slash + 1)},
                     {"kind", object["kind"]}};
  request["resource"] = {{"group", request["kind"]["group"]},
                         {"version", request["kind"]["version"]},
                         {"resource", resource}};
  return review;
}

json job_of(json pod) {
  return {{"apiVersion", "batch/v1"},
          {"kind", "Job"},
          {"metadata", {{"name", "train"}, {"labels", {{"team", "a"}}}}},
          {"spec",
           {{"parallelism", 3},
            {"template", {{"metadata", {{"labels", {{"of", "job"}}}}}, {"spec", pod["spec"]}}}}}};
}

TEST(AdmissionRules, ARuleRefusesWithItsOwnWordsAndStatus) {
  const json refused = answer(at_most_four(), review_of(asking("8")));
  EXPECT_EQ(
      refusal(refused),
      "DeviceRule 'at-most-four' denied request: a pod may have 4 devices, and probe asks for "
      "8 [DeviceRuleDenied]");
  EXPECT_EQ(refused["status"]["code"], 422);
  EXPECT_EQ(refused["status"]["reason"], "Invalid");
  EXPECT_EQ(refusal(answer(at_most_four(), review_of(asking("4")))), "allowed");
  for (const auto& [reason, code] :
       {std::pair{"Forbidden", 403}, std::pair{"RequestEntityTooLarge", 413},
        std::pair{"Invalid", 422}}) {
    const json said =
        answer(rule("r", "{validations: [{expression: 'false', reason: " + std::string(reason) +
                             ", message: nope}]}"),
               review_of(asking("1")));
    EXPECT_EQ(said["status"]["code"], code);
    EXPECT_EQ(said["status"]["reason"], reason);
  }
}

TEST(AdmissionRules, AllRefusalsAreToldAndTheFirstRulesStatusStands) {
  const std::string rules =
      rule("b", "{validations: [{expression: 'false', message: two, reason: Forbidden}]}") +
      rule("a",
           "{validations: [{expression: 'false', message: zz, reason: RequestEntityTooLarge}, "
           "{expression: 'true'}, {expression: 'object.gone == 1'}, {expression: 'false', message: "
           "aa}]}");
  const json refused = answer(rules, review_of(asking("1")));
  EXPECT_EQ(refusal(refused),
            "DeviceRule 'a' denied request: aa [DeviceRuleDenied]\n"
            "DeviceRule 'a' denied request: zz [DeviceRuleDenied]\n"
            "DeviceRule 'b' denied request: two [DeviceRuleDenied]\n"
            "DeviceRule 'a' denied request: expression 'object.gone == 1' resulted in error: no "
            "such key: gone "
            "[DeviceRuleFailed]");
  EXPECT_EQ(refused["status"]["code"], 413);
}

TEST(AdmissionRules, AnErrorFollowsTheFailurePolicy) {
  const auto with = [](std::string_view policy) {
    return refusal(
        answer(rule("r", "{validations: [{expression: 'object.gone == 1'}], failurePolicy: " +
                             std::string(policy) + "}"),
               review_of(asking("1"))));
  };
  EXPECT_EQ(
      with("Fail"),
      "DeviceRule 'r' denied request: expression 'object.gone == 1' resulted in error: no such "
      "key: gone [DeviceRuleFailed]");
  EXPECT_EQ(with("Ignore"), "allowed");
}

TEST(AdmissionRules, WarnWarnsAndAuditWritesIntoTheLog) {
  const std::string long_text(400, 'x');
  const json warned = answer(
      rule("r",
           "{validationActions: [Warn, Audit], validations: [{expression: 'true'}, "
           "{expression: 'false', message: " +
               long_text +
               "}], auditAnnotations: [{key: who, valueExpression: string(object.metadata.name)}, "
               "{key: none, valueExpression: 'null'}]}"),
      review_of(asking("1")));
  EXPECT_TRUE(warned["allowed"]);
  EXPECT_THAT(warnings(warned), ElementsAre("Validation failed for DeviceRule 'r': " + long_text +
                                            " [DeviceRuleWarned]"));
  const json audit = warned["auditAnnotations"];
  EXPECT_EQ(audit["r_who"], "probe");
  EXPECT_FALSE(audit.contains("r_none"));
  EXPECT_EQ(json::parse(audit["validation_failure"].get<std::string>()),
            json::parse(R"([{"message": ")" + long_text + R"(", "policy": "r",
                "expressionIndex": 1, "validationActions": ["Warn", "Audit"]}])"));
}

TEST(AdmissionRules, OnlyWhatAsksForDevicesIsJudgedUnlessAllPodsAre) {
  const json plain = pod_asking({{"cpu", "1"}});
  const std::string no = "{validations: [{expression: 'false', message: nope}]";
  EXPECT_EQ(refusal(answer(rule("r", no + "}"), review_of(plain))), "allowed");
  EXPECT_THAT(refusal(answer(rule("r", no + ", matchPolicy: {allPods: true}}"), review_of(plain))),
              HasSubstr("denied request: nope"));
}

TEST(AdmissionRules, APodTemplateIsJudgedAsThePodsThatItMakes) {
  const std::string rules =
      rule("r",
           "{validations: [{expression: \"object.kind != 'Pod' || object.apiVersion != 'v1' || "
           "object.metadata.labels.of != 'job' || object.metadata.namespace != 'default' || "
           "request.kind.kind != 'Pod' || request.requestKind.kind != 'Job' || "
           "request.operation != 'CREATE' || request.resource.resource != 'pods' || oldObject != "
           "null || "
           "devices[0].count != 8\", message: nope}]}");
  const json review = review_of_kind(job_of(asking("8")), "jobs");
  EXPECT_EQ(refusal(answer(rules, review)),
            "DeviceRule 'r' denied each pod of this Job: nope [DeviceRuleDenied]");
  // Judged as it is, its devices are those of all its pods.
  const std::string whole = rule(
      "r",
      "{matchPolicy: {podTemplates: Ignore}, validations: [{expression: \"object.kind != 'Job' || "
      "object.metadata.labels.team != 'a' || request.kind.kind != 'Job' || devices[0].count != "
      "24\", "
      "message: nope}]}");
  EXPECT_EQ(refusal(answer(whole, review)),
            "DeviceRule 'r' denied request: nope [DeviceRuleDenied]");
  // An update that leaves the template as it was is not held against it.
  json update = review;
  update["request"]["operation"] = "UPDATE";
  update["request"]["oldObject"] = update["request"]["object"];
  update["request"]["object"]["spec"]["parallelism"] = 1;
  EXPECT_EQ(refusal(answer(rules, update)), "allowed");
  // Its pods are judged again.
  EXPECT_THAT(refusal(answer(at_most_four(), review_of(asking("8")))), HasSubstr("denied request"));
}

TEST(AdmissionRules, KindsOperationsAndLabelsChoose) {
  const auto judged = [](std::string_view match, const json& review) {
    return refusal(answer(rule("r", "{validations: [{expression: 'false'}], matchResources: {" +
                                        std::string(match) + "}}"),
                          review)) != "allowed";
  };
  const json pod = review_of(asking("1"));
  const json job = review_of_kind(job_of(asking("1")), "jobs");
  EXPECT_TRUE(judged("", pod) && judged("", job));
  EXPECT_TRUE(judged("kinds: [{kind: Pod}]", pod));
  EXPECT_FALSE(judged("kinds: [{kind: Pod}]", job));
  EXPECT_FALSE(judged("operations: [UPDATE]", pod));
  EXPECT_TRUE(judged("objectSelector: {matchLabels: {team: a}}", job));
  EXPECT_FALSE(judged("objectSelector: {matchLabels: {team: a}}", pod));
  // No Namespace is known but by its name.
  EXPECT_TRUE(
      judged("namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: default}}", pod));
  EXPECT_FALSE(judged("namespaceSelector: {matchLabels: {team: a}}", pod));
}

TEST(AdmissionRules, ClaimsAndTemplatesAreJudgedByWhatTheyAskFor) {
  const json claim = json::parse(R"({"apiVersion": "resource.k8s.io/v1", "kind": "ResourceClaim",
      "metadata": {"name": "shared"}, "spec": {"devices": {"requests": [{"name": "r", "exactly":
      {"deviceClassName": "gpu.nvidia.com", "count": 5, "allocationMode": "ExactCount"}}]}}})");
  const json claim_template = {{"apiVersion", "resource.k8s.io/v1"},
                               {"kind", "ResourceClaimTemplate"},
                               {"metadata", {{"name", "gpus"}}},
                               {"spec", {{"spec", claim["spec"]}}}};
  const auto told = [](std::string_view expression, const json& review) {
    return refusal(answer(rule("r", "{validations: [{expression: \"" + std::string(expression) +
                                        "\", message: nope}]}"),
                          review));
  };
  EXPECT_EQ(told("devices.size() == 1 && devices[0].count == 5 && devices[0].source == 'shared' && "
                 "devices[0].path == 'SharedClaim' && devices[0].matching == 1 && "
                 "devices[0].logicalResource == 'nvidia.com/gpu'",
                 review_of_kind(claim, "resourceclaims")),
            "allowed");
  EXPECT_EQ(told("devices.size() == 1 && devices[0].count == 5 && devices[0].source == 'gpus' && "
                 "devices[0].path == 'ClaimTemplate'",
                 review_of_kind(claim_template, "resourceclaimtemplates")),
            "allowed");
  EXPECT_EQ(told("devices[0].count < 5", review_of_kind(claim, "resourceclaims")),
            "DeviceRule 'r' denied request: nope [DeviceRuleDenied]");
}

TEST(AdmissionRules, TheNamespaceAndItsQuotaAreSeen) {
  const std::string state =
      "---\napiVersion: v1\nkind: Namespace\nmetadata: {name: default, labels: {team: a}, "
      "annotations: {limit: '2'}}\nspec: {finalizers: [kubernetes]}\nstatus: {phase: Active}\n"
      "---\napiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: q, namespace: "
      "default}\nspec: {hard: {example.com/gpu: '8'}}\nstatus: {used: {example.com/gpu: '3'}}\n"
      "---\napiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: p, namespace: "
      "default}\nspec: {hard: {example.com/gpu: '9', y: '1'}}\nstatus: {used: {example.com/gpu: "
      "'5'}}\n";
  const auto told = [&](std::string_view expression) {
    return refusal(answer(
        state + rule("r", "{validations: [{expression: \"" + std::string(expression) + "\"}]}"),
        review_of(asking("1"))));
  };
  EXPECT_EQ(told("namespaceObject.metadata.labels.team == 'a' && "
                 "namespaceObject.metadata.annotations['limit'] == '2' && "
                 "namespaceObject.status.phase == 'Active' && "
                 "!has(dyn(namespaceObject).kind)"),
            "allowed");
  // The least that is left; what is not counted yet is not there.
  EXPECT_EQ(told("quota['example.com/gpu'].hard.asInteger() == 9 && quota.size() == 1"), "allowed");
  EXPECT_EQ(told("dyn(request).object == null && request.userInfo.username != '' && "
                 "request.namespace == 'default'"),
            "allowed");
}

TEST(AdmissionRules, MutationAndOurOwnKindsAreNotJudged) {
  const std::string no = rule("r",
                              "{validations: [{expression: 'false'}], matchResources: {kinds: "
                              "[{kind: Pod}, {group: drawbridge.dev, kind: DeviceMapping}]}}");
  ReviewServer server(std::string(kGpuCluster) + no);
  EXPECT_TRUE(server.response("/mutate", review_of(asking("1")))["allowed"]);
  const json mapping = json::parse(R"({"apiVersion": "drawbridge.dev/v1alpha1",
      "kind": "DeviceMapping", "metadata": {"name": "m"}, "spec": {"logicalResource": "x.com/a"}})");
  json review = review_of_kind(mapping, "devicemappings");
  review["request"].erase("namespace");
  EXPECT_THAT(refusal(server.response("/validate", review)),
              ::testing::Not(HasSubstr("DeviceRule")));
}

TEST(AdmissionRules, ARuleThatDoesNotCompileIsAProblemAndFollowsItsFailurePolicy) {
  const auto snapshot = Snapshot::build(
      manifests(rule("r", "{validations: [{expression: 'devices.exists(d, d.conut > 1)'}]}")));
  ASSERT_EQ(snapshot->problems().size(), 1u);
  EXPECT_EQ(
      snapshot->problems()[0].text,
      "spec.validations[0].expression: line 1, column 20: undefined field 'conut'; did you mean "
      "count?");
  EXPECT_EQ(snapshot->device_rules().rules().size(), 1u);
}

// A review, judged by decide() itself.
class Judged {
 public:
  Judged(const std::string& rules, const json& review)
      : snapshot_(snapshot_of(std::string(kGpuCluster) + rules)),
        document_(*kube::read_json(review.dump())),
        request_(*decode_review(document_.root(), Endpoint::kValidate)) {
    // No mapping came meanwhile.
    facts.looked_up.push_back({{ObjectRef::Kind::kNewest, "", "DeviceMapping"}, std::nullopt});
  }

  std::vector<ObjectRef> needs() const {
    auto judged = decide(request_, *snapshot_, facts);
    const auto* needs = std::get_if<Needs>(&judged);
    return needs == nullptr ? std::vector<ObjectRef>() : needs->objects;
  }
  Decision decision() const {
    auto judged = decide(request_, *snapshot_, facts);
    Decision* decision = std::get_if<Decision>(&judged);
    EXPECT_NE(decision, nullptr) << "something is needed";
    return decision == nullptr ? Decision() : std::move(*decision);
  }
  // Of the answer; "allowed".
  std::string refusal() const {
    const AdmissionResponse response = conclude(request_, decision(), {});
    return response.allowed ? "allowed" : response.message;
  }
  void answer(const ObjectRef& ref, std::string_view text) {
    kept_.push_back(std::make_unique<kube::Document>(*kube::read_json(text)));
    facts.looked_up.push_back({ref, kept_.back()->root()});
  }

  Facts facts;

 private:
  const std::shared_ptr<const Snapshot> snapshot_;
  const kube::Document document_;
  const AdmissionRequest request_;
  std::vector<std::unique_ptr<kube::Document>> kept_;
};

// The namespace is known, so that nothing but what rules need is asked for.
const std::string kNamespace = "---\napiVersion: v1\nkind: Namespace\nmetadata: {name: default}\n";

std::string with_params(std::string_view ref, std::string_view more = "") {
  return kNamespace +
         rule("r", "{paramKind: {apiVersion: v1, kind: ConfigMap}, paramRef: {" + std::string(ref) +
                       "}, validations: [{expression: \"devices[0].count <= "
                       "int(params.data.most)\", messageExpression: \"'at most ' + "
                       "string(params.data.most)\"}]" +
                       std::string(more) + "}");
}

TEST(AdmissionRules, ParamsAreLookedUpAndEachIsJudgedBy) {
  Judged named(with_params("name: limits, parameterNotFoundAction: Deny"), review_of(asking("3")));
  const ObjectRef ref{ObjectRef::Kind::kParams, "default", "limits", "v1 ConfigMap"};
  ASSERT_THAT(named.needs(), ElementsAre(ref));
  named.answer(ref, R"({"clusterScoped": false, "items": [{"data": {"most": "2"}}]})");
  EXPECT_EQ(named.refusal(), "DeviceRule 'r' denied request: at most 2 [DeviceRuleDenied]");

  Judged selected(with_params("selector: {matchLabels: {a: b}}, namespace: other, "
                              "parameterNotFoundAction: Allow"),
                  review_of(asking("3")));
  const std::vector<ObjectRef> needs = selected.needs();
  ASSERT_EQ(needs.size(), 1u);
  EXPECT_EQ(needs[0].ns, "other");
  EXPECT_EQ(needs[0].selector, R"({"matchLabels":{"a":"b"}})");
  selected.answer(needs[0],
                  R"({"items": [{"data": {"most": "1"}}, {"data": {"most": "3"}},
                                {"data": {"most": "2"}}]})");
  EXPECT_EQ(selected.refusal(),
            "DeviceRule 'r' denied request: at most 1 [DeviceRuleDenied]\n"
            "DeviceRule 'r' denied request: at most 2 [DeviceRuleDenied]");
}

TEST(AdmissionRules, ParamsThatAreNotThereFollowTheRule) {
  const auto told = [](std::string_view ref, std::string_view more, std::string_view answer) {
    Judged judged(with_params(ref, more), review_of(asking("3")));
    const std::vector<ObjectRef> needs = judged.needs();
    EXPECT_EQ(needs.size(), 1u);
    if (needs.empty()) return std::string();
    if (answer.starts_with("{")) {
      judged.answer(needs[0], answer);
    } else {
      judged.facts.looked_up.push_back({needs[0], std::nullopt, std::string(answer)});
    }
    return judged.refusal();
  };
  constexpr std::string_view kDeny = "name: limits, parameterNotFoundAction: Deny";
  constexpr std::string_view kNone = R"({"items": []})";
  const std::string missing =
      "DeviceRule 'r' denied request: failed to configure binding: no params found for policy "
      "binding with `Deny` parameterNotFoundAction [DeviceRuleFailed]";
  EXPECT_EQ(told(kDeny, "", kNone), missing);
  // Whatever its actions: nothing was judged.
  EXPECT_EQ(told(kDeny, ", validationActions: [Warn]", kNone), missing);
  EXPECT_EQ(told(kDeny, ", failurePolicy: Ignore", kNone), "allowed");
  EXPECT_EQ(told("name: limits, parameterNotFoundAction: Allow", "", kNone), "allowed");
  EXPECT_EQ(told(kDeny, "", R"({"unknownKind": true})"),
            "DeviceRule 'r' denied request: failed to configure policy: failed to find resource "
            "referenced by paramKind: 'v1, Kind=ConfigMap' [DeviceRuleFailed]");
  EXPECT_EQ(told("name: limits, namespace: x, parameterNotFoundAction: Deny", "",
                 R"({"clusterScoped": true, "items": [{"data": {"most": "9"}}]})"),
            "DeviceRule 'r' denied request: failed to configure binding: paramRef.namespace must "
            "not be provided for a cluster-scoped `paramKind` [DeviceRuleFailed]");
  EXPECT_EQ(told(kDeny, "", "no answer"),
            "DeviceRule 'r' denied request: failed to configure binding: no answer "
            "[DeviceRuleFailed]");
}

TEST(AdmissionRules, TheAuthorizerIsAskedByAccessReviews) {
  const std::string rules =
      kNamespace +
      rule("r",
           "{validations: [{expression: \"authorizer.group('apps').resource('deployments')."
           "namespace('x').check('get').allowed() && authorizer.serviceAccount('n', 'a')."
           "path('/p').check('get').allowed()\", message: may not}]}");
  json review = review_of(asking("1"));
  review["request"]["userInfo"] = {{"username", "ana"}, {"groups", {"g"}}};
  Judged judged(rules, review);
  const std::vector<ObjectRef> first = judged.needs();
  ASSERT_EQ(first.size(), 2u);
  EXPECT_EQ(json::parse(first[0].what),
            json::parse(R"({"user": "ana", "groups": ["g"], "resourceAttributes": {"group": "apps",
                "version": "*", "resource": "deployments", "namespace": "x", "verb": "get"}})"));
  EXPECT_EQ(
      json::parse(first[1].what),
      json::parse(R"({"user": "system:serviceaccount:n:a", "groups": ["system:serviceaccounts",
                "system:serviceaccounts:n"], "nonResourceAttributes": {"path": "/p",
                "verb": "get"}})"));
  judged.answer(first[0], R"({"allowed": true})");
  judged.answer(first[1], R"({"allowed": false, "reason": "no"})");
  EXPECT_EQ(judged.refusal(), "DeviceRule 'r' denied request: may not [DeviceRuleDenied]");
  // Where nobody could be asked, that is the answer's error, and nobody is allowed.
  Judged unanswered(rules, review);
  for (const ObjectRef& ref : first)
    unanswered.facts.looked_up.push_back({ref, std::nullopt, "too late"});
  EXPECT_EQ(unanswered.refusal(), "DeviceRule 'r' denied request: may not [DeviceRuleDenied]");
}

// One request in rounds, as the server has them. The authorizer allows what `allows` says.
struct Asked {
  Asked(const std::string& rules, const std::function<bool(const json&)>& allows,
        std::uint64_t cost_max = kRequestCostMax) {
    const auto snapshot = snapshot_of(std::string(kGpuCluster) + kNamespace + rules);
    const kube::Document document = *kube::read_json(review_of(asking("1")).dump());
    const AdmissionRequest request = *decode_review(document.root(), Endpoint::kValidate);
    Facts facts;
    facts.rule_cost_max = cost_max;
    Rounds all(std::move(facts));
    while (all.may_go_on()) {
      if (std::optional<Decision> judged = all.judge(request, snapshot)) {
        decision = std::move(*judged);
        cost = all.facts().rules->cost;
        const AdmissionResponse response = conclude(request, decision, {});
        answer = response.allowed ? "allowed" : response.message;
        return;
      }
      std::size_t reviews = 0;
      while (!all.missing().empty()) {
        const ObjectRef ref = all.missing().back();
        if (ref.kind != ObjectRef::Kind::kAccess) {
          all.add(SharedDocument());
          continue;
        }
        ++reviews;
        const json spec = json::parse(ref.what);
        const std::string text = allows(spec) ? R"({"allowed": true})" : R"({"allowed": false})";
        all.add(std::make_shared<const kube::Document>(*kube::read_json(text)));
      }
      if (reviews > 0) rounds.push_back(reviews);
    }
    ADD_FAILURE() << "too many rounds";
  }

  std::string answer;
  Decision decision;
  std::uint64_t cost = 0;           // of all rounds
  std::vector<std::size_t> rounds;  // questions in each
};

std::string check(std::size_t i) {
  return "authorizer.path('/" + std::to_string(i) + "').check('get').allowed()";
}

// Each asks only where the one before was allowed: as many as a ValidatingAdmissionPolicy may ask.
std::string chain(std::size_t from, std::size_t questions) {
  std::string list;
  for (std::size_t i = 0; i < questions; ++i) {
    const std::string n = std::to_string(i);
    const std::string before = i == 0 ? "true" : "variables.v" + std::to_string(i - 1);
    list += (i == 0 ? "{name: v" : ", {name: v") + n + ", expression: \"" + before + " ? " +
            check(from + i) + " : false\"}";
  }
  return "variables: [" + list + "], validations: [{expression: variables.v" +
         std::to_string(questions - 1) + ", message: may not}]";
}

constexpr std::size_t kChecksOfARule = 28;  // of 350,000 each in 10,000,000

TEST(AdmissionRules, QuestionsMayFollowFromAnswers) {
  const std::string rules = rule("r", "{" + chain(0, kChecksOfARule) + "}");
  const Asked all(rules, [](const json&) { return true; });
  EXPECT_EQ(all.answer, "allowed");
  EXPECT_EQ(all.rounds, std::vector<std::size_t>(kChecksOfARule, 1));
  const Asked stopped(
      rules, [](const json& spec) { return spec["nonResourceAttributes"]["path"] != "/9"; });
  EXPECT_EQ(stopped.answer, "DeviceRule 'r' denied request: may not [DeviceRuleDenied]");
  EXPECT_EQ(stopped.rounds.size(), 10u);
  // One more is over the budget of the rule, as it is in the API server.
  const Asked over(rule("r", "{" + chain(0, kChecksOfARule + 1) + "}"),
                   [](const json&) { return true; });
  EXPECT_THAT(over.answer, HasSubstr("running out of cost budget"));
}

TEST(AdmissionRules, QuestionsThatAreKnownAreAskedTogether) {
  std::string rules;
  for (std::size_t i = 0; i < 10; ++i) {
    rules += rule("r" + std::to_string(i), "{validations: [{expression: \"" + check(3 * i) +
                                               " && " + check(3 * i + 1) + "\"}, {expression: \"" +
                                               check(3 * i + 2) + "\"}]}");
  }
  const Asked all(rules, [](const json&) { return true; });
  EXPECT_EQ(all.answer, "allowed");
  EXPECT_THAT(all.rounds, ElementsAre(30));
}

TEST(AdmissionRules, ARequestAsksSoManyTimes) {
  const auto ask = [](std::size_t questions) {
    std::string rules;
    for (std::size_t i = 0; i < questions; i += 2) {
      const bool two = i + 1 < questions;
      rules += rule("r" + std::to_string(100 + i), "{validations: [{expression: \"" + check(i) +
                                                       (two ? " && " + check(i + 1) : "") +
                                                       "\", message: may not}]}");
    }
    return Asked(rules, [](const json&) { return true; });
  };
  EXPECT_EQ(ask(kAccessReviewsMax).answer, "allowed");
  // The last one is an error of the authorizer's, by which nobody is allowed.
  EXPECT_EQ(ask(kAccessReviewsMax + 1).answer,
            "DeviceRule 'r164' denied request: may not [DeviceRuleDenied]");
}

// A rule that waits is judged again in each round, and the others are not: all rounds together
// cost what one request may cost, and who has come to a verdict keeps it.
TEST(AdmissionRules, AllRoundsOfARequestHaveOneBudget) {
  const std::string costly = "lists.range(900).all(i, lists.range(100).all(j, i + j >= 0))";
  std::string rules =
      rule("a", "{validations: [{expression: \"" + costly + "\"}]}") +
      rule("b",
           "{" + chain(0, 28) + ", matchConditions: [{name: c, expression: \"" + costly + "\"}]}") +
      rule("c", "{" + chain(0, 20) + ", matchConditions: [{name: c, expression: \"" + costly +
                    "\"}], failurePolicy: Ignore}") +
      rule("d", "{validations: [{expression: 'false', message: the last}]}");
  const Asked asked(rules, [](const json&) { return true; });
  EXPECT_LE(asked.cost, kRequestCostMax);
  EXPECT_GE(asked.cost, kRequestCostMax - 1000);
  EXPECT_GT(asked.rounds.size(), 3u);
  // Those that were judged in the first round have their verdict, wherever they stand.
  EXPECT_EQ(asked.answer,
            "DeviceRule 'd' denied request: the last [DeviceRuleDenied]\n"
            "DeviceRule 'b' denied request: " +
                std::string(rules::kOutOfRequestBudget) + " [DeviceRuleFailed]");
  ASSERT_EQ(asked.decision.rule_runs.size(), 4u);
  EXPECT_GT(asked.decision.rule_runs[1].cost, asked.rounds.size() * 300'000);
}

// What costs nothing by CEL's reckoning takes time all the same, and so do its texts.
TEST(AdmissionRules, AnythingThatRulesDoIsBounded) {
  for (const char* expression : {"true", "false", "object.gone == 1"}) {
    SCOPED_TRACE(expression);
    std::string many;
    for (int i = 0; i < 256; ++i)
      many += (i == 0 ? "{expression: '" : ", {expression: '") + std::string(expression) + "'}";
    std::string rules;
    for (int i = 100; i < 160; ++i) {
      rules += rule("r" + std::to_string(i),
                    "{paramKind: {apiVersion: v1, kind: ConfigMap}, paramRef: {selector: {}, "
                    "parameterNotFoundAction: Deny}, validations: [" +
                        many + "]}");
    }
    Judged judged(kNamespace + rules, review_of(asking("1")));
    std::string params;
    for (std::size_t i = 0; i < kParamsMax; ++i) params += i == 0 ? "{}" : ", {}";
    judged.answer(judged.needs().at(0), R"({"items": [)" + params + "]}");
    const Decision decision = judged.decision();
    EXPECT_TRUE(decision.rules_ran_out);
    EXPECT_EQ(decision.rules->cost, kRequestCostMax);
    // Not 60 rules by 500 params, of which each has 256 verdicts.
    EXPECT_LE(decision.findings.size(), kRequestCostMax / rules::kVerdictWork + 256 + 60);
    EXPECT_LE(decision.rule_runs.size(), kRequestCostMax / rules::kPolicyWork + 60);
  }
}

TEST(AdmissionRules, ARuleIsRefusedWhereItIsApplied) {
  const auto told = [](const json& spec, const std::string& name = "r") {
    json review = review_of_kind({{"apiVersion", "drawbridge.dev/v1alpha1"},
                                  {"kind", "DeviceRule"},
                                  {"metadata", {{"name", name}}},
                                  {"spec", spec}},
                                 "devicerules");
    review["request"].erase("namespace");
    return Judged("", review).refusal();
  };
  EXPECT_EQ(told(json::parse(R"({"validations": [{"expression": "devices.size() < 3"}]})")),
            "allowed");
  EXPECT_EQ(told(json::parse(R"js({"validations": [{"expression": "true"},
                                {"expression": "devices.all(d, d.conut <= 4)"}]})js")),
            "spec.validations[1].expression: line 1, column 17: undefined field 'conut'; did you "
            "mean count?\n"
            "Write: devices.all(d, d.count <= 4) [DeviceRuleInvalid]\n"
            "spec.validations[1].expression:\n"
            " | devices.all(d, d.conut <= 4)\n"
            " | ................^");
  EXPECT_THAT(told(json::parse(R"({"validations": [{"expression": "'a'"}]})")),
              HasSubstr("spec.validations[0].expression: must evaluate to bool but got string."));
  EXPECT_THAT(told(json::parse(R"({"validation": [{"expression": "true"}]})")),
              HasSubstr("spec.validation: is not a field here"));
  const json key = json::parse(R"({"auditAnnotations": [{"key": "k", "valueExpression": "'a'"}]})");
  EXPECT_EQ(told(key, std::string(61, 'r')), "allowed");
  EXPECT_THAT(told(key, std::string(62, 'r')),
              HasSubstr("spec.auditAnnotations[0].key: has 64 characters behind the name"));
  // Each check of access costs 350,000, whatever the answer.
  EXPECT_THAT(told(json::parse(R"js({"validations": [{"expression":
      "[authorizer.path('/a').check('get'), authorizer.path('/b').check('get'), authorizer.path('/c').check('get')].size() == 3"}]})js")),
              HasSubstr("spec.validations[0].expression: costs at least 10500"));
}

TEST(AdmissionRules, HostileRulesEndTogetherAndEachFollowsItsOwnFailurePolicy) {
  const std::string costly =
      "{expression: 'lists.range(900).all(i, lists.range(100).all(j, i + j >= 0))'}";
  std::string ten = costly;
  for (int i = 1; i < 10; ++i) ten += ", " + costly;
  std::string rules = kNamespace;
  for (int i = 10; i < 40; ++i) {
    rules += rule("r" + std::to_string(i), "{validations: [" + ten + "], failurePolicy: " +
                                               (i % 2 == 0 ? "Fail" : "Ignore") + "}");
  }
  rules += rule("z", "{validations: [{expression: 'true'}], failurePolicy: Ignore}");
  Judged judged(rules, review_of(asking("1")));
  timespec before = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before);
  const Decision decision = judged.decision();
  timespec after = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after);
  EXPECT_TRUE(decision.rules_ran_out);
  std::uint64_t cost = 0;
  for (const RuleRun& run : decision.rule_runs) cost += run.cost;
  EXPECT_EQ(decision.rules->cost, kRequestCostMax);
  EXPECT_LE(cost, kRequestCostMax);
  EXPECT_GE(cost, kRequestCostMax * 3 / 4) << "the rest is what loops take beside";
  // The first ran to its end; of the others those refuse that say so.
  ASSERT_EQ(decision.findings.size(), 14u);
  for (const rules::Finding& finding : decision.findings) {
    EXPECT_EQ(finding.code, "DeviceRuleFailed");
    EXPECT_THAT(finding.message, HasSubstr(rules::kOutOfRequestBudget));
  }
  // 100 ms on a processor of its own; sanitizers take many times as long.
  const double seconds = static_cast<double>(after.tv_sec - before.tv_sec) +
                         static_cast<double>(after.tv_nsec - before.tv_nsec) / 1e9;
  EXPECT_LT(seconds, 2.0);
  // A connection's own thread stops at once.
  judged.facts.rule_cost_max = kInlineRuleCostMax;
  EXPECT_TRUE(judged.decision().rules_ran_out);
}

TEST(AdmissionRules, TimeZonesAreKnownByName) {
  class OneZone final : public cel::TimeZones {
    std::optional<std::int32_t> offset_seconds(std::string_view zone,
                                               std::int64_t /*instant*/) const override {
      return zone == "Asia/Kathmandu" ? std::optional(20'700) : std::nullopt;
    }
  };
  const OneZone zones;
  Judged judged(
      kNamespace + rule("night",
                        "{validations: [{expression: \"timestamp('2026-11-22T20:00:00Z').getHours("
                        "'Asia/Kathmandu') == 1\"}]}"),
      review_of(asking("1")));
  judged.facts.time_zones = &zones;
  EXPECT_EQ(judged.refusal(), "allowed");
  judged.facts.time_zones = nullptr;
  EXPECT_THAT(judged.refusal(), HasSubstr("Asia/Kathmandu"));
}

// Its neighbours wait for a hundredth of what all rules of a request may take; the rest is a
// worker's.
TEST(AdmissionRules, AConnectionsThreadIsGivenBackToItsNeighbours) {
  const std::string text =
      std::string(kGpuCluster) +
      rule("costly",
           "{validations: [{expression: 'lists.range(900).all(i, lists.range(900).all(j, i + j >= "
           "0))'}]}");
  SnapshotStore store(snapshot_of(text));
  MemoryGateway gateway;
  AdmissionService service(store, gateway);
  const std::string review = review_of(asking("1")).dump();
  const std::string body = review + std::string(kube::JsonReader::kPaddingBytes, ' ');
  Request http{"/validate", "timeout=10s", std::string_view(body).substr(0, review.size()),
               std::chrono::steady_clock::now()};
  Response response;
  EXPECT_EQ(service.answer_now(http, response), Progress::kTakesLong);
  EXPECT_EQ(response.body, "");
  http.may_take_long = true;
  EXPECT_EQ(service.answer_now(http, response), Progress::kAnswered);
  EXPECT_THAT(response.body, HasSubstr("DeviceRuleFailed"));
}

}  // namespace
}  // namespace drawbridge::admission
