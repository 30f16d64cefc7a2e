// NodeSelectorNeverMatches: the pod picks its nodes by a label that no node with the devices has.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "rules/checks/checks.h"

namespace drawbridge::rules {

// Labels and values that a pod's nodeSelector and node affinity may name; of more nothing is said.
inline constexpr std::size_t kNodeLabelsMax = 100;

// By spec.nodeSelector, and by the required node affinity where each of its terms asks for such a
// label. One label at a time: of two that no node has together nothing is said. Nor is it where
// devices are bound to no node, or a node that has some is not known.
//
// Besides, labels of nodes on which their provider runs no DRA driver are told where nothing is
// known of nodes, too.
void check_node_selector(const PodSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings);

// Because of a label that says of which pool, zone or machine a node is, no node that there is will
// do; but an autoscaler makes others with such labels for pods that wait.
bool picks_nodes_that_may_come(const PodSubject& subject, const CheckFacts& facts);

// The label says so, or is one of a provider's pools.
bool is_of_pool(std::string_view key);

// " (seen: a, b, c, ...)" of values that a label has; empty for none.
std::string label_values_text(std::span<const std::string_view> values);

// The value that was meant by one that no node has: the only one in which it is a word, or a slip
// for one; empty for none.
std::string_view label_value_meant(std::string_view value,
                                   std::span<const std::string_view> values);

// It picks its nodes by such a label, whichever nodes there are.
bool picks_pool(const kube::PodView& pod);

}  // namespace drawbridge::rules
