// A call as the checker resolved it: its arguments, the receiver first, and its overloads.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "rules/cel/checker.h"

namespace drawbridge::cel {

class CallParts {
 public:
  CallParts(const CheckedAst& checked, const Expr& call)
      : call_(call), overloads_(checked.reference_of[call.id].overloads) {
    // ip.isCanonical(x): the receiver is part of the function's name.
    const bool named_by_target = !overloads_.empty() && !overloads_.front()->member;
    has_receiver_ = call.target != nullptr && !named_by_target;
  }

  std::size_t size() const { return call_.args.size() + (has_receiver_ ? 1 : 0); }
  const Expr& operator[](std::size_t index) const {
    if (!has_receiver_) return *call_.args[index];
    return index == 0 ? *call_.target : *call_.args[index - 1];
  }
  std::span<const Overload* const> overloads() const { return overloads_; }
  // The one overload that the call must mean; nullptr where the arguments decide.
  const Overload* overload() const { return overloads_.size() == 1 ? overloads_.front() : nullptr; }
  bool is(std::string_view overload_id) const {
    return overload() != nullptr && overload()->id == overload_id;
  }

 private:
  const Expr& call_;
  std::span<const Overload* const> overloads_;
  bool has_receiver_ = false;
};

}  // namespace drawbridge::cel
