// What a Program holds; for who makes one (environment.cc).
#pragma once

#include <memory>

#include "rules/cel/cel.h"
#include "rules/cel/checker.h"
#include "rules/cel/code.h"

namespace drawbridge::cel {

struct Program::Impl {
  // The code points to the tree's text and types, and to the declarations', which the environment
  // keeps.
  CheckedAst checked;
  std::unique_ptr<const Code> code;
  CostEstimate estimate;
  std::shared_ptr<const void> environment;
};

}  // namespace drawbridge::cel
