// A cluster of manifests, and AdmissionReviews sent to an AdmissionService over it.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "webhook/admission/admission_service.h"
#include "webhook/admission/memory_gateway.h"
#include "webhook/decide/object_set.h"

namespace drawbridge::admission {

// The class, devices and mapping that turn nvidia.com/gpu into a claim in every namespace.
extern const std::string_view kGpuCluster;

// Objects of YAML text; a test failure where it cannot be read.
std::vector<SourcedObject> manifests(std::string_view yaml, const std::string& name = "test.yaml");
std::shared_ptr<const Snapshot> snapshot_of(std::string_view yaml);

std::string read_file(const std::filesystem::path& file);

// The folder of recorded reviews and manifests: $DRAWBRIDGE_SHARED, or `shared` beside the source
// tree; nullopt where there is none.
std::optional<std::filesystem::path> shared_folder();

// A pod named "probe" whose one container asks for `resources` (YAML of limits and requests alike).
nlohmann::json pod_asking(const nlohmann::json& resources);

// A complete CREATE review of `object` in namespace "default".
nlohmann::json review_of(const nlohmann::json& object);

// An AdmissionService without a cluster, and what it answers.
class ReviewServer {
 public:
  explicit ReviewServer(std::string_view yaml = kGpuCluster);

  Response post(std::string_view path, std::string_view body);
  // The `response` of an answer with status 200; a test failure for every other answer.
  nlohmann::json response(std::string_view path, const nlohmann::json& review);

  MemoryGateway& gateway() { return gateway_; }
  const FindingTally& findings() const { return service_.findings(); }

 private:
  SnapshotStore store_;
  MemoryGateway gateway_;
  AdmissionService service_;
};

// The JSON Patch that a response carries; a test failure where its base64 or its JSON is broken.
nlohmann::json patch_of(const nlohmann::json& response);

// A folder of its own, removed with everything in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path write(const std::string& name, std::string_view text) const;

 private:
  std::filesystem::path path_;
};

}  // namespace drawbridge::admission
