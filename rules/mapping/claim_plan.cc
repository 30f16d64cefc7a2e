#include "rules/mapping/claim_plan.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "kube/api/claim.h"
#include "kube/api/saturating.h"
#include "rules/mapping/claim_spec.h"

namespace drawbridge::rules {
namespace {

// A DNS label (resource.k8s.io/v1: names of requests), with room for "-" and two digits of a unit.
constexpr std::size_t kRequestNameBytesMax = 63;
constexpr std::size_t kRequestBaseBytesMax = kRequestNameBytesMax - 3;

// Of a refusal, what lists containers and resources; the rest is told by the sum.
constexpr std::size_t kPartsBytesMax = 400;

// Appends "nvidia-mig-1g-5gb" for "nvidia.com/mig-1g.5gb".
void append_slug(std::string_view resource, std::string& to) {
  const std::size_t begin = to.size();
  const std::size_t slash = resource.find('/');
  const std::string_view domain = resource.substr(0, slash);
  to += domain.substr(0, domain.find('.'));
  to += '-';
  to += resource.substr(slash + 1);
  for (std::size_t i = begin; i < to.size(); ++i) {
    char& c = to[i];
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if ((c < 'a' || c > 'z') && (c < '0' || c > '9')) c = '-';
  }
}

// A name of which `is_taken` says that nobody has it.
std::string unique_name(const Ask& ask, const auto& is_taken) {
  std::string base;
  base.reserve(kRequestNameBytesMax);
  base += ask.container_name;
  base += '-';
  append_slug(ask.resource, base);
  const auto cut = [](std::string& text, std::size_t room) {
    text.resize(std::min(text.size(), room));
    while (!text.empty() && text.back() == '-') text.pop_back();
  };
  cut(base, kRequestBaseBytesMax);
  if (!is_taken(base)) return base;
  std::string name = base;
  for (int i = 2; is_taken(name); ++i) {
    const std::string suffix = "-" + std::to_string(i);
    name = base;
    cut(name, kRequestBaseBytesMax - suffix.size());
    name += suffix;
  }
  return name;
}

// What a claim would hold.
struct ClaimSize {
  std::int64_t devices = 0;
  std::int64_t requests = 0;

  void add(std::int64_t count, bool split) {
    devices = kube::saturating_add(devices, count);
    requests = kube::saturating_add(requests, split ? count : 1);
  }

  bool fits() const {
    return devices <= kube::kClaimDevicesMax &&
           requests <= static_cast<std::int64_t>(kClaimRequestsMax);
  }
};

// The same for the words of a refusal.
class Tally {
 public:
  void add(const Ask& ask, std::int64_t count, bool split) {
    size_.add(count, split);
    parts_.push_back({&ask, count});
  }

  std::string text() const {
    std::string parts;
    for (const auto& [ask, count] : parts_) {
      if (parts.size() > kPartsBytesMax) break;
      parts += (parts.empty() ? "" : ", ") + std::to_string(count) + " " + shown(ask->resource) +
               " in container " + shown(ask->container_name);
    }
    if (parts_.size() == 1) return parts;
    return parts + (parts.size() > kPartsBytesMax ? " and others: " : ": ") +
           std::to_string(std::max(size_.devices, size_.requests)) + " in all";
  }

 private:
  ClaimSize size_;
  std::vector<std::pair<const Ask*, std::int64_t>> parts_;
};

bool same_body(const Ask& a, const Ask& b) {
  return a.body == b.body || *a.body == *b.body;
}

class Planner {
 public:
  Planner(std::span<const Ask> asks, std::string_view asker) : asker_(asker) {
    asks_.reserve(asks.size());
    for (const Ask& ask : asks) asks_.push_back(&ask);
  }

  std::variant<ClaimPlan, PlanRefusal> run() {
    std::sort(asks_.begin(), asks_.end(), [](const Ask* a, const Ask* b) {
      return std::tie(a->resource, a->container) < std::tie(b->resource, b->container);
    });
    if (refuse_crowds()) return PlanRefusal{std::move(findings_)};
    requests_.reserve(asks_.size());
    for (std::size_t begin = 0; begin < asks_.size();) {
      std::size_t end = begin;
      while (end < asks_.size() && asks_[end]->resource == asks_[begin]->resource) ++end;
      plan_resource(begin, end);
      begin = end;
    }
    order_requests();
    split_units();
    // Before anything is named or written: a hostile pod has thousands of requests.
    for (const auto& [group, requests] : groups_) check_limits(group, requests);
    if (!findings_.empty()) return PlanRefusal{std::move(findings_)};
    ClaimPlan plan;
    plan.claims.reserve(groups_.size());
    plan.uses.reserve(asks_.size());
    for (const auto& [group, requests] : groups_) {
      name_requests(requests);
      plan.claims.push_back({group, spec_of(group, requests)});
      add_uses(requests, plan);
    }
    if (!findings_.empty()) return PlanRefusal{std::move(findings_)};
    const auto before = [](const ClaimUse& a, const ClaimUse& b) {
      return a.container < b.container;
    };
    // One claim's uses most often are, and to sort takes memory.
    if (!std::is_sorted(plan.uses.begin(), plan.uses.end(), before))
      std::stable_sort(plan.uses.begin(), plan.uses.end(), before);
    return plan;
  }

 private:
  using Requests = std::vector<std::size_t>;  // indexes into requests_

  void use(const Ask& ask, std::size_t request) { requests_[request].users.push_back(&ask); }

  std::size_t add_request(const Ask& owner, std::int64_t count) {
    requests_.push_back({&owner, count, {}, false, {}});
    return requests_.size() - 1;
  }

  // Each long-lived container needs a request of its own: where these alone are too many, nothing
  // is compared with each of them.
  bool refuse_crowds() {
    if (asks_.size() <= kClaimRequestsMax) return false;
    std::map<std::string_view, std::vector<const Ask*>> long_lived;
    for (const Ask* ask : asks_) {
      if (ask->long_lived) long_lived[ask->mapping->claim_group].push_back(ask);
    }
    for (const auto& [group, asks] : long_lived) {
      if (asks.size() <= kClaimRequestsMax) continue;
      Tally tally;
      for (const Ask* ask : asks) tally.add(*ask, ask->count, false);
      refuse_size(tally, group);
    }
    return !findings_.empty();
  }

  void refuse_size(const Tally& tally, std::string_view group) {
    refuse("TooManyDevices",
           std::string(asker_) + " asks for " + tally.text() + ", and " +
               (group.empty() ? "one claim" : "one claim of claimGroup " + std::string(group)) +
               " can hold 32 devices at most, so it would never be scheduled.",
           "Ask for at most 32 in all containers together, or spread the work over more pods.");
  }

  // asks_[begin, end) name one resource, in the order of containers.
  void plan_resource(std::size_t begin, std::size_t end) {
    const std::size_t first = requests_.size();
    for (std::size_t i = begin; i < end; ++i) {
      if (asks_[i]->long_lived) use(*asks_[i], add_request(*asks_[i], asks_[i]->count));
    }
    // Requests that differ in more than their count (two sizes of memory, say) can't stand in for
    // each other, so each kind has its own largest rest.
    const std::size_t first_rest = requests_.size();
    for (std::size_t i = begin; i < end; ++i) {
      if (!asks_[i]->long_lived) plan_short_lived(*asks_[i], first, first_rest);
    }
  }

  // The resource's requests begin at `first`, those of long-lived containers before `first_rest`.
  void plan_short_lived(const Ask& ask, std::size_t first, std::size_t first_rest) {
    std::int64_t got = 0;
    for (std::size_t request = first; request < first_rest; ++request) {
      if (got >= ask.count) return;
      const Ask& owner = *requests_[request].owner;
      if (owner.container < ask.container || !same_body(owner, ask)) continue;
      got = kube::saturating_add(got, requests_[request].count);
      use(ask, request);
    }
    if (got >= ask.count) return;
    const std::int64_t rest = ask.count - got;
    for (std::size_t request = first_rest; request < requests_.size(); ++request) {
      if (!same_body(*requests_[request].owner, ask)) continue;
      // The first with the largest rest gives the request its name.
      if (rest > requests_[request].count) {
        requests_[request].owner = &ask;
        requests_[request].count = rest;
      }
      return use(ask, request);
    }
    use(ask, add_request(ask, rest));
  }

  void order_requests() {
    for (std::size_t i = 0; i < requests_.size(); ++i)
      groups_[requests_[i].owner->mapping->claim_group].push_back(i);
    for (auto& [group, requests] : groups_) {
      std::sort(requests.begin(), requests.end(), [&](std::size_t a, std::size_t b) {
        const Ask& x = *requests_[a].owner;
        const Ask& y = *requests_[b].owner;
        return std::tie(x.container, x.resource) < std::tie(y.container, y.resource);
      });
    }
  }

  void name_requests(const Requests& requests) {
    // At most kClaimRequestsMax, and those behind have no name yet.
    const auto is_taken = [&](std::string_view name) {
      return std::any_of(requests.begin(), requests.end(),
                         [&](std::size_t request) { return requests_[request].name == name; });
    };
    for (const std::size_t request : requests)
      requests_[request].name = unique_name(*requests_[request].owner, is_taken);
  }

  // Where one of the group's mappings pairs devices one to one, each gets a request of its own.
  void split_units() {
    for (const auto& [group, requests] : groups_) {
      if (pairing_mapping(requests) == nullptr) continue;
      for (const std::size_t request : requests) requests_[request].split = true;
    }
  }

  const Mapping* pairing_mapping(const Requests& requests) const {
    for (const std::size_t request : requests) {
      const Mapping& mapping = *requests_[request].owner->mapping;
      for (const Constraint& constraint : mapping.constraints) {
        if (constraint.scope == Constraint::Scope::kUnit) return &mapping;
      }
    }
    return nullptr;
  }

  void refuse(std::string_view code, std::string message, std::string fix) {
    findings_.push_back({code, Severity::kDeny, "spec", std::move(message), std::move(fix)});
  }

  void check_limits(const std::string& group, const Requests& requests) {
    ClaimSize size;
    for (const std::size_t i : requests) size.add(requests_[i].count, requests_[i].split);
    if (size.fits()) return check_units(requests);
    Tally tally;
    for (const std::size_t i : requests)
      tally.add(*requests_[i].owner, requests_[i].count, requests_[i].split);
    refuse_size(tally, group);
  }

  // What one container asks for pairs up one to one, so there must be as many of each.
  void check_units(const Requests& requests) {
    const Mapping* pairing = pairing_mapping(requests);
    if (pairing == nullptr) return;
    std::map<std::size_t, const Ask*> first_of;  // by container
    std::set<const Ask*> seen;
    for (const std::size_t i : requests) {
      for (const Ask* ask : requests_[i].users) {
        const Ask& first = *first_of.emplace(ask->container, ask).first->second;
        if (ask->count == first.count || !seen.insert(ask).second) continue;
        refuse("UnitCountsDiffer",
               "Container " + shown(ask->container_name) + " asks for " +
                   std::to_string(first.count) + " " + shown(first.resource) + " and " +
                   std::to_string(ask->count) + " " + shown(ask->resource) +
                   ", and DeviceMapping " + pairing->name + " pairs them one to one (scope: Unit).",
               "Ask for as many of the one as of the other.");
      }
    }
  }

  std::string spec_of(const std::string& group, const Requests& requests) {
    std::vector<const PlannedRequest*> ordered;
    ordered.reserve(requests.size());
    for (const std::size_t request : requests) ordered.push_back(&requests_[request]);
    ClaimSpec spec = write_claim_spec(ordered);
    if (spec.config_count > kClaimConfigMax || spec.constraint_count > kClaimConstraintsMax) {
      refuse("ClaimTooLarge",
             std::string(asker_) + " would need a claim with " + std::to_string(spec.config_count) +
                 " configurations and " + std::to_string(spec.constraint_count) + " constraints" +
                 (group.empty() ? "" : " for claimGroup " + group) +
                 ", and 32 of each are possible.",
             "Use fewer containers with devices in one pod.");
    }
    return std::move(spec.text);
  }

  void add_uses(const Requests& requests, ClaimPlan& plan) const {
    const std::size_t claim = plan.claims.size() - 1;
    for (const std::size_t request : requests) {
      for (const Ask* user : requests_[request].users) {
        for_each_name(requests_[request], [&](const std::string& name) {
          plan.uses.push_back({user->container, claim, name});
        });
      }
    }
  }

  std::vector<const Ask*> asks_;  // by resource, then by container
  std::string_view asker_;
  std::vector<PlannedRequest> requests_;
  std::map<std::string, Requests> groups_;
  std::vector<Finding> findings_;
};

}  // namespace

std::variant<ClaimPlan, PlanRefusal> plan_claims(std::span<const Ask> asks,
                                                 std::string_view asker) {
  return Planner(asks, asker).run();
}

}  // namespace drawbridge::rules
