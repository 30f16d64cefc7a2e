#include "rules/shape/compute_problems.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "kube/api/container_sum.h"
#include "kube/api/names.h"
#include "kube/api/pod.h"
#include "kube/api/quantity.h"
#include "rules/shape/texts.h"

namespace drawbridge::rules::shape {
namespace {

using kube::Json;
using kube::Quantity;

// "64Mi", without the quotation marks of a text.
std::string written_amount(const Json& value) {
  return value.is_string() ? shown(value.as_string(), 40) : value_text(value);
}

// A request is the limit where it is not written.
std::optional<Quantity> request_of(const Json& resources, std::string_view name) {
  const Json request = resources["requests"][name];
  return Quantity::if_given(request.is_null() ? resources["limits"][name] : request);
}

class ComputeJudge {
 public:
  ComputeJudge(const Json& pod_spec, const std::string& path, std::vector<Finding>& findings)
      : spec_(pod_spec), whole_(pod_spec["resources"]), path_(path), findings_(findings) {}

  void judge() {
    for_each_container([&](const kube::ContainerView& container, const std::string& at) {
      judge_amounts(container.resources, at);
      judge_huge_pages(container.resources, at);
    });
    if (!whole_.is_object()) return;
    judge_amounts(whole_, path_ + ".resources");
    std::set<std::string_view> names;
    for (const char* list : {"requests", "limits"}) {
      for (const Json::Member& amount : whole_[list].members()) names.insert(amount.key());
    }
    for (const std::string_view name : names) {
      if (!judge_limits_beside(name)) judge_sum(name);
    }
  }

 private:
  // Of the resource `name`.
  void add(std::string_view name, Severity severity, std::string field, std::string message,
           std::string fix) {
    findings_.push_back({"ResourceQuantityInvalid",
                         severity,
                         std::move(field),
                         std::move(message),
                         std::move(fix),
                         {},
                         std::string(name)});
  }

  // visit(container, the path of its resources), in the order in which they start.
  template <typename Visit>
  void for_each_container(Visit visit) const {
    for (const std::string_view list : {"initContainers", "containers"}) {
      const auto elements = spec_[list].elements();
      for (std::size_t i = 0; i < elements.size(); ++i) {
        if (!elements[i].is_object()) continue;
        const kube::ContainerView container(elements[i], i, list != "containers");
        visit(container, resources_path(list, i));
      }
    }
  }

  std::string resources_path(std::string_view list, std::size_t index) const {
    return path_ + "." + std::string(list) + "[" + std::to_string(index) + "].resources";
  }

  // resource.Quantity reads null as 0, and a request may not be more than its limit.
  bool tell_empty_limit(const Json& resources, const Json::Member& request, const std::string& at) {
    const auto limits = resources["limits"].members();
    const bool is_empty = std::any_of(limits.begin(), limits.end(), [&](const Json::Member& limit) {
      return limit.key() == request.key() && limit.value.is_null();
    });
    const std::optional<Quantity> least = Quantity::if_given(request.value);
    if (!is_empty || !least || *least <= Quantity()) return false;
    add(request.key(), Severity::kDeny, at + ".limits",
        printable(at) + ".limits has nothing for " + shown(request.key()) +
            ", which is read as 0, and " + written_amount(request.value) + " is requested.",
        "Write " + shown(request.key()) + ": " + written_amount(request.value) +
            " there, or take it away.");
    return true;
  }

  // Pages alone are refused, but a LimitRange may bring the rest.
  void judge_huge_pages(const Json& resources, const std::string& at) {
    if (!whole_.is_null()) return;
    std::string_view pages;
    for (const char* list : {"requests", "limits"}) {
      for (const Json::Member& amount : resources[list].members()) {
        if (amount.key() == "cpu" || amount.key() == "memory") return;
        if (amount.key().starts_with("hugepages-")) pages = amount.key();
      }
    }
    if (pages.empty()) return;
    add(pages, Severity::kWarn, at,
        printable(at) + " has " + shown(pages, 40) +
            " and neither cpu nor memory, which the API server refuses unless a LimitRange gives "
            "them.",
        "Write memory, too: what the container takes beside the pages.");
  }

  void judge_amounts(const Json& resources, const std::string& at) {
    for (const Json::Member& request : resources["requests"].members()) {
      if (kube::is_extended_resource_name(request.key())) continue;
      if (tell_empty_limit(resources, request, at)) continue;
      const Json limit = resources["limits"][request.key()];
      const std::optional<Quantity> least = Quantity::if_given(request.value);
      const std::optional<Quantity> most = Quantity::if_given(limit);
      if (!least || !most) continue;
      const bool is_huge = request.key().starts_with("hugepages-");
      if (is_huge ? *least == *most : *least <= *most) continue;
      add(request.key(), Severity::kDeny, at + ".requests",
          printable(at) + " requests " + written_amount(request.value) + " of " +
              shown(request.key()) +
              (is_huge ? ", and its limit is another: " : ", more than its limit of ") +
              written_amount(limit) + ".",
          "Write " + shown(request.key()) + ": " + written_amount(request.value) +
              " under limits, or that limit under requests.");
    }
  }

  // Each container's limit by itself; init containers' are not compared. True where some is told.
  bool judge_limits_beside(std::string_view name) {
    const Json of_pod = whole_["limits"][name];
    const std::optional<Quantity> most = Quantity::if_given(of_pod);
    bool is_told = false;
    for_each_container([&](const kube::ContainerView& container, const std::string& at) {
      const Json limit = container.limits()[name];
      const std::optional<Quantity> has = Quantity::if_given(limit);
      if (container.init || !most || !has || *has <= *most) return;
      is_told = true;
      add(name, Severity::kDeny, at + ".limits",
          printable(at) + " has a limit of " + written_amount(limit) + " of " + shown(name) +
              ", more than the pod's own of " + written_amount(of_pod) + ".",
          "Write " + shown(name) + ": " + written_amount(of_pod) +
              " or less there, or as much in " + printable(path_) + ".resources.");
    });
    return is_told;
  }

  // A pod with limits as a whole and no request has what its containers request
  // (defaultPodRequests).
  void judge_sum(std::string_view name) {
    const std::string_view list = whole_["requests"][name].is_null() ? "limits" : "requests";
    const Json of_pod = whole_[list][name];
    const std::optional<Quantity> most = Quantity::if_given(of_pod);
    kube::ContainerSum sum;
    for_each_container([&](const kube::ContainerView& container, const std::string& /*at*/) {
      if (const auto request = request_of(container.resources, name)) sum.add(container, *request);
    });
    const Quantity total = sum.total();
    if (!most || total <= *most) return;
    const std::string at = path_ + ".resources." + std::string(list);
    const std::optional<Quantity> limit = Quantity::if_given(whole_["limits"][name]);
    const bool is_both = list == "requests" && limit && total > *limit;
    add(name, Severity::kDeny, at,
        printable(at) + " has " + written_amount(of_pod) + " of " + shown(name) +
            ", and its containers request " + total.canonical() + " in all.",
        "Write " + shown(name) + ": " + total.canonical() + " there" +
            (is_both ? ", and under limits" : "") + ", or less in the containers.");
  }

  const Json spec_;
  const Json whole_;
  const std::string& path_;
  std::vector<Finding>& findings_;
};

}  // namespace

void compute_problems(const Json& pod_spec, const std::string& path,
                      std::vector<Finding>& findings) {
  ComputeJudge(pod_spec, path, findings).judge();
}

}  // namespace drawbridge::rules::shape
