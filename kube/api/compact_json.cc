#include "kube/api/compact_json.h"

#include <algorithm>
#include <bit>
#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <string_view>
#include <vector>

namespace drawbridge::kube {
namespace {

// A Json before it has its place: of text the offset, of an array or object the index of its first
// node. Equal contents have equal slots.
struct Slot {
  Json::Kind kind = Json::Kind::kNull;
  std::uint32_t size = 0;
  std::uint64_t content = 0;
  friend bool operator==(const Slot&, const Slot&) = default;
};

Slot slot_of_scalar(const Json& json) {
  Slot slot{json.kind(), 0, 0};
  if (json.is_bool()) slot.content = json.as_bool() ? 1 : 0;
  if (json.kind() == Json::Kind::kInt) slot.content = static_cast<std::uint64_t>(json.as_int());
  if (json.kind() == Json::Kind::kUint) slot.content = json.as_uint();
  if (json.kind() == Json::Kind::kDouble)
    slot.content = std::bit_cast<std::uint64_t>(json.as_double());
  return slot;
}

std::size_t mixed(std::size_t hash, std::uint64_t with) {
  constexpr std::size_t kOdd = 0x9e3779b97f4a7c15U;
  hash ^= static_cast<std::size_t>(with) + kOdd + (hash << 6) + (hash >> 2);
  return hash * kOdd;
}

// Slots that follow each other: those of an array, or the keys and values of an object.
struct Run {
  std::size_t first = 0;
  std::size_t count = 0;
};

struct HashRun {
  const std::vector<Slot>* slots;
  std::size_t operator()(const Run& run) const {
    std::size_t hash = run.count;
    for (std::size_t i = run.first; i < run.first + run.count; ++i) {
      const Slot& slot = (*slots)[i];
      hash =
          mixed(mixed(hash, static_cast<std::uint64_t>(slot.kind) << 32 | slot.size), slot.content);
    }
    return hash;
  }
};
struct SameRun {
  const std::vector<Slot>* slots;
  bool operator()(const Run& a, const Run& b) const {
    return a.count == b.count &&
           std::equal(slots->begin() + static_cast<std::ptrdiff_t>(a.first),
                      slots->begin() + static_cast<std::ptrdiff_t>(a.first + a.count),
                      slots->begin() + static_cast<std::ptrdiff_t>(b.first));
  }
};

// First every different part is found and gets its place, children before their parents; then all
// of it is written into memory of exactly that size: nodes first, which must be aligned, then text.
class Compactor {
 public:
  Slot plan(const Json& json) {
    if (json.is_string()) return plan_text(json.as_string());
    if (!json.is_array() && !json.is_object()) return slot_of_scalar(json);
    const std::size_t began = open_.size();
    for (const Json& element : json.elements()) open_.push_back(plan(element));
    for (const Json::Member& member : json.members()) {
      open_.push_back(plan(member.key_text));
      open_.push_back(plan(member.value));
    }
    const Slot slot{json.kind(), static_cast<std::uint32_t>(json.size()), close(began)};
    open_.resize(began);
    return slot;
  }

  std::size_t bytes() const { return nodes_.size() * sizeof(Json) + text_bytes_; }

  // Writes everything that was planned. Precondition: bytes() of room.
  Json write(std::byte* to, const Slot& root) const {
    auto* const nodes = reinterpret_cast<Json*>(to);
    auto* const text = reinterpret_cast<char*>(to) + nodes_.size() * sizeof(Json);
    for (const auto& [content, offset] : texts_)
      std::memcpy(text + offset, content.data(), content.size());
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      new (nodes + i) Json(json_of(nodes_[i], nodes, text));
    return json_of(root, nodes, text);
  }

 private:
  Slot plan_text(std::string_view text) {
    Slot slot{Json::Kind::kString, static_cast<std::uint32_t>(text.size()), 0};
    if (text.empty()) return slot;
    const auto [at, added] = texts_.emplace(text, text_bytes_);
    if (added) text_bytes_ += text.size();
    slot.content = at->second;
    return slot;
  }

  // The index of the first node of what was opened since `began`.
  std::size_t close(std::size_t began) {
    const Run run{nodes_.size(), open_.size() - began};
    if (run.count == 0) return 0;
    nodes_.insert(nodes_.end(), open_.begin() + static_cast<std::ptrdiff_t>(began), open_.end());
    const auto [known, added] = runs_.insert(run);
    if (!added) nodes_.resize(run.first);
    return known->first;
  }

  static Json json_of(const Slot& slot, const Json* nodes, const char* text) {
    switch (slot.kind) {
      case Json::Kind::kNull:
        break;
      case Json::Kind::kBool:
        return Json::boolean(slot.content != 0);
      case Json::Kind::kInt:
        return Json::integer(static_cast<std::int64_t>(slot.content));
      case Json::Kind::kUint:
        return Json::unsigned_integer(slot.content);
      case Json::Kind::kDouble:
        return Json::real(std::bit_cast<double>(slot.content));
      case Json::Kind::kString:
        return Json::string({text + slot.content, slot.size});
      case Json::Kind::kArray:
        return Json::array({nodes + slot.content, slot.size});
      case Json::Kind::kObject:
        return Json::object(
            {reinterpret_cast<const Json::Member*>(nodes + slot.content), slot.size});
    }
    return {};
  }

  boost::unordered_flat_map<std::string_view, std::size_t, std::hash<std::string_view>>
      texts_;  // -> offset in the text
  std::size_t text_bytes_ = 0;
  std::vector<Slot> nodes_;
  std::vector<Slot> open_;  // of the arrays and objects that are being planned, the innermost last
  boost::unordered_flat_set<Run, HashRun, SameRun> runs_{0, HashRun{&nodes_}, SameRun{&nodes_}};
};

}  // namespace

CompactJson::CompactJson(const Json& value) {
  static_assert(sizeof(Json::Member) == 2 * sizeof(Json) &&
                alignof(Json) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
  Compactor compactor;
  const Slot root = compactor.plan(value);
  bytes_ = compactor.bytes();
  const auto memory = std::make_shared_for_overwrite<std::byte[]>(bytes_);
  root_ = compactor.write(memory.get(), root);
  memory_ = memory;
}

}  // namespace drawbridge::kube
