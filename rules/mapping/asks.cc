#include "rules/mapping/asks.h"

#include <algorithm>
#include <map>
#include <optional>

#include "kube/api/json_writer.h"
#include "kube/api/names.h"
#include "kube/api/quantity.h"

namespace drawbridge::rules {
namespace {

using kube::ContainerView;
using kube::Json;
using kube::Quantity;

// The annotation is ours, but anyone can write it: it is read like any other input.
constexpr std::size_t kAnnotationBytesMax = 64 * 1024;

struct Wanted {
  std::string_view resource;
  MappingIndex::Match match;
  Quantity quantity;
  bool earlier = false;  // known from the annotation: held back or not was decided then
};

// The amount where it is a whole number, however it is written ("2", "2000m").
std::optional<std::int64_t> whole(const Quantity& quantity) {
  const std::optional<std::int64_t> value = quantity.checked_value();
  return value && quantity == Quantity::from_int(*value) ? value : std::nullopt;
}

std::string in_container(const ContainerView& container) {
  return "Container " + shown(container.name());
}

class Collector {
 public:
  Collector(const RewriteInput& input, const EarlierRewrite& earlier)
      : input_(input), earlier_(earlier) {}

  Asks run() {
    const std::size_t count = input_.pod.container_count();
    for (std::size_t i = 0; i < count; ++i) collect_container(i, input_.pod.container(i));
    if (result_.stop || (result_.asks.empty() && pending_.empty())) return std::move(result_);
    decide_resources();
    const auto order = [](const Taken& a, const Taken& b) {
      return std::tie(a.container, a.resource) < std::tie(b.container, b.resource);
    };
    std::sort(result_.taken.begin(), result_.taken.end(), order);
    return std::move(result_);
  }

 private:
  struct Pending {
    std::size_t index;
    ContainerView container;
    Wanted wanted;
    std::vector<std::pair<const Parameter*, Quantity>> companions;
    std::vector<std::string_view> names;  // the resource and its companions
  };

  void deny(std::string_view code, std::string field, std::string message, std::string fix) {
    result_.findings.push_back(
        {code, Severity::kDeny, std::move(field), std::move(message), std::move(fix)});
    result_.stop = true;
  }

  void refuse_quantity(const ContainerView& container, std::string_view resource, std::string what,
                       std::string fix) {
    deny("ResourceQuantityInvalid", container.path() + ".resources",
         in_container(container) + " " + what + " of " + shown(resource) + ".", std::move(fix));
  }

  // The number of devices, or nullopt with a finding (or with nothing to do: zero).
  std::optional<Quantity> read_quantity(const ContainerView& container, std::string_view resource,
                                        bool report) {
    const Json* limit = container.limits().find(resource);
    const Json* request = container.requests().find(resource);
    if (limit == nullptr && request == nullptr) return std::nullopt;
    Result<Quantity> quantity = Quantity::from_json(limit != nullptr ? *limit : *request);
    if (!quantity) {
      if (report) {
        deny("ResourceQuantityInvalid", container.path() + ".resources",
             in_container(container) + " gives " + shown(resource) +
                 " a value that is no quantity: " + quantity.error().message + ".",
             "Write a whole number.");
      }
      return std::nullopt;
    }
    if (!report) return *quantity;
    if (limit == nullptr) {
      refuse_quantity(container, resource, "has a request but no limit",
                      "Set the limit to the same number.");
      return std::nullopt;
    }
    if (request != nullptr) {
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
    if (!whole(*quantity)) {
      refuse_quantity(container, resource, "asks for " + quantity->canonical(),
                      "Write a whole number: a device is not divided by a fraction.");
      return std::nullopt;
    }
    return *quantity;
  }

  // Names that may concern us: every one with a domain, in limits, requests and the annotation.
  std::vector<std::string_view> names_of(const ContainerView& container) const {
    std::vector<std::string_view> names;
    const auto add = [&](const Json& map) {
      for (const Json::Member& member : map.members()) {
        if (member.key().find('/') != std::string_view::npos) names.push_back(member.key());
      }
    };
    add(container.limits());
    add(container.requests());
    if (earlier_.found()) add(earlier_.asked(container.name()));
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
  }

  // From the annotation where it lists the resource: what stands in the container then was put back
  // by somebody else (LimitRanger does that) and is no second wish.
  std::optional<Quantity> quantity_of(const ContainerView& container, std::string_view resource,
                                      bool& earlier) {
    const Json* before =
        earlier_.found() ? earlier_.asked(container.name()).find(resource) : nullptr;
    earlier = before != nullptr;
    if (!earlier) return read_quantity(container, resource, true);
    Result<Quantity> quantity = Quantity::from_json(*before);
    const bool usable = quantity && quantity->sign() > 0 && whole(*quantity);
    if (!usable) result_.stop = true;
    return usable ? std::optional<Quantity>(*quantity) : std::nullopt;
  }

  void collect_container(std::size_t index, const ContainerView& container) {
    const std::vector<std::string_view> names = names_of(container);
    std::vector<Pending> found;
    for (const std::string_view resource : names) {
      const MappingIndex::Lookup lookup = input_.mappings.find(resource, input_.namespace_labels);
      if (!lookup.match) continue;
      bool earlier = false;
      const std::optional<Quantity> quantity = quantity_of(container, resource, earlier);
      if (!quantity || quantity->is_zero()) continue;
      if (lookup.conflict) {
        refuse_conflict(container, resource, lookup);
        continue;
      }
      found.push_back(
          {index, container, {resource, *lookup.match, *quantity, earlier}, {}, {resource}});
    }
    attach_companions(container, names, found);
    for (Pending& pending : found) pending_.push_back(std::move(pending));
  }

  void refuse_conflict(const ContainerView& container, std::string_view resource,
                       const MappingIndex::Lookup& lookup) {
    const auto named = [](const MappingIndex::Match& match) {
      return match.mapping->name + " (spec.rewrites[" + std::to_string(match.rule->index) + "])";
    };
    deny("MappingConflict", container.path() + ".resources",
         in_container(container) + " asks for " + shown(resource) +
             ", and two DeviceMappings claim that name here: " + named(*lookup.match) + " and " +
             named(*lookup.conflict) + ".",
         "Ask the cluster's administrator to narrow the namespaceSelector of one of them, or to "
         "set its action to Off.");
  }

  // A companion belongs to the resource of its own container.
  void attach_companions(const ContainerView& container, const std::vector<std::string_view>& names,
                         std::vector<Pending>& found) {
    for (const std::string_view name : names) {
      const auto rules = input_.mappings.companions_of(name, input_.namespace_labels);
      if (rules.empty()) continue;
      bool attached = false;
      for (Pending& pending : found) attached |= attach(container, name, pending);
      if (attached || result_.stop) continue;
      // Already a resource of its own, or zero.
      bool earlier = false;
      const std::optional<Quantity> quantity = quantity_of(container, name, earlier);
      const bool own = std::any_of(found.begin(), found.end(),
                                   [&](const Pending& p) { return p.wanted.resource == name; });
      if (own || !quantity || quantity->is_zero() || result_.stop) continue;
      refuse_lone_companion(container, name, *rules.front().rule);
    }
  }

  bool attach(const ContainerView& container, std::string_view name, Pending& pending) {
    for (const Parameter& parameter : pending.wanted.match.rule->parameters) {
      if (parameter.type != Parameter::Type::kResource || parameter.resource != name) continue;
      bool earlier = false;
      const std::optional<Quantity> quantity = quantity_of(container, name, earlier);
      if (!quantity || quantity->is_zero()) return true;
      pending.companions.emplace_back(&parameter, *quantity);
      pending.names.push_back(name);
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
    std::map<std::string_view, std::vector<const Pending*>> by_resource;
    for (const Pending& pending : pending_)
      by_resource[pending.wanted.resource].push_back(&pending);
    const std::optional<Finding> whole = hold_back_pod(input_.pod, input_.facts);
    bool told = false;
    for (const auto& [resource, list] : by_resource) {
      const Wanted& wanted = list.front()->wanted;
      const bool earlier =
          std::all_of(list.begin(), list.end(), [](const Pending* p) { return p->wanted.earlier; });
      std::vector<std::string_view> names;
      for (const Pending* pending : list)
        names.insert(names.end(), pending->names.begin(), pending->names.end());
      std::optional<Finding> held;
      if (!earlier) {
        held = whole ? whole
                     : hold_back_resource(resource, names, *wanted.match.mapping,
                                          *wanted.match.rule, input_.facts);
      }
      if (held) {
        if (!whole || !std::exchange(told, true)) result_.findings.push_back(std::move(*held));
        continue;
      }
      if (wanted.match.rule->action == Action::kWarn && !earlier) {
        warn_only(resource, list);
        continue;
      }
      for (const Pending* pending : list) take(*pending);
    }
  }

  void warn_only(std::string_view resource, const std::vector<const Pending*>& list) {
    const MappingIndex::Match& match = list.front()->wanted.match;
    result_.findings.push_back(
        {"WouldRewrite", Severity::kWarn, "spec",
         shown(resource) + " of container " + shown(list.front()->container.name()) +
             (list.size() > 1 ? " and " + std::to_string(list.size() - 1) + " more"
                              : std::string()) +
             " would become a claim of class " + match.rule->options.front().device_class +
             " by DeviceMapping " + match.mapping->name + ", whose action is Warn.",
         "Nothing was changed; with action: Rewrite it will be."});
  }

  void take(const Pending& pending) {
    Ask ask;
    ask.container = pending.index;
    ask.container_name = pending.container.name();
    ask.long_lived = pending.container.long_lived();
    ask.resource = pending.wanted.resource;
    ask.mapping = pending.wanted.match.mapping;
    ask.device_class = pending.wanted.match.rule->options.front().device_class;
    ask.count = *whole(pending.wanted.quantity);
    if (!build_body(pending, ask.body)) return;
    result_.asks.push_back(std::move(ask));
    result_.taken.push_back(
        {pending.index, pending.wanted.resource, pending.wanted.quantity.canonical()});
    for (const auto& [parameter, quantity] : pending.companions) {
      result_.taken.push_back({pending.index, parameter->resource, quantity.canonical()});
    }
  }

  // As its author wrote it.
  std::string written_quantity(const ContainerView& container, std::string_view resource) const {
    for (const Json& map : {earlier_.found() ? earlier_.asked(container.name()) : Json(), container.limits(), container.requests()}) {
      const Json* value = map.find(resource);
      if (value != nullptr) return value->is_string() ? std::string(value->as_string()) : kube::to_text(*value);
    }
    return {};
  }

  // Selectors that the annotations of the pod add.
  std::vector<std::string> annotation_selectors(const Pending& pending) {
    std::vector<std::string> result;
    for (const Parameter& parameter : pending.wanted.match.rule->parameters) {
      if (parameter.type != Parameter::Type::kAnnotation) continue;
      const Json* value = input_.pod.object().annotations().find(parameter.annotation);
      if (value == nullptr) continue;
      const TextTemplate::Value values[] = {{"value", value->as_string()}};
      result.push_back(parameter.selector.expand(values));
      if (result.back().size() <= kSelectorBytesMax) continue;
      deny("ParameterInvalid", "metadata.annotations[" + parameter.annotation + "]",
           "The annotation " + parameter.annotation + " has " + std::to_string(value->size()) +
               " bytes, and the selector made of it may have 10 KiB.",
           "Shorten its value.");
    }
    return result;
  }

  // The capacity requests of the option with those of the companions, which win.
  std::map<std::string_view, std::string> capacity_of(const Pending& pending,
                                                      const RequestOption& option) {
    std::map<std::string_view, std::string> result;
    for (const auto& [name, quantity] : option.capacity) result[name] = quantity;
    for (const auto& [parameter, quantity] : pending.companions) {
      const std::string text = std::to_string(*whole(quantity)) + parameter->unit;
      Result<Quantity> capacity = Quantity::parse(text);
      if (capacity) {
        result[parameter->capacity] = capacity->canonical();
      } else {
        deny("ParameterInvalid", pending.container.path() + ".resources",
             in_container(pending.container) + " asks for " + shown(parameter->resource) + ": " +
                 text + ", which is no quantity: " + capacity.error().message + ".",
             "Ask for less.");
      }
    }
    return result;
  }

  // Keys in their sorted order: the text is canonical as it is written (rules/mapping/canonical.h).
  bool build_body(const Pending& pending, RequestBody& body) {
    const RewriteRule& rule = *pending.wanted.match.rule;
    const std::vector<std::string> extra = annotation_selectors(pending);
    std::string text = rule.first_available ? "\"firstAvailable\":[" : "\"exactly\":";
    bool first = true;
    for (const RequestOption& option : rule.options) {
      if (!std::exchange(first, false)) text += ',';
      if (option.selectors.size() + extra.size() > kSelectorsMax) {
        deny("ParameterInvalid", "metadata.annotations",
             "The annotations of this pod would add " + std::to_string(extra.size()) +
                 " selectors to a request, which may have 32 in all.",
             "Remove some of the annotations.");
      }
      open_option(capacity_of(pending, option), text);
      body.pieces.push_back(std::exchange(text, {}));
      close_option(pending, option, extra, text);
    }
    if (rule.first_available) text += ']';
    body.pieces.push_back(std::move(text));
    return !result_.stop;
  }

  static void open_option(const std::map<std::string_view, std::string>& capacity,
                          std::string& text) {
    text += R"({"allocationMode":"ExactCount",)";
    if (!capacity.empty()) {
      text += "\"capacity\":";
      kube::JsonWriter writer(text);
      writer.begin_object().key("requests").begin_object();
      for (const auto& [name, quantity] : capacity) writer.key(name).string(quantity);
      writer.end_object().end_object();
      text += ',';
    }
    text += "\"count\":";
  }

  void close_option(const Pending& pending, const RequestOption& option,
                    const std::vector<std::string>& extra, std::string& text) const {
    text += ",\"deviceClassName\":";
    kube::write_json_string(option.device_class, text);
    if (!option.name.empty()) {
      text += ",\"name\":";
      kube::write_json_string(option.name, text);
    }
    const RewriteRule& rule = *pending.wanted.match.rule;
    const TextTemplate::Value values[] = {
        {rule.resource.placeholder(), pending.wanted.match.captured}};
    if (!option.selectors.empty() || !extra.empty()) {
      text += ",\"selectors\":[";
      bool first = true;
      const auto add = [&](const std::string& expression) {
        text +=
            std::exchange(first, false) ? R"({"cel":{"expression":)" : R"(,{"cel":{"expression":)";
        kube::write_json_string(expression, text);
        text += "}}";
      };
      for (const TextTemplate& selector : option.selectors) add(selector.expand(values));
      for (const std::string& expression : extra) add(expression);
      text += ']';
    }
    if (!option.tolerations.empty()) text += ",\"tolerations\":" + option.tolerations;
    text += '}';
  }

  const RewriteInput& input_;
  const EarlierRewrite& earlier_;
  Asks result_;
  std::vector<Pending> pending_;
};

}  // namespace

EarlierRewrite EarlierRewrite::read(const kube::PodView& pod, kube::Document& scratch) {
  EarlierRewrite earlier;
  const std::string_view annotation = pod.object().annotation(kRewrittenAnnotation);
  if (annotation.empty() || annotation.size() > kAnnotationBytesMax) return earlier;
  for (const Json& entry : pod.resource_claims()) {
    if (is_generated_template_name(entry["resourceClaimTemplateName"].as_string())) {
      earlier.entries_.push_back(entry["name"].as_string());
    }
  }
  if (earlier.entries_.empty()) return earlier;
  kube::JsonReader reader;
  if (Status status = reader.read(annotation, scratch); !status || !scratch.root().is_object()) {
    earlier.entries_.clear();
    return earlier;
  }
  earlier.asked_ = scratch.root();
  return earlier;
}

bool EarlierRewrite::is_our_entry(std::string_view entry) const {
  return std::find(entries_.begin(), entries_.end(), entry) != entries_.end();
}

Asks collect_asks(const RewriteInput& input, const EarlierRewrite& earlier) {
  return Collector(input, earlier).run();
}

}  // namespace drawbridge::rules
