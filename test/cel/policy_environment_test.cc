#include "rules/cel/policy_environment.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>

#include "kube/api/json.h"
#include "rules/cel/library/authz.h"

namespace drawbridge::cel {
namespace {

constexpr std::string_view kRequest = R"({
  "kind": {"group": "", "version": "v1", "kind": "Pod"},
  "resource": {"group": "", "version": "v1", "resource": "pods"},
  "requestKind": {"group": "", "version": "v1", "kind": "Pod"},
  "requestResource": {"group": "", "version": "v1", "resource": "pods"},
  "name": "train", "namespace": "team-a", "operation": "CREATE", "dryRun": false,
  "userInfo": {"username": "ana", "groups": ["dev"], "extra": {"scopes": ["a", "b"]}},
  "options": {"kind": "CreateOptions", "fieldManager": "kubectl"}})";
constexpr std::string_view kNamespace = R"({
  "metadata": {"name": "team-a", "labels": {"stage": "dev"}, "uid": "1-2",
               "creationTimestamp": "2026-01-02T03:04:05Z"},
  "spec": {"finalizers": ["kubernetes"]}, "status": {"phase": "Active"}})";

// Lets only "get" pass.
class GetOnly final : public Authorizer {
 public:
  const AccessAnswer* ask(const AccessQuestion& question) override {
    answer_.allowed = question.verb == "get" && question.resource == "pods";
    return &answer_;
  }

 private:
  AccessAnswer answer_;
};

Environment environment(PolicyVariables which) {
  EnvironmentBuilder builder(KubernetesVersion{37});
  add_policy_variables(builder, which);
  return std::move(builder).build();
}

// "true", "false", the error, or the first line of why it does not compile.
std::string outcome(std::string_view expression, PolicyVariables which = {}) {
  const Environment env = environment(which);
  auto compiled = env.compile(expression);
  if (const auto* failure = std::get_if<CompileFailure>(&compiled))
    return failure->issues.front().message;
  const kube::Document object = *kube::read_json(R"({"metadata": {"name": "train"}, "n": 7})");
  const kube::Document request = *kube::read_json(kRequest);
  const kube::Document ns = *kube::read_json(kNamespace);
  kube::Arena arena;
  GetOnly authorizer;
  std::vector<Value> variables = {Value::json(object.root()), Value(), Value::json(ns.root()),
                                  Value::json(request.root())};
  if (which.params) variables.push_back(Value::json(object.root()));
  AccessQuestion resource;
  resource.resource = "pods";
  if (which.authorizer) {
    variables.push_back(authorizer_value());
    variables.push_back(request_resource_value(arena, resource));
  }
  const Outcome result =
      std::get<Program>(compiled).evaluate({variables, &authorizer}, kPerCallCostMax, arena);
  if (result.value.is_error()) return std::string(result.value.error_message());
  return result.value.is_true() ? "true" : "false";
}

TEST(PolicyEnvironment, WhatAPolicySees) {
  for (const std::string_view expression :
       {"object.metadata.name == 'train' && object.n + 1 == 8", "oldObject == null",
        "request.namespace == 'team-a' && request.name == object.metadata.name",
        "request.kind.kind == 'Pod' && request.requestResource.resource == 'pods'",
        "'dev' in request.userInfo.groups && request.userInfo.extra['scopes'].size() == 2",
        "!has(request.subResource) && !request.dryRun", "request.options.fieldManager == 'kubectl'",
        "namespaceObject.metadata.labels['stage'] == 'dev'",
        "namespaceObject.metadata.labels.stage == 'dev'",
        "namespaceObject.status.phase == 'Active'",
        "namespaceObject.spec.finalizers.exists(f, f == 'kubernetes')"}) {
    EXPECT_EQ(outcome(expression), "true") << expression;
  }
}

TEST(PolicyEnvironment, ParamsAndAuthorizerOnlyWhereTheyAreDeclared) {
  EXPECT_EQ(outcome("params.n == 7", {.params = true}), "true");
  EXPECT_EQ(outcome("params.n == 7"), "undeclared reference to 'params' (in container '')");
  const std::string_view may_get = "authorizer.requestResource.check('get').allowed()";
  EXPECT_EQ(outcome(may_get, {.authorizer = true}), "true");
  EXPECT_EQ(outcome("authorizer.requestResource.check('create').allowed()", {.authorizer = true}),
            "false");
  EXPECT_EQ(outcome("authorizer.group('').resource('pods').check('get').allowed()",
                    {.params = true, .authorizer = true}),
            "true");
  EXPECT_EQ(outcome(may_get), "undeclared reference to 'authorizer' (in container '')");
}

TEST(PolicyEnvironment, TypedFieldsAreChecked) {
  EXPECT_EQ(outcome("request.userinfo.username == 'ana'"), "undefined field 'userinfo'");
  EXPECT_EQ(outcome("request.uid == '1'"), "undefined field 'uid'");
  EXPECT_EQ(outcome("request.object.metadata.name == 'x'"), "undefined field 'object'");
  EXPECT_EQ(outcome("request.name == 7"),
            "found no matching overload for '_==_' applied to '(string, int)'");
  EXPECT_EQ(outcome("namespaceObject.metadata.managedFields.size() == 0"),
            "undefined field 'managedFields'");
  EXPECT_EQ(outcome("namespaceObject.metadata.uid == '1-2'"), "undefined field 'uid'");
  // Kubernetes spells it so, and the object does not have it.
  EXPECT_EQ(outcome("namespaceObject.metadata.UID == '1-2'"), "no such key: UID");
}

}  // namespace
}  // namespace drawbridge::cel
