#include "webhook/decide/review_codec.h"

#include <optional>

#include "kube/api/ascii.h"
#include "kube/api/base64.h"
#include "kube/api/json_writer.h"
#include "kube/api/names.h"
#include "kube/api/object.h"
#include "rules/devices/workloads.h"

namespace drawbridge::admission {
namespace {

using kube::Json;

// Notes the first thing that is wrong; what follows then reads as absent.
class Reader {
 public:
  std::string_view text(const Json& from, std::string_view key, std::string_view path,
                        bool required) {
    const Json value = from[key];
    if (value.is_string() && (!required || !value.empty())) return value.as_string();
    if (value.is_null() && !required) return {};
    note(std::string(path) + std::string(key),
         value.is_null() || value.is_string() ? "must be set" : wrong_kind("a string", value));
    return {};
  }

  Json object(const Json& from, std::string_view key, std::string_view path, bool required) {
    const Json value = from[key];
    if (value.is_object()) return value;
    if (!value.is_null()) {
      note(std::string(path) + std::string(key), wrong_kind("an object", value));
    } else if (required) {
      note(std::string(path) + std::string(key), "must be set");
    }
    return {};
  }

  bool boolean(const Json& from, std::string_view key, std::string_view path) {
    const Json value = from[key];
    if (!value.is_null() && !value.is_bool())
      note(std::string(path) + std::string(key), wrong_kind("a boolean", value));
    return value.as_bool();
  }

  void note(std::string field, std::string message) {
    if (failed_) return;
    failed_ = true;
    error_ = {std::move(message), std::move(field)};
  }

  bool failed() const { return failed_; }
  const Error& error() const { return error_; }

 private:
  static std::string wrong_kind(std::string_view wanted, const Json& got) {
    return "must be " + std::string(wanted) + ", and is of kind " +
           std::string(kube::kind_name(got.kind()));
  }

  bool failed_ = false;
  Error error_;
};

void read_groups(const Json& user, Reader& reader, AdmissionRequest& request) {
  const Json groups = user["groups"];
  if (!groups.is_null() && !groups.is_array())
    reader.note("request.userInfo.groups", "must be a list of strings");
  request.groups.reserve(groups.size());
  for (const Json& group : groups.elements()) {
    if (!group.is_string())
      return reader.note("request.userInfo.groups", "must be a list of strings");
    request.groups.push_back(group.as_string());
  }
}

void read_operation(const Json& json, Reader& reader, AdmissionRequest& request) {
  const std::string_view operation = reader.text(json, "operation", "request.", true);
  if (operation == "CREATE") {
    request.operation = Operation::kCreate;
  } else if (operation == "UPDATE") {
    request.operation = Operation::kUpdate;
  } else if (operation == "DELETE") {
    request.operation = Operation::kDelete;
  } else if (operation == "CONNECT") {
    request.operation = Operation::kConnect;
  } else {
    reader.note("request.operation", "must be CREATE, UPDATE, DELETE or CONNECT");
  }
}

std::string version_text(std::string_view group, std::string_view version) {
  return (group.empty() ? "" : std::string(group) + "/") + std::string(version);
}

// What is asked about, in the API server's two ways to say it: a review whose parts contradict each
// other would be judged as one thing and stored as another.
void read_resource(const Json& json, Reader& reader, const AdmissionRequest& request) {
  const Json resource = reader.object(json, "resource", "request.", true);
  const std::string_view group = reader.text(resource, "group", "request.resource.", false);
  const std::string_view version = reader.text(resource, "version", "request.resource.", true);
  const std::string_view name = reader.text(resource, "resource", "request.resource.", true);
  // The object of a subresource is of a kind of its own: policy/v1 Eviction of v1 pods.
  if (reader.failed() || !request.subresource.empty()) return;
  const std::string kind = version_text(request.group, request.version);
  const std::optional<std::string> plural = plural_of(request.group, request.kind);
  if (group == request.group && version == request.version && (!plural || name == *plural)) return;
  reader.note("request.resource",
              "must be the resource of request.kind, and is " +
                  kube::shown(version_text(group, version) + " " + std::string(name)) + " beside " +
                  kube::shown(kind + " " + std::string(request.kind)));
}

void read_namespace(const Json& json, Reader& reader, AdmissionRequest& request) {
  request.ns = reader.text(json, "namespace", "request.", false);
  if (request.ns.empty()) return;
  if (const std::optional<std::string> problem = kube::dns_label_problem(request.ns)) {
    reader.note("request.namespace", "must be the name of a namespace, and " +
                                         kube::shown(request.ns) + " is none: it " + *problem);
  }
}

void read_objects(const Json& json, Reader& reader, AdmissionRequest& request) {
  const bool writes =
      request.operation == Operation::kCreate || request.operation == Operation::kUpdate;
  request.object = reader.object(json, "object", "request.", writes);
  request.old_object =
      reader.object(json, "oldObject", "request.", request.operation == Operation::kUpdate);
  if (reader.failed() || !writes || !request.subresource.empty()) return;
  if (reader.text(request.object, "kind", "request.object.", true) != request.kind) {
    reader.note("request.object.kind", "must be the kind of request.kind");
  }
  const std::string_view api_version =
      reader.text(request.object, "apiVersion", "request.object.", true);
  const std::string wanted = version_text(request.group, request.version);
  if (api_version != wanted) {
    reader.note("request.object.apiVersion", "must be that of request.kind, which is " +
                                                 kube::shown(wanted) + ", and is " +
                                                 kube::shown(api_version));
  }
  reader.object(request.object, "metadata", "request.object.", false);
  // Whose templates are created in the namespace.
  if (request.group.empty() && request.kind == "Pod" && request.ns.empty())
    reader.note("request.namespace", "must be set for a Pod");
}

}  // namespace

std::optional<std::string> plural_of(std::string_view group, std::string_view kind) {
  if (group.empty() && kind == "Pod") return "pods";
  if (const rules::WorkloadKind* known = rules::workload_kind(group, kind)) return known->plural;
  if (group != "resource.k8s.io" && group != "drawbridge.dev") return std::nullopt;
  std::string plural(kind);
  for (char& c : plural) c = kube::to_lower(c);
  return plural + (plural.ends_with('s') ? "es" : "s");
}

Result<AdmissionRequest> decode_review(const Json& review, Endpoint endpoint) {
  if (!review.is_object() || review["kind"].as_string() != "AdmissionReview") {
    return Error{"the body must be an AdmissionReview of admission.k8s.io/v1", "kind"};
  }
  if (const std::string_view version = review["apiVersion"].as_string();
      version != "admission.k8s.io/v1") {
    return Error{
        "must be admission.k8s.io/v1: set admissionReviewVersions: [v1] in the webhook's "
        "configuration",
        "apiVersion"};
  }
  const Json json = review["request"];
  if (!json.is_object())
    return Error{"must be set: an AdmissionReview without a request asks for nothing", "request"};
  AdmissionRequest request;
  Reader reader;
  request.endpoint = endpoint;
  request.review = json;
  request.uid = reader.text(json, "uid", "request.", true);
  const Json kind = reader.object(json, "kind", "request.", true);
  request.group = reader.text(kind, "group", "request.kind.", false);
  request.version = reader.text(kind, "version", "request.kind.", true);
  request.kind = reader.text(kind, "kind", "request.kind.", true);
  request.subresource = reader.text(json, "subResource", "request.", false);
  request.name = reader.text(json, "name", "request.", false);
  read_resource(json, reader, request);
  read_namespace(json, reader, request);
  request.dry_run = reader.boolean(json, "dryRun", "request.");
  const Json user = reader.object(json, "userInfo", "request.", true);
  request.user = reader.text(user, "username", "request.userInfo.", false);
  read_groups(user, reader, request);
  read_operation(json, reader, request);
  read_objects(json, reader, request);
  if (reader.failed()) return reader.error();
  return request;
}

std::string encode_review(const AdmissionRequest& request, const AdmissionResponse& response) {
  std::string text;
  text.reserve(512 + response.message.size() + response.patch.size() * 2);
  text += R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{"uid":)";
  kube::write_json_string(request.uid, text);
  text += response.allowed ? R"(,"allowed":true)" : R"(,"allowed":false)";
  if (!response.allowed) {
    text += R"(,"status":)";
    kube::JsonWriter writer(text);
    writer.begin_object().key("status").string("Failure").key("code").integer(response.code);
    writer.key("reason").string(response.reason);
    writer.key("message").string(response.message).end_object();
  }
  if (!response.patch.empty()) {
    text += R"(,"patchType":"JSONPatch","patch":")";
    kube::append_base64(response.patch, text);
    text += '"';
  }
  if (!response.warnings.empty()) {
    text += R"(,"warnings":)";
    kube::JsonWriter list(text);
    list.begin_array();
    for (const std::string& warning : response.warnings) list.string(warning);
    list.end_array();
  }
  if (!response.audit_annotations.empty()) {
    text += R"(,"auditAnnotations":)";
    kube::JsonWriter annotations(text);
    annotations.begin_object();
    for (const auto& [key, value] : response.audit_annotations) annotations.key(key).string(value);
    annotations.end_object();
  }
  text += "}}";
  return text;
}

}  // namespace drawbridge::admission
