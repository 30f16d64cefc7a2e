// CompiledSelector: a CEL selector that the API server has stored, compiled once and then put to
// any number of devices.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/arena.h"
#include "kube/api/json.h"
#include "kube/api/result.h"
#include "rules/cel/cel.h"
#include "rules/cel/value.h"

namespace drawbridge::rules {

// Immutable; shared between threads.
struct CompiledSelector {
  std::string text;
  cel::Program program;
};

// In the order in which the scheduler asks them.
using SelectorList = std::vector<std::shared_ptr<const CompiledSelector>>;

// Fails where the API server would not store the expression, in words for whoever wrote it
// ("does not compile at 1:3 ...").
Result<std::shared_ptr<const CompiledSelector>> compile_stored_selector(std::string_view text);

// `list` is a v1 selectors[]. The error's field is that of the expression, below `path`.
Result<SelectorList> compile_selectors(std::span<const kube::Json> list, const std::string& path);

// What one device comes to: kFailed where a selector ends with an error before another one is
// false, which ends the scheduler's search as a whole.
enum class SelectorVerdict : std::uint8_t { kNoMatch, kMatch, kFailed };

// `device` is of cel::DeviceValues; `arena` is scratch memory, which this resets.
SelectorVerdict ask(const SelectorList& selectors, const cel::Value& device, kube::Arena& arena);

}  // namespace drawbridge::rules
