#include "rules/cel/value_order.h"

#include <algorithm>
#include <cstring>

#include "rules/cel/library/net.h"
#include "rules/cel/value_numbers.h"

namespace drawbridge::cel {
namespace {

constexpr const Type* kDynParam[] = {&type::kDyn, &type::kDyn};
constexpr Type kListOfDyn{TypeKind::kList, 0, "list", {kDynParam, 1}};
constexpr Type kMapOfDyn{TypeKind::kMap, 0, "map", {kDynParam, 2}};
constexpr Type kOptionalOfDyn{TypeKind::kOpaque, 0, "optional_type", {kDynParam, 1}};

// Addresses are the only library values that have a size: the bytes that they take, of a network
// those of its prefix.
std::uint64_t size_of(const Opaque& value) {
  if (value.type() == &IpValue::kType) {
    return static_cast<std::uint64_t>(static_cast<const IpValue&>(value).address().bits()) / 8;
  }
  if (value.type() == &CidrValue::kType) {
    return (static_cast<std::uint64_t>(static_cast<const CidrValue&>(value).network().prefix) + 7) /
           8;
  }
  return 1;
}

}  // namespace

std::optional<std::partial_ordering> order(const Value& a, const Value& b) {
  if (is_number(a) && is_number(b)) {
    const std::partial_ordering ordering = order_numbers(a, b);
    if (ordering == std::partial_ordering::unordered) return std::nullopt;
    return ordering;
  }
  if (a.kind() != b.kind()) return std::nullopt;
  switch (a.kind()) {
    case ValueKind::kBool:
      return a.as_bool() <=> b.as_bool();
    case ValueKind::kString:
    case ValueKind::kBytes:
      return a.as_text() <=> b.as_text();
    case ValueKind::kDuration:
      return a.as_duration() <=> b.as_duration();
    case ValueKind::kTimestamp:
      return order_timestamps(a, b);
    default:
      return std::nullopt;
  }
}

std::size_t code_points(std::string_view text) {
  constexpr std::uint64_t kLowBits = 0x0101010101010101;
  std::size_t continuations = 0;
  std::size_t at = 0;
  for (; at + sizeof(std::uint64_t) <= text.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word;
    std::memcpy(&word, text.data() + at, sizeof word);
    // 1 in each byte that is 10xxxxxx.
    const std::uint64_t marks = (word >> 7) & ~(word >> 6) & kLowBits;
    continuations += static_cast<std::size_t>((marks * kLowBits) >> 56);
  }
  for (; at < text.size(); ++at) {
    if ((static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++continuations;
  }
  return text.size() - continuations;
}

std::uint64_t size_for_cost(const Value& value) {
  switch (value.kind()) {
    case ValueKind::kString:
      return code_points(value.as_text());
    case ValueKind::kBytes:
      return value.as_text().size();
    case ValueKind::kList:
    case ValueKind::kMap:
      return value.size();
    case ValueKind::kOptional: {
      const Value* inner = &value;
      while (inner->is(ValueKind::kOptional) && inner->as_optional() != nullptr) {
        inner = inner->as_optional();
      }
      return inner->is(ValueKind::kOptional) ? 1 : size_for_cost(*inner);
    }
    case ValueKind::kOpaque:
      return size_of(*value.as_opaque());
    default:
      return 1;
  }
}

std::uint64_t smaller_size_for_cost(const Value& a, const Value& b) {
  if (!a.is(ValueKind::kString) || !b.is(ValueKind::kString)) {
    const bool a_first = !a.is(ValueKind::kString);
    const std::uint64_t size = size_for_cost(a_first ? a : b);
    const Value& other = a_first ? b : a;
    // A code point has four bytes at most.
    if (other.is(ValueKind::kString) && other.as_text().size() / 4 >= size) return size;
    return std::min(size, size_for_cost(other));
  }
  const bool a_is_shorter = a.as_text().size() <= b.as_text().size();
  const std::string_view longer = (a_is_shorter ? b : a).as_text();
  const std::uint64_t size = code_points((a_is_shorter ? a : b).as_text());
  return longer.size() / 4 >= size ? size : std::min(size, std::uint64_t{code_points(longer)});
}

const Type* type_of(const Value& value) {
  switch (value.kind()) {
    case ValueKind::kError:
      return &type::kError;
    case ValueKind::kNull:
      return &type::kNull;
    case ValueKind::kBool:
      return &type::kBool;
    case ValueKind::kInt:
      return &type::kInt;
    case ValueKind::kUint:
      return &type::kUint;
    case ValueKind::kDouble:
      return &type::kDouble;
    case ValueKind::kString:
      return &type::kString;
    case ValueKind::kBytes:
      return &type::kBytes;
    case ValueKind::kDuration:
      return &type::kDuration;
    case ValueKind::kTimestamp:
      return &type::kTimestamp;
    case ValueKind::kType:
      return &type::kTypeOfAnything;
    case ValueKind::kList:
      return &kListOfDyn;
    case ValueKind::kMap: {
      const Type* of_host = value.form() == Value::Form::kHost ? value.host_map()->type() : nullptr;
      return of_host != nullptr ? of_host : &kMapOfDyn;
    }
    case ValueKind::kOptional:
      return &kOptionalOfDyn;
    case ValueKind::kOpaque:
      return value.as_opaque()->type();
  }
  return &type::kDyn;
}

std::string_view runtime_name(const Type& type) {
  return type.is(TypeKind::kWrapper) ? type.params.front()->name : type.name;
}

}  // namespace drawbridge::cel
