#include "quota/kueue/quota_tree.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace drawbridge::quota {
namespace {

// Of a queue's chain, the cohorts above it; Kueue knows no limit.
constexpr std::size_t kCohortDepthMax = 1024;

template <typename Sum>
std::int64_t clamped(Sum value) {
  constexpr Sum kMax = std::numeric_limits<std::int64_t>::max();
  return static_cast<std::int64_t>(std::clamp(value, Sum{0}, kMax));
}

}  // namespace

QuotaTree::Amount QuotaTree::amount_of(const Node& node, const FlavorResource& what) {
  const auto found = node.amounts.find(what);
  return found == node.amounts.end() ? Amount() : found->second;
}

// Of its subtree, what the node does not lend.
QuotaTree::Sum QuotaTree::kept_back(const Node& node, const FlavorResource& what) {
  const auto quota = node.quotas.find(what);
  if (quota == node.quotas.end() || !quota->second.lending_limit) return 0;
  return std::max(Sum{0}, amount_of(node, what).subtree - *quota->second.lending_limit);
}

// What the node adds to its parent's sums.
QuotaTree::Amount QuotaTree::given_up(const Node& node, const FlavorResource& what) {
  const Amount own = amount_of(node, what);
  const Sum kept = kept_back(node, what);
  return {own.subtree - kept, std::max(Sum{0}, own.usage - kept)};
}

void QuotaTree::carry_up(std::string_view parent, const Node* before, const Node* after) {
  std::shared_ptr<const Node> held_before;
  std::shared_ptr<const Node> held_after;
  while (!parent.empty()) {
    const std::shared_ptr<const Node>* found = cohorts_.find(parent);
    if (found == nullptr || (*found)->in_circle) return;
    auto changed = std::make_shared<Node>(**found);
    for (const auto& [node, sign] : {std::pair(before, -1), std::pair(after, 1)}) {
      if (node == nullptr) continue;
      for (const auto& [what, amount] : node->amounts) {
        const Amount given = given_up(*node, what);
        Amount& sum = changed->amounts[what];
        sum.subtree += sign * given.subtree;
        sum.usage += sign * given.usage;
      }
    }
    held_before = *found;
    held_after = changed;
    cohorts_.set(parent, std::move(changed));
    before = held_before.get();
    after = held_after.get();
    parent = after->parent;
  }
}

void QuotaTree::set_queue(std::string_view name, std::string_view cohort, QuotaTable quotas,
                          const UsageTable& usage) {
  auto node = std::make_shared<Node>();
  node->parent = std::string(cohort);
  for (const auto& [what, quota] : quotas) node->amounts[what].subtree = quota.nominal;
  for (const auto& [what, used] : usage) node->amounts[what].usage = used;
  node->quotas = std::move(quotas);
  const std::shared_ptr<const Node>* known = queues_.find(name);
  const std::shared_ptr<const Node> before = known == nullptr ? nullptr : *known;
  const bool stays = before != nullptr && before->parent == cohort;
  if (!stays) move_member(name, before == nullptr ? std::string_view() : before->parent, cohort);
  if (before != nullptr && !stays) carry_up(before->parent, before.get(), nullptr);
  if (!cohort.empty() && !cohorts_.contains(cohort)) {
    auto named = std::make_shared<Node>();
    named->declared = false;
    cohorts_.set(cohort, std::move(named));
  }
  carry_up(cohort, stays ? before.get() : nullptr, node.get());
  queues_.set(name, std::move(node));
}

void QuotaTree::remove_queue(std::string_view name) {
  const std::shared_ptr<const Node>* known = queues_.find(name);
  if (known == nullptr) return;
  const std::shared_ptr<const Node> before = *known;
  carry_up(before->parent, before.get(), nullptr);
  move_member(name, before->parent, {});
  queues_.erase(name);
}

void QuotaTree::move_member(std::string_view queue, std::string_view from, std::string_view to) {
  const auto change = [&](std::string_view cohort, bool there) {
    if (cohort.empty()) return;
    const auto* known = members_.find(cohort);
    auto members = known == nullptr ? std::make_shared<std::vector<std::string>>()
                                    : std::make_shared<std::vector<std::string>>(**known);
    const auto at = std::lower_bound(members->begin(), members->end(), queue);
    if (there) {
      members->emplace(at, queue);
    } else if (at != members->end() && *at == queue) {
      members->erase(at);
    }
    if (members->empty()) {
      members_.erase(cohort);
    } else {
      members_.set(cohort, std::move(members));
    }
  };
  change(from, false);
  change(to, true);
}

void QuotaTree::set_cohort(std::string_view name, std::string_view parent, QuotaTable quotas) {
  auto node = std::make_shared<Node>();
  node->parent = std::string(parent);
  node->quotas = std::move(quotas);
  cohorts_.set(name, std::move(node));
  rebuild();
}

void QuotaTree::remove_cohort(std::string_view name) {
  if (cohorts_.erase(name)) rebuild();
}

// What is named as a parent exists.
void QuotaTree::declare_parents() {
  std::set<std::string> named;
  const auto note = [&](const auto& entry) {
    if (!entry.value->parent.empty()) named.insert(entry.value->parent);
  };
  queues_.for_each(note);
  cohorts_.for_each(note);
  std::vector<std::string> unused;
  cohorts_.for_each([&](const auto& entry) {
    if (!entry.value->declared && !named.contains(entry.key)) unused.push_back(entry.key);
  });
  for (const std::string& name : unused) cohorts_.erase(name);
  for (const std::string& name : named) {
    if (cohorts_.contains(std::string_view(name))) continue;
    auto node = std::make_shared<Node>();
    node->declared = false;
    cohorts_.set(name, std::move(node));
  }
}

void QuotaTree::mark_circles() {
  std::vector<std::pair<std::string, std::shared_ptr<const Node>>> all;
  cohorts_.for_each([&](const auto& entry) { all.emplace_back(entry.key, entry.value); });
  for (const auto& [name, node] : all) {
    std::set<std::string_view> seen = {name};
    bool circle = false;
    for (std::string_view parent = node->parent; !parent.empty() && !circle;) {
      circle = !seen.insert(parent).second || seen.size() > kCohortDepthMax;
      const std::shared_ptr<const Node>* above = cohorts_.find(parent);
      parent = above == nullptr ? std::string_view() : std::string_view((*above)->parent);
    }
    auto clean = std::make_shared<Node>(*node);
    clean->in_circle = circle;
    clean->amounts.clear();
    cohorts_.set(name, std::move(clean));
  }
}

// Each node is carried up by itself, onto sums that start from nothing.
void QuotaTree::rebuild() {
  declare_parents();
  mark_circles();
  std::vector<std::string> names;
  cohorts_.for_each([&](const auto& entry) { names.push_back(entry.key); });
  for (const std::string& name : names) {
    const std::shared_ptr<const Node> before = *cohorts_.find(std::string_view(name));
    auto after = std::make_shared<Node>(*before);
    for (const auto& [what, quota] : after->quotas) after->amounts[what].subtree += quota.nominal;
    carry_up(after->parent, before.get(), after.get());
    cohorts_.set(name, std::move(after));
  }
  std::vector<std::shared_ptr<const Node>> queues;
  queues_.for_each([&](const auto& entry) { queues.push_back(entry.value); });
  for (const std::shared_ptr<const Node>& queue : queues)
    carry_up(queue->parent, nullptr, queue.get());
}

std::vector<const QuotaTree::Node*> QuotaTree::chain(std::string_view queue) const {
  const std::shared_ptr<const Node>* node = queues_.find(queue);
  std::vector<const Node*> nodes;
  while (node != nullptr && nodes.size() <= kCohortDepthMax) {
    if ((*node)->in_circle) return {};
    nodes.push_back(node->get());
    node = (*node)->parent.empty() ? nullptr : cohorts_.find(std::string_view((*node)->parent));
  }
  return nodes;
}

// Of so much more in its subtree, what the node lends.
QuotaTree::Sum QuotaTree::lent_besides(const Node& node, const FlavorResource& what, Sum more) {
  const auto quota = node.quotas.find(what);
  if (quota == node.quotas.end() || !quota->second.lending_limit) return more;
  const Sum unused = *quota->second.lending_limit - amount_of(node, what).subtree;
  return std::min(more, std::max(Sum{0}, unused));
}

std::int64_t QuotaTree::reach_of(const std::vector<const Node*>& nodes, const FlavorResource& what,
                                 const Otherwise& otherwise) {
  // What each node has more in its subtree, from `lent_to` on; empty where that is nothing, as in
  // all judgements.
  std::vector<Sum> more;
  if (otherwise.more > 0) {
    more.assign(nodes.size(), 0);
    more[otherwise.lent_to] = otherwise.more;
    for (std::size_t i = otherwise.lent_to + 1; i < nodes.size(); ++i)
      more[i] = lent_besides(*nodes[i - 1], what, more[i - 1]);
  }
  Sum reach = amount_of(*nodes.back(), what).subtree + (more.empty() ? Sum{0} : more.back());
  for (std::size_t i = nodes.size() - 1; i-- > 0;) {
    const Node& node = *nodes[i];
    const Sum has_more = more.empty() ? Sum{0} : more[i];
    reach += kept_back(node, what);
    if (has_more > 0) reach += has_more - more[i + 1];
    const auto quota = node.quotas.find(what);
    if (i != otherwise.unlimited && quota != node.quotas.end() && quota->second.borrowing_limit)
      reach = std::min(reach,
                       amount_of(node, what).subtree + has_more + *quota->second.borrowing_limit);
  }
  return clamped(reach);
}

std::int64_t QuotaTree::left_of(const std::vector<const Node*>& nodes, const FlavorResource& what,
                                std::size_t unlimited) {
  const Amount root = amount_of(*nodes.back(), what);
  Sum left = root.subtree - root.usage;
  for (std::size_t i = nodes.size() - 1; i-- > 0;) {
    const Node& node = *nodes[i];
    const Amount own = amount_of(node, what);
    const Sum kept = kept_back(node, what);
    const auto quota = node.quotas.find(what);
    if (i != unlimited && quota != node.quotas.end() && quota->second.borrowing_limit) {
      const Sum may_take =
          own.subtree - kept - std::max(Sum{0}, own.usage - kept) + *quota->second.borrowing_limit;
      left = std::min(left, may_take);
    }
    left += std::max(Sum{0}, kept - own.usage);
  }
  return clamped(left);
}

QuotaTree::Path QuotaTree::path(std::string_view queue) const {
  return Path(chain(queue));
}

std::optional<std::int64_t> QuotaTree::potential(const Path& path, const FlavorResource& what) {
  if (path.empty()) return std::nullopt;
  return reach_of(path.nodes_, what, {});
}

std::optional<std::int64_t> QuotaTree::available(const Path& path, const FlavorResource& what) {
  if (path.empty()) return std::nullopt;
  return left_of(path.nodes_, what);
}

std::optional<std::int64_t> QuotaTree::potential(std::string_view queue,
                                                 const FlavorResource& what) const {
  return potential(path(queue), what);
}

std::optional<std::int64_t> QuotaTree::available(std::string_view queue,
                                                 const FlavorResource& what) const {
  return available(path(queue), what);
}

// Whoever is below a cohort further down is not named.
template <typename Visit>
void QuotaTree::for_each_beside(std::string_view queue, Visit visit) const {
  for (const std::string& cohort : cohorts_above(queue)) {
    const auto* members = members_.find(std::string_view(cohort));
    if (members == nullptr) continue;
    for (const std::string& name : **members) {
      const std::shared_ptr<const Node>* member = queues_.find(std::string_view(name));
      if (name != queue && member != nullptr) visit(name, **member);
    }
  }
}

template <typename Visit>
void QuotaTree::for_each_cohort_beside(const std::vector<std::string>& above, Visit visit) const {
  cohorts_.for_each([&](const auto& entry) {
    const auto parent = std::find(above.begin(), above.end(), entry.value->parent);
    if (parent != above.end() && std::find(above.begin(), above.end(), entry.key) == above.end())
      visit(entry.key, *entry.value, static_cast<std::size_t>(parent - above.begin()));
  });
}

std::vector<Standing::Lender> QuotaTree::lenders(std::string_view queue,
                                                 const FlavorResource& what) const {
  std::vector<Standing::Lender> lenders;
  const auto look_at = [&](const std::string& name, const Node& node) {
    const Amount given = given_up(node, what);
    if (given.subtree > given.usage)
      lenders.push_back({name, clamped(given.subtree - given.usage)});
  };
  for_each_beside(queue, look_at);
  for_each_cohort_beside(cohorts_above(queue),
                         [&](const std::string& name, const Node& node, std::size_t) {
                           look_at("cohort " + name, node);
                         });
  std::stable_sort(lenders.begin(), lenders.end(),
                   [](const auto& a, const auto& b) { return a.left > b.left; });
  if (lenders.size() > kLendersMax) lenders.resize(kLendersMax);
  return lenders;
}

Standing::Borrower QuotaTree::borrower(std::string_view queue, const FlavorResource& what) const {
  Standing::Borrower most;
  for_each_beside(queue, [&](const std::string& name, const Node& node) {
    const Amount amount = amount_of(node, what);
    if (amount.usage - amount.subtree > Sum{most.used} - most.nominal)
      most = {name, clamped(amount.usage), clamped(amount.subtree)};
  });
  return most;
}

LimitsInTheWay::BoundNow QuotaTree::bound_now(const std::vector<const Node*>& nodes,
                                              const std::vector<std::string>& above,
                                              const FlavorResource& what) {
  LimitsInTheWay::BoundNow bound;
  const std::int64_t now = left_of(nodes, what);
  // The topmost cohort borrows from nobody.
  for (std::size_t i = 1; i + 1 < nodes.size() && i < above.size(); ++i) {
    const auto quota = nodes[i]->quotas.find(what);
    if (quota == nodes[i]->quotas.end() || !quota->second.borrowing_limit) continue;
    const std::int64_t left = left_of(nodes, what, i);
    if (left <= std::max(now, bound.left_without)) continue;
    bound = {above[i - 1], *quota->second.borrowing_limit, above[i], left};
  }
  return bound;
}

// As lenders(): of who lends nobody further down is named.
LimitsInTheWay QuotaTree::limits_in_the_way(std::string_view queue,
                                            const FlavorResource& what) const {
  LimitsInTheWay limits;
  const std::vector<const Node*> nodes = chain(queue);
  if (nodes.empty()) return limits;
  const std::int64_t now = reach_of(nodes, what, {});
  const std::vector<std::string> above = cohorts_above(queue);
  for (std::size_t i = 1; i < nodes.size() && i <= above.size(); ++i) {
    const std::int64_t reach = reach_of(nodes, what, {.unlimited = i});
    if (reach <= std::max(now, limits.unbounded_reach)) continue;
    limits.bounded_by = above[i - 1];
    limits.unbounded_reach = reach;
  }
  limits.bound_now = bound_now(nodes, above, what);
  // `at` is the cohort's place in the chain.
  const auto look_at = [&](std::string_view kind, std::string_view name, const Node& node,
                           std::size_t at) {
    const Sum kept = kept_back(node, what);
    if (kept <= 0 || at >= nodes.size()) return;
    const std::int64_t reach = reach_of(nodes, what, {.lent_to = at, .more = kept});
    if (reach <= std::max(now, limits.lent_reach)) return;
    limits.lent_reach = reach;
    limits.kept_unused = clamped(std::max(Sum{0}, kept - amount_of(node, what).usage));
    (limits.kept_by = kind) += name;
  };
  for (std::size_t i = 0; i < above.size(); ++i) {
    const auto* members = members_.find(std::string_view(above[i]));
    if (members == nullptr) continue;
    for (const std::string& name : **members) {
      const std::shared_ptr<const Node>* member = queues_.find(std::string_view(name));
      if (name != queue && member != nullptr) look_at("ClusterQueue ", name, **member, i + 1);
    }
  }
  for_each_cohort_beside(above, [&](const std::string& name, const Node& node, std::size_t i) {
    look_at("Cohort ", name, node, i + 1);
  });
  return limits;
}

std::optional<Standing> QuotaTree::standing(std::string_view queue,
                                            const FlavorResource& what) const {
  const std::vector<const Node*> nodes = chain(queue);
  if (nodes.empty()) return std::nullopt;
  const Node& own = *nodes.front();
  Standing standing;
  standing.used = clamped(amount_of(own, what).usage);
  if (const auto quota = own.quotas.find(what); quota != own.quotas.end()) {
    standing.nominal = quota->second.nominal;
    standing.borrowing_limit = quota->second.borrowing_limit;
  }
  standing.reach = reach_of(nodes, what, {});
  standing.left = left_of(nodes, what);
  const Sum own_left = std::max(Sum{0}, kept_back(own, what) - amount_of(own, what).usage);
  standing.left_of_cohort = clamped(std::max(Sum{0}, Sum{standing.left} - own_left));
  standing.cohort = own.parent;
  standing.cohort_reach = reach_of(nodes, what, {.unlimited = 0});
  standing.cohort_left = left_of(nodes, what, 0);
  standing.lenders = lenders(queue, what);
  standing.borrower = borrower(queue, what);
  return standing;
}

std::vector<std::string> QuotaTree::cohorts_above(std::string_view queue) const {
  std::vector<std::string> names;
  const std::shared_ptr<const Node>* node = queues_.find(queue);
  while (node != nullptr && !(*node)->parent.empty()) {
    const std::string& parent = (*node)->parent;
    if (std::find(names.begin(), names.end(), parent) != names.end()) break;
    names.push_back(parent);
    node = cohorts_.find(std::string_view(parent));
  }
  return names;
}

}  // namespace drawbridge::quota
