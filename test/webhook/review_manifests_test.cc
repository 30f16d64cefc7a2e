// What `drawbridge review` says of real manifests, each by itself, without a cluster: pinned, so
// that every change of it is read by a person.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "test/webhook/admission_testing.h"
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

std::string reviewed(const fs::path& folder) {
  std::string all;
  for (const fs::path& file : manifests_below(folder)) {
    const auto objects = admission::read_manifest_file(file);
    if (!objects) {
      all += objects.error().text() + "\n";
      continue;
    }
    std::string text = review_text(review_objects({}, *objects, {}), false);
    for (std::size_t at; (at = text.find(folder.string() + "/")) != std::string::npos;)
      text.erase(at, folder.string().size() + 1);
    all += text + "\n";
  }
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
