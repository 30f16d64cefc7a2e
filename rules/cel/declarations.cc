#include <algorithm>
#include <utility>

#include "rules/cel/function.h"

namespace drawbridge::cel {

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

const Function* Declarations::find(std::string_view name) const {
  const auto found = functions_.find(name);
  return found == functions_.end() ? nullptr : &found->second;
}

const NamedType* Declarations::find_type(std::string_view name) const {
  const auto found = named_types_.find(name);
  return found == named_types_.end() ? nullptr : &found->second;
}

}  // namespace drawbridge::cel
