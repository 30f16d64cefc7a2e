// sort() and sortBy() of cel-go's list functions (ext/lists.go).
#include <array>
#include <bit>
#include <string>
#include <string_view>
#include <vector>

#include "rules/cel/library/go_sort.h"
#include "rules/cel/library/list_parts.h"
#include "rules/cel/library/support.h"

namespace drawbridge::cel {
namespace {

// The order of the keys.
std::vector<std::uint32_t> sorted_order(std::span<const Value> keys) {
  std::vector<std::uint32_t> places(keys.size());
  for (std::uint32_t i = 0; i < places.size(); ++i) places[i] = i;
  sort_as_go(keys, places);
  return places;
}

// Texts are compared with about as many others as their number has bits.
std::uint64_t steps_of_sorting(std::span<const Value> keys) {
  std::uint64_t bytes = 0;
  for (const Value& key : keys) bytes += common_bytes(key, key);
  return bytes / kTextBytesPerStep * static_cast<std::uint64_t>(std::bit_width(keys.size()));
}

Value sort_by_keys(Evaluation& evaluation, const Value& list, const Value& keys) {
  const std::size_t size = list.size();
  if (size != keys.size()) {
    return evaluation.error(
        "@sortByAssociatedKeys() expected a list of the same size as the associated keys list, "
        "but got " +
        std::to_string(size) + " and " + std::to_string(keys.size()) + " elements respectively");
  }
  if (size == 0) return list;
  if (!may_pair(evaluation, size, size)) return evaluation.error(kCancelled);
  const auto copied = new_list(evaluation, size);
  bool same_kind = true;
  for (std::size_t i = 0; i < size; ++i) {
    copied[i] = keys.element(i);
    same_kind = same_kind && copied[i].kind() == copied[0].kind();
  }
  if (!evaluation.spend(steps_of_sorting(copied))) return evaluation.error(kCancelled);
  if (!is_comparable(copied[0])) return evaluation.error("list elements must be comparable");
  if (!same_kind) return evaluation.error("list elements must have the same type");
  const std::vector<std::uint32_t> indices = sorted_order(copied);
  const auto result = new_list(evaluation, size);
  for (std::size_t i = 0; i < size; ++i) result[i] = list.element(indices[i]);
  return Value::list(result);
}

Value sort(Evaluation& evaluation, std::span<const Value> args) {
  return sort_by_keys(evaluation, args[0], args[0]);
}

Value sort_by(Evaluation& evaluation, std::span<const Value> args) {
  return sort_by_keys(evaluation, args[0], args[1]);
}

std::uint64_t cost_of_sorting(std::span<const Value> args, const Value& /*result*/) {
  return cost_of_pairs(args[0]);
}

std::uint64_t cost_of_second(std::span<const Value> args, const Value& /*result*/) {
  return cost_of_pairs(args[1]);
}

// kText: of a list of strings or bytes.
template <bool kText>
CallEstimate estimate_of_sorting(const EstimatedNode& keys) {
  return estimate_of_list(kText ? 2 + kStringTraversalCostFactor : 2,
                          multiply(keys.size, keys.size));
}

template <bool kText>
std::optional<CallEstimate> estimate_of_sort(const EstimatedNode* target,
                                             std::span<const EstimatedNode> /*args*/) {
  if (target == nullptr) return std::nullopt;
  return estimate_of_sorting<kText>(*target);
}

template <bool kText>
std::optional<CallEstimate> estimate_of_sort_by(const EstimatedNode* target,
                                                std::span<const EstimatedNode> args) {
  if (target == nullptr || args.size() != 1) return std::nullopt;
  return estimate_of_sorting<kText>(args[0]);
}

struct SortKey {
  std::string_view sort, sort_by;  // ids of overloads
  const Type* type;
};
const std::array<SortKey, 8> kSortKeys{{
    {"list_int_sort", "list_int_sortByAssociatedKeys", &type::kInt},
    {"list_uint_sort", "list_uint_sortByAssociatedKeys", &type::kUint},
    {"list_double_sort", "list_double_sortByAssociatedKeys", &type::kDouble},
    {"list_bool_sort", "list_bool_sortByAssociatedKeys", &type::kBool},
    {"list_google.protobuf.Duration_sort", "list_google.protobuf.Duration_sortByAssociatedKeys",
     &type::kDuration},
    {"list_google.protobuf.Timestamp_sort", "list_google.protobuf.Timestamp_sortByAssociatedKeys",
     &type::kTimestamp},
    {"list_string_sort", "list_string_sortByAssociatedKeys", &type::kString},
    {"list_bytes_sort", "list_bytes_sortByAssociatedKeys", &type::kBytes},
}};

}  // namespace

void add_sorting(Declarations& to) {
  const Type* list = to.types().list(to.types().param("T"));
  for (const SortKey& key : kSortKeys) {
    const bool is_text = key.type->is(TypeKind::kString) || key.type->is(TypeKind::kBytes);
    const Type* keys = to.types().list(key.type);
    to.add("sort", {.id = key.sort,
                    .params = {keys},
                    .result = keys,
                    .member = true,
                    .run = sort,
                    .cost = cost_of_sorting,
                    .estimate = is_text ? estimate_of_sort<true> : estimate_of_sort<false>,
                    .counted = {0, ValueKind::kList}});
    to.add("@sortByAssociatedKeys",
           {.id = key.sort_by,
            .params = {list, keys},
            .result = list,
            .member = true,
            .run = sort_by,
            .cost = cost_of_second,
            .estimate = is_text ? estimate_of_sort_by<true> : estimate_of_sort_by<false>,
            .counted = {1, ValueKind::kList}});
  }
}

}  // namespace drawbridge::cel
