// kubernetes.Quantity: kube::Quantity as a CEL value.
#pragma once

#include <cstdint>
#include <utility>

#include "kube/api/quantity.h"
#include "rules/cel/evaluation.h"
#include "rules/cel/library/support.h"
#include "rules/cel/value.h"

namespace drawbridge::cel {

class QuantityValue final : public Opaque {
 public:
  static constexpr const Type& kType = type::kQuantity;

  enum class Made : std::uint8_t { kByParsing, kBySum };

  explicit QuantityValue(kube::Quantity quantity, Made made = Made::kByParsing)
      : quantity_(std::move(quantity)), made_(made) {}
  const kube::Quantity& quantity() const { return quantity_; }
  Made made() const { return made_; }

  const Type* type() const override { return &kType; }
  // By amount. As in Kubernetes, nothing equals the result of add() or sub(), which equals others.
  bool equals(const Opaque& other) const override;
  bool comparable_with(const Opaque& other) const override;
  std::string text() const override { return quantity_.canonical(); }

 private:
  kube::Quantity quantity_;
  Made made_;
};

Value make_quantity(Evaluation& evaluation, kube::Quantity quantity,
                    QuantityValue::Made made = QuantityValue::Made::kByParsing);

}  // namespace drawbridge::cel
