#include <algorithm>
#include <utility>

#include "rules/cel/function.h"

namespace drawbridge::cel {
namespace {

template <typename Map>
bool has_key_under(const Map& map, std::string_view first) {
  for (auto at = map.lower_bound(first); at != map.end() && at->first.starts_with(first); ++at) {
    if (at->first.size() > first.size() && at->first[first.size()] == '.') return true;
  }
  return false;
}

}  // namespace

void Declarations::add(std::string_view function, Overload overload) {
  Function& to = functions_.try_emplace(function, Function{function, {}}).first->second;
  const auto former = std::find_if(to.overloads.begin(), to.overloads.end(),
                                   [&](const Overload& it) { return it.id == overload.id; });
  if (former != to.overloads.end()) {
    *former = std::move(overload);
  } else {
    to.overloads.push_back(std::move(overload));
  }
}

void Declarations::add_type(std::string_view name, const Type* named) {
  named_types_.insert_or_assign(name, NamedType{name, types_.type_of(named), Value::type(named)});
}

void Declarations::add_constant(std::string_view name, const Type* type, const Value& value) {
  named_types_.insert_or_assign(name, NamedType{name, type, value});
}

const Function* Declarations::find(std::string_view name) const {
  const auto found = functions_.find(name);
  return found == functions_.end() ? nullptr : &found->second;
}

const NamedType* Declarations::find_type(std::string_view name) const {
  const auto found = named_types_.find(name);
  return found == named_types_.end() ? nullptr : &found->second;
}

bool Declarations::has_names_under(std::string_view first) const {
  return has_key_under(functions_, first) || has_key_under(named_types_, first);
}

}  // namespace drawbridge::cel
