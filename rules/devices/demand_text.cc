#include "rules/devices/demand_text.h"

#include <algorithm>
#include <vector>

#include "kube/api/ascii.h"
#include "kube/api/prose.h"
#include "rules/finding.h"

namespace drawbridge::rules {
namespace {

// Of a finding, what lists where devices are asked for.
constexpr std::size_t kSourcesBytesMax = 160;
// Containers that are named, and that are told apart.
constexpr std::size_t kContainersNamedMax = 3;
constexpr std::size_t kContainersMax = 100;

struct Source {
  std::vector<std::string_view> containers;  // that ask in this way
  std::string way;                           // "class gpu.nvidia.com, by template gpu-claim"
};

void add_source(const DeviceRequest& request, std::vector<Source>& sources) {
  std::vector<std::string> words;
  if (!request.device_class.empty()) words.push_back("class " + shown(request.device_class));
  for (std::string word : {path_text(request), request.given}) {
    if (!word.empty()) words.push_back(std::move(word));
  }
  std::string way = kube::listed(words, ", ");
  const auto known = std::find_if(sources.begin(), sources.end(), [&](const Source& source) {
    return source.way == way && source.containers.empty() == request.container.empty();
  });
  std::vector<std::string_view>& containers =
      known == sources.end() ? sources.emplace_back(Source{{}, std::move(way)}).containers
                             : known->containers;
  const auto add = [&containers](std::string_view name) {
    if (!name.empty() && containers.size() < kContainersMax &&
        std::find(containers.begin(), containers.end(), name) == containers.end())
      containers.push_back(name);
  };
  add(request.container);
  for (const std::string& other : request.other_containers) add(other);
}

// "container trainer, ", "containers trainer and sidecar, ", "containers a, b, c and 4 more, ".
std::string containers_text(std::span<const std::string_view> containers) {
  if (containers.empty()) return {};
  std::vector<std::string> named;
  for (const std::string_view name : containers) {
    if (named.size() == kContainersNamedMax && containers.size() > kContainersNamedMax + 1) break;
    named.push_back(shown(name));
  }
  if (named.size() < containers.size())
    named.push_back(std::to_string(containers.size() - named.size()) + " more");
  return (named.size() == 1 ? "container " : "containers ") + kube::and_list(named) + ", ";
}

}  // namespace

std::string path_text(const DeviceRequest& request) {
  switch (request.path) {
    case Path::kExtendedResource:
      return "as extended resource " + shown(request.source);
    case Path::kClaimTemplate:
      if (request.is_coming) return "as extended resource " + shown(request.rewritten_from);
      // Its author asked for a resource, not for a template.
      if (!request.rewritten_from.empty()) return "rewritten from " + shown(request.rewritten_from);
      return "by template " + shown(request.source);
    case Path::kSharedClaim:
      return request.source.empty() ? "" : "by claim " + shown(request.source);
  }
  return {};
}

std::string source_text(const DeviceRequest& request) {
  return sources_text({&request, 1});
}

std::string sources_text(std::span<const DeviceRequest> requests) {
  std::vector<Source> sources;
  for (const DeviceRequest& request : requests) add_source(request, sources);
  std::string text;
  for (const Source& source : sources) {
    if (text.size() > kSourcesBytesMax) return text + " and others";
    text += (text.empty() ? "" : "; ") + containers_text(source.containers) + source.way;
  }
  return text;
}

std::string devices_asked_text(std::int64_t devices) {
  if (devices >= kDevicesToldMax) return "more devices than can be counted";
  return std::to_string(devices) + (devices == 1 ? " device" : " devices");
}

std::string sentence_start(std::string_view text) {
  std::string result(text);
  if (!result.empty()) result[0] = kube::to_upper(result[0]);
  return result;
}

std::string sentence_middle(std::string_view text) {
  std::string result(text);
  if (!result.empty()) result[0] = kube::to_lower(result[0]);
  return result;
}

}  // namespace drawbridge::rules
