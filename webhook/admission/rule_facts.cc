#include "webhook/admission/rule_facts.h"

#include <memory>
#include <span>
#include <utility>

#include "kube/api/json_writer.h"
#include "kube/api/names.h"
#include "kube/api/object.h"
#include "webhook/decide/rule_look_ups.h"

namespace drawbridge::admission {
namespace {

using boost::asio::awaitable;
using kube::Json;

LookUp unknown_kind() {
  Result<kube::Document> document = kube::read_json(R"({"unknownKind": true})");
  return std::make_shared<const kube::Document>(std::move(*document));
}

// {"allowed": ..., "reason": ..., "error": ...} of a SubjectAccessReview's status.
LookUp answer_of(const Json& status) {
  std::string text;
  kube::JsonWriter writer(text);
  writer.begin_object().key("allowed").boolean(status["allowed"].as_bool());
  writer.key("reason").string(status["reason"].as_string());
  writer.key("error").string(status["evaluationError"].as_string()).end_object();
  Result<kube::Document> document = kube::read_json(text);
  if (!document) return document.error();
  return std::make_shared<const kube::Document>(std::move(*document));
}

LookUp answer_of(std::span<const Json> items, const ParamKind& kind, bool namespaced) {
  std::shared_ptr<const kube::Document> document =
      params_document(items, kind.api_version, kind.kind, !namespaced);
  if (document == nullptr) return Error{"the params could not be read"};
  return document;
}

// Why an answer is no list of params; empty where it is one. Another text must not count as a list
// without objects, nor null as an object without fields: rules let that pass.
std::string list_problem(const Json& answer) {
  const Json* items = answer.find("items");
  if (items == nullptr || !(items->is_array() || items->is_null()))
    return "the API server answered with something that is no list";
  // Not every server keeps to the limit that it is given.
  if (!answer["metadata"]["continue"].empty() || items->size() > kParamsMax)
    return too_many_params().message;
  for (const Json& item : items->elements()) {
    if (!item.is_object()) return "the API server answered with a list whose items are no objects";
  }
  return {};
}

}  // namespace

awaitable<std::optional<LookUp>> RuleFacts::fetch(ObjectRef ref, Deadline until) {
  const bool is_access = ref.kind == ObjectRef::Kind::kAccess;
  awaitable<std::optional<LookUp>> work =
      is_access ? access(std::move(ref), until) : params(std::move(ref), until);
  std::optional<LookUp> found = co_await std::move(work);
  co_return found;
}

awaitable<kube::ApiAnswer<RuleFacts::Served>> RuleFacts::served(std::string what, Deadline until) {
  if (const auto found = served_.find(what); found != served_.end()) {
    if (found->second.until > now_()) co_return found->second;
    served_.erase(found);
  }
  const ParamKind kind = param_kind_of(what);
  // Whoever writes a rule chooses its paramKind, and the version becomes part of a path.
  if (!kube::is_api_version(kind.api_version)) co_return Served();
  const std::string version(kind.api_version);
  std::string path = (version.find('/') == std::string::npos ? "/api/" : "/apis/") + version;
  const kube::ApiResult listed = co_await client_.get_path(std::move(path), until);
  Served kind_served;
  // No such version: no such kind.
  if (!listed.ok() && !(listed.api_error() != nullptr && listed.api_error()->code == 404))
    co_return listed.error_as<Served>();
  if (listed.ok()) {
    const Json resources = listed.object()["resources"];
    for (const Json& each : resources.elements()) {
      const std::string_view name = each["name"].as_string();
      if (each["kind"].as_string() != kind.kind || name.find('/') != std::string_view::npos)
        continue;
      kind_served.resource = name;
      kind_served.namespaced = each["namespaced"].as_bool();
    }
  }
  if (!kind_served.resource.empty()) {
    kind_served.until = now_() + kParamKindFor;
    if (served_.size() >= kParamKindsMax) served_.clear();
    served_.insert_or_assign(std::move(what), kind_served);
  }
  co_return kind_served;
}

awaitable<std::optional<LookUp>> RuleFacts::params(ObjectRef ref, Deadline until) {
  std::string what = ref.what;
  const kube::ApiAnswer<Served> known = co_await served(std::move(what), until);
  if (!known) co_return LookUp(Error{known.error_text()});
  const Served& kind_served = known.value();
  if (kind_served.resource.empty()) co_return unknown_kind();
  const ParamKind kind = param_kind_of(ref.what);
  const kube::GroupVersion version = kube::parse_api_version(kind.api_version);
  kube::ResourcePath path;
  path.group = version.group;
  path.version = version.version;
  path.resource = kind_served.resource;
  if (kind_served.namespaced) path.ns = ref.ns;
  path.name = ref.name;
  // A namespaced kind for an object without a namespace: the rule fails for it.
  if (kind_served.namespaced && ref.ns.empty())
    co_return answer_of(std::span<const Json>(), kind, true);
  kube::Client::Query query;
  if (ref.name.empty()) {
    const Result<kube::Document> selector = kube::read_json(ref.selector);
    if (!selector) co_return LookUp(selector.error());
    query = {{"labelSelector", label_query(selector->root())},
             {"limit", std::to_string(kParamsMax)}};
  }
  const kube::ApiResult result = co_await client_.get(std::move(path), until, std::move(query));
  if (result.is(kube::kReasonNotFound))
    co_return answer_of(std::span<const Json>(), kind, kind_served.namespaced);
  if (!result.ok()) {
    served_.erase(ref.what);
    co_return LookUp(Error{result.error_text()});
  }
  const Json object = result.object();
  if (!ref.name.empty()) {
    if (!object.is_object())
      co_return LookUp(Error{"the API server answered with something that is no object"});
    co_return answer_of(std::span<const Json>(&object, 1), kind, kind_served.namespaced);
  }
  if (std::string problem = list_problem(object); !problem.empty())
    co_return LookUp(Error{std::move(problem)});
  co_return answer_of(object["items"].elements(), kind, kind_served.namespaced);
}

awaitable<std::optional<LookUp>> RuleFacts::access(ObjectRef ref, Deadline until) {
  const Result<kube::Document> body = kube::read_json(
      R"({"apiVersion": "authorization.k8s.io/v1", "kind": "SubjectAccessReview", "spec": )" +
      ref.what + "}");
  if (!body) co_return LookUp(body.error());
  kube::ResourcePath path;
  path.group = "authorization.k8s.io";
  path.version = "v1";
  path.resource = "subjectaccessreviews";
  kube::WriteOptions options;
  // It stores nothing.
  options.retry = kube::Retry::kSafeToRepeat;
  const Json root = body->root();
  const kube::ApiResult result = co_await client_.create(std::move(path), root, until, options);
  if (!result.ok()) co_return LookUp(Error{result.error_text()});
  const Json object = result.object();
  co_return answer_of(object["status"]);
}

}  // namespace drawbridge::admission
