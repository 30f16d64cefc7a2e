#include "rules/cel/type.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "rules/cel/well_known.h"

namespace drawbridge::cel {

namespace type {
constexpr Type kDyn{TypeKind::kDyn, 0, "dyn"};
constexpr Type kAny{TypeKind::kAny, 0, "google.protobuf.Any"};
constexpr Type kNull{TypeKind::kNull, 0, "null_type"};
constexpr Type kError{TypeKind::kError, 0, "error"};
constexpr Type kBool{TypeKind::kBool, 0, "bool"};
constexpr Type kInt{TypeKind::kInt, 0, "int"};
constexpr Type kUint{TypeKind::kUint, 0, "uint"};
constexpr Type kDouble{TypeKind::kDouble, 0, "double"};
constexpr Type kString{TypeKind::kString, 0, "string"};
constexpr Type kBytes{TypeKind::kBytes, 0, "bytes"};
constexpr Type kDuration{TypeKind::kDuration, 0, "google.protobuf.Duration"};
constexpr Type kTimestamp{TypeKind::kTimestamp, 0, "google.protobuf.Timestamp"};
constexpr Type kTypeOfAnything{TypeKind::kType, 0, "type"};
}  // namespace type

namespace {

// What stands before the parameters.
std::string_view name_in_messages(const Type& type) {
  switch (type.kind) {
    case TypeKind::kAny:
      return "any";
    case TypeKind::kNull:
      return "null";
    case TypeKind::kError:
      return "!error!";
    case TypeKind::kDuration:
      return "duration";
    case TypeKind::kTimestamp:
      return "timestamp";
    default:
      return type.name;
  }
}

void append_text(const Type& type, std::string& to) {
  if (to.size() > kTypeTextMax) return;
  to += name_in_messages(type);
  // Declarations call theirs by a letter; the checker's share a name and differ in the number.
  if (type.kind == TypeKind::kParam && type.serial != 0) to += std::to_string(type.serial - 1);
  if (type.params.empty()) return;
  to += '(';
  for (std::size_t i = 0; i < type.params.size(); ++i) {
    if (i != 0) to += ", ";
    append_text(*type.params[i], to);
  }
  to += ')';
}

std::size_t hash_of(const Type& type) {
  std::size_t hash = std::hash<std::string_view>{}(type.name);
  const auto mix = [&hash](std::size_t more) { hash = (hash ^ more) * 0x9E3779B97F4A7C15U; };
  mix(static_cast<std::size_t>(type.kind));
  mix(type.serial);
  for (const Type* param : type.params) mix(reinterpret_cast<std::size_t>(param) >> 4);
  return hash ^ (hash >> 32);
}

// One level deep: parameters are interned already, or foreign and kept as they are.
bool same_node(const Type& a, const Type& b) {
  return a.kind == b.kind && a.serial == b.serial && a.name == b.name &&
         std::equal(a.params.begin(), a.params.end(), b.params.begin(), b.params.end());
}

}  // namespace

std::string to_text(const Type& type) {
  std::string text;
  append_text(type, text);
  if (text.size() > kTypeTextMax) text.replace(kTypeTextMax, std::string::npos, "...");
  return text;
}

bool same_type(const Type& a, const Type& b) {
  if (&a == &b) return true;
  if (a.kind != b.kind || a.serial != b.serial || a.name != b.name) return false;
  return std::equal(a.params.begin(), a.params.end(), b.params.begin(), b.params.end(),
                    [](const Type* x, const Type* y) { return same_type(*x, *y); });
}

struct TypeTable::Impl {
  kube::Arena arena;
  std::vector<const Type*> slots = std::vector<const Type*>(kFirstSlots);  // open addressing
  std::size_t count = 0;

  static constexpr std::size_t kFirstSlots = 64;  // a power of two

  const Type* intern(const Type& wanted) {
    if (2 * count >= slots.size()) grow();
    const std::size_t mask = slots.size() - 1;
    std::size_t at = hash_of(wanted) & mask;
    for (; slots[at] != nullptr; at = (at + 1) & mask) {
      if (same_node(*slots[at], wanted)) return slots[at];
    }
    ++count;
    return slots[at] = copy(wanted);
  }

 private:
  const Type* copy(const Type& from) {
    auto* params = arena.allocate<const Type*>(from.params.size());
    std::copy(from.params.begin(), from.params.end(), params);
    Type* made = new (arena.allocate<Type>(1)) Type(from);
    made->name = arena.copy(from.name);
    made->params = {params, from.params.size()};
    made->open = from.is(TypeKind::kParam);
    for (const Type* param : made->params) {
      made->open = made->open || param->open;
      made->depth = std::max(made->depth, param->depth + 1);
    }
    return made;
  }

  void grow() {
    std::vector<const Type*> larger(slots.size() * 2);
    const std::size_t mask = larger.size() - 1;
    for (const Type* type : slots) {
      if (type == nullptr) continue;
      std::size_t at = hash_of(*type) & mask;
      while (larger[at] != nullptr) at = (at + 1) & mask;
      larger[at] = type;
    }
    slots.swap(larger);
  }
};

// The memory comes with the first type: most expressions make none of their own.
TypeTable::TypeTable() = default;
TypeTable::~TypeTable() = default;
TypeTable::TypeTable(TypeTable&&) noexcept = default;
TypeTable& TypeTable::operator=(TypeTable&&) noexcept = default;

const Type* TypeTable::intern(const Type& wanted) {
  if (impl_ == nullptr) impl_ = std::make_unique<Impl>();
  return impl_->intern(wanted);
}

const Type* TypeTable::list(const Type* element) {
  return intern({TypeKind::kList, 0, "list", {&element, 1}});
}

const Type* TypeTable::map(const Type* key, const Type* value) {
  const Type* const params[] = {key, value};
  return intern({TypeKind::kMap, 0, "map", params});
}

const Type* TypeTable::optional(const Type* value) {
  return intern({TypeKind::kOpaque, 0, kOptionalTypeName, {&value, 1}});
}

const Type* TypeTable::wrapper(const Type* primitive) {
  return intern({TypeKind::kWrapper, 0, "wrapper", {&primitive, 1}});
}

const Type* TypeTable::type_of(const Type* named) {
  return intern({TypeKind::kType, 0, "type", {&named, 1}});
}

const Type* TypeTable::param(std::string_view name, std::uint32_t serial) {
  return intern({TypeKind::kParam, serial, name, {}});
}

const Type* TypeTable::opaque(std::string_view name, std::span<const Type* const> params) {
  return intern({TypeKind::kOpaque, 0, name, params});
}

const Type* TypeTable::object(std::string_view name) {
  if (const WellKnown* known = find_well_known(name)) return known->type;
  return intern({TypeKind::kObject, 0, name, {}});
}

}  // namespace drawbridge::cel
