#include "quota/kueue/quota_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "test/generated_cases.h"

namespace drawbridge::quota {
namespace {

const FlavorResource kGpu{"default", "gpu"};

QuotaTable gpus_of_quota(std::int64_t nominal, std::optional<std::int64_t> borrow = {},
                         std::optional<std::int64_t> lend = {}) {
  return {{kGpu, {nominal, borrow, lend}}};
}

UsageTable used_of_quota(std::int64_t amount) {
  return {{kGpu, amount}};
}

TEST(QuotaTree, AQueueByItself) {
  QuotaTree tree;
  tree.set_queue("a", "", gpus_of_quota(4), used_of_quota(1));
  EXPECT_EQ(tree.potential("a", kGpu), 4);
  EXPECT_EQ(tree.available("a", kGpu), 3);
  EXPECT_EQ(tree.potential("a", {"default", "cpu"}), 0);
  EXPECT_EQ(tree.potential("b", kGpu), std::nullopt);
  tree.set_queue("a", "", gpus_of_quota(4), used_of_quota(9));
  EXPECT_EQ(tree.available("a", kGpu), 0) << "more than there is may be in use";
  tree.remove_queue("a");
  EXPECT_EQ(tree.potential("a", kGpu), std::nullopt);
}

TEST(QuotaTree, QueuesOfACohortBorrow) {
  QuotaTree tree;
  tree.set_queue("a", "team", gpus_of_quota(4), used_of_quota(0));
  tree.set_queue("b", "team", gpus_of_quota(4), used_of_quota(1));
  EXPECT_EQ(tree.potential("a", kGpu), 8);
  EXPECT_EQ(tree.available("a", kGpu), 7);
  tree.set_queue("a", "team", gpus_of_quota(4, 2), used_of_quota(0));
  EXPECT_EQ(tree.potential("a", kGpu), 6) << "borrowingLimit";
  tree.set_queue("b", "team", gpus_of_quota(4, {}, 1), used_of_quota(1));
  EXPECT_EQ(tree.potential("a", kGpu), 5) << "lendingLimit of the other";
  EXPECT_EQ(tree.potential("b", kGpu), 8) << "it keeps what it does not lend";
  EXPECT_EQ(tree.available("a", kGpu), 5) << "what b uses it had kept back";
  EXPECT_EQ(tree.cohorts_above("a"), std::vector<std::string>{"team"});
}

TEST(QuotaTree, CohortsOfCohorts) {
  QuotaTree tree;
  tree.set_queue("a", "left", gpus_of_quota(2), used_of_quota(0));
  tree.set_queue("b", "right", gpus_of_quota(8), used_of_quota(3));
  tree.set_cohort("left", "root", gpus_of_quota(1, 4));
  tree.set_cohort("right", "root", {});
  EXPECT_EQ(tree.potential("a", kGpu), 7) << "3 of the left side and 4 that it may borrow";
  EXPECT_EQ(tree.available("a", kGpu), 7);
  tree.set_cohort("left", "root", gpus_of_quota(1));
  EXPECT_EQ(tree.potential("a", kGpu), 11);
  EXPECT_EQ(tree.available("a", kGpu), 8);
  tree.remove_cohort("left");
  EXPECT_EQ(tree.potential("a", kGpu), 2) << "a cohort that exists by its name alone";
  EXPECT_EQ(tree.cohorts_above("b"), (std::vector<std::string>{"right", "root"}));
}

TEST(QuotaTree, WhoHasSomethingToLend) {
  QuotaTree tree;
  tree.set_queue("a", "left", gpus_of_quota(2), used_of_quota(2));
  tree.set_queue("b", "left", gpus_of_quota(1), used_of_quota(0));
  tree.set_queue("c", "right", gpus_of_quota(8), used_of_quota(5));
  tree.set_cohort("left", "root", {});
  tree.set_cohort("right", "root", {});
  const auto lenders = [&tree] {
    const Standing standing = tree.standing("a", kGpu).value();
    std::string text;
    for (const Standing::Lender& lender : standing.lenders)
      text += lender.queue + " " + std::to_string(lender.left) + "; ";
    return text;
  };
  EXPECT_EQ(lenders(), "cohort right 3; b 1; ");
  tree.set_cohort("right", "root", gpus_of_quota(0, {}, 2));
  EXPECT_EQ(lenders(), "cohort right 2; b 1; ") << "what is in use there it had kept back";
  tree.set_cohort("right", "left", {});
  EXPECT_EQ(lenders(), "cohort right 3; b 1; ") << "below its own";
  tree.set_cohort("left", "right", {});
  tree.set_cohort("right", "", gpus_of_quota(9));
  EXPECT_EQ(lenders(), "c 3; b 1; ") << "what is above lends nothing by itself";
}

TEST(QuotaTree, WhoseLimitHoldsItBack) {
  QuotaTree tree;
  tree.set_queue("a", "left", gpus_of_quota(2), used_of_quota(0));
  tree.set_queue("b", "left", gpus_of_quota(8, {}, 1), used_of_quota(0));
  tree.set_queue("c", "right", gpus_of_quota(9), used_of_quota(0));
  tree.set_cohort("left", "root", {});
  tree.set_cohort("right", "root", gpus_of_quota(0, {}, 4));
  LimitsInTheWay limits = tree.limits_in_the_way("a", kGpu);
  EXPECT_EQ(tree.potential("a", kGpu), 7);
  EXPECT_EQ(limits.kept_by, "ClusterQueue b") << "it keeps 7, and right 5";
  EXPECT_EQ(limits.lent_reach, 14);
  EXPECT_EQ(limits.bounded_by, "");
  tree.set_queue("b", "left", gpus_of_quota(8), used_of_quota(0));
  limits = tree.limits_in_the_way("a", kGpu);
  EXPECT_EQ(limits.kept_by, "Cohort right");
  EXPECT_EQ(limits.lent_reach, 19);
  tree.set_cohort("left", "root", gpus_of_quota(0, 1));
  limits = tree.limits_in_the_way("a", kGpu);
  EXPECT_EQ(tree.potential("a", kGpu), 11);
  EXPECT_EQ(limits.bounded_by, "left");
  EXPECT_EQ(limits.unbounded_reach, 14);
  EXPECT_EQ(limits.kept_by, "") << "it may borrow no more";
  tree.set_queue("a", "left", gpus_of_quota(2, 1), used_of_quota(0));
  limits = tree.limits_in_the_way("a", kGpu);
  EXPECT_EQ(tree.potential("a", kGpu), 3);
  EXPECT_EQ(limits.bounded_by, "") << "its own holds it more";
}

TEST(QuotaTree, ItsOwnLimitIsNotTheOnlyOne) {
  QuotaTree tree;
  tree.set_queue("a", "left", gpus_of_quota(4, 1), used_of_quota(4));
  tree.set_queue("b", "root", gpus_of_quota(8), used_of_quota(0));
  tree.set_cohort("left", "root", gpus_of_quota(0, 2));
  EXPECT_EQ(tree.standing("a", kGpu)->reach, 5);
  EXPECT_EQ(tree.standing("a", kGpu)->cohort_reach, 6) << "left may borrow 2";
  EXPECT_EQ(tree.standing("a", kGpu)->cohort_left, 2);
}

TEST(QuotaTree, TheLimitOfACohortKeepsWhatIsLeft) {
  QuotaTree tree;
  tree.set_queue("a", "left", gpus_of_quota(4), used_of_quota(4));
  tree.set_queue("b", "root", gpus_of_quota(8), used_of_quota(1));
  tree.set_cohort("left", "root", gpus_of_quota(0, 2));
  const LimitsInTheWay::BoundNow bound = tree.limits_in_the_way("a", kGpu).bound_now;
  EXPECT_EQ(bound.cohort, "left");
  EXPECT_EQ(bound.limit, 2);
  EXPECT_EQ(bound.above, "root");
  EXPECT_EQ(bound.left_without, 7);
  tree.set_queue("b", "root", gpus_of_quota(8), used_of_quota(6));
  EXPECT_EQ(tree.limits_in_the_way("a", kGpu).bound_now.cohort, "") << "there are no more than 2";
}

TEST(QuotaTree, InACircleNothingIsAdmitted) {
  QuotaTree tree;
  tree.set_queue("a", "one", gpus_of_quota(2), used_of_quota(0));
  tree.set_queue("free", "", gpus_of_quota(2), used_of_quota(0));
  tree.set_cohort("one", "two", {});
  EXPECT_EQ(tree.potential("a", kGpu), 2);
  tree.set_cohort("two", "one", {});
  EXPECT_EQ(tree.potential("a", kGpu), std::nullopt);
  EXPECT_EQ(tree.available("a", kGpu), std::nullopt);
  EXPECT_EQ(tree.potential("free", kGpu), 2);
  EXPECT_EQ(tree.cohorts_above("a"), (std::vector<std::string>{"one", "two"}));
  tree.set_cohort("two", "", gpus_of_quota(3));
  EXPECT_EQ(tree.potential("a", kGpu), 5) << "the circle is gone";
  tree.set_cohort("one", "one", {});
  EXPECT_EQ(tree.potential("a", kGpu), std::nullopt);
}

TEST(QuotaTree, HugeNumbersDoNotOverflow) {
  QuotaTree tree;
  tree.set_queue("a", "team", gpus_of_quota(INT64_MAX, INT64_MAX), used_of_quota(INT64_MAX));
  tree.set_queue("b", "team", gpus_of_quota(INT64_MAX, INT64_MAX, INT64_MAX), used_of_quota(0));
  EXPECT_EQ(tree.potential("a", kGpu), INT64_MAX);
  EXPECT_EQ(tree.available("b", kGpu), INT64_MAX);
}

// The same sums as the text books have them: recursive, over plain maps, without anything kept.
struct Plain {
  struct Node {
    std::string parent;
    QuotaTable quotas;
    std::int64_t usage = 0;
  };
  std::map<std::string, Node> queues, cohorts;

  static const FlavorQuota* quota(const Node& node) {
    const auto found = node.quotas.find(kGpu);
    return found == node.quotas.end() ? nullptr : &found->second;
  }
  std::int64_t local(const Node& node, std::int64_t subtree) const {
    const FlavorQuota* own = quota(node);
    return own != nullptr && own->lending_limit
               ? std::max<std::int64_t>(0, subtree - *own->lending_limit)
               : 0;
  }
  std::int64_t nominal(const Node& node) const {
    return quota(node) == nullptr ? 0 : quota(node)->nominal;
  }
  Node cohort(const std::string& name) const {
    const auto found = cohorts.find(name);
    return found == cohorts.end() ? Node() : found->second;
  }
  std::int64_t subtree_of(const std::string& name) const {
    std::int64_t sum = nominal(cohort(name));
    for (const auto& [child, node] : queues) {
      if (node.parent == name) sum += nominal(node) - local(node, nominal(node));
    }
    for (const auto& [child, node] : cohorts) {
      if (node.parent == name) sum += subtree_of(child) - local(node, subtree_of(child));
    }
    return sum;
  }
  std::int64_t usage_of(const std::string& name) const {
    std::int64_t sum = 0;
    for (const auto& [child, node] : queues) {
      if (node.parent == name)
        sum += std::max<std::int64_t>(0, node.usage - local(node, nominal(node)));
    }
    for (const auto& [child, node] : cohorts) {
      if (node.parent == name)
        sum += std::max<std::int64_t>(0, usage_of(child) - local(node, subtree_of(child)));
    }
    return sum;
  }
  std::int64_t potential(const Node& node, std::int64_t subtree) const {
    if (node.parent.empty()) return subtree;
    const std::int64_t reach =
        local(node, subtree) + potential(cohort(node.parent), subtree_of(node.parent));
    const FlavorQuota* own = quota(node);
    return own != nullptr && own->borrowing_limit ? std::min(reach, subtree + *own->borrowing_limit)
                                                  : reach;
  }
  std::int64_t available(const Node& node, std::int64_t subtree, std::int64_t usage) const {
    if (node.parent.empty()) return subtree - usage;
    const std::int64_t kept = local(node, subtree);
    std::int64_t above =
        available(cohort(node.parent), subtree_of(node.parent), usage_of(node.parent));
    const FlavorQuota* own = quota(node);
    if (own != nullptr && own->borrowing_limit) {
      above = std::min(
          above, subtree - kept - std::max<std::int64_t>(0, usage - kept) + *own->borrowing_limit);
    }
    return std::max<std::int64_t>(0, kept - usage) + above;
  }
};

TEST(QuotaTree, ChangesInAnyOrderGiveTheSums) {
  for (int round = 0; round < test::generated_cases(300); ++round) {
    const auto seed = static_cast<std::uint32_t>(round);
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    const auto quota = [&]() -> QuotaTable {
      if (below(5) == 0) return {};
      FlavorQuota result{below(10), {}, {}};
      if (below(3) == 0) result.borrowing_limit = below(6);
      if (below(3) == 0) result.lending_limit = below(6);
      return {{kGpu, result}};
    };
    QuotaTree tree;
    Plain plain;
    for (int step = 0; step < 25; ++step) {
      const std::string queue = "q" + std::to_string(below(5));
      // A cohort hangs below one of a higher number: no circles.
      const int number = below(4);
      const std::string cohort = "c" + std::to_string(number);
      const int above = number + 1 + below(4);
      const std::string parent = above < 5 ? "c" + std::to_string(above) : "";
      switch (below(6)) {
        case 0:
          tree.remove_queue(queue);
          plain.queues.erase(queue);
          break;
        case 1:
          tree.remove_cohort(cohort);
          plain.cohorts.erase(cohort);
          break;
        case 2: {
          const QuotaTable table = quota();
          tree.set_cohort(cohort, parent, table);
          plain.cohorts[cohort] = {parent, table, 0};
          break;
        }
        default: {
          const QuotaTable table = quota();
          const std::int64_t usage = below(8);
          const std::string in = below(4) == 0 ? "" : cohort;
          tree.set_queue(queue, in, table, used_of_quota(usage));
          plain.queues[queue] = {in, table, usage};
        }
      }
      const QuotaTree copy = tree;
      for (const auto& [name, node] : plain.queues) {
        const std::int64_t own = plain.nominal(node);
        EXPECT_EQ(copy.potential(name, kGpu), plain.potential(node, own)) << name;
        EXPECT_EQ(copy.available(name, kGpu),
                  std::max<std::int64_t>(0, plain.available(node, own, node.usage)))
            << name;
      }
      if (::testing::Test::HasFailure()) return;
    }
  }
}

}  // namespace
}  // namespace drawbridge::quota
