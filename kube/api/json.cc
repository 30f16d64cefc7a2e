#include "kube/api/json.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "kube/api/json_writer.h"

namespace drawbridge::kube {
namespace {

// Below this many members a scan that compares lengths first beats a binary search.
constexpr std::size_t kScanMembersMax = 8;
// Below this many members an insertion sort beats std::sort.
constexpr std::size_t kInsertionMembersMax = 24;

// Bytewise order of two keys: negative, zero or positive. Keys are short and their order is wanted
// for every one of a document, so a call of memcmp would cost more than it does.
int compare_keys(std::string_view a, std::string_view b) {
  std::size_t left = std::min(a.size(), b.size());
  const char* x = a.data();
  const char* y = b.data();
  for (; left >= sizeof(std::uint64_t); left -= sizeof(std::uint64_t)) {
    std::uint64_t p;
    std::uint64_t q;
    std::memcpy(&p, x, sizeof p);
    std::memcpy(&q, y, sizeof q);
    if (p != q) {
      if constexpr (std::endian::native == std::endian::little) {
        p = __builtin_bswap64(p);
        q = __builtin_bswap64(q);
      }
      return p < q ? -1 : 1;
    }
    x += sizeof p;
    y += sizeof q;
  }
  for (; left > 0; --left, ++x, ++y) {
    if (*x != *y) return static_cast<unsigned char>(*x) < static_cast<unsigned char>(*y) ? -1 : 1;
  }
  return a.size() < b.size() ? -1 : a.size() > b.size() ? 1 : 0;
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

Json Json::string(std::string_view text) {
  Json json;
  json.kind_ = Kind::kString;
  json.size_ = static_cast<std::uint32_t>(text.size());
  json.text_ = text.data();
  return json;
}

Json Json::array(std::span<const Json> elements) {
  Json json;
  json.kind_ = Kind::kArray;
  json.size_ = static_cast<std::uint32_t>(elements.size());
  json.elements_ = elements.data();
  return json;
}

Json Json::object(std::span<const Member> members) {
  Json json;
  json.kind_ = Kind::kObject;
  json.size_ = static_cast<std::uint32_t>(members.size());
  json.members_ = members.data();
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
  if (all.size() <= kScanMembersMax) {
    for (const Member& member : all) {
      if (member.key() == key) return &member.value;
    }
    return nullptr;
  }
  const auto at = std::lower_bound(
      all.begin(), all.end(), key,
      [](const Member& member, std::string_view wanted) { return member.key() < wanted; });
  return at != all.end() && at->key() == key ? &at->value : nullptr;
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
  if (members.size() > kInsertionMembersMax) {
    std::sort(members.begin(), members.end(), [](const Json::Member& a, const Json::Member& b) {
      return compare_keys(a.key(), b.key()) < 0;
    });
    for (std::size_t i = 1; i < members.size(); ++i) {
      if (members[i].key() == members[i - 1].key()) return &members[i];
    }
    return nullptr;
  }
  const Json::Member* twice = nullptr;
  for (std::size_t i = 1; i < members.size(); ++i) {
    const Json::Member moving = members[i];
    std::size_t to = i;
    int order = 1;
    while (to > 0 && (order = compare_keys(moving.key(), members[to - 1].key())) < 0) {
      members[to] = members[to - 1];
      --to;
    }
    if (to != i) members[to] = moving;
    // What it came to rest behind is equal: the prefix is sorted, so nothing else can be.
    if (order == 0 && to > 0) twice = &members[to];
  }
  return twice;
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
