#include "rules/mapping/rewrite.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

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

// Room for what the annotation of most pods says.
constexpr std::size_t kAnnotationBytes = 127;

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
    const std::set<std::string_view> others = names_of_others();
    const auto is_taken = [&](std::string_view name) {
      return others.contains(name) ||
             std::any_of(entries_.begin(), entries_.end(),
                         [&](const Entry& entry) { return entry.name == name; });
    };
    entries_.reserve(plan.claims.size());
    for (PlannedClaim& claim : plan.claims) {
      const std::string base = claim.group.empty() ? "devices" : "devices-" + claim.group;
      std::string name = base;
      for (int i = 2; is_taken(name); ++i) name = base + "-" + std::to_string(i);
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
  std::set<std::string_view> names_of_others() const {
    std::set<std::string_view> names;
    const auto add = [&](std::span<const Json> list) {
      for (const Json& item : list) {
        const std::string_view name = item["name"].as_string();
        if (!earlier_.is_our_entry(name)) names.emplace(name);
      }
    };
    add(pod_.resource_claims());
    for (std::size_t i = 0; pod_.uses_claims() && i < pod_.container_count(); ++i)
      add(pod_.container(i).claims().elements());
    return names;
  }

  // Pointers are made one after the other, in the same memory.
  JsonPointer& pointer_to(std::string_view text) {
    pointer_.clear();
    return pointer_.append(text);
  }

  JsonPointer& resources_of(const ContainerView& container) {
    return pointer_to(container.init ? "/spec/initContainers" : "/spec/containers")
        .push_index(container.index)
        .append("/resources");
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
    const Json map = container.resources[part];
    const auto is_there = [&](const Taken& taken) { return map.find(taken.resource) != nullptr; };
    const auto there = static_cast<std::size_t>(std::count_if(all.begin(), all.end(), is_there));
    if (there == 0) return;
    JsonPointer& pointer = resources_of(container).push(part);
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
      const Json resources = container.resources;
      for (const std::string_view part : {"limits", "requests"}) {
        if (resources[part][restored.resource].as_string() == restored.quantity) continue;
        JsonPointer& pointer = resources_of(container);
        ensure_object(resources, pointer);
        ensure_object(resources[part], pointer.push(part));
        patch_.add(pointer.push(restored.resource), Json::string(restored.quantity));
      }
    }
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
      JsonPointer& pointer = resources_of(container);
      ensure_object(container.resources, pointer);
      set_list(pointer.append("/claims"), claims.elements(), std::span<const ClaimUse>(begin, end),
               [&](const ClaimUse& use, std::string& to) {
                 to += R"({"name":)";
                 kube::write_json_string(entries_[use.claim].name, to);
                 to += R"(,"request":)";
                 kube::write_json_string(use.request, to);
                 to += '}';
               });
    }
  }

  // Of the elements that are there, those that are none of ours, and behind them those of `ours`,
  // which `write` writes. An empty list is taken away: the API server would not store it
  // either.
  template <typename Ours, typename Write>
  void set_list(const JsonPointer& pointer, std::span<const Json> there, std::span<const Ours> ours,
                Write write) {
    const auto is_kept = [&](const Json& element) {
      return !earlier_.is_our_entry(element["name"].as_string());
    };
    if (ours.empty() && std::none_of(there.begin(), there.end(), is_kept)) {
      patch_.remove(pointer);
      return;
    }
    patch_.add_written(pointer, [&](std::string& to) {
      char before = '[';
      for (const Json& element : there) {
        if (!is_kept(element)) continue;
        to += std::exchange(before, ',');
        kube::write_json(element, to);
      }
      for (const Ours& one : ours) {
        to += std::exchange(before, ',');
        write(one, to);
      }
      to += ']';
    });
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
    set_list(pointer_to("/spec/resourceClaims"), pod_.resource_claims(),
             std::span<const Entry>(entries_), [](const Entry& entry, std::string& to) {
               to += R"({"name":)";
               kube::write_json_string(entry.name, to);
               to += R"(,"resourceClaimTemplateName":)";
               kube::write_json_string(entry.claim_template.name, to);
               to += '}';
             });
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
    text.reserve(kAnnotationBytes);
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
    for (const Entry& entry : entries_) {
      if (!names.empty()) names += ',';
      names += entry.name;
    }
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
    JsonPointer& pointer = pointer_to("/metadata");
    if (text.empty()) {
      if (there != nullptr) patch_.remove(pointer.append("/annotations").push(key));
    } else if (there == nullptr || there->as_string() != text) {
      ensure_object(metadata, pointer);
      ensure_object(metadata["annotations"], pointer.append("/annotations"));
      patch_.add_written(pointer.push(key),
                         [&](std::string& to) { kube::write_json_string(text, to); });
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
  JsonPointer pointer_;
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
  return {"NotRewritten",
          Severity::kWarn,
          "spec",
          shown(resource) + ": " + who_asks(asks) +
              " stays an extended resource: it was added after Drawbridge had seen this pod.",
          "Let Drawbridge's late webhook run after the one that adds devices (configurations run "
          "in the order of their names).",
          "",
          std::string(resource)};
}

// One finding per resource, however many containers ask for it. `asks` are sorted by resource.
void tell(const RewriteInput& input, const std::vector<Ask>& asks,
          const std::vector<Entry>& entries, const ClaimPlan& plan,
          std::vector<Finding>& findings) {
  const bool too_late = input.occasion == Occasion::kTooLate;
  std::vector<const Ask*> list;
  for (std::size_t next = 0; next < asks.size();) {
    const std::string_view resource = asks[next].resource;
    list.clear();
    for (; next < asks.size() && asks[next].resource == resource; ++next) {
      // What an earlier turn took is a claim already.
      if (too_late && input.pod.container(asks[next].container).limits().find(resource) == nullptr)
        continue;
      list.push_back(&asks[next]);
    }
    if (list.empty()) continue;
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
    message += "claim \"";
    message += entry.name;
    message += "\" (class ";
    message += list.front()->device_class;
    message += ", template ";
    message += entry.claim_template.name;
    message += ").";
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

// Those of the pod that the earlier rewrite added.
std::vector<std::string_view> entries_of(const EarlierRewrite& earlier, const kube::PodView& pod) {
  std::vector<std::string_view> names;
  for (const Json& entry : pod.resource_claims()) {
    const std::string_view name = entry["name"].as_string();
    if (earlier.is_our_entry(name)) names.push_back(name);
  }
  return names;
}

}  // namespace

Rewrite rewrite_pod(const RewriteInput& input) {
  Rewrite result;
  EarlierRewrite earlier = EarlierRewrite::read(input.pod, result.earlier);
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
    result.taken = std::move(asks.taken);
    result.restored = std::move(asks.restored);
    result.taken_entries = entries_of(earlier, input.pod);
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
