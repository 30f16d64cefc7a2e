#include "rules/mapping/rewrite.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "kube/api/json_writer.h"
#include "kube/api/patch.h"
#include "rules/mapping/asks.h"
#include "rules/mapping/claim_plan.h"

namespace drawbridge::rules {
namespace {

using kube::ContainerView;
using kube::Json;
using kube::JsonPointer;
using kube::JsonWriter;

// Room for a list of claims as most pods have it.
constexpr std::size_t kListBytes = 255;

// Of a finding, what lists containers.
constexpr std::size_t kWhoBytesMax = 120;

// A claim of the plan with the names that it gets in this pod.
struct Entry {
  std::string name;  // in spec.resourceClaims
  ClaimTemplate claim_template;
};

class Writer {
 public:
  // Takes the specs of the plan's claims.
  Writer(const RewriteInput& input, const EarlierRewrite& earlier, const Asks& asks,
         ClaimPlan& plan)
      : pod_(input.pod), earlier_(earlier), asks_(asks), plan_(plan) {
    std::set<std::string, std::less<>> taken = names_of_others();
    entries_.reserve(plan.claims.size());
    for (PlannedClaim& claim : plan.claims) {
      const std::string base = claim.group.empty() ? "devices" : "devices-" + claim.group;
      std::string name = base;
      for (int i = 2; !taken.insert(name).second; ++i) name = base + "-" + std::to_string(i);
      std::string hash = template_name(claim.spec);
      entries_.push_back({std::move(name), {std::move(hash), std::move(claim.spec)}});
    }
  }

  std::vector<Entry>& entries() { return entries_; }

  std::string patch() {
    strip_resources();
    restore_resources();
    write_container_claims();
    write_entries();
    write_annotations();
    return patch_.empty() ? std::string() : patch_.take();
  }

 private:
  // Entries and uses of claims that are none of ours.
  std::set<std::string, std::less<>> names_of_others() const {
    std::set<std::string, std::less<>> names;
    const auto add = [&](std::span<const Json> list) {
      for (const Json& item : list) {
        const std::string_view name = item["name"].as_string();
        if (!earlier_.is_our_entry(name)) names.emplace(name);
      }
    };
    add(pod_.resource_claims());
    for (std::size_t i = 0; i < pod_.container_count(); ++i)
      add(pod_.container(i).claims().elements());
    return names;
  }

  static JsonPointer resources_of(const ContainerView& container) {
    JsonPointer pointer;
    pointer.push("spec")
        .push(container.init ? "initContainers" : "containers")
        .push_index(container.index);
    pointer.push("resources");
    return pointer;
  }

  // Makes the object at `pointer`, where the pod has `there`, unless it exists; once.
  void ensure_object(const Json& there, const JsonPointer& pointer) {
    const bool exists = there.is_object() && !removed_.contains(pointer.text());
    if (!exists && made_.insert(pointer.text()).second) patch_.add_raw(pointer, "{}");
  }

  void strip_resources() {
    for (auto first = asks_.taken.begin(); first != asks_.taken.end();) {
      const auto last = std::find_if(first, asks_.taken.end(), [&](const Taken& taken) {
        return taken.container != first->container;
      });
      strip_map(pod_.container(first->container), "limits", {first, last});
      strip_map(pod_.container(first->container), "requests", {first, last});
      first = last;
    }
  }

  // A map that loses all is taken away as a whole: the API server stores no empty ones.
  void strip_map(const ContainerView& container, std::string_view part,
                 std::span<const Taken> all) {
    const Json map = container.json["resources"][part];
    const auto is_there = [&](const Taken& taken) { return map.find(taken.resource) != nullptr; };
    const auto there = static_cast<std::size_t>(std::count_if(all.begin(), all.end(), is_there));
    if (there == 0) return;
    JsonPointer pointer = resources_of(container);
    pointer.push(part);
    if (there == map.size()) {
      patch_.remove(pointer);
      removed_.insert(pointer.text());
      return;
    }
    for (const Taken& taken : all) {
      if (!is_there(taken)) continue;
      patch_.remove(pointer.push(taken.resource));
      pointer.pop();
    }
  }

  void restore_resources() {
    for (const Taken& restored : asks_.restored) {
      const ContainerView container = pod_.container(restored.container);
      const Json resources = container.json["resources"];
      for (const std::string_view part : {"limits", "requests"}) {
        if (resources[part][restored.resource].as_string() == restored.quantity) continue;
        JsonPointer pointer = resources_of(container);
        ensure_object(resources, pointer);
        ensure_object(resources[part], pointer.push(part));
        patch_.add(pointer.push(restored.resource), Json::string(restored.quantity));
      }
    }
  }

  static void write_use(std::string_view entry, std::string_view request, JsonWriter& writer) {
    writer.begin_object().key("name").string(entry).key("request").string(request).end_object();
  }

  void write_container_claims() {
    for (std::size_t i = 0; i < pod_.container_count(); ++i) {
      const ContainerView container = pod_.container(i);
      const auto [begin, end] = std::equal_range(
          plan_.uses.begin(), plan_.uses.end(), ClaimUse{i, 0, {}},
          [](const ClaimUse& a, const ClaimUse& b) { return a.container < b.container; });
      const Json claims = container.claims();
      if (begin == end && !earlier_.found()) continue;
      if (claims_are(claims, begin, end)) continue;
      std::string list;
      list.reserve(kListBytes);
      JsonWriter writer(list);
      writer.begin_array();
      for (const Json& claim : claims.elements()) {
        if (!earlier_.is_our_entry(claim["name"].as_string())) writer.json(claim);
      }
      for (auto use = begin; use != end; ++use)
        write_use(entries_[use->claim].name, use->request, writer);
      writer.end_array();
      JsonPointer pointer = resources_of(container);
      ensure_object(container.json["resources"], pointer);
      set_list(pointer.push("claims"), list);
    }
  }

  // An empty list is taken away: the API server would not store it either.
  void set_list(const JsonPointer& pointer, const std::string& list) {
    if (list == "[]") {
      patch_.remove(pointer);
    } else {
      patch_.add_raw(pointer, list);
    }
  }

  // What stands there already is what we would write.
  template <typename Iterator>
  bool claims_are(const Json& claims, Iterator begin, Iterator end) const {
    auto use = begin;
    for (const Json& claim : claims.elements()) {
      if (!earlier_.is_our_entry(claim["name"].as_string())) continue;
      if (use == end || claim["name"].as_string() != entries_[use->claim].name ||
          claim["request"].as_string() != use->request) {
        return false;
      }
      ++use;
    }
    return use == end;
  }

  bool entries_are() const {
    std::size_t i = 0;
    for (const Json& entry : pod_.resource_claims()) {
      const std::string_view name = entry["name"].as_string();
      if (!earlier_.is_our_entry(name)) continue;
      if (i == entries_.size() || entries_[i].name != name ||
          entry["resourceClaimTemplateName"].as_string() != entries_[i].claim_template.name) {
        return false;
      }
      ++i;
    }
    return i == entries_.size();
  }

  void write_entries() {
    if (entries_are()) return;
    std::string list;
    list.reserve(kListBytes);
    JsonWriter writer(list);
    writer.begin_array();
    for (const Json& entry : pod_.resource_claims()) {
      if (!earlier_.is_our_entry(entry["name"].as_string())) writer.json(entry);
    }
    for (const Entry& entry : entries_) {
      writer.begin_object().key("name").string(entry.name);
      writer.key("resourceClaimTemplateName").string(entry.claim_template.name).end_object();
    }
    writer.end_array();
    JsonPointer pointer;
    set_list(pointer.push("spec").push("resourceClaims"), list);
  }

  std::string annotation() const {
    std::vector<std::pair<std::string_view, const Taken*>> all;  // by container
    all.reserve(asks_.taken.size());
    for (const Taken& taken : asks_.taken)
      all.emplace_back(pod_.container(taken.container).name(), &taken);
    // No two containers of one name got here, so the order within each stays that of its resources.
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
      return std::tie(a.first, a.second->resource) < std::tie(b.first, b.second->resource);
    });
    std::string text;
    text.reserve(kListBytes);
    JsonWriter writer(text);
    writer.begin_object();
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i == 0 || all[i].first != all[i - 1].first) {
        if (i > 0) writer.end_object();
        writer.key(all[i].first).begin_object();
      }
      writer.key(all[i].second->resource).string(all[i].second->quantity);
    }
    if (!all.empty()) writer.end_object();
    writer.end_object();
    return text;
  }

  std::string entry_names() const {
    std::string names;
    for (const Entry& entry : entries_) names += (names.empty() ? "" : ",") + entry.name;
    return names;
  }

  void write_annotations() {
    write_annotation(kRewrittenAnnotation, asks_.taken.empty() ? std::string() : annotation());
    write_annotation(kEntriesAnnotation, entry_names());
  }

  // Empty text stands for none.
  void write_annotation(std::string_view key, const std::string& text) {
    const Json metadata = pod_.object().json()["metadata"];
    const Json* there = metadata["annotations"].find(key);
    JsonPointer pointer({"metadata"});
    if (text.empty()) {
      if (there != nullptr) patch_.remove(pointer.push("annotations").push(key));
    } else if (there == nullptr || there->as_string() != text) {
      ensure_object(metadata, pointer);
      ensure_object(metadata["annotations"], pointer.push("annotations"));
      patch_.add(pointer.push(key), Json::string(text));
    }
  }

  const kube::PodView& pod_;
  const EarlierRewrite& earlier_;
  const Asks& asks_;
  const ClaimPlan& plan_;
  std::vector<Entry> entries_;
  // Pointers of objects that the patch takes away and makes.
  std::set<std::string> removed_;
  std::set<std::string> made_;
  kube::PatchBuilder patch_;
};

// "2 of container trainer, 1 of container probe"
std::string who_asks(const std::vector<const Ask*>& asks) {
  std::string who;
  for (const Ask* ask : asks) {
    if (who.size() > kWhoBytesMax) return who + " and others";
    if (!who.empty()) who += ", ";
    who += std::to_string(ask->count);
    who += " of container ";
    who += shown(ask->container_name);
  }
  return who;
}

// Added after our last turn: by a webhook that runs later, or one that matchConditions kept us out
// of.
Finding slipped_past(std::string_view resource, const std::vector<const Ask*>& asks) {
  return {"NotRewritten", Severity::kWarn, "spec",
          shown(resource) + ": " + who_asks(asks) +
              " stays an extended resource: it was added after Drawbridge had seen this pod.",
          "Let Drawbridge's late webhook run after the one that adds devices (configurations run "
          "in the order of their names)."};
}

// One finding per resource, however many containers ask for it.
void tell(const RewriteInput& input, const std::vector<Ask>& asks,
          const std::vector<Entry>& entries, const ClaimPlan& plan,
          std::vector<Finding>& findings) {
  const bool too_late = input.occasion == Occasion::kTooLate;
  std::map<std::string_view, std::vector<const Ask*>> by_resource;
  for (const Ask& ask : asks) {
    // What an earlier turn took is a claim already.
    if (too_late && input.pod.container(ask.container).limits().find(ask.resource) == nullptr)
      continue;
    by_resource[ask.resource].push_back(&ask);
  }
  for (const auto& [resource, list] : by_resource) {
    if (too_late) {
      findings.push_back(slipped_past(resource, list));
      continue;
    }
    const Mapping& mapping = *list.front()->mapping;
    const auto claim =
        std::find_if(plan.claims.begin(), plan.claims.end(),
                     [&](const PlannedClaim& c) { return c.group == mapping.claim_group; });
    const Entry& entry = entries[static_cast<std::size_t>(claim - plan.claims.begin())];
    std::string message;
    message.reserve(kWarningBytesMax);
    message += shown(resource);
    message += ": ";
    message += who_asks(list);
    message += input.occasion == Occasion::kTemplate ? " will become " : " became ";
    message += "claim \"" + entry.name + "\" (class ";
    message += list.front()->device_class;
    message += ", template " + entry.claim_template.name + ").";
    findings.push_back({"Rewritten", Severity::kInfo, "spec", std::move(message), ""});
  }
}

// Where a mapping is gone, or holds elsewhere, its part of a claim cannot be made again, and the
// pod keeps what it has.
bool is_spoken_for(const EarlierRewrite& earlier, const RewriteInput& input) {
  for (std::size_t i = 0; earlier.found() && i < input.pod.container_count(); ++i) {
    for (const Json::Member& entry : earlier.asked(input.pod.container(i).name()).members()) {
      if (!input.mappings.find(entry.key(), input.namespace_labels).match &&
          input.mappings.companions_of(entry.key(), input.namespace_labels).empty())
        return false;
    }
  }
  return true;
}

}  // namespace

Rewrite rewrite_pod(const RewriteInput& input) {
  Rewrite result;
  kube::Document annotation;
  EarlierRewrite earlier = EarlierRewrite::read(input.pod, annotation);
  if (!is_spoken_for(earlier, input)) earlier = {};
  Asks asks = collect_asks(input, earlier);
  result.findings = std::move(asks.findings);
  result.names_unmapped = asks.names_unmapped;
  if (asks.asks.empty() && (asks.stop || !earlier.found())) return result;
  std::variant<ClaimPlan, PlanRefusal> planned = plan_claims(asks.asks, asker_of(input));
  if (auto* refusal = std::get_if<PlanRefusal>(&planned)) {
    for (Finding& finding : refusal->findings) result.findings.push_back(std::move(finding));
    asks.stop = true;
  }
  if (asks.stop) {
    result.asks = std::move(asks.asks);
    return result;
  }
  ClaimPlan& plan = std::get<ClaimPlan>(planned);
  Writer writer(input, earlier, asks, plan);
  result.patch = writer.patch();
  if (!result.patch.empty()) {
    tell(input, asks.asks, writer.entries(), plan, result.findings);
    result.asks = std::move(asks.asks);
  }
  result.templates.reserve(writer.entries().size());
  for (Entry& entry : writer.entries()) result.templates.push_back(std::move(entry.claim_template));
  return result;
}

bool needs_namespace_labels(const kube::PodView& pod, const MappingIndex& mappings) {
  if (!mappings.has_namespace_selectors()) return false;
  kube::Document annotation;
  const EarlierRewrite earlier = EarlierRewrite::read(pod, annotation);
  for (std::size_t i = 0; i < pod.container_count(); ++i) {
    const ContainerView container = pod.container(i);
    const Json before = earlier.found() ? earlier.asked(container.name()) : Json();
    for (const Json& names : {container.limits(), container.requests(), before}) {
      for (const Json::Member& member : names.members()) {
        if (mappings.needs_namespace_labels(member.key())) return true;
      }
    }
  }
  return false;
}

}  // namespace drawbridge::rules
