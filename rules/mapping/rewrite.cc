#include "rules/mapping/rewrite.h"

#include <algorithm>
#include <map>

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

// A claim of the plan with the names that it gets in this pod.
struct Entry {
  std::string name;  // in spec.resourceClaims
  ClaimTemplate claim_template;
};

class Writer {
 public:
  Writer(const RewriteInput& input, const EarlierRewrite& earlier, const Asks& asks,
         const ClaimPlan& plan)
      : pod_(input.pod), earlier_(earlier), asks_(asks), plan_(plan) {
    for (const PlannedClaim& claim : plan_.claims) {
      entries_.push_back({entry_name(claim.group), {template_name(claim.spec), claim.spec}});
    }
  }

  const std::vector<Entry>& entries() const { return entries_; }

  std::string patch() {
    strip_resources();
    write_container_claims();
    write_entries();
    write_annotation();
    return patch_.empty() ? std::string() : patch_.take();
  }

 private:
  // "devices", or "devices-GROUP"; with a number where the pod already uses the name for something
  // else.
  std::string entry_name(const std::string& group) const {
    const std::string base = group.empty() ? "devices" : "devices-" + group;
    std::string name = base;
    for (int i = 2; is_taken(name); ++i) name = base + "-" + std::to_string(i);
    return name;
  }

  bool is_taken(std::string_view name) const {
    const auto same = [&](const Json& entry) { return entry["name"].as_string() == name; };
    if (earlier_.is_our_entry(name)) return false;
    if (std::any_of(pod_.resource_claims().begin(), pod_.resource_claims().end(), same))
      return true;
    for (std::size_t i = 0; i < pod_.container_count(); ++i) {
      const auto claims = pod_.container(i).claims().elements();
      if (std::any_of(claims.begin(), claims.end(), same)) return true;
    }
    return false;
  }

  static JsonPointer resources_of(const ContainerView& container) {
    JsonPointer pointer;
    pointer.push("spec")
        .push(container.init ? "initContainers" : "containers")
        .push_index(container.index);
    pointer.push("resources");
    return pointer;
  }

  void strip_resources() {
    for (const Taken& taken : asks_.taken) {
      const ContainerView container = pod_.container(taken.container);
      for (const std::string_view part : {"limits", "requests"}) {
        if (container.json["resources"][part].find(taken.resource) == nullptr) continue;
        JsonPointer pointer = resources_of(container);
        patch_.remove(pointer.push(part).push(taken.resource));
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
      JsonWriter writer(list);
      writer.begin_array();
      for (const Json& claim : claims.elements()) {
        if (!earlier_.is_our_entry(claim["name"].as_string())) writer.json(claim);
      }
      for (auto use = begin; use != end; ++use)
        write_use(entries_[use->claim].name, use->request, writer);
      writer.end_array();
      patch_.add_raw(resources_of(container).push("claims"), list);
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
    patch_.add_raw(pointer.push("spec").push("resourceClaims"), list);
  }

  std::string annotation() const {
    std::map<std::string_view, std::vector<const Taken*>> by_container;
    for (const Taken& taken : asks_.taken)
      by_container[pod_.container(taken.container).name()].push_back(&taken);
    std::string text;
    JsonWriter writer(text);
    writer.begin_object();
    for (const auto& [container, list] : by_container) {
      writer.key(container).begin_object();
      for (const Taken* taken : list) writer.key(taken->resource).string(taken->quantity);
      writer.end_object();
    }
    writer.end_object();
    return text;
  }

  void write_annotation() {
    const std::string text = annotation();
    if (pod_.object().annotation(kRewrittenAnnotation) == text) return;
    std::string value;
    JsonPointer pointer;
    pointer.push("metadata").push("annotations");
    if (pod_.object().annotations().is_null()) {
      JsonWriter writer(value);
      writer.begin_object().key(kRewrittenAnnotation).string(text).end_object();
    } else {
      pointer.push(kRewrittenAnnotation);
      kube::write_json_string(text, value);
    }
    patch_.add_raw(pointer, value);
  }

  const kube::PodView& pod_;
  const EarlierRewrite& earlier_;
  const Asks& asks_;
  const ClaimPlan& plan_;
  std::vector<Entry> entries_;
  kube::PatchBuilder patch_;
};

// One finding per resource, however many containers ask for it.
void tell(const kube::PodView& pod, const std::vector<Ask>& asks, const std::vector<Entry>& entries,
          const ClaimPlan& plan, std::string_view verb, std::vector<Finding>& findings) {
  std::map<std::string_view, std::vector<const Ask*>> by_resource;
  for (const Ask& ask : asks) by_resource[ask.resource].push_back(&ask);
  for (const auto& [resource, list] : by_resource) {
    std::string who;
    for (const Ask* ask : list) {
      if (who.size() > 120) {
        who += " and others";
        break;
      }
      who += (who.empty() ? "" : ", ") + std::to_string(ask->count) + " of container " +
             shown(pod.container(ask->container).name());
    }
    const Mapping& mapping = *list.front()->mapping;
    const auto claim =
        std::find_if(plan.claims.begin(), plan.claims.end(),
                     [&](const PlannedClaim& c) { return c.group == mapping.claim_group; });
    const Entry& entry = entries[static_cast<std::size_t>(claim - plan.claims.begin())];
    findings.push_back({"Rewritten", Severity::kInfo, "spec",
                        shown(resource) + ": " + who + std::string(verb) + "claim \"" + entry.name +
                            "\" (class " + std::string(list.front()->device_class) + ", template " +
                            entry.claim_template.name + ").",
                        ""});
  }
}

}  // namespace

Rewrite rewrite_pod(const RewriteInput& input) {
  Rewrite result;
  kube::Document annotation;
  const EarlierRewrite earlier = EarlierRewrite::read(input.pod, annotation);
  Asks asks = collect_asks(input, earlier);
  result.findings = std::move(asks.findings);
  if (asks.stop || asks.asks.empty()) return result;
  std::variant<ClaimPlan, PlanRefusal> planned = plan_claims(asks.asks);
  if (auto* refusal = std::get_if<PlanRefusal>(&planned)) {
    for (Finding& finding : refusal->findings) result.findings.push_back(std::move(finding));
    return result;
  }
  const ClaimPlan& plan = std::get<ClaimPlan>(planned);
  Writer writer(input, earlier, asks, plan);
  result.patch = writer.patch();
  if (!result.patch.empty())
    tell(input.pod, asks.asks, writer.entries(), plan,
         input.is_template ? " will become " : " became ", result.findings);
  for (const Entry& entry : writer.entries()) result.templates.push_back(entry.claim_template);
  return result;
}

bool needs_namespace_labels(const kube::PodView& pod, const MappingIndex& mappings) {
  for (std::size_t i = 0; i < pod.container_count(); ++i) {
    const ContainerView container = pod.container(i);
    for (const Json& names : {container.limits(), container.requests()}) {
      for (const Json::Member& member : names.members()) {
        if (mappings.needs_namespace_labels(member.key())) return true;
      }
    }
  }
  return false;
}

}  // namespace drawbridge::rules
