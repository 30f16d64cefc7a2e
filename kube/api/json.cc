#include "kube/api/json.h"

#include <algorithm>
#include <cstring>

#include "kube/api/json_writer.h"

namespace drawbridge::kube {
namespace {

// Below this many members a scan that compares lengths first beats a binary search.
constexpr std::size_t kScanMembersMax = 32;

template <typename T>
T load(const char* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

// Equality of two texts of one size without a call: keys are short.
bool same_bytes(const char* x, const char* y, std::size_t size) {
  if (size >= 8) {
    for (; size > 8; size -= 8, x += 8, y += 8) {
      if (load<std::uint64_t>(x) != load<std::uint64_t>(y)) return false;
    }
    // The last eight, part of which may have been compared already.
    return load<std::uint64_t>(x + size - 8) == load<std::uint64_t>(y + size - 8);
  }
  if (size >= 4) {
    return load<std::uint32_t>(x) == load<std::uint32_t>(y) &&
           load<std::uint32_t>(x + size - 4) == load<std::uint32_t>(y + size - 4);
  }
  for (; size > 0; --size) {
    if (*x++ != *y++) return false;
  }
  return true;
}

// A function of its own, so that the scan beside it saves no registers.
[[gnu::noinline]] const Json* find_sorted(std::span<const Json::Member> all, std::string_view key) {
  const auto at = std::lower_bound(
      all.begin(), all.end(), key,
      [](const Json::Member& member, std::string_view wanted) { return member.key() < wanted; });
  return at != all.end() && at->key() == key ? &at->value : nullptr;
}

bool equal_numbers(const Json& a, const Json& b) {
  if (a.is_integer() && b.is_integer()) {
    return a.kind() == b.kind() && a.as_uint(0) == b.as_uint(0) && a.as_int(0) == b.as_int(0);
  }
  return a.as_double() == b.as_double();
}

}  // namespace

Json Json::boolean(bool value) {
  Json json;
  json.kind_ = Kind::kBool;
  json.bool_ = value;
  return json;
}

Json Json::integer(std::int64_t value) {
  Json json;
  json.kind_ = Kind::kInt;
  json.int_ = value;
  return json;
}

Json Json::unsigned_integer(std::uint64_t value) {
  if (value <= static_cast<std::uint64_t>(INT64_MAX))
    return integer(static_cast<std::int64_t>(value));
  Json json;
  json.kind_ = Kind::kUint;
  json.uint_ = value;
  return json;
}

Json Json::real(double value) {
  Json json;
  json.kind_ = Kind::kDouble;
  json.double_ = value;
  return json;
}

std::uint64_t Json::as_uint(std::uint64_t fallback) const {
  if (kind_ == Kind::kUint) return uint_;
  return kind_ == Kind::kInt && int_ >= 0 ? static_cast<std::uint64_t>(int_) : fallback;
}

double Json::as_double(double fallback) const {
  switch (kind_) {
    case Kind::kInt:
      return static_cast<double>(int_);
    case Kind::kUint:
      return static_cast<double>(uint_);
    case Kind::kDouble:
      return double_;
    default:
      return fallback;
  }
}

const Json* Json::find(std::string_view key) const {
  const std::span<const Member> all = members();
  if (all.size() > kScanMembersMax) return find_sorted(all, key);
  for (const Member& member : all) {
    // Every key is a string, and most differ in length.
    if (member.key_text.size_ == key.size() &&
        same_bytes(member.key_text.text_, key.data(), key.size()))
      return &member.value;
  }
  return nullptr;
}

bool operator==(const Json& a, const Json& b) {
  if (a.is_number() && b.is_number()) return equal_numbers(a, b);
  if (a.kind() != b.kind() || a.size() != b.size()) return false;
  switch (a.kind()) {
    case Json::Kind::kBool:
      return a.as_bool() == b.as_bool();
    case Json::Kind::kString:
      return a.as_string() == b.as_string();
    case Json::Kind::kArray:
      return std::equal(a.elements().begin(), a.elements().end(), b.elements().begin());
    case Json::Kind::kObject:
      return std::equal(a.members().begin(), a.members().end(), b.members().begin(),
                        [](const Json::Member& x, const Json::Member& y) {
                          return x.key() == y.key() && x.value == y.value;
                        });
    default:
      return true;
  }
}

std::string_view kind_name(Json::Kind kind) {
  switch (kind) {
    case Json::Kind::kNull:
      return "null";
    case Json::Kind::kBool:
      return "boolean";
    case Json::Kind::kInt:
    case Json::Kind::kUint:
      return "integer";
    case Json::Kind::kDouble:
      return "number";
    case Json::Kind::kString:
      return "string";
    case Json::Kind::kArray:
      return "array";
    case Json::Kind::kObject:
      return "object";
  }
  return "unknown";
}

const Json::Member* sort_members(std::span<Json::Member> members) {
  std::sort(members.begin(), members.end(),
            [](const Json::Member& a, const Json::Member& b) { return a.key() < b.key(); });
  for (std::size_t i = 1; i < members.size(); ++i) {
    if (members[i].key() == members[i - 1].key()) return &members[i];
  }
  return nullptr;
}

// Bounded by kJsonDepthMax, as every document is.
Json copy_json(const Json& value, Arena& arena) {
  switch (value.kind()) {
    case Json::Kind::kString:
      return Json::string(arena.copy(value.as_string()));
    case Json::Kind::kArray: {
      Json* elements = arena.allocate<Json>(value.size());
      std::size_t count = 0;
      for (const Json& element : value.elements()) elements[count++] = copy_json(element, arena);
      return Json::array({elements, count});
    }
    case Json::Kind::kObject: {
      Json::Member* members = arena.allocate<Json::Member>(value.size());
      std::size_t count = 0;
      for (const Json::Member& member : value.members()) {
        members[count++] = {copy_json(member.key_text, arena), copy_json(member.value, arena)};
      }
      return Json::object({members, count});
    }
    default:
      return value;
  }
}

Result<Document> read_json(std::string_view text) {
  JsonReader reader;
  Document document;
  if (Status status = reader.read(text, document); !status) return std::move(status).error();
  return document;
}

void write_json(const Json& value, std::string& to) {
  JsonWriter writer(to);
  writer.json(value);
}

std::string to_text(const Json& value) {
  std::string text;
  write_json(value, text);
  return text;
}

}  // namespace drawbridge::kube
