#include "rules/cel/library/base_environment.h"

#include "rules/cel/library/libraries.h"

namespace drawbridge::cel {

void add_libraries(Declarations& to, KubernetesVersion version) {
  const std::uint32_t minor = version.minor - (version.new_expressions ? 1 : 0);
  add_standard_operators(to);
  add_standard_conversions(to);
  add_standard_text(to);
  add_standard_time(to);
  add_urls(to);
  add_regex(to);
  // Where it stands decides what becomes of a call that no type decides, as of
  // optional.none().value().indexOf(x).
  if (minor < 37) add_kubernetes_lists(to);
  add_authz(to);
  add_optionals(to);
  add_quantity(to);
  add_strings(to);
  add_sets(to);
  if (minor >= 30) {
    add_ip(to);
    add_cidr(to);
  }
  if (minor >= 31) {
    add_format(to);
    add_authz_selectors(to);
  }
  if (minor >= 32) add_two_variable_comprehensions(to);
  if (minor >= 33) add_semver(to);
  if (minor >= 34) add_lists(to);
  if (minor >= 37) {
    add_kubernetes_lists(to);
    add_kubernetes_includes(to);
  }
  if (version.minor < kMinorOfCelGo029) {
    add_standard_of_1_36(to);
    add_differences_of_1_36(to);
  }
}

}  // namespace drawbridge::cel
