// Which known name of a resource another one was meant to be.
#pragma once

#include <string_view>

namespace drawbridge::rules {

// `name` is `known` with a slip: other capitals, dashes for dots or a slash, a plural, or its
// domain left out. Where Nodes are known, and with them what device plugins offer, a letter or two
// may differ too; without, nvidia.com/vgpu may be another resource than nvidia.com/gpu. Of a short
// word two may be swapped, one but the first left out, or the last repeated (gup, gp, gpuu).
bool is_slip(std::string_view name, std::string_view known, bool nodes_are_known);

}  // namespace drawbridge::rules
