// Any body of a review: it is a bad request or gets an answer that the API server can take, and
// nothing is allowed that was not understood.
#include <openssl/evp.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "webhook/decide/review_codec.h"
#include "webhook/decide/rounds.h"

namespace {

using namespace drawbridge;
using namespace drawbridge::admission;
using nlohmann::json;

constexpr std::string_view kCluster = R"(
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: gpu.nvidia.com}
spec: {extendedResourceName: nvidia.com/gpu}
---
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceMapping
metadata: {name: gpu}
spec:
  logicalResource: nvidia.com/gpu
  deviceClassNames: [gpu.nvidia.com]
  rewrites:
  - resource: nvidia.com/gpu
    action: Rewrite
    request: {exactly: {deviceClassName: gpu.nvidia.com}}
    parameters:
    - {type: Resource, resource: nvidia.com/gpumem, capacity: memory, unit: Mi}
    - {type: Annotation, annotation: a/b, selector: "device.driver == {value}"}
  - resource: nvidia.com/mig-{profile}
    namespaceSelector: {matchLabels: {mig: allowed}}
    action: Rewrite
    request: {exactly: {deviceClassName: mig.nvidia.com, selectors: [{cel: {expression: "device.driver == {profile}"}}]}}
---
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceQuota
metadata: {name: q, namespace: default}
spec: {hard: {nvidia.com/gpu: "4"}}
---
apiVersion: config.kueue.x-k8s.io/v1beta2
kind: Configuration
resources: {deviceClassMappings: [{name: nvidia.com/gpu, deviceClassNames: [gpu.nvidia.com]}]}
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: LocalQueue
metadata: {name: default, namespace: default}
spec: {clusterQueue: c}
)";

void require(bool holds) {
  if (!holds) std::abort();
}

std::shared_ptr<const Snapshot> snapshot() {
  Result<std::vector<SourcedObject>> objects = read_manifest_text(kCluster, "cluster");
  require(objects.ok());
  std::shared_ptr<const Snapshot> built = Snapshot::build(*objects);
  require(built->problems().empty());
  return built;
}

std::string decoded(const std::string& base64) {
  std::string text(base64.size(), '\0');
  const int length = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                                     reinterpret_cast<const unsigned char*>(base64.data()),
                                     static_cast<int>(base64.size()));
  require(length >= 0);
  text.resize(static_cast<std::size_t>(length));
  while (!text.empty() && text.back() == '\0') text.pop_back();
  return text;
}

void check_warning(const std::string& warning) {
  require(warning.size() <= rules::kWarningBytesMax);
  require(rules::printable(warning) == warning);
}

AdmissionResponse answered(const AdmissionRequest& request,
                           const std::shared_ptr<const Snapshot>& cluster, bool found) {
  Rounds rounds;
  while (rounds.may_go_on()) {
    if (std::optional<Decision> decision = rounds.judge(request, cluster)) {
      const std::vector<CreateOutcome> outcomes(decision->creates.size());
      return conclude(request, std::move(*decision), outcomes);
    }
    require(!rounds.missing().empty() && rounds.missing().size() <= kLookUpsMax);
    while (!rounds.missing().empty()) {
      require(rounds.facts().find(rounds.missing().back()) == nullptr);
      rounds.add(found ? std::make_shared<const kube::Document>() : SharedDocument());
    }
  }
  std::abort();  // a decision asks for less each round
}

void check(const kube::Json& review, Endpoint endpoint,
           const std::shared_ptr<const Snapshot>& cluster, bool found) {
  const Result<AdmissionRequest> request = decode_review(review, endpoint);
  if (!request) {
    require(!request.error().message.empty());
    return;
  }
  require(!request->uid.empty());
  const AdmissionResponse answer = answered(*request, cluster, found);
  const json encoded = json::parse(encode_review(*request, answer));
  const json& response = encoded["response"];
  require(response["uid"].get<std::string>() == request->uid);
  require(response["allowed"].get<bool>() == answer.allowed);
  if (!answer.allowed) {
    require(response["status"]["code"] == 403 &&
            !response["status"]["message"].get<std::string>().empty());
  }
  require(response.contains("patch") == response.contains("patchType"));
  for (const json& warning : response.value("warnings", json::array())) check_warning(warning);
  if (!response.contains("patch")) return;
  require(endpoint == Endpoint::kMutate && answer.allowed);
  const json object = json::parse(kube::to_text(request->object));
  // A patch that does not apply throws, and ends the fuzzer.
  static_cast<void>(object.patch(json::parse(decoded(response["patch"].get<std::string>()))));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::shared_ptr<const Snapshot> cluster = snapshot();
  static kube::JsonReader reader;
  static kube::Document document;
  if (!reader.read({reinterpret_cast<const char*>(data), size}, document)) return 0;
  for (const Endpoint endpoint : {Endpoint::kMutate, Endpoint::kValidate}) {
    check(document.root(), endpoint, cluster, false);
    check(document.root(), endpoint, cluster, true);
  }
  return 0;
}
