// A cluster of YAML objects, and what a check says in it.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kube/api/object.h"
#include "rules/checks/checks.h"
#include "rules/devices/device_matches.h"
#include "rules/devices/device_survey.h"
#include "test/rules/rules_testing.h"

namespace drawbridge::rules {

// Knows all templates and claims of its one namespace, team-a. Classes and slices are known once
// one was added.
class CheckWorld {
 public:
  // Any kind that a check knows, as a YAML document.
  void add(std::string_view text) {
    const kube::Json object = keep(text);
    const kube::ObjectView view(object);
    const std::string name(view.name());
    if (view.kind() == "ResourceClaimTemplate") use(templates_[name], object);
    if (view.kind() == "ResourceClaim") use(claims_[name], object);
    if (view.kind() == "DeviceMapping") add_mapping(object);
    if (view.kind() == "Configuration") kueue = kube::read_kueue_configuration(object);
    if (DeviceIndex::reads(object)) add_device_object(object, name);
  }
  // A template whose requests are these, as a YAML list.
  void add_template(std::string_view name, std::string_view requests, std::string_view more = "") {
    add("{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: " +
        std::string(name) + "}, spec: {spec: {devices: {requests: [" + std::string(requests) + "]" +
        std::string(more) + "}}}}");
  }
  void add_claim(std::string_view name, std::string_view requests, std::string_view more = "") {
    add("{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: " +
        std::string(name) + "}, spec: {devices: {requests: [" + std::string(requests) + "]" +
        std::string(more) + "}}}");
  }
  // The claim of that name is gone.
  void remove_claim(const std::string& name) {
    use(claims_[name], {});
    claims_.erase(name);
  }
  // A class for the devices of a driver; `more` of its spec.
  void add_class(std::string_view name, std::string_view driver, std::string_view more = "") {
    add("{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: " +
        std::string(name) + "}, spec: {selectors: [{cel: {expression: \"device.driver == '" +
        std::string(driver) + "'\"}}]" + std::string(more) + "}}");
  }
  // A slice of one node with so many devices.
  void add_devices(std::string_view driver, std::string_view node, int count) {
    std::string list;
    for (int i = 0; i < count; ++i) list += "{name: d" + std::to_string(i) + "},";
    const std::string name = std::string(driver) + "-" + std::string(node);
    add("{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: " + name +
        "}, spec: {driver: " + std::string(driver) + ", nodeName: " + std::string(node) +
        ", pool: {name: " + std::string(node) +
        ", generation: 1, resourceSliceCount: 1}, devices: [" + list + "]}}");
  }

  // A node whose device plugin offers a resource.
  void add_plugin(std::string_view node, std::string_view resource) {
    add("{apiVersion: v1, kind: Node, metadata: {name: " + std::string(node) +
        "}, status: {allocatable: {" + std::string(resource) + ": 4}}}");
  }
  // Kueue's Configuration with these fields.
  void add_kueue(std::string_view fields) { add(kueue_configuration(fields)); }
  static std::string kueue_configuration(std::string_view fields) {
    return "{apiVersion: config.kueue.x-k8s.io/v1beta2, kind: Configuration, " +
           std::string(fields) + "}";
  }

  CheckFacts facts() {
    std::vector<DeviceMatches::SliceProblem> problems;
    devices.set_matches(matches_.update(problems));
    mappings = MappingIndex(mapping_list_);
    const auto find = [](const auto& objects, std::string_view name) {
      const auto found = objects.find(name);
      return found == objects.end() ? Found{Known::kNo, {}} : Found{Known::kYes, found->second};
    };
    const auto names = [](const auto& objects) {
      std::vector<std::string_view> all;
      for (const auto& [name, object] : objects) all.push_back(name);
      return all;
    };
    CheckFacts facts{ns,
                     {},
                     mappings,
                     devices,
                     settings,
                     [this, find](std::string_view name) { return find(templates_, name); },
                     [this, find](std::string_view name) {
                       const Found found = find(claims_, name);
                       return found.known == Known::kNo && !claims_known ? Found() : found;
                     },
                     [this](std::string_view name) { return devices.class_exists(name); }};
    facts.claim_template_names = [this, names] { return names(templates_); };
    facts.claim_names = [this, names] { return names(claims_); };
    const auto survey = std::make_shared<DeviceSurvey>();
    for (const auto& [name, slice] : slices_) survey->add_slice(slice);
    facts.survey = [survey]() -> const DeviceSurvey& { return *survey; };
    facts.domain_of_template = [this](std::string_view name) {
      const auto found = domains.find(name);
      return found == domains.end() ? std::string_view() : std::string_view(found->second);
    };
    facts.has_quota = has_quota;
    facts.is_limited = [this](std::string_view name) { return limited.contains(name); };
    facts.is_new = is_new;
    facts.user = user;
    facts.kueue = kueue ? &*kueue : nullptr;
    facts.queue = &queue;
    return facts;
  }

  // What the checks of `code` say of a pod, as "FIELD: TEXT".
  std::vector<std::string> pod(std::string_view code, std::string_view text,
                               std::optional<std::int64_t> pods = 1) {
    EXPECT_TRUE(kube::PodView::read(keep(text)).ok()) << text;
    return texts(pod_findings(text, pods, code), code);
  }
  // The same as findings; of all checks without a code. None of a pod that can't be read.
  std::vector<Finding> pod_findings(std::string_view text, std::optional<std::int64_t> pods = 1,
                                    std::string_view code = "") {
    const kube::Json json = keep(text);
    const Result<kube::PodView> view = kube::PodView::read(json);
    if (!view) return {};
    const CheckFacts known = facts();
    const std::vector<DeviceRequest> requests = device_requests(
        {*view, known.mappings, known.devices, known.namespace_labels,
         [&](std::string_view name) { return known.claim_template(name).object; },
         [&](std::string_view name) { return known.claim(name).object; }, known.kueue});
    const std::vector<PodClaim> claims = pod_claims(*view, known);
    const bool one = pods && *pods == 1;
    const PodSubject subject{
        *view, one ? "Pod" : "Job", one ? "this Pod" : "each pod of this Job", pods, requests,
        claims};
    std::vector<Finding> findings;
    for (const PodCheck& check : pod_checks()) {
      if (code.empty() || check.code == code) check.run(subject, known, findings);
    }
    return findings;
  }

  // What the checks of `code` say of another object, `old_text` being what it was before.
  std::vector<std::string> object(std::string_view code, std::string_view text,
                                  std::string_view old_text = "") {
    return texts(object_findings(text, old_text, code), code);
  }
  std::vector<Finding> object_findings(std::string_view text, std::string_view old_text = "",
                                       std::string_view code = "") {
    const kube::Json json = keep(text);
    const ObjectSubject subject{json, old_text.empty() ? kube::Json() : keep(old_text)};
    const kube::ObjectView view(json);
    const CheckFacts known = facts();
    std::vector<Finding> findings;
    for (const ObjectCheck& check : object_checks()) {
      const bool is_kind = check.kind.empty() || check.kind == view.kind();
      if ((code.empty() || check.code == code) && is_kind && check.group == view.group())
        check.run(subject, known, findings);
    }
    return findings;
  }

  kube::Json keep(std::string_view text) {
    documents_.push_back(std::make_unique<kube::Document>(yaml(text)));
    return documents_.back()->root();
  }

  MappingIndex mappings;
  DeviceIndex devices;
  Settings settings;
  std::optional<kube::KueueConfiguration> kueue;
  QueueFacts queue;
  std::map<std::string, std::string, std::less<>> domains;  // ComputeDomains by their template
  std::string_view ns = "team-a";
  bool has_quota = false;
  std::set<std::string, std::less<>> limited;  // by DeviceQuotas
  bool claims_known = true;                    // what is not here is not there
  bool is_new = true;
  std::string user = "alice";
  Severity severity = Severity::kWarn;  // of every finding

 private:
  // In the place of what was known under its name.
  void use(kube::Json& known, const kube::Json& now) {
    matches_.change_claim(known, now);
    known = now;
  }
  void add_mapping(const kube::Json& object) {
    Result<std::shared_ptr<const Mapping>> mapping = compile_mapping(object);
    EXPECT_TRUE(mapping.ok()) << (mapping.ok() ? "" : mapping.error().text());
    if (!mapping) return;
    mapping_list_.push_back(*mapping);
    selective_.push_back(compile_selectors_of(*mapping));
    matches_.set_mappings(selective_);
  }

  void add_device_object(const kube::Json& object, const std::string& name) {
    const std::string_view kind = kube::ObjectView(object).kind();
    kube::Json& known = (kind == "Node"            ? nodes_
                         : kind == "ResourceSlice" ? slices_
                                                   : classes_)[name];
    EXPECT_TRUE(devices.replace(std::exchange(known, object), object).ok());
    if (const DeviceIndex::DeviceClass* compiled = devices.device_class(name))
      matches_.set_class(name, compiled->selectors);
    if (kind == "ResourceSlice") matches_.put_slice(name, kube::CompactJson(object));
  }

  std::vector<std::string> texts(const std::vector<Finding>& findings, std::string_view code) {
    check_findings(findings);
    std::vector<std::string> result;
    for (const Finding& finding : findings) {
      EXPECT_EQ(finding.code, code);
      EXPECT_EQ(finding.severity, severity);
      // Only names that are longer than anybody's are worth a cut.
      const bool cut = finding.text().find("...") != std::string::npos;
      EXPECT_TRUE(cut || finding.text().size() <= kWarningBytesMax) << finding.text();
      result.push_back(finding.field + ": " + finding.text());
    }
    return result;
  }

  DeviceMatches matches_;
  std::vector<std::shared_ptr<const Mapping>> mapping_list_;
  std::vector<SelectiveMapping> selective_;
  std::map<std::string, kube::Json, std::less<>> templates_;
  std::map<std::string, kube::Json, std::less<>> claims_;
  std::map<std::string, kube::Json, std::less<>> nodes_;
  std::map<std::string, kube::Json, std::less<>> classes_;
  std::map<std::string, kube::Json, std::less<>> slices_;
  std::vector<std::unique_ptr<kube::Document>> documents_;
};

// A pod with one container, "main", and these parts of its spec.
inline std::string pod_with(std::string_view resources, std::string_view resource_claims = "") {
  return "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: main, "
         "resources: {" +
         std::string(resources) + "}}], resourceClaims: [" + std::string(resource_claims) + "]}}";
}

}  // namespace drawbridge::rules
