#include "rules/mapping/claim_spec.h"

#include <algorithm>
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

// The mappings that asked for something, by name.
std::vector<const Mapping*> mappings_in(RequestSpan requests) {
  std::vector<const Mapping*> result;
  for (const PlannedRequest* request : requests) result.push_back(request->owner->mapping);
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

// The i-th device of each request.
std::vector<Names> units_of(RequestSpan requests) {
  std::vector<Names> units;
  if (requests.size() < 2) return units;
  for (std::int64_t unit = 0; unit < requests.front()->count; ++unit) {
    Names names;
    for (const PlannedRequest* request : requests)
      names.push_back(request->name + "-" + std::to_string(unit));
    units.push_back(std::move(names));
  }
  return units;
}

// Sets of request names, each to be bound by the constraint.
std::vector<Names> bound_by(const Constraint& constraint, RequestSpan covered) {
  std::vector<Names> sets;
  if (constraint.scope == Constraint::Scope::kClaim) {
    if (has_several_devices(covered)) sets.push_back(all_names(covered));
    return sets;
  }
  std::map<std::size_t, Requests> by_container;
  for (const PlannedRequest* request : covered)
    by_container[request->owner->container].push_back(request);
  for (const auto& [container, requests] : by_container) {
    if (constraint.scope == Constraint::Scope::kContainer) {
      if (has_several_devices(requests)) sets.push_back(all_names(requests));
    } else {
      for (Names& unit : units_of(requests)) sets.push_back(std::move(unit));
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
