#include "rules/mapping/asks.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "kube/api/names.h"
#include "kube/api/quantity.h"
#include "rules/devices/demand.h"

namespace drawbridge::rules {
namespace {

using kube::ContainerView;
using kube::Json;
using kube::Quantity;

// Names of a container that may concern us; most have fewer.
constexpr std::size_t kNamesMost = 8;

struct Wanted {
  std::string_view resource;
  MappingIndex::Match match;
  Quantity quantity;
};

std::string in_container(const ContainerView& container) {
  return "Container " + shown(container.name());
}

class Collector {
 public:
  Collector(const RewriteInput& input, const EarlierRewrite& earlier)
      : input_(input), earlier_(earlier) {}

  Asks run() {
    for (std::size_t i = 0; i < input_.pod.container_count(); ++i)
      collect_container(i, input_.pod.container(i));
    if (!pending_.empty()) decide_resources();
    sort_unique(result_.taken);
    if (earlier_.found()) restore_others();
    return std::move(result_);
  }

 private:
  struct Pending {
    std::size_t index;
    ContainerView container;
    Wanted wanted;
    std::vector<Companion> companions;
  };
  // What makes two bodies of one rule the same: the resource and its companions.
  using BodyKey =
      std::pair<std::string_view, std::vector<std::pair<const Parameter*, std::int64_t>>>;

  static bool before(const Taken& a, const Taken& b) {
    return std::tie(a.container, a.resource) < std::tie(b.container, b.resource);
  }

  // Two resources of a container may share a companion, which is taken once.
  static void sort_unique(std::vector<Taken>& list) {
    std::sort(list.begin(), list.end(), before);
    const auto same = [](const Taken& a, const Taken& b) { return !before(a, b) && !before(b, a); };
    list.erase(std::unique(list.begin(), list.end(), same), list.end());
  }

  // What the annotation lists and this rewrite does not take goes back to its container.
  void restore_others() {
    for (std::size_t i = 0; i < input_.pod.container_count(); ++i) {
      for (const Json::Member& entry : earlier_.asked(input_.pod.container(i).name()).members()) {
        Taken taken{i, entry.key(), std::string(entry.value.as_string())};
        if (std::binary_search(result_.taken.begin(), result_.taken.end(), taken, before)) continue;
        result_.restored.push_back(std::move(taken));
      }
    }
  }

  void deny(std::string_view code, std::string field, std::string message, std::string fix) {
    result_.findings.push_back(
        {code, Severity::kDeny, std::move(field), std::move(message), std::move(fix)});
    result_.stop = true;
  }

  void refuse_quantity(const ContainerView& container, std::string_view resource,
                       std::string_view what, std::string fix) {
    deny("ResourceQuantityInvalid", container.path() + ".resources",
         in_container(container) + " " + std::string(what) + " of " + shown(resource) + ".",
         std::move(fix));
  }

  // The number of devices, or nullopt with a finding (or with nothing to do: zero).
  std::optional<Quantity> read_quantity(const ContainerView& container, std::string_view resource) {
    const Json* limit = container.limits().find(resource);
    const Json* request = container.requests().find(resource);
    if (limit == nullptr && request == nullptr) return std::nullopt;
    Result<Quantity> quantity = Quantity::from_json(limit != nullptr ? *limit : *request);
    if (!quantity) {
      deny("ResourceQuantityInvalid", container.path() + ".resources",
           in_container(container) + " gives " + shown(resource) +
               " a value that is no quantity: " + quantity.error().message + ".",
           "Write a whole number.");
      return std::nullopt;
    }
    if (limit == nullptr) {
      refuse_quantity(container, resource, "has a request but no limit",
                      "Set the limit to the same number.");
      return std::nullopt;
    }
    if (request != nullptr && *request != *limit) {
      Result<Quantity> requested = Quantity::from_json(*request);
      if (!requested || *requested != *quantity) {
        refuse_quantity(container, resource, "has different request and limit",
                        "Set both to the same number, or leave the request out.");
        return std::nullopt;
      }
    }
    if (quantity->sign() < 0) {
      refuse_quantity(container, resource, "asks for a negative number",
                      "Write a whole number of devices.");
      return std::nullopt;
    }
    if (!quantity->checked_value()) {
      refuse_quantity(container, resource, "asks for " + quantity->canonical(),
                      "Ask for less: nothing is counted beyond 9223372036854775807.");
      return std::nullopt;
    }
    if (!quantity->whole()) {
      refuse_quantity(container, resource, "asks for " + quantity->canonical(),
                      "Write a whole number: a device is not divided by a fraction.");
      return std::nullopt;
    }
    return *quantity;
  }

  // Names that may concern us: every one with a domain, in limits, requests and the annotation.
  // They are there until the next call.
  std::span<const std::string_view> names_of(const ContainerView& container) {
    std::vector<std::string_view>& names = names_;
    names.clear();
    const auto add = [&](const Json& map) {
      for (const Json::Member& member : map.members()) {
        if (member.key().find('/') == std::string_view::npos) continue;
        if (names.capacity() == 0) names.reserve(kNamesMost);
        names.push_back(member.key());
      }
    };
    add(container.limits());
    add(container.requests());
    if (earlier_.found()) add(earlier_.asked(container.name()));
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
  }

  // The annotation goes before the container: see EarlierRewrite.
  std::optional<Quantity> quantity_of(const ContainerView& container, std::string_view resource) {
    const Json* before_rewrite =
        earlier_.found() ? earlier_.asked(container.name()).find(resource) : nullptr;
    if (before_rewrite == nullptr) return read_quantity(container, resource);
    const Result<Quantity> quantity = Quantity::from_json(*before_rewrite);
    return quantity ? std::optional<Quantity>(*quantity) : std::nullopt;
  }

  void collect_container(std::size_t index, const ContainerView& container) {
    const std::span<const std::string_view> names = names_of(container);
    const std::size_t first = pending_.size();
    const std::size_t told = result_.findings.size();
    for (const std::string_view resource : names) {
      const MappingIndex::Lookup lookup = input_.mappings.find(resource, input_.namespace_labels);
      if (!lookup.match) {
        result_.names_unmapped = result_.names_unmapped || is_unmapped(resource);
        continue;
      }
      const std::optional<Quantity> quantity = quantity_of(container, resource);
      if (!quantity || quantity->is_zero()) continue;
      if (lookup.conflict) {
        tell_conflict(container, resource, lookup);
        continue;
      }
      pending_.push_back({index, container, {resource, *lookup.match, *quantity}, {}});
    }
    // Whether what was refused is what a companion lacks is not known.
    const bool all_known = result_.findings.size() == told;
    attach_companions(container, names, all_known, std::span(pending_).subspan(first));
  }

  // Precondition: no mapping rewrites it. What a device plugin serves a new mapping leaves alone,
  // but for one with mixedNodes: Rewrite, which the first pods behind it may still be without.
  bool is_unmapped(std::string_view resource) const {
    return names_devices(resource) && input_.facts.node_offering(resource).empty() &&
           input_.mappings.companions_of(resource, input_.namespace_labels).empty();
  }

  void tell_conflict(const ContainerView& container, std::string_view resource,
                     const MappingIndex::Lookup& lookup) {
    const auto named = [](const MappingIndex::Match& match) {
      return match.mapping->name + " (spec.rewrites[" + std::to_string(match.rule->index) + "])";
    };
    Finding finding{"MappingConflict", Severity::kDeny, container.path() + ".resources",
                    in_container(container) + " asks for " + shown(resource) +
                        ", and two DeviceMappings claim that name here: " + named(*lookup.match) +
                        " and " + named(*lookup.conflict) + ".",
                    "Ask the cluster's administrator to narrow the namespaceSelector of one of "
                    "them, or to set its action to Off."};
    // Mappings that only warn refuse nobody.
    const bool rewrites = lookup.match->rule->action == Action::kRewrite ||
                          lookup.conflict->rule->action == Action::kRewrite;
    result_.stop |= rewrites;
    if (!rewrites) finding.severity = Severity::kWarn;
    result_.findings.push_back(std::move(finding));
  }

  // A companion belongs to the resource of its own container.
  void attach_companions(const ContainerView& container, std::span<const std::string_view> names,
                         bool all_known, std::span<Pending> found) {
    for (const std::string_view name : names) {
      const auto rules = input_.mappings.companions_of(name, input_.namespace_labels);
      if (rules.empty()) continue;
      bool attached = false;
      for (Pending& pending : found) attached |= attach(container, name, pending);
      // Already a resource of its own.
      const bool own = std::any_of(found.begin(), found.end(),
                                   [&](const Pending& p) { return p.wanted.resource == name; });
      if (attached || own || !all_known) continue;
      const std::optional<Quantity> quantity = quantity_of(container, name);
      if (!quantity || quantity->is_zero()) continue;
      refuse_lone_companion(container, name, *rules.front().rule);
    }
  }

  bool attach(const ContainerView& container, std::string_view name, Pending& pending) {
    for (const Parameter& parameter : pending.wanted.match.rule->parameters) {
      if (parameter.type != Parameter::Type::kResource || parameter.resource != name) continue;
      const std::optional<Quantity> quantity = quantity_of(container, name);
      if (!quantity || quantity->is_zero()) return true;
      pending.companions.push_back({&parameter, *quantity->whole()});
      return true;
    }
    return false;
  }

  void refuse_lone_companion(const ContainerView& container, std::string_view name,
                             const RewriteRule& rule) {
    const std::string resource(rule.resource.text());
    Finding finding{"CompanionWithoutResource", Severity::kDeny, container.path() + ".resources",
                    in_container(container) + " asks for " + shown(name) + " but for no " +
                        resource + ", and nothing offers the one without the other.",
                    "Add " + resource + ": 1 to the limits of the container."};
    // While the mapping only warns, device plugins may still serve the companion by itself.
    if (rule.action == Action::kRewrite) {
      result_.stop = true;
    } else {
      finding.severity = Severity::kWarn;
    }
    result_.findings.push_back(std::move(finding));
  }

  // One answer per resource for the whole pod, so that its containers are not treated differently.
  void decide_resources() {
    std::sort(pending_.begin(), pending_.end(), [](const Pending& a, const Pending& b) {
      return std::tie(a.wanted.resource, a.index) < std::tie(b.wanted.resource, b.index);
    });
    const std::optional<Finding> whole = hold_back_pod(input_.pod, input_.facts);
    bool told = false;
    std::vector<std::pair<std::size_t, std::string_view>> left;  // containers and companions
    for (auto begin = pending_.cbegin(); begin != pending_.cend();) {
      const std::string_view resource = begin->wanted.resource;
      const auto end = std::find_if(begin, pending_.cend(), [&](const Pending& pending) {
        return pending.wanted.resource != resource;
      });
      const std::span<const Pending> list(std::exchange(begin, end), end);
      const Wanted& wanted = list.front().wanted;
      const std::vector<std::string_view> names = names_in(list);
      std::optional<Finding> held = whole
                                        ? whole
                                        : hold_back_resource(resource, names, *wanted.match.mapping,
                                                             *wanted.match.rule, input_.facts);
      if (held) {
        if (!whole || !std::exchange(told, true)) result_.findings.push_back(std::move(*held));
        leave(list, left);
      } else if (wanted.match.rule->action == Action::kWarn) {
        warn_only(resource, list);
        leave(list, left);
      } else {
        for (const Pending& pending : list) take(pending);
      }
    }
    std::erase_if(result_.taken, [&](const Taken& taken) {
      const bool is_left = std::find(left.begin(), left.end(),
                                     std::pair(taken.container, taken.resource)) != left.end();
      // Unless it is a resource of its own, which became a claim.
      return is_left && std::none_of(result_.asks.begin(), result_.asks.end(), [&](const Ask& ask) {
               return ask.container == taken.container && ask.resource == taken.resource;
             });
    });
  }

  // What stays an extended resource, with its companions, also where another resource has one of
  // them, too.
  static void leave(std::span<const Pending> list,
                    std::vector<std::pair<std::size_t, std::string_view>>& left) {
    for (const Pending& pending : list) {
      for (const Companion& companion : pending.companions)
        left.emplace_back(pending.index, companion.parameter->resource);
    }
  }

  // The resource and its companions.
  static std::vector<std::string_view> names_in(std::span<const Pending> list) {
    std::vector<std::string_view> names = {list.front().wanted.resource};
    for (const Pending& pending : list) {
      for (const Companion& companion : pending.companions)
        names.push_back(companion.parameter->resource);
    }
    return names;
  }

  void warn_only(std::string_view resource, std::span<const Pending> list) {
    const MappingIndex::Match& match = list.front().wanted.match;
    result_.findings.push_back(
        {"WouldRewrite", Severity::kWarn, "spec",
         shown(resource) + " of container " + shown(list.front().container.name()) +
             (list.size() > 1 ? " and " + std::to_string(list.size() - 1) + " more"
                              : std::string()) +
             " would become a claim of class " + match.rule->options.front().device_class +
             " by DeviceMapping " + match.mapping->name + ", whose action is Warn.",
         "Nothing was changed; with action: Rewrite it will be."});
  }

  void take(const Pending& pending) {
    if (!check_name(pending.container)) return;
    const SharedBody body = body_of(pending);
    if (body == nullptr) return;
    Ask ask;
    ask.container = pending.index;
    ask.container_name = pending.container.name();
    ask.long_lived = pending.container.long_lived();
    ask.resource = pending.wanted.resource;
    ask.mapping = pending.wanted.match.mapping;
    ask.rule = pending.wanted.match.rule;
    ask.captured = pending.wanted.match.captured;
    ask.companions = pending.companions;
    ask.device_class = pending.wanted.match.rule->options.front().device_class;
    ask.count = *pending.wanted.quantity.whole();
    ask.body = body;
    result_.asks.push_back(std::move(ask));
    result_.taken.push_back(
        {pending.index, pending.wanted.resource, pending.wanted.quantity.canonical()});
    for (const Companion& companion : pending.companions) {
      result_.taken.push_back(
          {pending.index, companion.parameter->resource, std::to_string(companion.amount)});
    }
  }

  // Requests and the annotation are named after containers, before the API server looks at their
  // names. Each is told once.
  bool check_name(const ContainerView& container) {
    if (container_names_.empty()) {
      container_names_.reserve(input_.pod.container_count());
      for (std::size_t i = 0; i < input_.pod.container_count(); ++i)
        container_names_.push_back(input_.pod.container(i).name());
      std::sort(container_names_.begin(), container_names_.end());
    }
    if (misnamed_.contains(container.name())) return false;
    const auto [first, last] =
        std::equal_range(container_names_.begin(), container_names_.end(), container.name());
    const std::size_t told = result_.findings.size();
    if (container.name().empty()) {
      deny("MalformedObject", container.path() + ".name", container.path() + " has no name.",
           "Give it one of lower-case letters, digits and -.");
    } else if (std::optional<std::string> problem = kube::dns_label_problem(container.name())) {
      deny("MalformedObject", container.path() + ".name",
           "The name of container \"" + shown(container.name()) + "\" " + *problem + ".",
           "Choose a name of lower-case letters, digits and \"-\".");
    } else if (last - first > 1) {
      deny("MalformedObject", second_called(container.name()).path() + ".name",
           "Two containers of this pod are called " + shown(container.name()) + ".",
           "Give each a name of its own.");
    }
    if (result_.findings.size() == told) return true;
    misnamed_.insert(container.name());
    return false;
  }

  // Precondition: there are two.
  ContainerView second_called(std::string_view name) const {
    std::size_t i = 0;
    for (int left = 2;; ++i) {
      if (input_.pod.container(i).name() == name && --left == 0) return input_.pod.container(i);
    }
  }

  // nullptr where there can be none, which denies the pod.
  SharedBody body_of(const Pending& pending) {
    if (const SharedBody& fixed = pending.wanted.match.rule->fixed_body; fixed != nullptr) {
      // All that ask for one resource come one after the other.
      const bool is_new =
          std::exchange(last_fixed_, pending.wanted.resource) != pending.wanted.resource;
      return !is_new || has_room(*pending.wanted.match.mapping) ? fixed : nullptr;
    }
    BodyKey key{pending.wanted.resource, {}};
    for (const Companion& companion : pending.companions)
      key.second.emplace_back(companion.parameter, companion.amount);
    const auto [known, is_new] = bodies_.try_emplace(std::move(key));
    if (known->second != nullptr) return known->second;
    if (is_new && !has_room(*pending.wanted.match.mapping)) return nullptr;
    std::variant<RequestBody, Finding> built =
        build_request_body({pending.wanted.match, pending.companions,
                            input_.pod.object().annotations(), pending.container});
    if (Finding* refusal = std::get_if<Finding>(&built)) {
      // What is wrong with an annotation is wrong for each container.
      const bool is_told =
          !result_.findings.empty() && result_.findings.back().message == refusal->message;
      if (!is_told) result_.findings.push_back(std::move(*refusal));
      result_.stop = true;
      return nullptr;
    }
    known->second = std::make_shared<const RequestBody>(std::get<RequestBody>(std::move(built)));
    return known->second;
  }

  // Each different body needs a request of its own, at least of the container that has most.
  bool has_room(const Mapping& mapping) {
    const std::size_t different = ++bodies_in_[mapping.claim_group];
    if (different == kClaimRequestsMax + 1) {
      deny("TooManyDevices", "spec",
           std::string(asker_of(input_)) +
               " asks for more than 32 different kinds of devices, and one claim can hold 32 "
               "devices at most, so it would never be scheduled.",
           "Spread the work over more pods.");
    }
    return different <= kClaimRequestsMax;
  }

  const RewriteInput& input_;
  const EarlierRewrite& earlier_;
  Asks result_;
  std::vector<Pending> pending_;
  std::vector<std::string_view> names_;                // of names_of()
  std::vector<std::string_view> container_names_;      // sorted
  std::set<std::string_view> misnamed_;                // those that were refused
  std::map<BodyKey, SharedBody> bodies_;               // nullptr where there can be none
  std::map<std::string_view, std::size_t> bodies_in_;  // by claim group
  std::string_view last_fixed_;                        // resource whose body its rule has
};

}  // namespace

Asks collect_asks(const RewriteInput& input, const EarlierRewrite& earlier) {
  return Collector(input, earlier).run();
}

}  // namespace drawbridge::rules
