#include "rules/checks/limit_ranges.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/ascii.h"
#include "kube/api/limit_range.h"
#include "kube/api/names.h"
#include "kube/api/quantity.h"

namespace drawbridge::rules {
namespace {

using kube::Json;
using kube::Quantity;

// Entries of a LimitRange, and names in each bound, that are looked at.
constexpr std::size_t kEntriesMax = 16;
constexpr std::size_t kNamesMaxOfBound = 64;

constexpr std::string_view kItemTypes[] = {"Container", "Pod", "PersistentVolumeClaim"};

std::optional<Quantity> amount_in(const Json& bounds, std::string_view name) {
  const Json* value = bounds.find(name);
  if (value == nullptr) return std::nullopt;
  const Result<Quantity> read = Quantity::from_json(*value);
  return read ? std::optional<Quantity>(*read) : std::nullopt;
}

// pkg/apis/core/helper, standardContainerResources.
bool is_container_resource(std::string_view name) {
  return name == "cpu" || name == "memory" || name == "ephemeral-storage" ||
         name.starts_with("hugepages-") || name.find('/') != std::string_view::npos;
}

// pkg/apis/core/helper, IsOvercommitAllowed: nobody may use more of it than was asked for.
bool is_request_its_limit(std::string_view name) {
  return kube::is_extended_resource_name(name) || name.starts_with("hugepages-");
}

// Which the API server refuses in a pod, though not here.
bool is_part_of_device(std::string_view name, const Quantity& amount) {
  return kube::is_extended_resource_name(name) && amount.checked_value() && !amount.whole();
}

class Item {
 public:
  // One of `all`.
  Item(const Json& item, std::span<const Json> all, std::string at, std::vector<Finding>& findings)
      : item_(item), all_(all), at_(std::move(at)), findings_(findings) {}

  void judge() {
    const std::string_view type = item_["type"].as_string();
    if (type.empty())
      return refuse("type", " is missing.", "Write type: Container, or Pod for a pod as a whole.");
    if (type.find('/') == std::string_view::npos &&
        std::find(std::begin(kItemTypes), std::end(kItemTypes), type) == std::end(kItemTypes))
      return refuse_type(type);
    const bool is_of_containers = type == "Container";
    if (type == "Pod") refuse_defaults();
    if (type == "PersistentVolumeClaim") refuse_no_storage();
    if (!is_of_containers && type != "Pod") return;
    refuse_names();
    refuse_order("min", "max");
    refuse_ratios();
    if (is_of_containers) {
      refuse_order("default", "max");
      refuse_order("defaultRequest", "max");
      refuse_order("min", "default");
      refuse_order("min", "defaultRequest");
      refuse_unequal_defaults();
      refuse_order("defaultRequest", "default");
    }
    if (told_ == 0 && is_of_containers) tell_parts();
    if (told_ == 0 && is_of_containers) tell_refused();
    if (told_ == 0 && is_of_containers) tell_given();
    if (told_ == 0) tell_lacking(!is_of_containers);
  }

 private:
  void add(std::string_view code, Severity severity, const std::string& field, std::string message,
           std::string fix) {
    if (told_++ < kLikeFindingsMax)
      findings_.push_back({code, severity, at_ + "." + field, std::move(message), std::move(fix)});
  }
  void refuse(const std::string& field, std::string message, std::string fix) {
    add("MalformedObject", Severity::kDeny, field, at_ + "." + field + std::move(message),
        std::move(fix));
  }

  template <typename Visit>
  void for_each_name(std::string_view bound, Visit visit) const {
    std::size_t looks = 0;
    for (const Json::Member& entry : item_[bound].members()) {
      if (++looks > kNamesMaxOfBound) return;
      visit(entry.key(), entry.value);
    }
  }

  void refuse_type(std::string_view type) {
    std::string meant = "Container";
    for (const std::string_view known : kItemTypes) {
      if (kube::lowered(known) == kube::lowered(type)) meant = known;
    }
    refuse("type", " is " + kube::shown(type) + ", which is no type of limit.",
           "Write type: " + meant + ".");
  }

  void refuse_defaults() {
    for (const char* bound : {"default", "defaultRequest"}) {
      if (!item_[bound].empty())
        refuse(bound, " can't stand beside type: Pod: a pod has no defaults.",
               "Put it into an entry with type: Container.");
    }
  }

  void refuse_no_storage() {
    if (item_["min"].find("storage") != nullptr || item_["max"].find("storage") != nullptr) return;
    refuse("max", " has no storage, and min neither: of a claim of volumes one has to be there.",
           "Write max: {storage: 100Gi}, or take the entry out.");
  }

  // As the API server divides: thousandths of all three, or whole numbers where one has more than
  // 64 bits of these (ValidateLimitRange; k8s 1.36, pkg/apis/core/validation).
  static bool is_reached(const Quantity& ratio, const Quantity& most, const Quantity& least) {
    const Quantity largest = Quantity::from_int(std::numeric_limits<std::int64_t>::max() / 1000);
    if (ratio < largest && most < largest && least < largest)
      return static_cast<double>(ratio.milli_value()) / 1000 <=
             static_cast<double>(most.milli_value()) / static_cast<double>(least.milli_value());
    return ratio.approximate_double() <= most.approximate_double() / least.approximate_double();
  }

  void refuse_ratios() {
    for_each_name("maxLimitRequestRatio", [&](std::string_view name, const Json& /*value*/) {
      const auto ratio = amount_in(item_["maxLimitRequestRatio"], name);
      if (!ratio) return;
      const std::string field = "maxLimitRequestRatio[" + shown(name) + "]";
      if (*ratio < Quantity::from_int(1))
        return refuse(field, " is " + ratio->canonical() + ", and no limit is below its request.",
                      "Write 1 or more.");
      const auto least = amount_in(item_["min"], name);
      const auto most = amount_in(item_["max"], name);
      if (!least || !most || least->sign() <= 0 || is_reached(*ratio, *most, *least)) return;
      refuse(field,
             " is " + ratio->canonical() + ", and max of it is " + most->canonical() +
                 ", less than that many times min of it, " + least->canonical() + ".",
             "Write less, or take it out.");
    });
  }

  void refuse_names() {
    for (const char* bound : {"max", "min", "default", "defaultRequest", "maxLimitRequestRatio"}) {
      for_each_name(bound, [&](std::string_view name, const Json& /*value*/) {
        if (is_container_resource(name)) return;
        refuse(std::string(bound) + "[" + shown(name) + "]",
               ": the API server knows no such resource of a container; but for its own, a name "
               "has a domain.",
               "Write the whole name, as in example.com/" + shown(name, 40) + ".");
      });
    }
  }

  void refuse_unequal_defaults() {
    for_each_name("defaultRequest", [&](std::string_view name, const Json& /*value*/) {
      const auto request = amount_in(item_["defaultRequest"], name);
      const auto limit = amount_in(item_["default"], name);
      // What is more than the limit is told by that.
      if (!is_request_its_limit(name) || !request || !limit || *limit <= *request) return;
      refuse("defaultRequest[" + shown(name) + "]",
             " is " + request->canonical() + ", and default of it " + limit->canonical() +
                 (name.starts_with("hugepages-") ? ": of huge pages" : ": of devices") +
                 " both must be the same.",
             "Write " + limit->canonical() + ", or take it out.");
    });
  }

  void refuse_order(const char* small, const char* large) {
    for_each_name(small, [&](std::string_view name, const Json& /*value*/) {
      const auto less = amount_in(item_[small], name);
      const auto more = amount_in(item_[large], name);
      if (!less || !more || *less <= *more) return;
      refuse(std::string(small) + "[" + shown(name) + "]",
             " is " + less->canonical() + ", more than " + large + " of it, " + more->canonical() +
                 ".",
             "Write " + more->canonical() + " or less, or raise " + large + ".");
    });
  }

  // Of what each container gets.
  void tell_parts() {
    for (const std::string_view field : {"default", "defaultRequest"}) {
      const auto bounds = kube::limit_range_fields("Container", field);
      for (std::size_t i = 0; i < bounds.size(); ++i) {
        for_each_name(bounds[i], [&](std::string_view name, const Json& /*value*/) {
          const bool is_first =
              std::none_of(bounds.begin(), bounds.begin() + static_cast<std::ptrdiff_t>(i),
                           [&](auto before) { return item_[before].find(name) != nullptr; });
          const auto given = amount_in(item_[bounds[i]], name);
          if (!is_first || !given || !is_part_of_device(name, *given) || told_ > 0) return;
          add("LimitRangeDefaults", Severity::kWarn,
              std::string(bounds[i]) + "[" + shown(name) + "]",
              "A container that asks for no " + shown(name, 60) + " gets " + given->canonical() +
                  " of it, and its pod is refused: devices are whole.",
              "Write a whole number, or limit devices in a DeviceQuota or ResourceQuota instead.");
        });
      }
    }
  }

  bool is_given(std::string_view name) const {
    return std::any_of(all_.begin(), all_.end(), [&](const Json& one) {
      return one["type"].as_string() == "Container" &&
             (one["default"].find(name) != nullptr || one["max"].find(name) != nullptr);
    });
  }

  // maxConstraint, minConstraint and limitRequestRatioConstraint of LimitRanger: what lacks a limit
  // or a request that is bounded is refused, and pods without devices lack both.
  void tell_lacking(bool is_of_pods) {
    for (const char* bound : {"max", "min", "maxLimitRequestRatio"}) {
      const std::string field = bound;
      const bool is_ratio = field == "maxLimitRequestRatio";
      if (!is_of_pods && !is_ratio) continue;
      for_each_name(bound, [&](std::string_view name, const Json& /*value*/) {
        if (!is_request_its_limit(name) || is_given(name)) return;
        add("LimitRangeDefaults", Severity::kWarn, field + "[" + shown(name) + "]",
            field + " of " + shown(name, 60) + " refuses every " +
                (is_of_pods ? "pod" : "container") + " that has no " +
                (is_ratio         ? "request and limit"
                 : field == "max" ? "limit"
                                  : "request") +
                " of it, also one that asks for none.",
            field == "max" && kube::is_extended_resource_name(name)
                ? "Limit devices in a DeviceQuota or ResourceQuota instead."
                : "Take " + shown(name, 60) + " out of " + field + ".");
      });
    }
  }

  void tell_given() {
    for_each_name("max", [&](std::string_view name, const Json& /*value*/) {
      if (!kube::is_extended_resource_name(name) || item_["default"].find(name) != nullptr) return;
      const auto most = amount_in(item_["max"], name);
      if (!most || most->sign() <= 0) return;
      add("LimitRangeDefaults", Severity::kWarn, "max[" + shown(name) + "]",
          "Every new container gets " + most->canonical() + " " + shown(name, 60) +
              ", also one that asks for none: max is the default where none is set.",
          "Limit devices in a DeviceQuota or ResourceQuota instead.");
    });
  }

  // Of what it gives as a request alone, or as another request than the limit, the API server
  // refuses the pod.
  void tell_refused() {
    for (const char* bound : {"defaultRequest", "min"}) {
      for_each_name(bound, [&](std::string_view name, const Json& /*value*/) {
        if (!is_request_its_limit(name)) return;
        const auto given = amount_in(item_[bound], name);
        auto limit = amount_in(item_["default"], name);
        if (!limit) limit = amount_in(item_["max"], name);
        // Of the two `defaultRequest` is taken, and with a limit none of `min`.
        const bool is_min = std::string_view(bound) == "min";
        if (!given || given->sign() < 0 || (limit && (is_min || *limit == *given)) ||
            (is_min && item_["defaultRequest"].find(name) != nullptr))
          return;
        const std::string amount = given->canonical();
        add("LimitRangeDefaults", Severity::kWarn, std::string(bound) + "[" + shown(name) + "]",
            "A container that asks for no " + shown(name, 60) + " gets a request of " + amount +
                (limit ? " and a limit of " + limit->canonical() : " and no limit") +
                ", and its pod is refused: both have to be the same.",
            "Take " + shown(name, 60) + " out of " + bound +
                (limit              ? "."
                 : given->is_zero() ? ", or have 0 in default, too."
                                    : ", or have the same in default: each container gets it "
                                      "then."));
      });
    }
  }

  const Json item_;
  const std::span<const Json> all_;
  const std::string at_;
  std::vector<Finding>& findings_;
  std::size_t told_ = 0;
};

}  // namespace

void check_limit_range(const ObjectSubject& subject, const CheckFacts& /*facts*/,
                       std::vector<Finding>& findings) {
  const auto items = subject.object["spec"]["limits"].elements();
  std::vector<std::string_view> types;
  for (std::size_t i = 0; i < std::min(items.size(), kEntriesMax); ++i) {
    const std::string at = "spec.limits[" + std::to_string(i) + "]";
    const std::string_view type = items[i]["type"].as_string();
    if (!type.empty() && std::find(types.begin(), types.end(), type) != types.end()) {
      findings.push_back(
          {"MalformedObject", Severity::kDeny, at + ".type",
           at + ".type is " + kube::shown(type) + " again, and each type can have one entry.",
           "Put both into one entry."});
    }
    types.push_back(type);
    Item(items[i], items.first(std::min(items.size(), kEntriesMax)), at, findings).judge();
  }
}

}  // namespace drawbridge::rules
