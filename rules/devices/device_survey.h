// DeviceSurvey: published devices, told apart only by what some selectors read of them.
//
// 40,000 devices are a few models, as long as nobody asks for their serial numbers. So selectors
// that are not known beforehand are put to each kind of device once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "rules/devices/vocabulary.h"

namespace drawbridge::rules {

// Different devices that one survey tells apart, and devices that it looks at (4 ms for each
// 10,000). Of more nothing is said.
inline constexpr std::size_t kSurveyKindsMax = 1024;
inline constexpr std::size_t kSurveyDevicesMax = 100'000;

// What selectors read of a device, besides its driver.
struct NamesRead {
  struct Name {
    NameKind kind = NameKind::kAttribute;
    std::string domain;
    std::string id;         // empty: only whether there is anything of the domain
    std::string qualified;  // "domain/id", as a driver may publish it
  };
  bool all = false;  // more than can be told from the text
  std::vector<Name> names;
};
NamesRead names_read_by(std::span<const std::string_view> expressions);

struct SurveyedKind {
  std::string_view driver;
  kube::Json body;  // of one of them, see published.h
  std::uint32_t devices = 0;
};

class DeviceSurvey {
 public:
  // A ResourceSlice, which must outlive this.
  void add_slice(const kube::Json& slice);

  // Of complete pools, with `driver` only of that one's. nullopt where a pool lacks slices, or a
  // limit is passed: nothing is known then.
  std::optional<std::vector<SurveyedKind>> kinds(const NamesRead& names,
                                                 std::string_view driver = {}) const;

 private:
  struct Slice {
    kube::Json object;
    std::string_view driver;
    std::string_view pool;
    std::int64_t generation = 0;
    std::int64_t slices_in_pool = 0;  // as it says; 0: it does not say
  };
  std::vector<Slice> slices_;
};

}  // namespace drawbridge::rules
