// A QuotaDesk that charges a namespace with one DeviceQuota of 8, and others as a test says.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "test/kube_client/loop.h"
#include "test/kube_client/object_store.h"
#include "test/quota/quota_testing.h"
#include "webhook/admission/quota_desk.h"

namespace drawbridge::admission {

inline std::string path_of(const std::string& quota) {
  return "/apis/drawbridge.dev/v1alpha1/namespaces/team/devicequotas/" + quota;
}
inline const std::string kQuota = path_of("gpus");
inline constexpr std::chrono::milliseconds kSlowWrite{20};

// A desk, and an API server that misbehaves as a test says.
class QuotaDeskTest : public ::testing::Test {
 protected:
  using json = nlohmann::json;
  using ChargeResult = quota::ChargeResult;
  using milliseconds = std::chrono::milliseconds;

  QuotaDeskTest() {
    client_ = std::move(*kube::Client::create(loop_.io.get_executor(), server_.config(), {}));
    desk_ = std::make_unique<QuotaDesk>(loop_.io.get_executor(), *client_);
    put(0);
  }
  ~QuotaDeskTest() override {
    client_->stop();
    EXPECT_TRUE(loop_.until([this] { return client_->active() == 0 && open_ == 0; }, 20'000));
  }

  // What the leader, or another replica, writes.
  void put(std::int64_t used, std::int64_t hard = 8) {
    quota_ = put_of(quota::quota_of(quota::gpus(hard), "gpus"), quota::gpus(used));
  }
  ChargeWish wish(const std::string& uid, std::int64_t count) const {
    ChargeWish wish;
    wish.ns = "team";
    wish.who = "this Pod";
    wish.quotas = {quota_};
    wish.waiter = quota::asking(uid, count);
    return wish;
  }
  // Another DeviceQuota of the namespace, of which nothing is used.
  quota::DeviceQuota put_other(const std::string& name, const quota::Amounts& hard) {
    return put_of(quota::quota_of(hard, name), {});
  }
  quota::DeviceQuota put_of(const quota::DeviceQuota& quota, const quota::Amounts& used) {
    json spec;
    for (const auto& [resource, amount] : quota.hard) spec["hard"][resource] = amount.canonical();
    const json bare = {
        {"apiVersion", "drawbridge.dev/v1alpha1"},
        {"kind", "DeviceQuota"},
        {"metadata",
         {{"name", quota.name}, {"namespace", "team"}, {"generation", quota.generation}}},
        {"spec", spec}};
    objects_.put(path_of(quota.name),
                 json::parse(quota::with_ledger(kube::read_json(bare.dump())->root(),
                                                quota::counted(quota, used))));
    return quota;
  }
  // Of a network card, too.
  ChargeWish wish_with_card(const std::string& uid, std::int64_t gpus,
                            const quota::DeviceQuota& of_cards) const {
    ChargeWish both = wish(uid, gpus);
    both.quotas.push_back(of_cards);
    both.waiter.wants.push_back({"", "nic", 1});
    both.waiter.charge = quota::charge_of(both.waiter.wants, quota::plain_unit);
    return both;
  }
  // What it points to is set once it is answered.
  std::shared_ptr<const std::optional<ChargeResult>> begin(ChargeWish wish,
                                                           milliseconds within = kWithin) {
    const auto result = std::make_shared<std::optional<ChargeResult>>();
    ++open_;
    boost::asio::co_spawn(
        loop_.io, desk_->charge(std::move(wish), std::chrono::steady_clock::now() + within),
        [this, result](const std::exception_ptr& problem, std::optional<ChargeResult> answer) {
          EXPECT_EQ(problem, nullptr);
          *result = std::move(answer);
          --open_;
        });
    return result;
  }
  // All at the same time.
  std::vector<ChargeResult> charge(std::vector<ChargeWish> wishes, milliseconds within = kWithin) {
    std::vector<std::shared_ptr<const std::optional<ChargeResult>>> results;
    for (ChargeWish& wish : wishes) results.push_back(begin(std::move(wish), within));
    EXPECT_TRUE(loop_.until(
        [&] {
          return std::all_of(results.begin(), results.end(),
                             [](const auto& result) { return result->has_value(); });
        },
        20'000));
    std::vector<ChargeResult> values;
    for (const auto& result : results) values.push_back(result->value());
    return values;
  }
  // As another replica does.
  void charge_elsewhere(const quota::Waiter& waiter) {
    const Result<kube::Document> now = kube::read_json(objects_.get(kQuota).dump());
    const quota::Ledger ledger = *quota::Ledger::read(now->root());
    objects_.put(kQuota,
                 json::parse(quota::with_ledger(
                     now->root(), quota::charge(quota_, ledger, std::vector{waiter}).ledger)));
  }
  // As the view of the cluster does.
  void tell() { desk_->was_told(kube::read_json(objects_.get(kQuota).dump())->root()); }
  // The methods of all requests since the last time.
  std::string methods() {
    std::string text;
    const std::vector<kube::SeenRequest> requests = server_.requests();
    for (; seen_ < requests.size(); ++seen_)
      text += requests[seen_].line().substr(0, requests[seen_].line().find(' ')) + " ";
    return text;
  }
  void slow_writes() {
    objects_.intercept([](const kube::SeenRequest& request) -> std::optional<std::string> {
      if (request.line().starts_with("PUT")) std::this_thread::sleep_for(kSlowWrite);
      return std::nullopt;
    });
  }
  // It passes, as long after the write before as so many slow ones take, or a quarter less.
  bool rests_before(const ChargeWish& wish, int writes) {
    const auto began = std::chrono::steady_clock::now();
    return passes(wish) &&
           std::chrono::steady_clock::now() - began >= kSlowWrite * writes * 3 / 4 + kSlowWrite;
  }
  bool passes(const ChargeWish& wish) { return charge({wish}).front().passes(); }
  json status() const { return objects_.get(kQuota)["status"]; }
  // The UID of its first hold.
  std::string held() const {
    return json::parse(status()["holds"][0].get<std::string>()).value("uid", "none");
  }
  std::string used() const { return status()["used"].value("gpu", "none"); }

  static constexpr milliseconds kWithin{10'000};
  kube::ObjectStore objects_;
  kube::Loop loop_;
  kube::FakeServer server_{objects_.script()};
  std::unique_ptr<kube::Client> client_;
  std::unique_ptr<QuotaDesk> desk_;
  quota::DeviceQuota quota_;
  int open_ = 0;
  std::size_t seen_ = 0;
};

}  // namespace drawbridge::admission
