// Pods, mappings and facts for tests of rules/, written as short YAML.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/pod.h"
#include "kube/api/yaml.h"
#include "rules/finding.h"
#include "rules/mapping/index.h"
#include "rules/mapping/rewrite.h"

namespace drawbridge::rules {

// The only document of `text`.
inline kube::Document yaml(std::string_view text) {
  Result<std::vector<kube::YamlObject>> read = kube::read_yaml(text);
  EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().text()) << "\n" << text;
  if (!read || read->size() != 1) {
    ADD_FAILURE() << "not one document:\n" << text;
    return {};
  }
  return std::move(read->front().document);
}

inline nlohmann::json to_nlohmann(const kube::Json& value) {
  return nlohmann::json::parse(kube::to_text(value));
}

inline kube::Document from_nlohmann(const nlohmann::json& value) {
  Result<kube::Document> document = kube::read_json(value.dump());
  EXPECT_TRUE(document.ok()) << value.dump();
  return document ? std::move(*document) : kube::Document();
}

// A DeviceMapping from its spec.
inline std::shared_ptr<const Mapping> mapping(std::string_view name, std::string_view spec) {
  const kube::Document read = yaml(spec);
  nlohmann::json object = {{"apiVersion", "drawbridge.dev/v1alpha1"},
                           {"kind", "DeviceMapping"},
                           {"metadata", {{"name", name}}},
                           {"spec", to_nlohmann(read.root())}};
  const kube::Document document = from_nlohmann(object);
  Result<std::shared_ptr<const Mapping>> compiled = compile_mapping(document.root());
  EXPECT_TRUE(compiled.ok()) << (compiled.ok() ? "" : compiled.error().text());
  return compiled ? *compiled : std::make_shared<const Mapping>();
}

// What `compile_mapping` says of a spec that is wrong.
inline std::string mapping_error(std::string_view spec) {
  const kube::Document read = yaml(spec);
  const kube::Document document =
      from_nlohmann({{"metadata", {{"name", "m"}}}, {"spec", to_nlohmann(read.root())}});
  Result<std::shared_ptr<const Mapping>> compiled = compile_mapping(document.root());
  return compiled ? "compiled without an error" : compiled.error().text();
}

// One rewrite of nvidia.com/gpu to class gpu.nvidia.com.
inline std::shared_ptr<const Mapping> gpu_mapping() {
  return mapping("nvidia-gpu", R"(
logicalResource: nvidia.com/gpu
deviceClassNames: [gpu.nvidia.com]
rewrites:
- {resource: nvidia.com/gpu, action: Rewrite, request: {exactly: {deviceClassName: gpu.nvidia.com}}}
)");
}

// Facts of a cluster of which nothing is known but what a test sets.
struct World {
  World() {
    facts.device_class = [this](std::string_view name) {
      const auto found = classes.find(name);
      return found == classes.end() ? ClassFacts{} : found->second;
    };
    facts.node_offering = [this](std::string_view resource) {
      return resource == plugin_resource ? std::string_view("node-1") : std::string_view();
    };
  }
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  Rewrite rewrite(const kube::Json& pod) const {
    Result<kube::PodView> view = kube::PodView::read(pod);
    EXPECT_TRUE(view.ok()) << (view.ok() ? "" : view.error().text());
    if (!view) return {};
    return rewrite_pod({*view, mappings, labels, facts});
  }

  MappingIndex mappings;
  kube::Json labels;
  HoldBackFacts facts;
  std::map<std::string, ClassFacts, std::less<>> classes;
  std::string plugin_resource;
};

// What holds for every finding: its code is known, it is printable, its sentences end, and one that
// stands in anybody's way says what to do.
inline void check_findings(const std::vector<Finding>& findings) {
  for (const Finding& finding : findings) {
    const auto known = all_codes();
    EXPECT_TRUE(std::any_of(known.begin(), known.end(), [&](const Code& code) {
      return code.name == finding.code;
    })) << finding.code;
    EXPECT_TRUE(finding.message.ends_with('.')) << finding.text();
    EXPECT_EQ(finding.message, printable(finding.message));
    if (finding.severity != Severity::kInfo) {
      EXPECT_TRUE(finding.fix.ends_with('.')) << finding.text();
    }
    for (const std::string& line : warning_lines(finding)) EXPECT_LE(line.size(), kWarningBytesMax);
  }
}

// A pod's journey through one call of the webhook. Fails where the patch does not apply.
struct Rewritten {
  Rewrite rewrite;
  nlohmann::json pod;  // as it is after the patch
};

inline Rewritten rewritten_object(const World& world, const nlohmann::json& pod) {
  const kube::Document document = from_nlohmann(pod);
  Rewritten result{world.rewrite(document.root()), pod};
  check_findings(result.rewrite.findings);
  if (result.rewrite.patch.empty()) return result;
  try {
    result.pod = pod.patch(nlohmann::json::parse(result.rewrite.patch));
  } catch (const nlohmann::json::exception& error) {
    ADD_FAILURE() << "the patch does not apply: " << error.what() << "\n"
                  << result.rewrite.patch << "\nto\n"
                  << pod.dump();
  }
  return result;
}

inline Rewritten rewritten(const World& world, std::string_view pod) {
  return rewritten_object(world, to_nlohmann(yaml(pod).root()));
}

inline std::vector<std::string> codes(const std::vector<Finding>& findings) {
  std::vector<std::string> result;
  for (const Finding& finding : findings) result.emplace_back(finding.code);
  return result;
}

// The template's claim: its spec.devices.
inline nlohmann::json devices_of(const ClaimTemplate& claim_template) {
  return nlohmann::json::parse(claim_template.spec)["spec"]["devices"];
}

// A pod with the containers, as a YAML list, and more fields of its spec.
inline std::string pod_of(std::string_view containers, std::string_view more = "") {
  return "apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: team-a}\nspec:\n" +
         std::string(more) + "  containers:\n" + std::string(containers);
}

// One container called main that asks for `quantity` of nvidia.com/gpu.
inline std::string gpu_pod(std::string_view quantity, std::string_view more = "") {
  return pod_of("  - name: main\n    resources:\n      limits: {nvidia.com/gpu: \"" +
                    std::string(quantity) + "\"}\n      requests: {nvidia.com/gpu: \"" +
                    std::string(quantity) + "\"}\n",
                more);
}

}  // namespace drawbridge::rules
