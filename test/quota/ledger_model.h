// A model of everything that touches a DeviceQuota: replicas that charge requests, leaders that
// count, an API server that fails, answers too late and reorders, people who create and delete.
// What happens next is drawn by chance, so that a seed is one interleaving.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "quota/charge_flow.h"
#include "quota/hold_watch.h"
#include "quota/recount.h"
#include "test/quota/quota_testing.h"

namespace drawbridge::quota {

class LedgerModel {
 public:
  explicit LedgerModel(std::uint64_t seed);

  // What went wrong on the way, or that at the end used is not what there is, or that what was
  // freed can't be used; empty: nothing.
  std::string run();

 private:
  using Millis = std::chrono::milliseconds;

  struct Object {
    std::int64_t devices = 0;
  };
  // A request of the API server, which asks one or two replicas.
  struct Request {
    std::string uid;
    std::int64_t devices = 0;
    bool dry_run = false;
    bool refused_later = false;  // by a webhook behind ours
    std::size_t deciding = 0;    // which of its calls is the one that it believes
    Millis began{0};
  };
  struct Call {
    std::size_t request = 0;
    std::size_t number = 0;
  };
  // A write that is on its way to the API server.
  struct Write {
    std::string quota;
    Ledger ledger;
    std::string resource_version;
  };
  struct Replica {
    std::map<std::string, QuotaState, std::less<>> remembered;
    std::deque<Call> waiting;
    std::vector<Call> asked;  // in the flow
    std::deque<bool> answered;
    std::unique_ptr<ChargeFlow> flow;
    std::optional<QuotaState> read;    // what was read, and not told yet
    std::optional<std::size_t> write;  // in writes_
    std::optional<std::pair<ChargeFlow::Written, std::string>> written;  // not told yet
  };
  struct Leader {
    enum class Stage : std::uint8_t { kRead, kList, kReadAgain, kWrite };
    Stage stage = Stage::kRead;
    Millis clock_offset{0};
    HoldWatch watch;
    std::size_t told = 0;  // of created_
    std::string quota;
    Ledger before;
    Count count;
    std::optional<QuotaState> now;
    Ledger after;
  };

  std::uint64_t draw(std::uint64_t below) { return random_() % below; }
  bool chance(std::uint64_t percent) { return draw(100) < percent; }

  void step();
  void pass_time();
  void begin_request();
  void step_replica(Replica& replica);
  void begin_flow(Replica& replica);
  const QuotaState* told_now(const std::string& quota);
  void step_flow(Replica& replica);
  void end_flow(Replica& replica);
  void answer(Replica& replica);
  void crash(Replica& replica);
  void arrive(std::size_t write, Replica* sender);
  void arrive_late();
  void store_some();
  void store(std::size_t request);
  void delete_some();
  void step_leader(Leader& leader);
  void read_by(Leader& leader);
  std::set<std::string, std::less<>> seen_by(Leader& leader);
  void settle_by(Leader& leader);
  void list_by(Leader& leader);
  void write_by(Leader& leader);
  void recount_all();
  std::vector<Waiter> waiters_of(const std::vector<Call>& calls);
  std::int64_t in_use() const;
  void check();
  void settle();
  void use_what_is_free();

  std::mt19937_64 random_;
  // Of this seed: how often, in percent, a request asks twice, how often a leader counts and
  // somebody deletes, and how often it settles instead of counting.
  const std::uint64_t asks_twice_;
  const std::uint64_t counts_;
  const std::uint64_t deletes_;
  const std::uint64_t settles_;
  Millis now_{0};
  std::string problem_;

  std::map<std::string, QuotaState, std::less<>> quotas_;  // the API server's
  std::vector<QuotaState> told_;                           // all that they ever were, by a watch
  std::map<std::string, Object> objects_;
  std::vector<std::string> created_;  // what a watch tells
  std::vector<Request> requests_;
  std::vector<std::size_t> passed_;  // of requests_: yet to be stored
  std::vector<std::optional<Write>> writes_;
  std::uint64_t version_ = 1;
  std::uint64_t tickets_ = 0;

  std::vector<Replica> replicas_;
  std::vector<Leader> leaders_;  // the second believes that it still leads
};

}  // namespace drawbridge::quota
