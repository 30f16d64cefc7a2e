// Snapshots that are published while others are read; for ThreadSanitizer.
#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "test/webhook/admission_testing.h"
#include "test/webhook/random_cluster.h"
#include "webhook/decide/snapshot_builder.h"

namespace drawbridge::admission {
namespace {

using nlohmann::json;

std::string padded_review() {
  json pod = pod_asking({{"a.com/gpu", "1"}});
  pod["metadata"]["namespace"] = "team-a";
  pod["spec"]["resourceClaims"] = {{{"name", "c"}, {"resourceClaimTemplateName", "n1"}},
                                   {{"name", "d"}, {"resourceClaimName", "n2"}}};
  json review = review_of(pod);
  review["request"]["namespace"] = "team-a";
  return review.dump() + std::string(kBodyPaddingBytes, ' ');
}

TEST(SnapshotThreads, RequestsAreAnsweredWhileTheClusterChanges) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  SnapshotBuilder builder;
  SnapshotStore store(builder.publish());
  MemoryGateway gateway;
  AdmissionService service(store, gateway);
  const std::string body = padded_review();
  std::atomic<bool> done{false};
  std::atomic<int> unanswered{0};
  std::atomic<int> answered{0};
  std::vector<std::thread> requests;
  for (int i = 0; i < 3; ++i) {
    requests.emplace_back([&, i] {
      const std::string mine = body;
      const Request request{i == 0 ? "/validate" : "/mutate", "",
                            std::string_view(mine).substr(0, mine.size() - kBodyPaddingBytes),
                            std::chrono::steady_clock::now() + std::chrono::minutes(1)};
      while (!done.load()) {
        Response response;
        Progress progress = service.answer_now(request, response);
        if (progress == Progress::kTakesLong) {
          Request again = request;
          again.may_take_long = true;
          progress = service.answer_now(again, response);
        }
        if (progress != Progress::kAnswered || response.status != 200) ++unanswered;
        ++answered;
      }
    });
  }
  RandomCluster cluster(seed);
  for (int change = 0; change < 3000; ++change) {
    const ObjectKind kind = cluster.any_kind();
    const KindInfo& info = kind_info(kind);
    if (cluster.pick(3) == 0) {
      const auto [ns, name] = cluster.remove(kind);
      builder.remove(info.group, info.kind, ns, name);
    } else {
      const Result<kube::Document> object = kube::read_json(cluster.change(kind).dump());
      EXPECT_TRUE(object.ok());
      if (object) builder.put(object->root());
    }
    if (cluster.pick(2) == 0) store.publish(builder.publish());
  }
  while (answered.load() < 10) std::this_thread::yield();
  done = true;
  for (std::thread& thread : requests) thread.join();
  EXPECT_EQ(unanswered.load(), 0);
}

}  // namespace
}  // namespace drawbridge::admission
