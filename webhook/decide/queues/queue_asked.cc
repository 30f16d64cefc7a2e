#include "webhook/decide/queues/queue_asked.h"

#include <algorithm>

#include "kube/api/names.h"
#include "kube/api/prose.h"
#include "kube/api/saturating.h"
#include "rules/mapping/template.h"
#include "webhook/decide/findings.h"
#include "webhook/decide/queues/queue_texts.h"

namespace drawbridge::admission {
namespace {

using quota::CountedDevices;
using quota::Misfit;
using quota::QueueDemand;
using quota::QueueVerdict;
using rules::shown;

// Nobody knows the name of a template that a rewrite makes.
bool comes_of_rewrite(const CountedDevices& devices, const std::string& rewritten_from) {
  return devices.by_template && !rewritten_from.empty() &&
         rules::is_generated_template_name(devices.source);
}

std::string path_text(const CountedDevices& devices, const std::string& rewritten_from) {
  std::string text = comes_of_rewrite(devices, rewritten_from) ? "rewritten from " + rewritten_from
                     : devices.by_template                     ? "template " + shown(devices.source)
                                           : "extended resource " + shown(devices.source);
  if (!devices.device_class.empty()) text += ", class " + shown(devices.device_class);
  if (!devices.metered) return text;
  const quota::MeteredCharge& metered = *devices.metered;
  if (metered.devices > 1)
    text += ", " + std::to_string(metered.devices) + " devices x " +
            quota::amount_text(devices.resource, metered.each);
  text += std::string(", ") +
          (metered.kind == kube::KueueSource::Kind::kCounter ? "counter " : "capacity ") +
          shown(metered.name);
  // Nobody finds in their claim what was made of it.
  if (metered.requested && *metered.requested > 0 && *metered.requested < metered.each)
    text += ", " + quota::amount_text(devices.resource, *metered.requested) +
            " rounded up by requestPolicy";
  return text;
}

// By which ways pods ask for devices, and for how much by each.
struct Paths {
  std::vector<std::string> texts;
  std::vector<std::int64_t> amounts;

  void add(const std::string& text, std::int64_t amount) {
    const auto known = std::find(texts.begin(), texts.end(), text);
    const auto at = static_cast<std::size_t>(known - texts.begin());
    if (known == texts.end()) {
      texts.push_back(text);
      amounts.push_back(0);
    }
    amounts[at] = kube::saturating_add(amounts[at], amount);
  }

  void add(const QueueDemand::Pods& pods, std::string_view resource) {
    std::int64_t counted = 0;
    for (const CountedDevices& devices : pods.devices) {
      if (devices.resource != resource) continue;
      counted = kube::saturating_add(counted, devices.count);
      add(path_text(devices, pods.rewritten_from), devices.count);
    }
    // By that name itself, of a device plugin.
    const auto all = pods.requests.find(resource);
    if (counted > 0 && all != pods.requests.end() && all->second > counted &&
        kube::is_extended_resource_name(resource) && !pods.made.contains(resource))
      add("extended resource " + shown(resource), all->second - counted);
  }
};

// A container of a template names the resource, with an amount for which `is_meant` holds.
template <typename IsMeant>
bool any_container_names(const QueueSubject& subject, std::string_view resource, IsMeant is_meant) {
  const auto names_it = [&](const kube::Json& container) {
    const kube::Json resources = container["resources"];
    const kube::Json& request = resources["requests"][resource];
    const kube::Json& amount = request.is_null() ? resources["limits"][resource] : request;
    return !amount.is_null() && is_meant(amount);
  };
  return std::any_of(subject.pods.begin(), subject.pods.end(), [&](const quota::QueuedPods& pods) {
    const kube::Json spec = pods.pod_template["spec"];
    const auto containers = spec["containers"].elements();
    const auto init = spec["initContainers"].elements();
    return std::any_of(containers.begin(), containers.end(), names_it) ||
           std::any_of(init.begin(), init.end(), names_it);
  });
}

bool asks_for(const QueueSubject& subject, std::string_view resource) {
  return any_container_names(subject, resource, [](const kube::Json& amount) {
    const auto read = kube::Quantity::if_given(amount);
    return read && read->sign() > 0;
  });
}

bool names(const QueueSubject& subject, std::string_view resource) {
  return any_container_names(subject, resource, [](const kube::Json&) { return true; });
}

// Of those of a group, where they are one for Kueue.
std::size_t templates_asking(const QueueVerdict& verdict, std::string_view resource) {
  const std::vector<QueueDemand::Pods>& all = verdict.demand.pod_sets;
  const std::vector<std::size_t>& grouped = verdict.grouped_sets;
  std::size_t count = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto each = all[i].requests.find(resource);
    // Pods themselves are counted, too.
    const bool asks = all[i].pods > 0 &&
                      (resource == "pods" || (each != all[i].requests.end() && each->second > 0));
    const bool is_one =
        grouped.empty() || std::find(grouped.begin(), grouped.end(), i) != grouped.end();
    if (asks && is_one) ++count;
  }
  return count;
}

std::int64_t asked_by_all(const QueueVerdict& verdict, std::string_view resource) {
  std::int64_t asked = 0;
  for (const QueueDemand::Pods& pods : verdict.demand.pod_sets) {
    const auto each = pods.requests.find(resource);
    if (each == pods.requests.end()) continue;
    asked = kube::saturating_add(asked, kube::saturating_multiply(each->second, pods.pods_min));
  }
  return asked;
}

}  // namespace

std::string amount_text(const QueueDemand& demand, std::string_view resource, std::int64_t amount) {
  for (const QueueDemand::Pods& pods : demand.pod_sets) {
    for (const CountedDevices& devices : pods.devices) {
      // Of a mapping called cpu Kueue counts them in thousandths.
      if (devices.resource == resource && !devices.metered && resource != "cpu" &&
          amount != INT64_MAX)
        return std::to_string(amount);
    }
  }
  return quota::amount_text(resource, amount);
}

std::string paths_text(const QueueDemand& demand, std::string_view resource,
                       const QueueDemand::Pods* only) {
  Paths paths;
  for (const QueueDemand::Pods& pods : demand.pod_sets) {
    if (only == nullptr || only == &pods) paths.add(pods, resource);
  }
  std::string text;
  for (std::size_t i = 0; i < paths.texts.size(); ++i) {
    if (i == kQueueNamesShown) return text + " and others";
    text += i == 0 ? "" : "; ";
    // How much a pod asks for by each way.
    if (only != nullptr && paths.texts.size() > 1)
      text += amount_text(demand, resource, paths.amounts[i]) + " by ";
    text += paths.texts[i];
  }
  return text;
}

std::string ways_text(const QueueDemand& demand, std::string_view resource,
                      const QueueDemand::Pods* only) {
  const auto has_any = [&](const QueueDemand::Pods& pods) {
    if (only != nullptr && only != &pods) return false;
    return std::any_of(
        pods.devices.begin(), pods.devices.end(), [&](const CountedDevices& devices) {
          const std::string& from = pods.rewritten_from;
          const bool is_named = comes_of_rewrite(devices, from)
                                    ? from == resource
                                    : !devices.by_template && devices.source == resource;
          return devices.resource == resource && !is_named;
        });
  };
  if (std::none_of(demand.pod_sets.begin(), demand.pod_sets.end(), has_any)) return {};
  return " (" + paths_text(demand, resource, only) + ")";
}

std::vector<std::string_view> made_of(const QueueCase& judged, std::string_view resource) {
  const kube::KueueConfiguration* configuration = judged.subject.snapshot.kueue().configuration();
  std::vector<std::string_view> inputs;
  if (configuration == nullptr) return inputs;
  for (const kube::KueueTransformation& change : configuration->transformations) {
    for (std::size_t i = 0; i < change.outputs.size(); ++i) {
      // Of a negative factor it is made less.
      if (change.outputs[i] == resource && change.factors[i].sign() > 0)
        inputs.push_back(change.input);
    }
  }
  const QueueSubject& subject = judged.subject;
  const auto are_asked = [&](std::string_view input) { return asks_for(subject, input); };
  const auto asked = std::stable_partition(inputs.begin(), inputs.end(), are_asked);
  if (asked != inputs.begin()) {
    inputs.erase(asked, inputs.end());
    return inputs;
  }
  // What only a LimitRange or an overhead asks for.
  std::erase_if(inputs, [&](std::string_view input) { return names(subject, input); });
  inputs.resize(asks_for(subject, resource) ? 0 : std::min<std::size_t>(1, inputs.size()));
  return inputs;
}

std::string made_text(const QueueCase& judged, std::string_view resource) {
  std::vector<std::string> sources;
  for (const std::string_view source : made_of(judged, resource)) sources.push_back(shown(source));
  if (sources.empty()) return {};
  const auto& all = judged.verdict.demand.pod_sets;
  const bool is_counted = std::any_of(all.begin(), all.end(), [&](const auto& pods) {
    return std::any_of(
        pods.devices.begin(), pods.devices.end(),
        [&](const quota::CountedDevices& devices) { return devices.resource == resource; });
  });
  const bool in_part = is_counted || asks_for(judged.subject, resource);
  return std::string(in_part ? ", part of which" : ", which") + " Kueue makes of " +
         kube::and_list(sources);
}

std::string asked_text(const QueueVerdict& verdict) {
  const Misfit& misfit = *verdict.misfit;
  std::string in_brackets;
  // What has no quota all templates lack, not the first alone.
  const bool of_all =
      misfit.kind == Misfit::Kind::kNotCovered && templates_asking(verdict, misfit.resource) > 1;
  const QueueDemand::Pods* pods = of_all ? nullptr : quota::pods_of(verdict);
  const std::int64_t asked = of_all ? asked_by_all(verdict, misfit.resource) : misfit.asked;
  if (pods != nullptr && pods->pods_min > 1) {
    const auto each = pods->requests.find(misfit.resource);
    if (each != pods->requests.end())
      in_brackets = std::to_string(pods->pods_min) + " pods x " +
                    amount_text(verdict.demand, misfit.resource, each->second);
  } else if (pods == nullptr && verdict.demand.pod_sets.size() > 1) {
    const std::size_t together = templates_asking(verdict, misfit.resource);
    if (together > 1) in_brackets = std::to_string(together) + " pod templates together";
  } else if (pods != nullptr && pods->added.contains(misfit.resource)) {
    in_brackets = "for " + std::string(pods->added_for);
  }
  // Of what is added for another purpose that is told.
  const bool is_named = pods != nullptr && verdict.demand.pod_sets.size() > 1 &&
                        !pods->called.empty() && !pods->added.contains(misfit.resource);
  if (is_named)
    in_brackets = shown(pods->called, 80) + (in_brackets.empty() ? "" : ": ") + in_brackets;
  if (pods != nullptr && pods->defaulted.contains(misfit.resource))
    in_brackets += std::string(in_brackets.empty() ? "" : ", ") + "a LimitRange's default";
  if (const std::string paths = paths_text(verdict.demand, misfit.resource, pods); !paths.empty())
    in_brackets += (in_brackets.empty() ? "" : ", ") + paths;
  return amount_text(verdict.demand, misfit.resource, asked) + " " + shown(misfit.resource) +
         (in_brackets.empty() ? "" : " (" + in_brackets + ")");
}

std::string_view place_of_template(std::string_view path) {
  for (const std::string_view tail : {".template.spec.template", ".template"}) {
    if (path.ends_with(tail)) path.remove_suffix(tail.size());
  }
  return path;
}

std::string name_of_template(const QueueDemand::Pods& pods) {
  return pods.called.empty() ? shown(place_of_template(pods.path), 80) : shown(pods.called, 80);
}

std::string field_of(const QueueVerdict& verdict) {
  const QueueDemand::Pods* pods = quota::pods_of(verdict);
  return pods == nullptr ? "spec" : field_under(pods->path, "spec");
}

}  // namespace drawbridge::admission
