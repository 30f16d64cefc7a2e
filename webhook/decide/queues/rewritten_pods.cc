#include "webhook/decide/queues/rewritten_pods.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string_view>
#include <vector>

#include "kube/api/json_writer.h"
#include "kube/api/object.h"
#include "kube/api/prose.h"
#include "rules/mapping/earlier_rewrite.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using kube::JsonWriter;
using rules::Rewrite;

class PodWriter {
 public:
  PodWriter(const Json& pod, const Rewrite& rewrite, std::string& to)
      : pod_(pod), rewrite_(rewrite), writer_(to) {}

  void write() {
    writer_.begin_object();
    writer_.members(pod_, {"metadata", "spec"});
    write_metadata();
    write_spec();
    writer_.end_object();
  }

 private:
  bool is_taken(std::size_t container, std::string_view resource) const {
    return std::any_of(rewrite_.taken.begin(), rewrite_.taken.end(), [&](const auto& taken) {
      return taken.container == container && taken.resource == resource;
    });
  }

  void write_metadata() {
    const Json metadata = pod_["metadata"];
    writer_.key("metadata").begin_object();
    writer_.members(metadata, {"annotations"});
    writer_.key("annotations").begin_object();
    writer_.members(metadata["annotations"], {rules::kRewrittenAnnotation});
    writer_.key(rules::kRewrittenAnnotation).string(note()).end_object().end_object();
  }

  std::string note() const {
    std::string text;
    JsonWriter note(text);
    note.begin_object();
    for (std::size_t i = 0; i < rewrite_.taken.size(); ++i) {
      const std::size_t container = rewrite_.taken[i].container;
      const bool is_first = i == 0 || rewrite_.taken[i - 1].container != container;
      if (is_first) note.key(std::to_string(container)).begin_object();
      note.key(rewrite_.taken[i].resource).string(rewrite_.taken[i].quantity);
      if (i + 1 == rewrite_.taken.size() || rewrite_.taken[i + 1].container != container)
        note.end_object();
    }
    note.end_object();
    return text;
  }

  void write_spec() {
    const Json spec = pod_["spec"];
    writer_.key("spec").begin_object();
    writer_.members(spec, {"initContainers", "containers", "resourceClaims"});
    std::size_t at = 0;
    for (const std::string_view list : {"initContainers", "containers"}) {
      if (!spec[list].is_array()) continue;
      writer_.key(list).begin_array();
      for (const Json& container : spec[list].elements()) write_container(container, at++);
      writer_.end_array();
    }
    write_claims(spec["resourceClaims"]);
    writer_.end_object();
  }

  void write_container(const Json& container, std::size_t at) {
    const Json resources = container["resources"];
    writer_.begin_object();
    writer_.members(container, {"resources"});
    writer_.key("resources").begin_object();
    writer_.members(resources, {"requests", "limits"});
    for (const std::string_view list : {"requests", "limits"}) {
      if (!resources[list].is_object()) continue;
      writer_.key(list).begin_object();
      for (const Json::Member& amount : resources[list].members()) {
        if (!is_taken(at, amount.key())) writer_.key(amount.key()).json(amount.value);
      }
      writer_.end_object();
    }
    writer_.end_object().end_object();
  }

  void write_claims(const Json& entries) {
    const auto& taken = rewrite_.taken_entries;
    writer_.key("resourceClaims").begin_array();
    for (const Json& entry : entries.elements()) {
      if (std::find(taken.begin(), taken.end(), entry["name"].as_string()) == taken.end())
        writer_.json(entry);
    }
    for (const rules::ClaimTemplate& made : rewrite_.templates) {
      writer_.begin_object().key("name").string(made.name);
      writer_.key("resourceClaimTemplateName").string(made.name).end_object();
    }
    writer_.end_array();
  }

  const Json pod_;
  const Rewrite& rewrite_;
  JsonWriter writer_;
};

}  // namespace

bool is_rewritten(const rules::Rewrite& rewrite) {
  return std::any_of(rewrite.findings.begin(), rewrite.findings.end(),
                     [](const rules::Finding& told) { return told.code == "Rewritten"; });
}

std::optional<kube::Document> rewritten_template(const Json& pod_template, const Rewrite& rewrite) {
  if (rewrite.templates.empty() || rewrite.taken.empty() || !rewrite.restored.empty() ||
      rules::any_denies(rewrite.findings))
    return std::nullopt;
  std::string text;
  PodWriter(pod_template, rewrite, text).write();
  Result<kube::Document> written = kube::read_json(text);
  if (!written) return std::nullopt;
  return std::move(*written);
}

std::string rewritten_from(const Json& pod) {
  const std::string_view note = kube::ObjectView(pod).annotation(rules::kRewrittenAnnotation);
  if (note.empty()) return {};
  const Result<kube::Document> read = kube::read_json(note);
  if (!read) return {};
  std::set<std::string> names;
  for (const Json::Member& container : read->root().members()) {
    for (const Json::Member& taken : container.value.members())
      names.insert(rules::shown(taken.key()));
  }
  return kube::and_list(std::vector<std::string>(names.begin(), names.end()));
}

}  // namespace drawbridge::admission
