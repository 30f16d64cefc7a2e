#include "rules/shape/request_words.h"

#include <algorithm>

#include "rules/shape/meant.h"

namespace drawbridge::rules::shape {

using kube::Json;

std::string_view word_for(const Type& type, std::string_view name, const Json& value) {
  constexpr std::string_view kTypes[] = {".DeviceRequest",     ".ExactDeviceRequest",
                                         ".DeviceSubRequest",  ".DeviceClaim",
                                         ".ResourceClaimSpec", ".ResourceClaimTemplateSpec"};
  struct Called {
    std::string_view name;
    std::string_view word;
  };
  constexpr Called kCalled[] = {{"className", "deviceClassName"},
                                {"deviceClass", "deviceClassName"},
                                {"resourceClass", "deviceClassName"},
                                {"resourceClassName", "deviceClassName"},
                                {"amount", "count"},
                                {"deviceCount", "count"},
                                {"quantity", "count"},
                                {"alternatives", "firstAvailable"},
                                {"anyOf", "firstAvailable"},
                                {"oneOf", "firstAvailable"}};
  // What a quota allows, as others call it.
  if (type.name.ends_with(".ResourceQuotaSpec") || type.name == "DeviceQuota/v1alpha1.spec") {
    for (const std::string_view called : {"limits", "quota", "resources"}) {
      if (letters_equal(called, name) && value.is_object()) return "hard";
    }
  }
  const bool asks = std::any_of(std::begin(kTypes), std::end(kTypes), [&](std::string_view end) {
    return type.name.starts_with("resource/") && type.name.ends_with(end);
  });
  if (!asks) return name;
  for (const auto& [called, word] : kCalled) {
    const bool fits = word == "count"             ? value.is_integer()
                      : word == "deviceClassName" ? value.is_string()
                                                  : value.is_array();
    if (fits && letters_equal(called, name)) return word;
  }
  return name;
}

}  // namespace drawbridge::rules::shape
