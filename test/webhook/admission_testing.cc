#include "test/webhook/admission_testing.h"

#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <stdlib.h>

#include <fstream>
#include <sstream>

namespace drawbridge::admission {

using nlohmann::json;

const std::string_view kGpuCluster = R"(
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: gpu.nvidia.com}
spec: {}
---
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: node-gpus}
spec:
  nodeName: node
  driver: gpu.nvidia.com
  pool: {name: node, generation: 1, resourceSliceCount: 1}
  devices:
  - name: gpu-0
---
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceMapping
metadata: {name: nvidia-gpu}
spec:
  logicalResource: nvidia.com/gpu
  deviceClassNames: [gpu.nvidia.com]
  rewrites:
  - resource: nvidia.com/gpu
    action: Rewrite
    request: {exactly: {deviceClassName: gpu.nvidia.com}}
)";

std::vector<SourcedObject> manifests(std::string_view yaml, const std::string& name) {
  Result<std::vector<SourcedObject>> objects = read_manifest_text(yaml, name);
  EXPECT_TRUE(objects.ok()) << (objects ? "" : objects.error().text());
  return objects ? std::move(*objects) : std::vector<SourcedObject>();
}

std::shared_ptr<const Snapshot> snapshot_of(std::string_view yaml) {
  std::shared_ptr<const Snapshot> snapshot = Snapshot::build(manifests(yaml));
  for (const Problem& problem : snapshot->problems()) ADD_FAILURE() << problem.line();
  return snapshot;
}

std::string read_file(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  EXPECT_TRUE(stream.is_open()) << file;
  std::ostringstream text;
  text << stream.rdbuf();
  return std::move(text).str();
}

std::optional<std::filesystem::path> shared_folder() {
  const char* named = getenv("DRAWBRIDGE_SHARED");
  const std::filesystem::path folder =
      named != nullptr ? std::filesystem::path(named)
                       : std::filesystem::path(DRAWBRIDGE_SOURCE_DIR) / ".." / "shared";
  if (!std::filesystem::is_directory(folder)) return std::nullopt;
  return folder;
}

json pod_asking(const json& resources) {
  return {{"apiVersion", "v1"},
          {"kind", "Pod"},
          {"metadata", {{"name", "probe"}, {"namespace", "default"}}},
          {"spec",
           {{"containers",
             {{{"name", "main"},
               {"image", "cuda"},
               {"resources", {{"limits", resources}, {"requests", resources}}}}}}}}};
}

namespace {

std::string plural_of(std::string kind) {
  for (char& c : kind) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return kind + (kind.ends_with('s') ? "es" : "s");
}

}  // namespace

json review_of(const json& object) {
  const std::string api_version = object.value("apiVersion", "v1");
  const std::size_t slash = api_version.find('/');
  const std::string group = slash == std::string::npos ? "" : api_version.substr(0, slash);
  const std::string version =
      slash == std::string::npos ? api_version : api_version.substr(slash + 1);
  const json gvk = {{"group", group}, {"version", version}, {"kind", object["kind"]}};
  return {{"apiVersion", "admission.k8s.io/v1"},
          {"kind", "AdmissionReview"},
          {"request",
           {{"uid", "705ab4f5-6393-11e8-b7cc-42010a800002"},
            {"kind", gvk},
            {"resource",
             {{"group", group}, {"version", version}, {"resource", plural_of(object["kind"])}}},
            {"name", "probe"},
            {"namespace", "default"},
            {"operation", "CREATE"},
            {"userInfo", {{"username", "admin"}, {"groups", {"system:authenticated"}}}},
            {"object", object},
            {"oldObject", nullptr},
            {"dryRun", false},
            {"options", {{"kind", "CreateOptions"}}}}}};
}

ReviewServer::ReviewServer(std::string_view yaml)
    : store_(snapshot_of(yaml)), service_(store_, gateway_) {}

Response ReviewServer::post(std::string_view path, std::string_view body) {
  std::string padded(body);
  padded.append(kBodyPaddingBytes, ' ');
  const Request request{path, "timeout=10s", std::string_view(padded).substr(0, body.size()),
                        std::chrono::steady_clock::now() + std::chrono::seconds(10), true};
  Response response;
  EXPECT_EQ(service_.answer_now(request, response), Progress::kAnswered)
      << "a gateway without a cluster never waits";
  return response;
}

json ReviewServer::response(std::string_view path, const json& review) {
  const Response answer = post(path, review.dump());
  EXPECT_EQ(answer.status, 200u) << answer.body;
  if (answer.status != 200) return json::object();
  json body = json::parse(answer.body, nullptr, false);
  EXPECT_FALSE(body.is_discarded()) << answer.body;
  EXPECT_EQ(body.value("apiVersion", ""), "admission.k8s.io/v1");
  EXPECT_EQ(body.value("kind", ""), "AdmissionReview");
  return body.value("response", json::object());
}

json patch_of(const json& response) {
  const std::string text = response.value("patch", "");
  EXPECT_EQ(response.value("patchType", ""), "JSONPatch");
  EXPECT_EQ(text.size() % 4, 0u);
  std::string decoded(text.size() / 4 * 3, '\0');
  const int length = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(decoded.data()),
                                     reinterpret_cast<const unsigned char*>(text.data()),
                                     static_cast<int>(text.size()));
  EXPECT_GE(length, 0) << "not base64: " << text;
  if (length < 0) return json::array();
  // EVP_DecodeBlock counts the padding as bytes.
  std::size_t padding = 0;
  while (padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  decoded.resize(static_cast<std::size_t>(length) - padding);
  json patch = json::parse(decoded, nullptr, false);
  EXPECT_TRUE(patch.is_array()) << decoded;
  return patch.is_array() ? patch : json::array();
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "drawbridge-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) ADD_FAILURE() << "no temporary folder";
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::filesystem::path TemporaryFolder::write(const std::string& name, std::string_view text) const {
  std::filesystem::path file = path_ / name;
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
  return file;
}

}  // namespace drawbridge::admission
