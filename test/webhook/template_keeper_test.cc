#include "webhook/admission/template_keeper.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "test/kube_client/fake_api.h"
#include "test/kube_client/loop.h"
#include "webhook/decide/object_set.h"

namespace drawbridge::admission {
namespace {

using kube::chunk;
using kube::kChunkedHead;
using kube::reply;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const std::string kSpec = R"({"spec":{"devices":{"requests":[{"exactly":{"allocationMode":)"
                          R"("ExactCount","count":1,"deviceClassName":"gpu.nvidia.com"},)"
                          R"("name":"c-nvidia-gpu"}]}}})";
const std::string kName = rules::template_name(kSpec);

// As v1beta1 has it.
const std::string kFlatSpec = R"({"spec":{"devices":{"requests":[{"allocationMode":)"
                              R"("ExactCount","count":1,"deviceClassName":"gpu.nvidia.com",)"
                              R"("name":"c-nvidia-gpu"}]}}})";

std::string template_text(const std::string& ns, const std::string& created,
                          const std::string& version = "v1") {
  return R"({"apiVersion":"resource.k8s.io/)" + version +
         R"(","kind":"ResourceClaimTemplate","metadata":{)"
         R"("namespace":")" +
         ns + R"(","name":")" + kName + R"(","uid":"uid-)" + ns +
         R"(","resourceVersion":"7","creationTimestamp":")" + created + R"("},"spec":)" +
         (version == "v1beta1" ? kFlatSpec : kSpec) + "}";
}

// A rewritten pod that has no claim yet.
std::string pod_text(const std::string& ns) {
  return R"({"apiVersion":"v1","kind":"Pod","metadata":{"namespace":")" + ns +
         R"(","name":"train","resourceVersion":"9","annotations":{"drawbridge.dev/rewritten":)"
         R"("{\"c\":{\"nvidia.com/gpu\":\"1\"}}","drawbridge.dev/rewritten-claims":"devices"}},)"
         R"("spec":{"containers":[{"name":"c","resources":{"claims":[{"name":"devices",)"
         R"("request":"c-nvidia-gpu"}]}}],"resourceClaims":[{"name":"devices",)"
         R"("resourceClaimTemplateName":")" +
         kName + R"("}]},"status":{"phase":"Pending"}})";
}

constexpr std::string_view kMapping = R"(
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
)";

class TemplateKeeperTest : public ::testing::Test {
 protected:
  TemplateKeeperTest() : store_(Snapshot::build(*read_manifest_text(kMapping, "mapping.yaml"))) {
    kube::HttpOptions http;
    http.background_rate = {.per_second = 10'000, .burst = 10'000};
    client_ = std::move(
        *kube::Client::create(loop_.io.get_executor(), server_.config(), std::move(http)));
    background_ = client_->background();
    discovery_ = std::make_unique<kube::Discovery>(*background_);
  }
  ~TemplateKeeperTest() override { stop(); }

  void start() {
    TemplateKeeperOptions options;
    options.interval = std::chrono::milliseconds(20);
    options.write_until = [this]() -> std::optional<kube::Deadline> {
      if (!leads_) return std::nullopt;
      return kube::in_ms(10'000);
    };
    options.done = [this](const std::string& text) { told_.push_back(text); };
    options.troubled = [this](const std::string& text) { told_.push_back(text); };
    keeper_ = std::make_unique<TemplateKeeper>(loop_.io.get_executor(), *background_, *discovery_,
                                               store_, std::move(options));
    running_ = true;
    boost::asio::co_spawn(loop_.io, keeper_->run(), [this](const std::exception_ptr& problem) {
      running_ = false;
      EXPECT_EQ(problem, nullptr);
    });
  }
  bool until(const std::function<bool()>& condition, int ms = 20'000) {
    return loop_.until(condition, ms);
  }
  void stop() {
    if (keeper_) keeper_->stop();
    EXPECT_TRUE(until([this] { return !running_; })) << "it does not stop";
    keeper_.reset();
  }

  // Requests that would change something, with their bodies.
  std::vector<std::string> writes() const {
    std::vector<std::string> found;
    for (const kube::SeenRequest& request : server_.requests()) {
      if (!request.line().starts_with("GET "))
        found.push_back(request.line() + "\n" + request.body);
    }
    return found;
  }

  std::vector<std::string> templates_;
  std::vector<std::string> pods_;
  std::string template_event_;  // what the watch of templates brings
  std::string served_ = "v1";   // the version of resource.k8s.io
  bool leads_ = true;
  std::vector<std::string> told_;

 private:
  std::string answer(const std::string& line) const {
    const auto served = [](const std::string& resource) {
      return reply("200 OK",
                   R"({"kind":"APIResourceList","resources":[{"name":")" + resource + R"("}]})");
    };
    if (line.starts_with("DELETE ")) return reply("200 OK", "{}");
    if (line.starts_with("POST ")) return reply("201 Created", "{}");
    const std::string group = "GET /apis/resource.k8s.io";
    if (line.starts_with(group + " HTTP"))
      return reply("200 OK",
                   R"({"kind":"APIGroup","versions":[{"version":")" + served_ + R"("}]})");
    if (line.starts_with(group + "/" + served_ + " HTTP")) return served("resourceclaimtemplates");
    if (line.starts_with(group + "/" + served_ + "/resourceclaimtemplates?"))
      return reply("200 OK", kube::list_body("5", templates_));
    if (line.starts_with("GET /api/v1/pods?")) return reply("200 OK", kube::list_body("5", pods_));
    if (line.starts_with("GET /api/v1/namespaces/team-a/pods/train HTTP"))
      return reply("200 OK", pods_.at(0));
    return reply("404 Not Found", "404 page not found\n");
  }

  kube::Loop loop_;
  SnapshotStore store_;
  std::unique_ptr<kube::Client> client_;
  std::unique_ptr<kube::Client> background_;
  std::unique_ptr<kube::Discovery> discovery_;
  std::unique_ptr<TemplateKeeper> keeper_;
  bool running_ = false;
  // The last: it answers from its first moment on. What it answers stands before start().
  kube::FakeServer server_{[this](kube::FakeServer& server, kube::Peer& peer) {
    while (const std::optional<kube::SeenRequest> request = server.take(peer)) {
      const std::string line = request->line();
      if (line.find("watch=true") == std::string::npos) {
        peer.write(answer(line));
        continue;
      }
      peer.write(kChunkedHead);
      if (line.find("claimtemplates") != std::string::npos && !template_event_.empty())
        peer.write(chunk(template_event_));
      peer.hang();
    }
  }};
};

TEST_F(TemplateKeeperTest, RemovesWhatNobodyUsesAndInsistsOnWhatItSaw) {
  templates_ = {template_text("team-a", "2020-01-01T00:00:00Z"),
                template_text("team-b", "2020-01-01T00:00:00Z"),
                template_text("team-c", "9000-01-01T00:00:00Z")};
  pods_ = {pod_text("team-b")};
  start();
  ASSERT_TRUE(until([this] { return !told_.empty(); }));
  EXPECT_EQ(told_,
            std::vector{"ResourceClaimTemplate team-a/" + kName + " was removed: nobody uses it"});
  const std::vector<std::string> written = writes();
  ASSERT_FALSE(written.empty());
  EXPECT_THAT(written[0], HasSubstr("DELETE /apis/resource.k8s.io/v1/namespaces/team-a/"
                                    "resourceclaimtemplates/" +
                                    kName));
  EXPECT_THAT(written[0], HasSubstr(R"("uid":"uid-team-a")"));
  EXPECT_THAT(written[0], HasSubstr(R"("resourceVersion":"7")"));
  for (const std::string& request : written) EXPECT_THAT(request, HasSubstr("/team-a/"));
}

TEST_F(TemplateKeeperTest, PutsBackWhatATenantDeletedUnderAPod) {
  templates_ = {template_text("team-a", "2020-01-01T00:00:00Z")};
  pods_ = {pod_text("team-a")};
  template_event_ = R"({"type":"DELETED","object":)" + templates_[0] + "}\n";
  start();
  ASSERT_TRUE(until([this] { return !told_.empty(); }));
  EXPECT_EQ(told_, std::vector{"ResourceClaimTemplate team-a/" + kName +
                               " was put back: pod train needs it"});
  const std::vector<std::string> written = writes();
  ASSERT_THAT(written, SizeIs(1));
  EXPECT_THAT(written[0],
              HasSubstr("POST /apis/resource.k8s.io/v1/namespaces/team-a/resourceclaimtemplates"));
  EXPECT_THAT(written[0], HasSubstr(kSpec));
}

TEST_F(TemplateKeeperTest, FindsOutWhatATemplateHeldThatItNeverSaw) {
  pods_ = {pod_text("team-a")};
  start();
  ASSERT_TRUE(until([this] { return !told_.empty(); }));
  EXPECT_THAT(told_[0], HasSubstr(" was put back: pod train needs it"));
  ASSERT_FALSE(writes().empty());
  EXPECT_THAT(writes()[0], HasSubstr(kSpec));
}

TEST_F(TemplateKeeperTest, SaysSoWhereNobodyKnowsIt) {
  // Its pod can't be read.
  pods_ = {pod_text("team-b")};
  start();
  ASSERT_TRUE(until([this] { return !told_.empty(); }));
  EXPECT_THAT(told_[0], HasSubstr("is gone and pod train needs it, but what it held is not known"));
  EXPECT_THAT(writes(), IsEmpty());
}

TEST_F(TemplateKeeperTest, WorksInTheVersionThatIsServed) {
  for (const std::string version : {"v1beta2", "v1beta1"}) {
    SCOPED_TRACE(version);
    served_ = version;
    told_.clear();
    const std::size_t before = writes().size();
    templates_ = {template_text("team-a", "2020-01-01T00:00:00Z", version),
                  template_text("team-b", "2020-01-01T00:00:00Z", version)};
    pods_ = {pod_text("team-a")};
    template_event_ = R"({"type":"DELETED","object":)" + templates_[0] + "}\n";
    start();
    // One was removed, one put back; what the server lists does not change.
    const auto find = [&](const std::string& what) {
      for (const std::string& request : writes()) {
        if (request.find("/" + version + "/") != std::string::npos && request.starts_with(what))
          return request;
      }
      return std::string();
    };
    ASSERT_TRUE(until([&] { return !find("DELETE ").empty() && !find("POST ").empty(); }));
    EXPECT_GE(writes().size(), before + 2);
    EXPECT_THAT(find("DELETE "),
                HasSubstr("DELETE /apis/resource.k8s.io/" + version + "/namespaces/team-b/"));
    EXPECT_THAT(find("POST "),
                HasSubstr("POST /apis/resource.k8s.io/" + version + "/namespaces/team-a/"));
    EXPECT_THAT(find("POST "), HasSubstr(R"("apiVersion":"resource.k8s.io/)" + version + "\""));
    EXPECT_THAT(find("POST "), HasSubstr(R"("name":")" + kName + "\""));
    // Its request's fields lie where this version has them.
    EXPECT_EQ(find("POST ").find(R"("exactly")") != std::string::npos, version == "v1beta2");
    stop();
  }
}

TEST_F(TemplateKeeperTest, WritesNothingWithoutTheLead) {
  leads_ = false;
  templates_ = {template_text("team-a", "2020-01-01T00:00:00Z")};
  pods_ = {pod_text("team-b")};
  start();
  until([] { return false; }, 500);
  EXPECT_THAT(writes(), IsEmpty());
  leads_ = true;
  ASSERT_TRUE(until([this] { return !told_.empty(); }));
}

}  // namespace
}  // namespace drawbridge::admission
