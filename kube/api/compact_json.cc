#include "kube/api/compact_json.h"

#include <bit>
#include <cstdint>
#include <cstring>
#include <functional>
#include <new>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace drawbridge::kube {
namespace {

// What tells two handles apart once equal contents lie at one address.
struct Identity {
  std::uint64_t kind_and_size = 0;
  std::uint64_t content = 0;
  friend bool operator==(const Identity&, const Identity&) = default;
};

Identity identity_of(const Json& json) {
  Identity identity{static_cast<std::uint64_t>(json.kind()) << 32 | json.size(), 0};
  switch (json.kind()) {
    case Json::Kind::kNull:
      break;
    case Json::Kind::kBool:
      identity.content = json.as_bool() ? 1 : 0;
      break;
    case Json::Kind::kInt:
      identity.content = static_cast<std::uint64_t>(json.as_int());
      break;
    case Json::Kind::kUint:
      identity.content = json.as_uint();
      break;
    case Json::Kind::kDouble:
      identity.content = std::bit_cast<std::uint64_t>(json.as_double());
      break;
    case Json::Kind::kString:
      identity.content = reinterpret_cast<std::uintptr_t>(json.as_string().data());
      break;
    case Json::Kind::kArray:
      identity.content = reinterpret_cast<std::uintptr_t>(json.elements().data());
      break;
    case Json::Kind::kObject:
      identity.content = reinterpret_cast<std::uintptr_t>(json.members().data());
      break;
  }
  return identity;
}

std::size_t mixed(std::size_t hash, std::uint64_t with) {
  constexpr std::size_t kOdd = 0x9e3779b97f4a7c15U;
  hash ^= static_cast<std::size_t>(with) + kOdd + (hash << 6) + (hash >> 2);
  return hash * kOdd;
}

// An array, or an object as the array of its keys and values.
using Handles = std::vector<Json>;

struct HashHandles {
  std::size_t operator()(const Handles* handles) const {
    std::size_t hash = handles->size();
    for (const Json& handle : *handles) {
      const Identity identity = identity_of(handle);
      hash = mixed(mixed(hash, identity.kind_and_size), identity.content);
    }
    return hash;
  }
};
struct SameHandles {
  bool operator()(const Handles* a, const Handles* b) const {
    if (a->size() != b->size()) return false;
    for (std::size_t i = 0; i < a->size(); ++i) {
      if (identity_of((*a)[i]) != identity_of((*b)[i])) return false;
    }
    return true;
  }
};

// First every different part is found and gets its place, children before their parents; then all
// of it is written into memory of exactly that size: nodes first, which must be aligned, then text.
class Compactor {
 public:
  // A stand-in for `json`: of text, the address of its first occurrence; of arrays and objects,
  // that of the Handles.
  Json plan(const Json& json) {
    if (json.is_string()) return plan_text(json.as_string());
    if (json.is_array()) {
      if (json.empty()) return Json::array({});
      Handles handles;
      handles.reserve(json.size());
      for (const Json& element : json.elements()) handles.push_back(plan(element));
      return Json::array({stored(std::move(handles)), json.size()});
    }
    if (json.is_object()) {
      if (json.empty()) return Json::object({});
      Handles handles;
      handles.reserve(2 * json.size());
      for (const Json::Member& member : json.members()) {
        handles.push_back(plan(member.key_text));
        handles.push_back(plan(member.value));
      }
      return Json::object(
          {reinterpret_cast<const Json::Member*>(stored(std::move(handles))), json.size()});
    }
    return json;
  }

  std::size_t bytes() const { return node_count_ * sizeof(Json) + text_bytes_; }

  // Writes everything that was planned. Precondition: bytes() of room.
  Json write(std::byte* to, const Json& planned) {
    nodes_ = reinterpret_cast<Json*>(to);
    text_ = reinterpret_cast<char*>(to) + node_count_ * sizeof(Json);
    for (const std::string_view text : text_order_)
      std::memcpy(text_ + texts_.at(text), text.data(), text.size());
    for (const auto& handles : order_) {
      Json* into = nodes_ + places_.at(handles->data());
      for (const Json& handle : *handles) new (into++) Json(final_of(handle));
    }
    return final_of(planned);
  }

 private:
  Json plan_text(std::string_view text) {
    if (text.empty()) return Json::string({});
    const auto [at, added] = texts_.emplace(text, text_bytes_);
    if (added) {
      text_bytes_ += text.size();
      text_order_.push_back(at->first);
    }
    return Json::string(at->first);
  }

  const Json* stored(Handles handles) {
    const auto known = known_.find(&handles);
    if (known != known_.end()) return (*known)->data();
    order_.push_back(std::make_unique<Handles>(std::move(handles)));
    const Handles* kept = order_.back().get();
    known_.insert(kept);
    places_.emplace(kept->data(), node_count_);
    node_count_ += kept->size();
    return kept->data();
  }

  Json final_of(const Json& planned) const {
    if (planned.empty()) return planned;
    if (planned.is_string())
      return Json::string({text_ + texts_.at(planned.as_string()), planned.size()});
    if (planned.is_array())
      return Json::array({nodes_ + places_.at(planned.elements().data()), planned.size()});
    if (planned.is_object()) {
      const auto* first = reinterpret_cast<const Json*>(planned.members().data());
      return Json::object(
          {reinterpret_cast<const Json::Member*>(nodes_ + places_.at(first)), planned.size()});
    }
    return planned;
  }

  std::unordered_map<std::string_view, std::size_t> texts_;  // -> offset in the text
  std::vector<std::string_view> text_order_;
  std::size_t text_bytes_ = 0;
  std::vector<std::unique_ptr<Handles>> order_;
  std::unordered_set<const Handles*, HashHandles, SameHandles> known_;
  std::unordered_map<const Json*, std::size_t> places_;  // -> index of the first node
  std::size_t node_count_ = 0;
  Json* nodes_ = nullptr;
  char* text_ = nullptr;
};

}  // namespace

CompactJson::CompactJson(const Json& value) {
  static_assert(sizeof(Json::Member) == 2 * sizeof(Json) &&
                alignof(Json) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
  Compactor compactor;
  const Json planned = compactor.plan(value);
  bytes_ = compactor.bytes();
  const auto memory = std::make_shared_for_overwrite<std::byte[]>(bytes_);
  root_ = compactor.write(memory.get(), planned);
  memory_ = memory;
}

}  // namespace drawbridge::kube
