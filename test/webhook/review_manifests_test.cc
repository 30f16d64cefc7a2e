// What `drawbridge review` says of real manifests, each by itself, without a cluster: pinned, so
// that every change of it is read by a person.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "test/webhook/admission_testing.h"
#include "webhook/admission/state_folder.h"
#include "webhook/cli/review.h"
#include "webhook/cli/review_output.h"

namespace drawbridge::cli {
namespace {

namespace fs = std::filesystem;

const fs::path kGolden =
    fs::path(DRAWBRIDGE_SOURCE_DIR) / "test" / "webhook" / "testdata" / "manifests.txt";

// Files of manifests below `folder`, without those of other projects' CRDs, which have no findings.
std::set<fs::path> manifests_below(const fs::path& folder) {
  std::set<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".yaml" && entry.path().parent_path().filename() != "crds")
      files.insert(entry.path());
  }
  return files;
}

// Files that say more together: what is in the cluster, and what is applied to it.
struct Together {
  std::vector<const char*> state;
  const char* given;
};
const std::vector<Together> kTogether = {
    {{"kueue/sample-dra-queues.yaml", "seeds/kueue-configuration-overlap.yaml",
      "seeds/deviceclass-extended.yaml"},
     "kueue/sample-dra-rct-job.yaml"},
    {{"kueue/sample-dra-queues.yaml", "seeds/kueue-configuration-overlap.yaml",
      "seeds/deviceclass-extended.yaml"},
     "kueue/sample-dra-extended-resource-job.yaml"},
    {{"seeds/deviceclass-extended.yaml"}, "seeds/kueue-configuration-overlap.yaml"},
    {{"seeds/kueue-queues.yaml", "seeds/kueue-configuration.yaml"},
     "kueue/sample-dra-rct-job.yaml"},
    {{"seeds/kueue-queues.yaml", "seeds/kueue-configuration.yaml",
      "seeds/deviceclass-extended.yaml"},
     "kueue/sample-dra-extended-resource-job.yaml"},
    {{"seeds/kueue-queues.yaml"}, "kueue/sample-dra-rct-job.yaml"},
    {{"kueue/sample-dra-counter-queues.yaml", "seeds/kueue-configuration-overlap.yaml"},
     "kueue/sample-dra-counter-job.yaml"},
    {{"kueue/sample-dra-capacity-queues.yaml"}, "kueue/sample-dra-capacity-job.yaml"},
    {{"kueue/sample-dra-capacity-queues.yaml"}, "kueue/sample-dra-extended-resource-job.yaml"},
};

std::string reviewed_together(const fs::path& folder) {
  std::string all;
  for (const Together& together : kTogether) {
    std::vector<admission::SourcedObject> state;
    all += "with";
    for (const char* file : together.state) {
      auto objects = admission::read_manifest_file(folder / file);
      if (!objects) return objects.error().text();
      for (admission::SourcedObject& object : *objects) state.push_back(std::move(object));
      all += std::string(" ") + file;
    }
    const auto given = admission::read_manifest_file(folder / together.given);
    if (!given) return given.error().text();
    all += "\n" + review_text(review_objects(state, *given, {}), false) + "\n";
  }
  return all;
}

std::string reviewed(const fs::path& folder) {
  std::string all;
  for (const fs::path& file : manifests_below(folder)) {
    const auto objects = admission::read_manifest_file(file);
    if (!objects) {
      all += objects.error().text() + "\n";
      continue;
    }
    all += review_text(review_objects({}, *objects, {}), false) + "\n";
  }
  all += reviewed_together(folder);
  for (std::size_t at = 0; (at = all.find(folder.string() + "/", at)) != std::string::npos;)
    all.erase(at, folder.string().size() + 1);
  return all;
}

TEST(ReviewManifests, SayWhatAPersonAgreedWith) {
  const std::optional<fs::path> shared = admission::shared_folder();
  if (!shared) GTEST_SKIP() << "SKIPPED: no folder of manifests; set DRAWBRIDGE_SHARED";
  const std::string now = reviewed(*shared / "manifests");
  ASSERT_FALSE(now.empty());
  // DRAWBRIDGE_UPDATE_GOLDEN=1 writes the file anew; the difference is then read in the commit.
  // NOLINTNEXTLINE(concurrency-mt-unsafe): one thread
  if (std::getenv("DRAWBRIDGE_UPDATE_GOLDEN") != nullptr) {
    std::ofstream file(kGolden, std::ios::binary);
    file << now;
    ASSERT_TRUE(file.flush().good());
  }
  EXPECT_EQ(now, admission::read_file(kGolden));
}

}  // namespace
}  // namespace drawbridge::cli
