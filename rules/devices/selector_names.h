// Names in selectors that are not those of a device: paths that are written wrongly, or to what no
// device has, and drivers that are none.
#pragma once

#include <optional>
#include <string>

#include "rules/devices/selector_parts.h"
#include "rules/devices/selector_settle.h"

namespace drawbridge::rules {

// Each returns nullptr where there is nothing to repair.
class NameRepairs {
 public:
  explicit NameRepairs(RepairDesk& desk) : desk_(desk), settler_(desk.hints(), desk.compiles()) {}

  void note_guards(const cel::Expr& root) { settler_.note_guards(root); }

  // Of whose devices the selector is (Settler::driver()).
  std::string_view driver() const { return settler_.driver(); }

  // The path as it was meant. `is_free`: it stands in no macro, whose variables are words, too.
  const cel::Expr* settled(const cel::Expr& expr, Use use, bool is_free);
  // The path in its right form (domain and name), whether or not there is such a name.
  const cel::Expr* placed(const cel::Expr& expr);
  // 'gpu.nvdia.com' in device.attributes, 'memory' in device.attributes['d']
  const cel::Expr* presence(const cel::Expr& expr);
  // attributes['d'].contains('productName'), attributes['d'].hasKey('productName')
  const cel::Expr* key_asked(const cel::Expr& expr);
  // 'productName' in device.attributes, whose keys are domains, where that is a term by itself.
  const cel::Expr* name_for_domain(const cel::Expr& term);
  // device.attributes['d'].product-name is a subtraction.
  const cel::Expr* hyphen(const cel::Expr& expr);
  // device.driver == 'gpu.nvdia.com', device.driver == 'nvidia.com/gpu'.
  const cel::Expr* misspelt_driver(const cel::Expr& expr, DriverTest test);
  // device.attributes['driver'] == 'gpu.nvidia.com'
  const cel::Expr* driver_as_attribute(const cel::Expr& expr);

 private:
  bool may_be_name(std::string_view domain, std::string_view id) const;
  // 'gpu.nvidia.com/productName' in device.attributes
  const cel::Expr* qualified_key(std::string_view key, const SelectorPath& path);
  const cel::Expr* made_of(const Settled& meant, bool test_only);
  const cel::Expr* undefined_field(const cel::Expr& expr, bool is_free);
  // A path of so many steps, written as it is, to another name: attributes['d'].?memory is
  // capacity['d'].?memory.
  const cel::Expr* renamed(const cel::Expr& expr, const DeviceName& name, std::size_t steps);

  RepairDesk& desk_;
  Settler settler_;
};

}  // namespace drawbridge::rules
