#include "rules/devices/match_keys.h"

namespace drawbridge::rules {

using kube::Json;

std::string meter_key(const kube::KueueSource& source, std::string_view request) {
  std::string key = source.kind == kube::KueueSource::Kind::kCounter ? "counter" : "capacity";
  for (const std::string* part : {&source.name, &source.driver, &source.selector}) {
    key += ' ';
    key += std::to_string(part->size());
    key += ':';
    key += *part;
  }
  key += '\n';
  key += request;
  return key;
}

// Lengths, so that no two are written alike.
std::string request_key(std::string_view device_class, std::span<const Json> selectors) {
  std::string key(device_class);
  for (const Json& selector : selectors) {
    const std::string_view text = selector["cel"]["expression"].as_string();
    key += '\n';
    key += std::to_string(text.size());
    key += ':';
    key += text;
  }
  return key;
}

}  // namespace drawbridge::rules
