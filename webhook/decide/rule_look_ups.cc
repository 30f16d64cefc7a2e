#include "webhook/decide/rule_look_ups.h"

#include <algorithm>
#include <utility>

#include "kube/api/json_writer.h"
#include "kube/api/labels.h"

namespace drawbridge::admission {
namespace {

using kube::Json;

constexpr std::string_view kNoParams =
    "no params found for policy binding with `Deny` parameterNotFoundAction";

std::shared_ptr<const kube::Document> document_of(const std::string& text) {
  Result<kube::Document> read = kube::read_json(text);
  return read ? std::make_shared<const kube::Document>(std::move(*read)) : nullptr;
}

// "rules.example.com/v1, Kind=Limit", as Go prints a GroupVersionKind.
std::string go_kind(const rules::RuleParams& params) {
  return params.api_version + ", Kind=" + params.kind;
}

void write_texts(kube::JsonWriter& writer, std::string_view key, const Json& texts) {
  if (texts.empty()) return;
  writer.key(key).json(texts);
}

// Whose access is asked about.
void write_user(const cel::AccessQuestion& question, const AdmissionRequest& request,
                kube::JsonWriter& writer) {
  if (!question.service_account_name.empty()) {
    const std::string ns(question.service_account_namespace);
    writer.key("user").string("system:serviceaccount:" + ns + ":" +
                              std::string(question.service_account_name));
    writer.key("groups").begin_array().string("system:serviceaccounts");
    writer.string("system:serviceaccounts:" + ns).end_array();
    return;
  }
  const Json user = request.review["userInfo"];
  writer.key("user").string(request.user);
  if (!user["uid"].empty()) writer.key("uid").string(user["uid"].as_string());
  write_texts(writer, "extra", user["extra"]);
  if (request.groups.empty()) return;
  writer.key("groups").begin_array();
  for (const std::string_view group : request.groups) writer.string(group);
  writer.end_array();
}

// A SubjectAccessReview's spec (authorization.k8s.io/v1).
std::string spec_of(const cel::AccessQuestion& question, const AdmissionRequest& request) {
  std::string text;
  kube::JsonWriter writer(text);
  writer.begin_object();
  write_user(question, request, writer);
  const auto add = [&writer](std::string_view key, std::string_view value) {
    if (!value.empty()) writer.key(key).string(value);
  };
  if (!question.path.empty()) {
    writer.key("nonResourceAttributes").begin_object();
    add("path", question.path);
    add("verb", question.verb);
  } else {
    writer.key("resourceAttributes").begin_object();
    add("group", question.group);
    add("version", "*");
    add("resource", question.resource);
    add("subresource", question.subresource);
    add("namespace", question.ns);
    add("name", question.name);
    add("verb", question.verb);
    for (const auto& [key, selector] : {std::pair{"fieldSelector", question.field_selector},
                                        std::pair{"labelSelector", question.label_selector}}) {
      if (selector.empty()) continue;
      writer.key(key).begin_object().key("rawSelector").string(selector).end_object();
    }
  }
  writer.end_object().end_object();
  return text;
}

// An item of a list does not say what it is.
void write_item(const Json& item, std::string_view api_version, std::string_view kind,
                kube::JsonWriter& writer) {
  writer.begin_object().key("apiVersion").string(api_version).key("kind").string(kind);
  writer.members(item, {"apiVersion", "kind"}).end_object();
}

// Whether an object of a file is of a kind without namespaces. Of a custom resource nobody knows,
// and it tells by itself; what Kubernetes brings goes where kubectl puts it.
bool has_no_namespace(const Json& object) {
  const kube::ObjectView view(object);
  const std::string_view group = view.group();
  const bool is_custom = group.find('.') != std::string_view::npos && !group.ends_with(".k8s.io");
  return is_cluster_scoped(object) || (is_custom && view.ns().empty());
}

// Of a LabelSelector that a rule was compiled with.
bool selects(const std::string& selector, const Json& labels) {
  const Result<kube::Document> read = kube::read_json(selector);
  if (!read) return false;
  const Result<kube::LabelSelector> compiled = kube::LabelSelector::from_json(read->root());
  return compiled && compiled->matches(labels);
}

}  // namespace

// A label selector as the parameter labelSelector.
std::string label_query(const Json& selector) {
  std::string query;
  const auto add = [&query](const std::string& term) {
    query += (query.empty() ? "" : ",") + term;
  };
  for (const Json::Member& label : selector["matchLabels"].members())
    add(std::string(label.key()) + "=" + std::string(label.value.as_string()));
  for (const Json& each : selector["matchExpressions"].elements()) {
    const std::string key(each["key"].as_string());
    const std::string_view op = each["operator"].as_string();
    std::string values;
    for (const Json& value : each["values"].elements())
      values += (values.empty() ? "" : ",") + std::string(value.as_string());
    if (op == "Exists") {
      add(key);
    } else if (op == "DoesNotExist") {
      add("!" + key);
    } else {
      std::string text = key;
      add(text.append(op == "In" ? " in (" : " notin (").append(values).append(")"));
    }
  }
  return query;
}

ParamKind param_kind_of(std::string_view what) {
  const std::size_t blank = what.find(' ');
  if (blank == std::string_view::npos) return {what, {}};
  return {what.substr(0, blank), what.substr(blank + 1)};
}

RuleParamObjects params_of(const rules::DeviceRule& rule, Known& known, std::string_view ns) {
  if (!rule.params) return {{}, {Json()}};
  const rules::RuleParams& params = *rule.params;
  ObjectRef ref{ObjectRef::Kind::kParams, params.ns.empty() ? std::string(ns) : params.ns,
                params.name, params.api_version + " " + params.kind, params.selector};
  const Facts::Looked* looked = known.look_up(std::move(ref));
  if (looked == nullptr) return {};
  if (!looked->failure.empty()) return {"failed to configure binding: " + looked->failure, {}};
  if (!looked->object)
    return {"failed to configure binding: nobody knows the params without a cluster", {}};
  const Json found = *looked->object;
  if (found["unknownKind"].as_bool()) {
    return {"failed to configure policy: failed to find resource referenced by paramKind: '" +
                go_kind(params) + "'",
            {}};
  }
  const bool cluster_scoped = found["clusterScoped"].as_bool();
  if (cluster_scoped && !params.ns.empty()) {
    return {
        "failed to configure binding: paramRef.namespace must not be provided for a "
        "cluster-scoped `paramKind`",
        {}};
  }
  if (!cluster_scoped && params.ns.empty() && ns.empty()) {
    return {
        "failed to configure binding: cannot use namespaced paramRef in policy binding that "
        "matches cluster-scoped resources",
        {}};
  }
  RuleParamObjects result;
  const std::span<const Json> items = found["items"].elements();
  result.all.assign(items.begin(), items.end());
  if (result.all.empty() && params.deny_without)
    result.failure = "failed to configure binding: " + std::string(kNoParams);
  return result;
}

FactAuthorizer::FactAuthorizer(const AdmissionRequest& request, Known& known)
    : request_(request), known_(known) {
  for (const Facts::Looked& looked : known.facts().looked_up)
    asked_ += looked.ref.kind == ObjectRef::Kind::kAccess ? 1 : 0;
}

const cel::AccessAnswer* FactAuthorizer::ask(const cel::AccessQuestion& question) {
  ObjectRef ref{
      ObjectRef::Kind::kAccess, std::string(request_.ns), {}, spec_of(question, request_)};
  const auto failed = [this](std::string_view error) {
    return &answers_.emplace_back(cel::AccessAnswer{false, {}, error});
  };
  const Facts::Looked* looked = known_.facts().find(ref);
  if (looked == nullptr) {
    if (asked_ == kAccessReviewsMax)
      return failed("the rules of this request ask for too many access reviews");
    const std::size_t before = known_.needs().objects.size();
    static_cast<void>(known_.look_up(std::move(ref)));
    asked_ += known_.needs().objects.size() - before;
    return nullptr;
  }
  if (!looked->failure.empty()) return failed(looked->failure);
  if (!looked->object) return failed("nobody can be asked without a cluster");
  const Json& answer = *looked->object;
  return &answers_.emplace_back(cel::AccessAnswer{
      answer["allowed"].as_bool(), answer["reason"].as_string(), answer["error"].as_string()});
}

cel::AccessQuestion request_resource(const AdmissionRequest& request) {
  const Json resource = request.review["requestResource"].is_null()
                            ? request.review["resource"]
                            : request.review["requestResource"];
  cel::AccessQuestion question;
  question.group = resource.is_null() ? request.group : resource["group"].as_string();
  question.resource = resource["resource"].as_string();
  question.subresource = request.subresource;
  question.ns = request.ns;
  question.name = request.name;
  return question;
}

std::shared_ptr<const kube::Document> params_document(std::span<const Json> items,
                                                      std::string_view api_version,
                                                      std::string_view kind, bool cluster_scoped) {
  std::string text;
  kube::JsonWriter writer(text);
  writer.begin_object().key("clusterScoped").boolean(cluster_scoped).key("items").begin_array();
  for (const Json& item : items) write_item(item, api_version, kind, writer);
  writer.end_array().end_object();
  return document_of(text);
}

Error too_many_params() {
  return {"more than " + std::to_string(kParamsMax) + " objects are selected"};
}

LookUp params_among(std::span<const SourcedObject> objects, const ObjectRef& ref) {
  const ParamKind wanted = param_kind_of(ref.what);
  std::vector<Json> items;
  bool cluster_scoped = false;
  for (const SourcedObject& object : objects) {
    const kube::ObjectView view = object.view();
    if (view.kind() != wanted.kind || view.api_version() != wanted.api_version) continue;
    const bool is_cluster = has_no_namespace(object.json());
    const std::string_view ns = view.ns().empty() ? "default" : view.ns();
    if (!is_cluster && ns != ref.ns) continue;
    const bool matches =
        ref.name.empty() ? selects(ref.selector, view.labels()) : view.name() == ref.name;
    if (!matches) continue;
    cluster_scoped = cluster_scoped || is_cluster;
    if (ref.name.empty() && items.size() == kParamsMax) return too_many_params();
    items.push_back(object.json());
  }
  return params_document(items, wanted.api_version, wanted.kind, cluster_scoped);
}

}  // namespace drawbridge::admission
