#include "rules/devices/demand.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "kube/api/claim.h"
#include "kube/api/names.h"
#include "kube/api/object.h"
#include "kube/api/quantity.h"
#include "kube/api/saturating.h"
#include "rules/mapping/claim_plan.h"
#include "rules/mapping/earlier_rewrite.h"
#include "rules/mapping/template.h"

namespace drawbridge::rules {
namespace {

using kube::ClaimSpecView;
using kube::ContainerView;
using kube::DeviceOptionView;
using kube::DeviceRequestView;
using kube::Json;

// Whole and positive, else 0: everything else is refused elsewhere or asks for nothing.
std::int64_t amount_of(const Json& value) {
  Result<kube::Quantity> quantity = kube::Quantity::from_json(value);
  if (!quantity || quantity->sign() <= 0) return 0;
  return quantity->checked_value().value_or(INT64_MAX);
}

// Calls `use` with each extended resource and its request. The API server sets a request to its
// limit in pods, but not in the pod templates of workloads.
template <typename Use>
void for_each_asked(const ContainerView& container, Use use) {
  const Json requests = container.requests();
  for (const Json::Member& entry : requests.members()) {
    if (names_devices(entry.key())) use(entry.key(), entry.value);
  }
  for (const Json::Member& entry : container.limits().members()) {
    if (requests.find(entry.key()) == nullptr && names_devices(entry.key()))
      use(entry.key(), entry.value);
  }
}

std::int64_t counted(const DeviceOptionView& option, const DeviceIndex& devices) {
  if (option.admin_access()) return 0;
  return option.count() ? *option.count() : devices_of_all(option, devices);
}

// One of each logical resource for each request: of its alternatives the dearest.
std::vector<DeviceRequest> requests_of(const ClaimSpecView& claim, const MappingIndex& mappings,
                                       const DeviceIndex& devices,
                                       const kube::KueueConfiguration* kueue) {
  std::vector<DeviceRequest> result;
  for (std::size_t i = 0; i < claim.request_count(); ++i) {
    const DeviceRequestView request = claim.request(i);
    std::map<std::string, DeviceOptionView> dearest;  // by logical resource
    for (std::size_t j = 0; j < request.option_count(); ++j) {
      const DeviceOptionView option = request.option(j);
      const auto [best, is_first] = dearest.emplace(
          logical_resource_of_class(option.device_class(), mappings, devices, kueue), option);
      if (!is_first && counted(option, devices) > counted(best->second, devices))
        best->second = option;
    }
    for (const auto& [logical, best] : dearest) {
      DeviceRequest& made = result.emplace_back();
      made.logical_resource = logical;
      made.device_class = best.device_class();
      made.count = counted(best, devices);
      made.all = best.all();
      made.request = request.name();
      made.option = best;
      made.asked = request;
      made.admin_access = best.admin_access();
    }
  }
  return result;
}

struct ExtendedResource {
  std::string_view resource;
  std::vector<std::string_view> containers;  // that ask for it, the last container first
  std::int64_t long_lived = 0;               // of all long-lived containers
  std::int64_t rest_max = 0;                 // of init containers, beyond what they reuse
  std::vector<std::int64_t> reusable;        // of long-lived containers, the last container first
};

class Reader {
 public:
  explicit Reader(const DemandInput& input)
      : input_(input), earlier_(EarlierRewrite::read(input.pod, scratch_)) {}

  std::vector<DeviceRequest> run() {
    read_extended_resources();
    note_users();
    const std::span<const Json> entries = input_.pod.resource_claims();
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (!input_.pod.repeats_claim(i) && !is_taken_out(entries[i])) read_entry(entries[i]);
    }
    if (input_.coming != nullptr) read_coming();
    return std::move(result_);
  }

 private:
  // From the last container to the first: an init container reuses requests of those behind it,
  // whole (kube-scheduler's createRequestsAndMappings, 1.36).
  void read_extended_resources() {
    std::map<std::string_view, ExtendedResource> totals;
    for (std::size_t i = input_.pod.container_count(); i-- > 0;) {
      const ContainerView container = input_.pod.container(i);
      const auto add = [&](std::string_view name, std::int64_t amount) {
        if (amount == 0) return;
        ExtendedResource& total = totals[name];
        total.resource = name;
        total.containers.push_back(container.name());
        if (container.long_lived()) {
          total.long_lived = kube::saturating_add(total.long_lived, amount);
          total.reusable.push_back(amount);
        } else {
          std::int64_t got = 0;
          for (auto request = total.reusable.rbegin(); request != total.reusable.rend(); ++request)
            got = got < amount ? kube::saturating_add(got, *request) : got;
          total.rest_max = std::max(total.rest_max, amount - std::min(amount, got));
        }
      };
      for_each_asked(container, [&](std::string_view name, const Json& value) {
        if (!is_put_back(container, name) && !is_changed(i, name)) add(name, amount_of(value));
      });
      if (input_.coming == nullptr) continue;
      for (const Taken& restored : input_.coming->rewrite.restored) {
        if (restored.container == i)
          add(restored.resource, amount_of(Json::string(restored.quantity)));
      }
    }
    for (const auto& [name, total] : totals) add_extended_resource(total);
  }

  // By the rewrite that is yet to come: it takes it away, or writes it anew.
  bool is_changed(std::size_t container, std::string_view resource) const {
    if (input_.coming == nullptr) return false;
    const auto is_it = [&](const Taken& taken) {
      return taken.container == container && taken.resource == resource;
    };
    const Rewrite& rewrite = input_.coming->rewrite;
    return std::any_of(rewrite.taken.begin(), rewrite.taken.end(), is_it) ||
           std::any_of(rewrite.restored.begin(), rewrite.restored.end(), is_it);
  }

  bool is_taken_out(const Json& entry) const {
    if (input_.coming == nullptr) return false;
    const std::vector<std::string_view>& names = input_.coming->rewrite.taken_entries;
    return std::find(names.begin(), names.end(), entry["name"].as_string()) != names.end();
  }

  bool is_put_back(const ContainerView& container, std::string_view resource) const {
    return input_.has_turn && earlier_.found() &&
           earlier_.asked(container.name()).find(resource) != nullptr;
  }

  void add_extended_resource(const ExtendedResource& total) {
    DeviceRequest& request = result_.emplace_back();
    request.path = Path::kExtendedResource;
    request.count = kube::saturating_add(total.long_lived, total.rest_max);
    request.source = std::string(total.resource);
    request.container = std::string(total.containers.back());
    request.other_containers.assign(total.containers.rbegin() + 1, total.containers.rend());
    const ServedResource served =
        served_resource(total.resource, input_.namespace_labels, input_.mappings, input_.devices);
    request.rule = served.rule;
    request.device_class = std::string(served.device_class);
    if (served.rule != nullptr) {
      request.logical_resource = served.mapping->logical_resource;
    } else if (!served.device_class.empty()) {
      request.logical_resource = logical_resource_of_class(served.device_class, input_.mappings,
                                                           input_.devices, input_.kueue);
    } else {
      request.logical_resource = std::string(total.resource);
    }
  }

  void read_entry(const Json& entry) {
    const std::string_view template_name = entry["resourceClaimTemplateName"].as_string();
    const std::string_view claim_name = entry["resourceClaimName"].as_string();
    if (!template_name.empty()) {
      read_claim(input_.claim_template(template_name), Path::kClaimTemplate, template_name,
                 entry["name"].as_string());
    } else if (!claim_name.empty() && shared_.insert(claim_name).second) {
      read_claim(input_.claim(claim_name), Path::kSharedClaim, claim_name,
                 entry["name"].as_string());
    }
  }

  void note_users() {
    if (!input_.pod.uses_claims()) return;
    for (std::size_t i = 0; i < input_.pod.container_count(); ++i) {
      const ContainerView container = input_.pod.container(i);
      for (const Json& claim : container.claims().elements()) {
        const std::string_view entry = claim["name"].as_string();
        first_users_.emplace(entry, container.name());
        users_of_[{entry, claim["request"].as_string()}].push_back(container.name());
      }
    }
  }

  // By the name of the request, where containers name it, and else by the claim.
  void note_users_of(std::string_view entry, DeviceRequest& made) const {
    const auto of_request = users_of_.find({entry, made.request});
    if (of_request != users_of_.end() && !users_of_.contains({entry, {}})) {
      made.container = of_request->second.front();
      made.other_containers.assign(of_request->second.begin() + 1, of_request->second.end());
    } else if (const auto found = first_users_.find(entry); found != first_users_.end()) {
      made.container = found->second;
    }
  }

  // The first that counts as that, and rather one that becomes a request of this class.
  std::string rewritten_from(const DeviceRequest& made) const {
    std::string from;
    if (!earlier_.found()) return from;
    for (const Json::Member& entry : earlier_.asked(made.container).members()) {
      const MappingIndex::Lookup lookup =
          input_.mappings.find(entry.key(), input_.namespace_labels);
      if (!lookup.match || lookup.match->mapping->logical_resource != made.logical_resource)
        continue;
      const auto& options = lookup.match->rule->options;
      const bool is_of_class =
          std::any_of(options.begin(), options.end(), [&made](const RequestOption& option) {
            return option.device_class == made.device_class;
          });
      if (is_of_class) return std::string(entry.key());
      if (from.empty()) from = entry.key();
    }
    return from;
  }

  void read_claim(const Json& object, Path path, std::string_view source, std::string_view entry) {
    for (DeviceRequest& made :
         requests_of(ClaimSpecView::of(object), input_.mappings, input_.devices, input_.kueue)) {
      made.path = path;
      made.source = source;
      note_users_of(entry, made);
      made.generated = is_generated_template_name(source);
      if (made.generated) made.rewritten_from = rewritten_from(made);
      made.claim = entry;
      result_.push_back(std::move(made));
    }
  }

  void read_coming() {
    for (const Json& claim_template : input_.coming->templates) {
      const std::string name = kube::ObjectView(claim_template).shown_name();
      for (DeviceRequest& made : requests_of(ClaimSpecView::of(claim_template), input_.mappings,
                                             input_.devices, input_.kueue)) {
        made.path = Path::kClaimTemplate;
        made.source = name;
        made.claim = name;
        made.generated = true;
        made.is_coming = true;
        if (const Ask* ask = ask_behind(made)) {
          made.rewritten_from = ask->resource;
          made.container = ask->container_name;
        }
        result_.push_back(std::move(made));
      }
    }
  }

  // The one that becomes a request of this class; of several the one whose container the request
  // is named after (claim_plan.h), and else the first. nullptr for none.
  const Ask* ask_behind(const DeviceRequest& made) const {
    const Ask* behind = nullptr;
    std::size_t letters = 0;
    for (const Ask& ask : input_.coming->rewrite.asks) {
      const auto& options = ask.rule->options;
      if (std::none_of(options.begin(), options.end(), [&made](const RequestOption& option) {
            return option.device_class == made.device_class;
          }))
        continue;
      const bool is_named = made.request.starts_with(std::string(ask.container_name) + "-") &&
                            ask.container_name.size() > letters;
      if (behind == nullptr || is_named) behind = &ask;
      if (is_named) letters = ask.container_name.size();
    }
    return behind;
  }

  const DemandInput& input_;
  kube::Document scratch_;
  const EarlierRewrite earlier_;
  std::map<std::string_view, std::string_view> first_users_;  // entry -> container
  // Of an entry and a request of it; of all of its requests where containers name none.
  std::map<std::pair<std::string_view, std::string_view>, std::vector<std::string_view>> users_of_;
  std::set<std::string_view> shared_;  // claims that were read: two entries may name one
  std::vector<DeviceRequest> result_;
};

}  // namespace

bool names_devices(std::string_view resource) {
  return resource.starts_with(kImplicitPrefix) || kube::is_extended_resource_name(resource);
}

std::string_view implicit_class(std::string_view resource) {
  return resource.starts_with(kImplicitPrefix) ? resource.substr(kImplicitPrefix.size())
                                               : std::string_view();
}

ServedResource served_resource(std::string_view resource, const Json& namespace_labels,
                               const MappingIndex& mappings, const DeviceIndex& devices) {
  const MappingIndex::Lookup lookup = mappings.find(resource, namespace_labels);
  if (lookup.match)
    return {lookup.match->rule, lookup.match->mapping,
            lookup.match->rule->options.front().device_class};
  const std::string_view device_class = resource.starts_with(kImplicitPrefix)
                                            ? implicit_class(resource)
                                            : devices.class_of_extended_resource(resource);
  if (device_class.empty()) return {};
  return {nullptr, mappings.mapping_of_class(device_class), device_class};
}

std::int64_t devices_of_all(const DeviceOptionView& option, const DeviceIndex& devices) {
  if (!devices.knows_slices()) return 1;
  const auto match = devices.devices_of_request(option.device_class(), option.selectors());
  return std::clamp<std::int64_t>(match.value_or(kube::kClaimDevicesMax), 1,
                                  kube::kClaimDevicesMax);
}

std::string logical_resource_of_class(std::string_view device_class, const MappingIndex& mappings,
                                      const DeviceIndex& devices,
                                      const kube::KueueConfiguration* kueue) {
  if (const Mapping* mapping = mappings.mapping_of_class(device_class))
    return mapping->logical_resource;
  // What sources say of a device is no number of devices, and a quota of them is another one.
  const auto mapped =
      kueue == nullptr ? std::nullopt : kube::mapping_of_class(*kueue, device_class);
  if (mapped && kueue->mappings[*mapped].counts_devices) return kueue->mappings[*mapped].name;
  const DeviceIndex::DeviceClass* known = devices.device_class(device_class);
  if (known != nullptr && !known->extended_resource_name.empty())
    return known->extended_resource_name;
  return std::string(device_class);
}

std::vector<DeviceRequest> device_requests(const DemandInput& input) {
  return Reader(input).run();
}

std::vector<DeviceRequest> claim_requests(const Json& claim, const MappingIndex& mappings,
                                          const DeviceIndex& devices,
                                          const kube::KueueConfiguration* kueue) {
  std::vector<DeviceRequest> result =
      requests_of(ClaimSpecView(claim["spec"]), mappings, devices, kueue);
  for (DeviceRequest& made : result) {
    made.path = Path::kSharedClaim;
    made.source = kube::ObjectView(claim).shown_name();
  }
  return result;
}

}  // namespace drawbridge::rules
