// What the tests of Reflector have in common: an API server that answers as they like, and a sink
// that writes down what it hears.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "kube/client/reflector.h"
#include "test/kube_client/fake_api.h"
#include "test/kube_client/loop.h"

namespace drawbridge::kube {

class HeardSink : public ReflectorSink {
 public:
  // "begins", "put a 5", "removed a 6", "listed", "absent"; without "fresh" and troubles.
  std::vector<std::string> heard;
  std::vector<std::string> troubles;
  std::map<std::string, std::string> objects;  // by name: its resourceVersion
  int fresh_count = 0;
  std::string last_put;          // as JSON
  std::function<void()> always;  // after each call
  int calls = 0;

  void list_begins(const ReflectedKind&) override {
    listing_.clear();
    hear("begins");
  }
  void put(const ReflectedKind&, Json object) override {
    const Json metadata = object["metadata"];
    const std::string name(metadata["name"].as_string());
    const std::string version(metadata["resourceVersion"].as_string());
    objects[name] = version;
    listing_[name] = version;
    last_put = to_text(object);
    hear("put " + name + " " + version);
  }
  void removed(const ReflectedKind&, Json last) override {
    const std::string name(last["metadata"]["name"].as_string());
    objects.erase(name);
    hear("removed " + name + " " + std::string(last["metadata"]["resourceVersion"].as_string()));
  }
  void listed(const ReflectedKind&) override {
    objects = listing_;
    hear("listed");
  }
  void fresh(const ReflectedKind&) override {
    ++fresh_count;
    called();
  }
  void absent(const ReflectedKind&) override {
    objects.clear();
    hear("absent");
  }
  void troubled(const ReflectedKind&, const std::string& what) override {
    troubles.push_back(what);
    called();
  }

  int times(const std::string& what) const {
    return static_cast<int>(std::count(heard.begin(), heard.end(), what));
  }

 private:
  void hear(std::string what) {
    heard.push_back(std::move(what));
    called();
  }
  void called() {
    ++calls;
    if (always) always();
  }

  std::map<std::string, std::string> listing_;
};

class ReflectorTest : public ::testing::Test {
 protected:
  ReflectorTest() {
    options_.back_off_first = std::chrono::milliseconds(10);
    options_.back_off_max = std::chrono::milliseconds(80);
    kind_.kind = "Widget";
    kind_.group = FakeApi::kGroup;
    kind_.resource = "widgets";
    kind_.versions = {"v1", "v1beta1"};
  }
  ~ReflectorTest() override { stop(); }

  void start() {
    HttpOptions http;
    http.background_rate = {.per_second = 10'000, .burst = 10'000};
    Result<std::unique_ptr<Client>> made =
        Client::create(loop_.io.get_executor(), api_.config(), std::move(http));
    ASSERT_TRUE(made.ok()) << made.error().text();
    client_ = std::move(made).value();
    background_ = client_->background();
    discovery_ = std::make_unique<Discovery>(*background_, std::chrono::milliseconds(100));
    reflector_ = std::make_unique<Reflector>(*background_, *discovery_, kind_, sink_, options_);
    running_ = true;
    boost::asio::co_spawn(loop_.io, reflector_->run(), [this](std::exception_ptr problem) {
      running_ = false;
      EXPECT_EQ(problem, nullptr);
    });
  }
  // Runs until then. False when it does not come to that.
  bool until(const std::function<bool()>& condition, int ms = 20'000) {
    return loop_.until(condition, ms);
  }
  bool until_heard(const std::string& what, int times = 1) {
    return until([&] { return sink_.times(what) >= times; });
  }
  void run_for(int ms) {
    const auto end = in_ms(ms);
    loop_.io.restart();
    while (std::chrono::steady_clock::now() < end) loop_.io.run_until(end);
  }
  // How long it takes to end.
  std::chrono::milliseconds stop() {
    const auto begun = std::chrono::steady_clock::now();
    if (running_) reflector_->stop();
    EXPECT_TRUE(until([this] { return !running_; })) << "it does not stop";
    reflector_.reset();
    if (client_) {
      EXPECT_EQ(client_->active(), 0u);
    }
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                                 begun);
  }

  FakeApi api_;
  Loop loop_;
  HeardSink sink_;
  ReflectedKind kind_;
  ReflectorOptions options_;
  std::unique_ptr<Client> client_;
  std::unique_ptr<Client> background_;
  std::unique_ptr<Discovery> discovery_;
  std::unique_ptr<Reflector> reflector_;
  bool running_ = false;
};

}  // namespace drawbridge::kube
