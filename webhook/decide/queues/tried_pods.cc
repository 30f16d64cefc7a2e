#include "webhook/decide/queues/tried_pods.h"

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>
#include <utility>

#include "kube/api/json_writer.h"
#include "kube/api/largest_that.h"
#include "kube/api/taint.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using quota::QueueDemand;
using quota::QueueVerdict;

// As a container writes what Kueue counts.
void write_amount(std::string_view resource, std::int64_t amount, kube::JsonWriter& to) {
  to.key(resource).string(std::to_string(amount) + (resource == "cpu" ? "m" : ""));
}

}  // namespace

TriedPods::TriedPods(const QueueCase& judged)
    : judged_(judged),
      pods_(judged.subject.pods.begin(), judged.subject.pods.end()),
      templates_(pods_.size()) {
  const auto& sets = judged.verdict.demand.pod_sets;
  if (!judged.subject.judge || sets.size() != pods_.size() || is_made_of_others()) return;
  for (std::size_t set = 0; set < pods_.size(); ++set) {
    pods_[set].added_containers.clear();
    pods_[set].least_of_first = {};
    write_template(set, asked_by_each(set));
  }
  // Written so they have to be as much too much as they are.
  if (admits()) return;
  can_tell_ = true;
}

std::optional<std::int64_t> TriedPods::most_each(const std::string& path, std::int64_t most) {
  if (!can_tell_) return std::nullopt;
  const std::int64_t found =
      kube::largest_that(most, [&](std::int64_t each) { return admits_each(path, each); });
  return found > 0 || is_known_to_be_none(path) ? std::optional(found) : std::nullopt;
}

std::optional<std::int64_t> TriedPods::most_pods(const std::string& path, std::int64_t most) {
  if (!can_tell_) return std::nullopt;
  const auto find = [&] {
    return kube::largest_that(most, [&](std::int64_t pods) { return admits_pods(path, pods); });
  };
  // Fewer pods ask for less of all that they lack, and may find it in another flavor.
  if (const std::size_t set = position(path); lacks_more(set)) {
    write_template(set, asked_by_each(set), /*mends=*/false);
    const std::int64_t found = find();
    write_template(set, asked_by_each(set));
    if (found > 0) return found;
  }
  const std::int64_t found = find();
  // Not one, and without it the others are admitted.
  const bool is_none = is_known_to_be_none(path) || admits_pods(path, 0);
  return found > 0 || is_none ? std::optional(found) : std::nullopt;
}

bool TriedPods::admits_each(const std::string& path, std::int64_t each) {
  const std::size_t set = position(path);
  write_template(set, each);
  const bool is_admitted = admits();
  write_template(set, asked_by_each(set));
  return is_admitted;
}

bool TriedPods::admits_pods(const std::string& path, std::int64_t pods) {
  quota::QueuedPods& tried = pods_[position(path)];
  const std::pair before{tried.pods, tried.pods_min};
  tried.pods = tried.pods_min = pods;
  const bool is_admitted = admits();
  std::tie(tried.pods, tried.pods_min) = before;
  return is_admitted;
}

// Nothing is admitted, and that is not for another obstacle, which is told to be mended besides and
// is more than an amount of another resource.
bool TriedPods::is_known_to_be_none(const std::string& path) {
  const auto& others = judged_.verdict.others;
  const auto is_of_same = [&](const quota::Obstacle& other) {
    return other.misfit->is_of_amounts() &&
           other.misfit->resource == judged_.verdict.misfit->resource;
  };
  if (others.empty() || std::any_of(others.begin(), others.end(), is_of_same)) return true;
  return admits_each(path, 0);
}

// What a transformation makes would be made of what is written here once more.
bool TriedPods::is_made_of_others() const {
  const kube::KueueConfiguration* configuration = judged_.subject.snapshot.kueue().configuration();
  if (configuration == nullptr) return false;
  const auto& sets = judged_.verdict.demand.pod_sets;
  return std::any_of(configuration->transformations.begin(), configuration->transformations.end(),
                     [&](const kube::KueueTransformation& change) {
                       return std::any_of(sets.begin(), sets.end(), [&](const auto& pods) {
                         return pods.requests.contains(change.input);
                       });
                     });
}

// With what is told to be changed in them for a flavor.
void TriedPods::write_placing(std::size_t set, const Json& spec, kube::JsonWriter& writer) const {
  std::string tolerations;
  kube::JsonWriter tolerated(tolerations);
  tolerated.begin_array();
  for (const Json& one : spec["tolerations"].elements()) tolerated.json(one);
  std::map<std::string, std::string, std::less<>> labels;
  for (const Json::Member& label : spec["nodeSelector"].members())
    labels.emplace(label.key(), label.value.as_string());
  bool keeps_affinity = true;
  for (const quota::FlavorMismatch& mismatch : told_of_flavor(set)) {
    if (mismatch.why == quota::FlavorMismatch::Why::kTaint) {
      tolerated.begin_object().key("key").string(kube::parse_taint(mismatch.text).key);
      tolerated.key("operator").string("Exists").end_object();
    } else if (mismatch.why == quota::FlavorMismatch::Why::kNodeSelector) {
      const std::size_t equals = mismatch.has.find('=');
      labels[mismatch.has.substr(0, equals)] = mismatch.has.substr(equals + 1);
    } else if (mismatch.why == quota::FlavorMismatch::Why::kAffinity) {
      keeps_affinity = false;
    }
  }
  tolerated.end_array();
  writer.key("tolerations").raw(tolerations).key("nodeSelector").begin_object();
  for (const auto& [key, value] : labels) writer.key(key).string(value);
  writer.end_object();
  if (keeps_affinity && !spec["affinity"].is_null()) writer.key("affinity").json(spec["affinity"]);
}

std::vector<quota::FlavorMismatch> TriedPods::told_of_flavor(std::size_t set) const {
  for (const quota::Obstacle& other : judged_.verdict.others) {
    const auto& sets = other.mismatched_sets;
    if (other.misfit->kind == quota::Misfit::Kind::kNoUsableFlavor &&
        std::find(sets.begin(), sets.end(), set) != sets.end())
      return other.mismatches;
  }
  return {};
}

// One container that asks for all that is counted of the pod, under the names that Kueue counts.
void TriedPods::write_template(std::size_t set, std::int64_t of_misfit, bool mends) {
  const Json own = judged_.subject.pods[set].pod_template;
  const QueueDemand::Pods& pods = judged_.verdict.demand.pod_sets[set];
  const std::string& misfit = judged_.verdict.misfit->resource;
  std::string amounts;
  kube::JsonWriter amount_writer(amounts);
  amount_writer.begin_object();
  for (const auto& [resource, amount] : pods.requests) {
    if (resource != misfit)
      write_amount(resource, mends && is_mended_besides(set, resource) ? 0 : amount, amount_writer);
  }
  if (pods.requests.contains(misfit)) write_amount(misfit, of_misfit, amount_writer);
  amount_writer.end_object();
  std::string text;
  kube::JsonWriter writer(text);
  writer.begin_object().members(own, {"spec"}).key("spec").begin_object();
  writer.members(own["spec"],
                 {"containers", "initContainers", "resourceClaims", "overhead", "resources",
                  "runtimeClassName", "tolerations", "nodeSelector", "affinity"});
  write_placing(set, own["spec"], writer);
  writer.key("containers").begin_array().begin_object();
  writer.key("name").string("tried").key("resources").begin_object();
  writer.key("requests").raw(amounts).key("limits").raw(amounts);
  writer.end_object().end_object().end_array().end_object().end_object();
  Result<kube::Document> written = kube::read_json(text);
  if (!written) return;
  templates_[set] = std::move(*written);
  pods_[set].pod_template = templates_[set].root();
}

// In whichever flavor other templates ask for as much of it still; of one flavor the first that is
// told stands for all of them.
bool TriedPods::is_mended_besides(std::size_t set, std::string_view resource) const {
  const auto& others = judged_.verdict.others;
  return std::any_of(others.begin(), others.end(), [&](const quota::Obstacle& other) {
    const quota::Misfit& misfit = *other.misfit;
    const bool is_of_quota =
        misfit.is_of_amounts() || misfit.kind == quota::Misfit::Kind::kNotCovered;
    const bool is_of_all = misfit.flavors < 2 || misfit.pod_set.empty() || !misfit.group.empty();
    return misfit.resource == resource && is_of_quota &&
           (is_of_all || misfit.pod_set == std::to_string(set));
  });
}

// The template lacks something else, too, of several flavors.
bool TriedPods::lacks_more(std::size_t set) const {
  if (judged_.verdict.misfit->flavors < 2) return false;
  const auto& others = judged_.verdict.others;
  return std::any_of(others.begin(), others.end(), [&](const quota::Obstacle& other) {
    return other.misfit->is_of_amounts() && other.misfit->pod_set == std::to_string(set);
  });
}

std::int64_t TriedPods::asked_by_each(std::size_t set) const {
  const auto& requests = judged_.verdict.demand.pod_sets[set].requests;
  const auto asked = requests.find(judged_.verdict.misfit->resource);
  return asked == requests.end() ? 0 : asked->second;
}

std::size_t TriedPods::position(const std::string& path) const {
  const auto found = std::find_if(pods_.begin(), pods_.end(),
                                  [&](const quota::QueuedPods& one) { return one.path == path; });
  return static_cast<std::size_t>(found - pods_.begin());
}

bool TriedPods::admits() const {
  using Kind = QueueVerdict::Kind;
  const Kind kind = judged_.subject.judge(pods_);
  return judged_.verdict.kind == Kind::kWaits ? kind == Kind::kFits : kind != Kind::kMisfit;
}

}  // namespace drawbridge::admission
