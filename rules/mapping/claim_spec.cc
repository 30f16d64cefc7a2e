#include "rules/mapping/claim_spec.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "kube/api/json_writer.h"

namespace drawbridge::rules {
namespace {

using Requests = std::vector<const PlannedRequest*>;
using RequestSpan = std::span<const PlannedRequest* const>;
using Names = std::vector<std::string>;

// Room for the spec of most claims.
constexpr std::size_t kSpecBytes = 511;

// The mappings that asked for something and say more of it than a request holds, by name.
std::vector<const Mapping*> mappings_in(RequestSpan requests) {
  std::vector<const Mapping*> result;
  for (const PlannedRequest* request : requests) {
    const Mapping* mapping = request->owner->mapping;
    if (!mapping->config.empty() || !mapping->constraints.empty()) result.push_back(mapping);
  }
  std::sort(result.begin(), result.end(),
            [](const Mapping* a, const Mapping* b) { return a->name < b->name; });
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

Requests requests_of(const Mapping& mapping, RequestSpan requests) {
  Requests own;
  for (const PlannedRequest* request : requests) {
    if (request->owner->mapping == &mapping) own.push_back(request);
  }
  return own;
}

Names all_names(RequestSpan requests) {
  Names result;
  for (const PlannedRequest* request : requests) {
    for_each_name(*request, [&](const std::string& name) { result.push_back(name); });
  }
  return result;
}

// A single device agrees with itself, and the constraint would only keep away devices that do not
// publish the attribute.
bool has_several_devices(RequestSpan requests) {
  std::int64_t devices = 0;
  for (const PlannedRequest* request : requests) devices += request->count;
  return devices > 1;
}

using Lists = std::map<std::string_view, Names>;  // devices, by resource

// The i-th of each resource together, at most so many; they are taken off the lists.
void pair_up(Lists& lists, std::int64_t at_most, std::vector<Names>& units) {
  if (lists.size() < 2) return;
  auto pairs = static_cast<std::size_t>(std::max<std::int64_t>(at_most, 0));
  for (const auto& [resource, names] : lists) pairs = std::min(pairs, names.size());
  for (std::size_t unit = 0; unit < pairs; ++unit) {
    Names& together = units.emplace_back();
    for (const auto& [resource, names] : lists) together.push_back(names[unit]);
  }
  for (auto& [resource, names] : lists)
    names.erase(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(pairs));
}

// The devices that a container has, pair by pair: first those that are pairs of another container,
// whose requests it uses, then what is left of these.
std::vector<Names> units_of(RequestSpan requests, std::int64_t asked) {
  std::map<std::size_t, Lists> of_owner;
  for (const PlannedRequest* request : requests) {
    Names& names = of_owner[request->owner->container][request->owner->resource];
    for_each_name(*request, [&](const std::string& name) { names.push_back(name); });
  }
  std::vector<Names> units;
  Lists left;
  for (auto& [owner, lists] : of_owner) {
    pair_up(lists, std::numeric_limits<std::int64_t>::max(), units);
    for (auto& [resource, names] : lists) {
      Names& all = left[resource];
      all.insert(all.end(), names.begin(), names.end());
    }
  }
  pair_up(left, asked - static_cast<std::int64_t>(units.size()), units);
  return units;
}

// What another set binds, too, need not be bound again.
void add_set(Names names, std::vector<Names>& sets) {
  const auto is_within = [](const Names& part, const Names& all) {
    return std::all_of(part.begin(), part.end(), [&](const std::string& name) {
      return std::find(all.begin(), all.end(), name) != all.end();
    });
  };
  if (std::any_of(sets.begin(), sets.end(),
                  [&](const Names& set) { return is_within(names, set); }))
    return;
  std::erase_if(sets, [&](const Names& set) { return is_within(set, names); });
  sets.push_back(std::move(names));
}

std::int64_t asked_by(std::size_t container, RequestSpan requests) {
  for (const PlannedRequest* request : requests) {
    for (const Ask* user : request->users) {
      if (user->container == container) return user->count;
    }
  }
  return 0;
}

// Sets of request names, each to be bound by the constraint.
std::vector<Names> bound_by(const Constraint& constraint, RequestSpan covered) {
  std::vector<Names> sets;
  if (constraint.scope == Constraint::Scope::kClaim) {
    if (has_several_devices(covered)) sets.push_back(all_names(covered));
    return sets;
  }
  // The requests that an init container uses are its requests, too.
  std::map<std::size_t, Requests> by_container;
  for (const PlannedRequest* request : covered) {
    for (const Ask* user : request->users) by_container[user->container].push_back(request);
  }
  for (const auto& [container, requests] : by_container) {
    if (constraint.scope == Constraint::Scope::kContainer) {
      if (has_several_devices(requests)) add_set(all_names(requests), sets);
    } else {
      for (Names& unit : units_of(requests, asked_by(container, requests)))
        add_set(std::move(unit), sets);
    }
  }
  return sets;
}

void write_names(const Names& names, kube::JsonWriter& writer) {
  writer.key("requests").begin_array();
  for (const std::string& name : names) writer.string(name);
  writer.end_array();
}

std::size_t write_constraints(RequestSpan requests, const std::vector<const Mapping*>& mappings,
                              kube::JsonWriter& writer) {
  std::size_t written = 0;
  std::vector<Constraint> done;
  for (const Mapping* mapping : mappings) {
    if (mapping->constraints.empty()) continue;
    const bool grouped = !mapping->claim_group.empty();
    const Requests own = grouped ? Requests() : requests_of(*mapping, requests);
    const RequestSpan covered = grouped ? requests : RequestSpan(own);
    for (const Constraint& constraint : mapping->constraints) {
      // In a named group a constraint aligns all its mappings, so the same one in two of them is
      // one.
      if (grouped) {
        if (std::find(done.begin(), done.end(), constraint) != done.end()) continue;
        done.push_back(constraint);
      }
      for (const Names& names : bound_by(constraint, covered)) {
        writer.begin_object().key(constraint.member).string(constraint.attribute);
        write_names(names, writer);
        writer.end_object();
        ++written;
      }
    }
  }
  return written;
}

std::size_t write_config(RequestSpan requests, const std::vector<const Mapping*>& mappings,
                         kube::JsonWriter& writer) {
  std::size_t written = 0;
  for (const Mapping* mapping : mappings) {
    if (mapping->config.empty()) continue;
    const Names names = all_names(requests_of(*mapping, requests));
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

void write_request(const PlannedRequest& request, bool& first, std::string& text) {
  for_each_name(request, [&](const std::string& name) {
    text += std::exchange(first, false) ? "{" : ",{";
    request.owner->body->append_with_count(request.split ? 1 : request.count, text);
    text += ",\"name\":";
    kube::write_json_string(name, text);
    text += '}';
  });
}

}  // namespace

ClaimSpec write_claim_spec(RequestSpan requests) {
  ClaimSpec spec;
  const std::vector<const Mapping*> mappings = mappings_in(requests);
  std::string config = "[";
  std::string constraints = "[";
  kube::JsonWriter config_writer(config);
  kube::JsonWriter constraint_writer(constraints);
  spec.config_count = write_config(requests, mappings, config_writer);
  spec.constraint_count = write_constraints(requests, mappings, constraint_writer);
  spec.text.reserve(kSpecBytes);
  spec.text += R"({"spec":{"devices":{)";
  if (spec.config_count > 0) spec.text += "\"config\":" + config + "],";
  if (spec.constraint_count > 0) spec.text += "\"constraints\":" + constraints + "],";
  spec.text += "\"requests\":[";
  bool first = true;
  for (const PlannedRequest* request : requests) write_request(*request, first, spec.text);
  spec.text += "]}}}";
  return spec;
}

}  // namespace drawbridge::rules
