#include "webhook/decide/queues/topology_request.h"

#include <algorithm>
#include <iterator>

#include "kube/api/integer.h"
#include "kube/api/names.h"
#include "kube/api/object.h"
#include "rules/finding.h"

namespace drawbridge::admission {

using kube::Json;

TopologyRequest topology_request_of(const Json& pod_template) {
  const kube::ObjectView view(pod_template);
  const auto has = [&view](std::string_view name) {
    return view.annotations().find(name) != nullptr;
  };
  TopologyRequest request;
  const bool has_level = has(kRequiredTopology) || has(kPreferredTopology);
  request.asks = has_level || has(kUnconstrainedTopology) ||
                 (has(kSliceTopology) && has(kSliceSize)) || has(kSliceLayers);
  std::string_view main = view.annotation(kRequiredTopology);
  if (main.empty()) main = view.annotation(kPreferredTopology);
  if (!main.empty()) request.levels.emplace_back(main);
  const std::string_view slice = view.annotation(kSliceTopology);
  if (!slice.empty() && !view.annotation(kSliceSize).empty()) request.levels.emplace_back(slice);
  if (has(kSliceLayers)) {
    if (const auto layers = read_topology_layers(view.annotation(kSliceLayers))) {
      for (const TopologyLayer& layer : *layers) request.levels.push_back(layer.topology);
    }
  }
  request.names_no_level = request.levels.empty() && has(kUnconstrainedTopology) &&
                           kube::parse_boolean(view.annotation(kUnconstrainedTopology)) == false;
  // Only beside one of the two levels does Kueue read it.
  if (has_level) request.group = view.annotation(kTopologyGroup);
  return request;
}

// What else is in it Kueue writes of every Job.
TopologyRequest topology_request_of_pod_set(const Json& request) {
  constexpr const char* kFields[] = {"required",        "preferred",
                                     "unconstrained",   "podSetSliceRequiredTopology",
                                     "podSetSliceSize", "podsetSliceRequiredTopologyConstraints"};
  TopologyRequest read;
  read.asks = std::any_of(std::begin(kFields), std::end(kFields),
                          [&request](const char* field) { return !request[field].is_null(); });
  const Json required = request["required"];
  std::vector<Json> levels = {required.is_null() ? request["preferred"] : required};
  const Json layers = request["podsetSliceRequiredTopologyConstraints"];
  if (layers.empty()) levels.push_back(request["podSetSliceRequiredTopology"]);
  for (const Json& layer : layers.elements()) levels.push_back(layer["topology"]);
  for (const Json& level : levels) {
    if (!level.as_string().empty()) read.levels.emplace_back(level.as_string());
  }
  read.names_no_level = read.levels.empty() && request["unconstrained"].is_bool() &&
                        !request["unconstrained"].as_bool();
  read.group = request["podSetGroupName"].as_string();
  return read;
}

// validateSliceRequiredTopologyConstraintsAnnotation.
Result<std::vector<TopologyLayer>> read_topology_layers(std::string_view text) {
  const std::string form = R"([{"topology": LABEL, "size": PODS}])";
  const auto read = text.size() > kTopologyLayersBytesMax
                        ? Result<kube::Document>(Error{"too long"})
                        : kube::read_json(text);
  if (!read || !read->root().is_array()) return Error{"is no JSON list " + form};
  const auto elements = read->root().elements();
  if (elements.empty() || elements.size() > kTopologyLayersMax)
    return Error{"has " + std::to_string(elements.size()) + " entries, and must have 1 to " +
                 std::to_string(kTopologyLayersMax)};
  std::vector<TopologyLayer> layers;
  for (const Json& element : elements) {
    const TopologyLayer layer{std::string(element["topology"].as_string()),
                              element["size"].as_int(0)};
    if (kube::qualified_name_problem(layer.topology))
      return Error{"names " + rules::shown(layer.topology, 60) + ", which is no label of a node"};
    if (layer.size < 1)
      return Error{"has no size of 1 at least for " + rules::shown(layer.topology, 60)};
    for (const TopologyLayer& wider : layers) {
      if (wider.topology == layer.topology)
        return Error{"names " + rules::shown(layer.topology, 60) + " twice"};
    }
    if (!layers.empty() && layers.back().size % layer.size != 0)
      return Error{"has size " + std::to_string(layer.size) + " below size " +
                   std::to_string(layers.back().size) + ", which is no multiple of it"};
    layers.push_back(layer);
  }
  return layers;
}

}  // namespace drawbridge::admission
