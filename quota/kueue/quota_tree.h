// QuotaTree: how much of a flavor's resource a ClusterQueue can reach, ever and now, with what its
// cohorts lend and borrow.
//
// Source of the sums: Kueue's pkg/cache/scheduler/resource_node.go (v0.19), over
// kueue.x-k8s.io/v1beta2 ClusterQueues and Cohorts. Amounts are whole numbers, as Kueue counts:
// devices and bytes by their value, cpu in thousandths.
//
// A copy shares what it has in common with its origin (kube/api/cow_map.h): one thread keeps a tree
// up to date and hands out copies, which any number of threads read. A queue's change costs in
// proportion to its flavors and the depth of its cohorts; a change of a cohort builds all sums
// anew.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kube/api/cow_map.h"

namespace drawbridge::quota {

struct FlavorResource {
  std::string flavor;
  std::string resource;
  friend auto operator<=>(const FlavorResource&, const FlavorResource&) = default;
};

// Of a ClusterQueue or Cohort (spec.resourceGroups[].flavors[].resources[]).
struct FlavorQuota {
  std::int64_t nominal = 0;
  std::optional<std::int64_t> borrowing_limit;  // nullopt: no limit
  std::optional<std::int64_t> lending_limit;    // nullopt: all of it
};
using QuotaTable = std::map<FlavorResource, FlavorQuota>;
using UsageTable = std::map<FlavorResource, std::int64_t>;

// How a queue stands to a flavor's resource: where its reach comes from, and what holds it back.
struct Standing {
  std::int64_t nominal = 0;
  std::int64_t used = 0;            // reserved by its workloads
  std::int64_t reach = 0;           // potential()
  std::int64_t left = 0;            // available()
  std::int64_t left_of_cohort = 0;  // of `left`, what its cohort gives
  std::optional<std::int64_t> borrowing_limit;
  std::string cohort;             // empty for none
  std::int64_t cohort_left = 0;   // what the queue could get now without its own borrowing_limit
  std::int64_t cohort_reach = 0;  // and ever
  // ClusterQueues of its cohorts that lend and have most left, the most first; and Cohorts beside
  // those above it, as "cohort right".
  struct Lender {
    std::string queue;
    std::int64_t left = 0;
  };
  std::vector<Lender> lenders;
  // The ClusterQueue of its cohorts that uses most beyond its own; empty for none.
  struct Borrower {
    std::string queue;
    std::int64_t used = 0;
    std::int64_t nominal = 0;
  };
  Borrower borrower;
};

// Whose limits keep a queue from more of a flavor's resource, each alone.
struct LimitsInTheWay {
  // "ClusterQueue b", "Cohort right": of those right below its cohorts the one without whose
  // lendingLimit it could reach most, and how much; empty for none.
  std::string kept_by;
  std::int64_t lent_reach = 0;
  std::int64_t kept_unused = 0;  // of what that one keeps, now
  // The cohort above whose borrowingLimit alone keeps it from more, and what it could reach
  // without; empty for none.
  std::string bounded_by;
  std::int64_t unbounded_reach = 0;
  // The same of what is left now: that cohort's limit, the cohort right above it, and what the
  // queue could get without.
  struct BoundNow {
    std::string cohort;
    std::int64_t limit = 0;
    std::string above;
    std::int64_t left_without = 0;
  };
  BoundNow bound_now;
};

// Lenders that are named.
inline constexpr std::size_t kLendersMax = 3;

class QuotaTree {
 public:
  // Adds or replaces. `cohort` and `parent` are empty for none; a cohort may exist by its name
  // alone.
  void set_queue(std::string_view name, std::string_view cohort, QuotaTable quotas,
                 const UsageTable& usage);
  void remove_queue(std::string_view name);
  void set_cohort(std::string_view name, std::string_view parent, QuotaTable quotas);
  void remove_cohort(std::string_view name);

  // A queue and the cohorts above it, found once for several questions; empty where nothing is
  // answered. Valid as long as the tree does not change.
  class Path;
  Path path(std::string_view queue) const;
  static std::optional<std::int64_t> potential(const Path& path, const FlavorResource& what);
  static std::optional<std::int64_t> available(const Path& path, const FlavorResource& what);

  // The most that the queue could ever use. nullopt where the queue is not known, or where its
  // cohorts go round in a circle, which Kueue admits nothing in. What no quota names can reach 0.
  std::optional<std::int64_t> potential(std::string_view queue, const FlavorResource& what) const;
  // What is left for it now, at least 0.
  std::optional<std::int64_t> available(std::string_view queue, const FlavorResource& what) const;
  // nullopt as for potential().
  std::optional<Standing> standing(std::string_view queue, const FlavorResource& what) const;
  // Looks at every cohort: for a message. Nothing where potential() has no answer.
  LimitsInTheWay limits_in_the_way(std::string_view queue, const FlavorResource& what) const;
  // The cohorts above a queue, the nearest first; those of a circle once.
  std::vector<std::string> cohorts_above(std::string_view queue) const;

 private:
  // Sums of millions of 64-bit numbers: nothing saturates, so what was added can be taken away.
  __extension__ typedef __int128 Sum;
  struct Amount {
    Sum subtree = 0;  // its own and what its children lend
    Sum usage = 0;    // of a queue its own, of a cohort what its children borrow
  };
  struct Node {
    std::string parent;
    QuotaTable quotas;
    std::map<FlavorResource, Amount> amounts;
    bool declared = true;    // false: a cohort that only others name
    bool in_circle = false;  // or below one
  };
  using Nodes = kube::CowMap<std::shared_ptr<const Node>>;

  static Amount amount_of(const Node& node, const FlavorResource& what);
  static Sum kept_back(const Node& node, const FlavorResource& what);
  static Sum lent_besides(const Node& node, const FlavorResource& what, Sum more);
  static Amount given_up(const Node& node, const FlavorResource& what);
  // What a node in place of another one changes above it; nullptr for none.
  void carry_up(std::string_view parent, const Node* before, const Node* after);
  void rebuild();
  void declare_parents();
  void mark_circles();
  static constexpr std::size_t kNoNode = static_cast<std::size_t>(-1);
  // As if a node of the chain had no borrowingLimit, or were lent more from below.
  struct Otherwise {
    std::size_t unlimited = kNoNode;  // of the nodes
    std::size_t lent_to = 0;
    Sum more = 0;
  };
  static std::int64_t reach_of(const std::vector<const Node*>& nodes, const FlavorResource& what,
                               const Otherwise& otherwise);
  // As if one of the nodes, of which the queue itself is the first, had no borrowingLimit.
  static std::int64_t left_of(const std::vector<const Node*>& nodes, const FlavorResource& what,
                              std::size_t unlimited = kNoNode);
  static LimitsInTheWay::BoundNow bound_now(const std::vector<const Node*>& nodes,
                                            const std::vector<std::string>& above,
                                            const FlavorResource& what);
  std::vector<Standing::Lender> lenders(std::string_view queue, const FlavorResource& what) const;
  Standing::Borrower borrower(std::string_view queue, const FlavorResource& what) const;
  // visit(name, node) of the other ClusterQueues right below a cohort of the queue's.
  template <typename Visit>
  void for_each_beside(std::string_view queue, Visit visit) const;
  // visit(name, node, i) of the Cohorts right below above[i], but for those that are above.
  template <typename Visit>
  void for_each_cohort_beside(const std::vector<std::string>& above, Visit visit) const;
  void move_member(std::string_view queue, std::string_view from, std::string_view to);
  // The queue and the cohorts above it; empty where there is no answer.
  std::vector<const Node*> chain(std::string_view queue) const;

  Nodes queues_;
  Nodes cohorts_;
  // Cohort -> ClusterQueues right below it, by name.
  kube::CowMap<std::shared_ptr<const std::vector<std::string>>> members_;
};

class QuotaTree::Path {
 public:
  bool empty() const { return nodes_.empty(); }

 private:
  friend class QuotaTree;
  explicit Path(std::vector<const Node*> nodes) : nodes_(std::move(nodes)) {}
  std::vector<const Node*> nodes_;
};

}  // namespace drawbridge::quota
