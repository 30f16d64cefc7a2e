#include "rules/mapping/claim_plan.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "kube/api/json_writer.h"

namespace drawbridge::rules {
namespace {

// A DNS label (resource.k8s.io/v1: names of requests), with room for "-" and two digits of a unit.
constexpr std::size_t kRequestNameBytesMax = 63;
constexpr std::size_t kRequestBaseBytesMax = kRequestNameBytesMax - 3;

struct PlannedRequest {
  const Ask* owner = nullptr;  // whose container it is named after
  std::int64_t count = 0;
  std::string name;
  bool split = false;  // one request per device, "NAME-0" and so on
};

std::vector<std::string> names_of(const PlannedRequest& request) {
  if (!request.split) return {request.name};
  std::vector<std::string> names;
  for (std::int64_t i = 0; i < request.count; ++i)
    names.push_back(request.name + "-" + std::to_string(i));
  return names;
}

// Of two counts, which are positive.
std::int64_t saturating_sum(std::int64_t a, std::int64_t b) {
  return a > INT64_MAX - b ? INT64_MAX : a + b;
}

// "nvidia.com/mig-1g.5gb" -> "nvidia-mig-1g-5gb"
std::string slug(std::string_view resource) {
  const std::size_t slash = resource.find('/');
  const std::string_view domain = resource.substr(0, slash);
  std::string result(domain.substr(0, domain.find('.')));
  result += '-';
  result += resource.substr(slash + 1);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if ((c < 'a' || c > 'z') && (c < '0' || c > '9')) c = '-';
  }
  return result;
}

std::string unique_name(const Ask& ask, std::set<std::string>& taken) {
  std::string base = std::string(ask.container_name) + "-" + slug(ask.resource);
  const auto cut = [](std::string text, std::size_t room) {
    text.resize(std::min(text.size(), room));
    while (!text.empty() && text.back() == '-') text.pop_back();
    return text;
  };
  std::string name = cut(base, kRequestBaseBytesMax);
  for (int i = 2; !taken.insert(name).second; ++i) {
    const std::string suffix = "-" + std::to_string(i);
    name = cut(base, kRequestBaseBytesMax - suffix.size()) + suffix;
  }
  return name;
}

class Planner {
 public:
  explicit Planner(std::vector<Ask> asks) : asks_(std::move(asks)) {}

  std::variant<ClaimPlan, PlanRefusal> run() {
    std::sort(asks_.begin(), asks_.end(), [](const Ask& a, const Ask& b) {
      return std::tie(a.resource, a.container) < std::tie(b.resource, b.container);
    });
    for (std::size_t begin = 0; begin < asks_.size();) {
      std::size_t end = begin;
      while (end < asks_.size() && asks_[end].resource == asks_[begin].resource) ++end;
      plan_resource(begin, end);
      begin = end;
    }
    order_and_name_requests();
    split_units();
    ClaimPlan plan;
    for (const auto& [group, requests] : groups_) {
      check_limits(group, requests);
      if (!findings_.empty()) continue;
      plan.claims.push_back({group, spec_of(group, requests)});
      add_uses(requests, plan);
    }
    if (!findings_.empty()) return PlanRefusal{std::move(findings_)};
    std::stable_sort(plan.uses.begin(), plan.uses.end(), [](const ClaimUse& a, const ClaimUse& b) {
      return a.container < b.container;
    });
    return plan;
  }

 private:
  using Requests = std::vector<std::size_t>;  // indexes into requests_

  void use(const Ask& ask, std::size_t request) { users_[request].push_back(ask.container); }

  std::size_t add_request(const Ask& owner, std::int64_t count) {
    requests_.push_back({&owner, count, {}, false});
    users_.emplace_back();
    return requests_.size() - 1;
  }

  // asks_[begin, end) name one resource, in the order of containers.
  void plan_resource(std::size_t begin, std::size_t end) {
    std::vector<std::size_t> long_lived;
    for (std::size_t i = begin; i < end; ++i) {
      if (!asks_[i].long_lived) continue;
      long_lived.push_back(add_request(asks_[i], asks_[i].count));
      use(asks_[i], long_lived.back());
    }
    // Requests that differ in more than their count (two sizes of memory, say) can't stand in for
    // each other, so each kind has its own largest rest.
    std::vector<std::size_t> rests;
    for (std::size_t i = begin; i < end; ++i) {
      if (!asks_[i].long_lived) plan_short_lived(asks_[i], long_lived, rests);
    }
  }

  void plan_short_lived(const Ask& ask, const std::vector<std::size_t>& long_lived,
                        std::vector<std::size_t>& rests) {
    std::int64_t got = 0;
    for (const std::size_t request : long_lived) {
      if (got >= ask.count) return;
      const Ask& owner = *requests_[request].owner;
      if (owner.container < ask.container || owner.body != ask.body) continue;
      got = saturating_sum(got, requests_[request].count);
      use(ask, request);
    }
    if (got >= ask.count) return;
    const std::int64_t rest = ask.count - got;
    for (const std::size_t request : rests) {
      if (requests_[request].owner->body != ask.body) continue;
      // The first with the largest rest gives the request its name.
      if (rest > requests_[request].count) {
        requests_[request].owner = &ask;
        requests_[request].count = rest;
      }
      return use(ask, request);
    }
    rests.push_back(add_request(ask, rest));
    use(ask, rests.back());
  }

  void order_and_name_requests() {
    for (std::size_t i = 0; i < requests_.size(); ++i)
      groups_[requests_[i].owner->mapping->claim_group].push_back(i);
    for (auto& [group, requests] : groups_) {
      std::sort(requests.begin(), requests.end(), [&](std::size_t a, std::size_t b) {
        const Ask& x = *requests_[a].owner;
        const Ask& y = *requests_[b].owner;
        return std::tie(x.container, x.resource) < std::tie(y.container, y.resource);
      });
      std::set<std::string> taken;
      for (const std::size_t request : requests)
        requests_[request].name = unique_name(*requests_[request].owner, taken);
    }
  }

  // The mappings that asked for something in the group, by name.
  std::vector<const Mapping*> mappings_in(const Requests& requests) const {
    std::vector<const Mapping*> result;
    for (const std::size_t request : requests) result.push_back(requests_[request].owner->mapping);
    std::sort(result.begin(), result.end(),
              [](const Mapping* a, const Mapping* b) { return a->name < b->name; });
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  }

  void split_units() {
    for (auto& [group, requests] : groups_) {
      bool unit = false;
      for (const Mapping* mapping : mappings_in(requests)) {
        for (const Constraint& constraint : mapping->constraints)
          unit |= constraint.scope == Constraint::Scope::kUnit;
      }
      if (!unit) continue;
      for (const std::size_t request : requests) requests_[request].split = true;
    }
  }

  void refuse(std::string_view code, std::string message, std::string fix) {
    findings_.push_back({code, Severity::kDeny, "spec", std::move(message), std::move(fix)});
  }

  void check_limits(const std::string& group, const Requests& requests) {
    std::int64_t devices = 0;
    std::size_t count = 0;
    std::string parts;
    for (const std::size_t i : requests) {
      const PlannedRequest& request = requests_[i];
      devices = saturating_sum(devices, request.count);
      count += request.split
                   ? static_cast<std::size_t>(std::min(request.count, kClaimDevicesMax + 1))
                   : 1;
      if (parts.size() > 400) continue;
      parts += (parts.empty() ? "" : ", ") + std::to_string(request.count) + " " +
               shown(request.owner->resource) + " in container " +
               shown(request.owner->container_name);
    }
    if (devices > kClaimDevicesMax || count > kClaimRequestsMax) {
      const std::string what = group.empty() ? "one claim" : "one claim of claimGroup " + group;
      refuse("TooManyDevices",
             "This pod asks for " + parts + ": " +
                 std::to_string(std::max<std::int64_t>(devices, static_cast<std::int64_t>(count))) +
                 " in all, and " + what +
                 " can hold 32 devices at most, so it would never be scheduled.",
             "Ask for at most 32 in all containers together, or spread the work over more pods.");
      return;
    }
    check_units(requests);
  }

  // Splits of one container pair up one to one, so there must be as many of each.
  void check_units(const Requests& requests) {
    std::map<std::size_t, std::vector<const PlannedRequest*>> by_container;
    for (const std::size_t i : requests) {
      if (requests_[i].split) by_container[requests_[i].owner->container].push_back(&requests_[i]);
    }
    for (const auto& [container, list] : by_container) {
      for (const PlannedRequest* request : list) {
        if (request->count == list.front()->count) continue;
        refuse("UnitCountsDiffer",
               "Container " + shown(request->owner->container_name) + " asks for " +
                   std::to_string(list.front()->count) + " " +
                   shown(list.front()->owner->resource) + " and " + std::to_string(request->count) +
                   " " + shown(request->owner->resource) + ", and DeviceMapping " +
                   request->owner->mapping->name + " pairs them one to one (scope: Unit).",
               "Ask for as many of the one as of the other.");
      }
    }
  }

  // Sets of request names, each to be bound by the constraint.
  std::vector<std::vector<std::string>> bound_by(const Constraint& constraint,
                                                 const Requests& covered) const {
    std::vector<std::vector<std::string>> sets;
    if (constraint.scope == Constraint::Scope::kClaim) {
      sets.push_back(all_names(covered));
    } else {
      std::map<std::size_t, Requests> by_container;
      for (const std::size_t request : covered)
        by_container[requests_[request].owner->container].push_back(request);
      for (const auto& [container, list] : by_container) {
        if (constraint.scope == Constraint::Scope::kContainer) {
          sets.push_back(all_names(list));
          continue;
        }
        for (std::int64_t unit = 0; unit < requests_[list.front()].count; ++unit) {
          std::vector<std::string> pair;
          for (const std::size_t request : list)
            pair.push_back(requests_[request].name + "-" + std::to_string(unit));
          sets.push_back(std::move(pair));
        }
      }
    }
    return sets;
  }

  std::vector<std::string> all_names(const Requests& requests) const {
    std::vector<std::string> result;
    std::int64_t devices = 0;
    for (const std::size_t request : requests) {
      devices += requests_[request].count;
      for (std::string& name : names_of(requests_[request])) result.push_back(std::move(name));
    }
    // A single device agrees with itself, and the constraint would only keep away devices that do
    // not publish the attribute.
    if (devices < 2) result.clear();
    return result;
  }

  static void write_names(const std::vector<std::string>& names, kube::JsonWriter& writer) {
    writer.key("requests").begin_array();
    for (const std::string& name : names) writer.string(name);
    writer.end_array();
  }

  std::size_t write_constraints(const Requests& requests, kube::JsonWriter& writer) const {
    std::size_t written = 0;
    std::vector<Constraint> done;
    for (const Mapping* mapping : mappings_in(requests)) {
      for (const Constraint& constraint : mapping->constraints) {
        // In a named group a constraint aligns all its mappings, so the same one in two of them is
        // one.
        if (!mapping->claim_group.empty()) {
          if (std::find(done.begin(), done.end(), constraint) != done.end()) continue;
          done.push_back(constraint);
        }
        for (const std::vector<std::string>& names :
             bound_by(constraint, covered_by(*mapping, requests))) {
          if (names.empty() || (constraint.scope == Constraint::Scope::kUnit && names.size() < 2))
            continue;
          writer.begin_object().key(constraint.member).string(constraint.attribute);
          write_names(names, writer);
          writer.end_object();
          ++written;
        }
      }
    }
    return written;
  }

  Requests covered_by(const Mapping& mapping, const Requests& requests) const {
    if (!mapping.claim_group.empty()) return requests;
    Requests own;
    for (const std::size_t request : requests) {
      if (requests_[request].owner->mapping == &mapping) own.push_back(request);
    }
    return own;
  }

  std::size_t write_config(const Requests& requests, kube::JsonWriter& writer) const {
    std::size_t written = 0;
    for (const Mapping* mapping : mappings_in(requests)) {
      std::vector<std::string> names;
      for (const std::size_t request : requests) {
        if (requests_[request].owner->mapping != mapping) continue;
        for (std::string& name : names_of(requests_[request])) names.push_back(std::move(name));
      }
      for (const std::string& members : mapping->config) {
        std::string text = "{" + members + ",";
        kube::JsonWriter inner(text);
        write_names(names, inner);
        writer.raw(text + "}");
        ++written;
      }
    }
    return written;
  }

  void write_request(const PlannedRequest& request, kube::JsonWriter& writer) const {
    const std::string body = request.owner->body.with_count(request.split ? 1 : request.count);
    for (const std::string& name : names_of(request)) {
      std::string text = "{" + body + ",\"name\":";
      kube::write_json_string(name, text);
      writer.raw(text + "}");
    }
  }

  std::string spec_of(const std::string& group, const Requests& requests) {
    std::string config = "[";
    std::string constraints = "[";
    kube::JsonWriter config_writer(config);
    kube::JsonWriter constraint_writer(constraints);
    const std::size_t config_count = write_config(requests, config_writer);
    const std::size_t constraint_count = write_constraints(requests, constraint_writer);
    if (config_count > kClaimConfigMax || constraint_count > kClaimConstraintsMax) {
      refuse("ClaimTooLarge",
             "This pod would need a claim with " + std::to_string(config_count) +
                 " configurations and " + std::to_string(constraint_count) + " constraints" +
                 (group.empty() ? "" : " for claimGroup " + group) +
                 ", and 32 of each are possible.",
             "Use fewer containers with devices in one pod.");
    }
    std::string text = R"({"spec":{"devices":{)";
    if (config_count > 0) text += "\"config\":" + config + "],";
    if (constraint_count > 0) text += "\"constraints\":" + constraints + "],";
    text += "\"requests\":";
    kube::JsonWriter writer(text);
    writer.begin_array();
    for (const std::size_t request : requests) write_request(requests_[request], writer);
    writer.end_array();
    return text + "}}}";
  }

  void add_uses(const Requests& requests, ClaimPlan& plan) const {
    const std::size_t claim = plan.claims.size() - 1;
    for (const std::size_t request : requests) {
      for (const std::size_t container : users_[request]) {
        for (std::string& name : names_of(requests_[request])) {
          plan.uses.push_back({container, claim, std::move(name)});
        }
      }
    }
  }

  std::vector<Ask> asks_;
  std::vector<PlannedRequest> requests_;
  std::vector<std::vector<std::size_t>> users_;  // containers, per request
  std::map<std::string, Requests> groups_;
  std::vector<Finding> findings_;
};

}  // namespace

std::string RequestBody::with_count(std::int64_t count) const {
  const std::string number = std::to_string(count);
  std::string result = pieces.front();
  for (std::size_t i = 1; i < pieces.size(); ++i) result += number + pieces[i];
  return result;
}

std::variant<ClaimPlan, PlanRefusal> plan_claims(std::vector<Ask> asks) {
  return Planner(std::move(asks)).run();
}

}  // namespace drawbridge::rules
