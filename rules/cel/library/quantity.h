// kubernetes.Quantity: kube::Quantity as a CEL value.
#pragma once

#include <utility>

#include "kube/api/quantity.h"
#include "rules/cel/evaluation.h"
#include "rules/cel/library/support.h"
#include "rules/cel/value.h"

namespace drawbridge::cel {

class QuantityValue final : public Opaque {
 public:
  static constexpr const Type& kType = type::kQuantity;

  explicit QuantityValue(kube::Quantity quantity) : quantity_(std::move(quantity)) {}
  const kube::Quantity& quantity() const { return quantity_; }

  const Type* type() const override { return &kType; }
  // By amount.
  bool equals(const Opaque& other) const override;
  std::string text() const override { return quantity_.canonical(); }

 private:
  kube::Quantity quantity_;
};

Value make_quantity(Evaluation& evaluation, kube::Quantity quantity);

}  // namespace drawbridge::cel
