// Any pod, arbitrary JSON or one made of the input's bytes: the rewrite ends, its patch applies, a
// second turn changes nothing, what containers use exists, and no finding could harm a terminal.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>

#include "kube/api/pod.h"
#include "rules/mapping/canonical.h"
#include "rules/mapping/rewrite.h"
#include "test/rules/rich_mappings.h"

namespace {

using namespace drawbridge;
using namespace drawbridge::rules;
using nlohmann::json;

void require(bool holds) {
  if (!holds) std::abort();
}

// Choices out of the input; zeros behind its end.
class Choices {
 public:
  Choices(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  std::size_t below(std::size_t bound) {
    if (size_ == 0) return 0;
    --size_;
    return *data_++ % bound;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
};

json resources(Choices& choices) {
  static constexpr std::string_view kNames[] = {
      "a.com/gpu",      "a.com/gpu-shared", "a.com/mig-1g", "a.com/mig-2g",
      "a.com/rail-gpu", "a.com/rail-nic",   "a.com/second", "a.com/gpumem",
      "a.com/shadow",   "a.com/off",        "cpu",          "a.com/mig-' || '",
      "a.com/mig-~1~0"};
  static constexpr std::string_view kCounts[] = {
      "1", "2", "3", "0", "16", "32", "33", "-1", "1.5", "2000m", "9223372036854775807", "x", ""};
  json result = json::object();
  for (const char* part : {"limits", "requests"}) {
    if (choices.below(8) == 0) continue;
    for (std::size_t i = choices.below(4); i > 0; --i)
      result[part][std::string(kNames[choices.below(std::size(kNames))])] =
          kCounts[choices.below(std::size(kCounts))];
  }
  if (result.contains("limits") && choices.below(4) != 0) result["requests"] = result["limits"];
  for (std::size_t i = choices.below(3); i > 0; --i) {
    static constexpr std::string_view kEntries[] = {"devices", "devices-2", "devices-rail", "own"};
    result["claims"].push_back({{"name", kEntries[choices.below(4)]}});
  }
  return result;
}

json pod_of(Choices choices) {
  static constexpr std::string_view kNames[] = {"a", "a-b", "b", "B", "", "a-a-com-gpu"};
  static constexpr std::string_view kAnnotations[] = {
      R"({"a":{"a.com/gpu":"2"}})",
      R"({"a":{"a.com/gpu":"1","a.com/gpumem":"5"},"b":{"a.com/second":"40"}})",
      R"({"a":{"a.com/shadow":"2"}})",
      R"({"x":{"a.com/gpu":"2"}})",
      R"({"a":{"a.com/off":"2"}})",
      "{"};
  json pod = json::object();
  for (const char* list : {"initContainers", "containers"}) {
    for (std::size_t i = choices.below(4); i > 0; --i) {
      json container = {{"name", kNames[choices.below(std::size(kNames))]},
                        {"resources", resources(choices)}};
      if (choices.below(3) == 0) container["restartPolicy"] = "Always";
      if (choices.below(16) == 0) container.erase("resources");
      pod["spec"][list].push_back(container);
    }
  }
  for (std::size_t i = choices.below(3); i > 0; --i) {
    static constexpr std::string_view kEntries[] = {"devices", "devices-2", "devices-rail", "own"};
    const std::string generated = "drawbridge-" + std::string(32, '0');
    pod["spec"]["resourceClaims"].push_back(
        {{"name", kEntries[choices.below(4)]},
         {"resourceClaimTemplateName", choices.below(3) == 0 ? "t" : generated}});
  }
  if (choices.below(2) == 0) {
    pod["metadata"]["annotations"] = {
        {"drawbridge.dev/rewritten", kAnnotations[choices.below(std::size(kAnnotations))]},
        {"drawbridge.dev/rewritten-claims",
         choices.below(2) == 0 ? "devices" : "devices,devices-rail,devices-2"},
        {"a.com/model", "\"\\'{value}\n"}};
  }
  if (choices.below(16) == 0) pod["spec"]["nodeName"] = "n";
  return pod;
}

struct Turn {
  Rewrite rewrite;
  bool refused = false;
  json pod;  // after it
};

Turn turn(const json& pod, const MappingIndex& mappings, bool held) {
  Turn result;
  result.pod = pod;
  const Result<kube::Document> document = kube::read_json(pod.dump());
  require(document.ok());
  const Result<kube::PodView> view = kube::PodView::read(document->root());
  if (!view) {
    result.refused = true;
    return result;
  }
  HoldBackFacts facts;
  facts.device_class = [](std::string_view) { return ClassFacts(); };
  facts.node_offering = [&](std::string_view resource) {
    return held && resource == "a.com/gpu" ? std::string_view("node") : std::string_view();
  };
  result.rewrite = rewrite_pod({*view, mappings, {}, facts});
  for (const Finding& finding : result.rewrite.findings) {
    result.refused |= finding.severity == Severity::kDeny;
    for (const std::string& line : warning_lines(finding)) require(line.size() <= kWarningBytesMax);
    require(printable(finding.text()) == finding.text());
  }
  if (result.refused) require(result.rewrite.patch.empty() && result.rewrite.templates.empty());
  // A patch that does not apply throws, and ends the fuzzer.
  if (!result.rewrite.patch.empty()) result.pod = pod.patch(json::parse(result.rewrite.patch));
  return result;
}

void check_templates(const Rewrite& rewrite) {
  for (const ClaimTemplate& made : rewrite.templates) {
    require(template_name(made.spec) == made.name);
    for (const char* version : {"v1", "v1beta1"}) {
      const Result<kube::Document> object = kube::read_json(template_object(made, "ns", version));
      require(object.ok() && !check_template(object->root()));
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const MappingIndex mappings = rich_mappings();
  require(!mappings.mappings().empty());
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  json pod;
  if (input.starts_with("{")) {
    const Result<kube::Document> document = kube::read_json(input);
    if (!document) return 0;
    pod = json::parse(kube::to_text(document->root()));
  } else {
    pod = pod_of(Choices(data, size));
  }
  const Turn first = turn(pod, mappings, false);
  check_templates(first.rewrite);
  if (first.refused) return 0;
  const Turn second = turn(first.pod, mappings, false);
  require(!second.refused && second.rewrite.patch.empty());
  const Turn held = turn(first.pod, mappings, true);
  check_templates(held.rewrite);
  if (!held.refused) require(turn(held.pod, mappings, true).rewrite.patch.empty());
  return 0;
}
