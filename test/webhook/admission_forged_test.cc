// Good reviews, damaged at random places: always an answer, never a patch from /validate.
#include <gtest/gtest.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "test/generated_cases.h"
#include "test/webhook/admission_testing.h"

namespace drawbridge::admission {
namespace {

using nlohmann::json;

class Forger {
 public:
  explicit Forger(std::uint32_t seed) : random_(seed) {}

  std::size_t below(std::size_t end) { return random_() % end; }

  // One value, anywhere: of another type, gone, moved to another place or there twice.
  void damage(json& review) {
    std::vector<json::json_pointer> places;
    collect(review, json::json_pointer(), places);
    const json::json_pointer at = places[below(places.size())];
    switch (below(4)) {
      case 0:
        review[at] = other_value();
        break;
      case 1:
        erase(review, at);
        break;
      case 2:
        review[at] = json(review[places[below(places.size())]]);
        break;
      default:
        if (json& parent = review[at.parent_pointer()]; parent.is_array()) {
          parent.push_back(json(review[at]));
        } else {
          review[at] = json::array({json(review[at]), json(review[at])});
        }
    }
  }

 private:
  static void collect(const json& value, const json::json_pointer& at,
                      std::vector<json::json_pointer>& places) {
    if (!at.empty()) places.push_back(at);
    if (value.is_object()) {
      for (const auto& [key, child] : value.items()) collect(child, at / key, places);
    } else if (value.is_array()) {
      for (std::size_t i = 0; i < value.size(); ++i) collect(value[i], at / i, places);
    }
  }

  static void erase(json& review, const json::json_pointer& at) {
    json& parent = review[at.parent_pointer()];
    if (parent.is_array()) {
      parent.erase(std::stoul(at.back()));
    } else {
      parent.erase(at.back());
    }
  }

  json other_value() {
    switch (below(10)) {
      case 0:
        return nullptr;
      case 1:
        return -1;
      case 2:
        return 1e300;
      case 3:
        return true;
      case 4:
        return "";
      case 5:
        return "nvidia.com/gpu";
      case 6:
        return json::array();
      case 7:
        return json::object();
      case 8:
        return std::string(300, 'n') + "\n\t\x1b";
      default:
        return {{"nvidia.com/gpu", "2"}, {"name", 3}};
    }
  }

  std::mt19937 random_;
};

void check_answer(const Response& answer, std::string_view path, const json& review) {
  if (answer.status == 400) {
    EXPECT_FALSE(answer.body.empty());
    return;
  }
  ASSERT_EQ(answer.status, 200u) << review.dump();
  const json body = json::parse(answer.body, nullptr, false);
  ASSERT_FALSE(body.is_discarded()) << answer.body;
  const json& response = body.at("response");
  EXPECT_EQ(response.at("uid"), review.at("request").at("uid"));
  EXPECT_EQ(response.contains("patch"), response.contains("patchType"));
  EXPECT_EQ(response.at("allowed").get<bool>(), !response.contains("status"));
  for (const json& warning : response.value("warnings", json::array())) {
    EXPECT_LE(warning.get<std::string>().size(), 256u);
    EXPECT_EQ(warning.get<std::string>().find_first_of("\n\r\t"), std::string::npos);
  }
  if (!response.contains("patch")) return;
  EXPECT_EQ(path, "/mutate") << review.dump();
  EXPECT_TRUE(response.at("allowed").get<bool>());
  // A patch that does not apply is a 500 whatever the failurePolicy says.
  EXPECT_NO_THROW({
    const json after = review.at("request").at("object").patch(patch_of(response));
  }) << review.dump()
     << patch_of(response).dump();
}

TEST(ForgedReview, EveryDamageHasAnAnswer) {
  const int rounds = test::generated_cases(6000);
  ReviewServer server;
  json pod = pod_asking({{"nvidia.com/gpu", "1"}, {"cpu", "1"}});
  pod["metadata"]["labels"] = {{"app", "probe"}};
  pod["metadata"]["annotations"] = {{"a", "b"}};
  pod["spec"]["initContainers"] = pod["spec"]["containers"];
  pod["spec"]["initContainers"][0]["name"] = "init";
  pod["spec"]["initContainers"][0]["restartPolicy"] = "Always";
  pod["spec"]["resourceClaims"] = {{{"name", "own"}, {"resourceClaimTemplateName", "own"}}};
  json rewritten = pod;
  {
    const json response = server.response("/mutate", review_of(pod));
    ASSERT_TRUE(response.contains("patch")) << response;
    rewritten = pod.patch(patch_of(response));
  }
  const json job = {{"apiVersion", "batch/v1"},
                    {"kind", "Job"},
                    {"metadata", {{"name", "probe"}}},
                    {"spec", {{"parallelism", 2}, {"template", pod}}}};
  const json good[] = {review_of(pod), review_of(rewritten), review_of(job)};
  Forger forger(20'240'311);
  int answered = 0;
  int patched = 0;
  for (int round = 0; round < rounds; ++round) {
    json review = good[forger.below(std::size(good))];
    for (std::size_t damages = 1 + forger.below(4); damages > 0; --damages) forger.damage(review);
    for (const char* path : {"/mutate", "/validate"}) {
      const Response answer = server.post(path, review.dump());
      check_answer(answer, path, review);
      answered += answer.status == 200 ? 1 : 0;
      patched += answer.body.find("\"patch\"") != std::string::npos ? 1 : 0;
    }
    if (HasFatalFailure() || HasNonfatalFailure()) return;
  }
  // The damage leaves enough good reviews for the checks to mean something.
  EXPECT_GT(answered, rounds / 4);
  EXPECT_GT(patched, rounds / 20);
}

TEST(ForgedReview, EveryFlippedByteHasAnAnswer) {
  ReviewServer server;
  const std::string good = review_of(pod_asking({{"nvidia.com/gpu", "1"}})).dump();
  Forger forger(7);
  for (int round = 0; round < 6000; ++round) {
    std::string text = good;
    for (std::size_t flips = 1 + forger.below(3); flips > 0; --flips)
      text[forger.below(text.size())] = static_cast<char>(forger.below(256));
    for (const char* path : {"/mutate", "/validate"}) {
      const Response answer = server.post(path, text);
      ASSERT_TRUE(answer.status == 200 || answer.status == 400);
      if (answer.status == 400) continue;
      const json review = json::parse(text, nullptr, false);
      ASSERT_FALSE(review.is_discarded()) << text;
      check_answer(answer, path, review);
    }
  }
}

}  // namespace
}  // namespace drawbridge::admission
