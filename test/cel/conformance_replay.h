// Replays rows in the formats of conformance/README.md through the engine's public header.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "rules/cel/cel.h"

namespace drawbridge::cel {

struct ReplayOptions {
  KubernetesVersion version{.minor = 37};  // of the data; 36 where a row knows better
  bool messages = false;  // an error's text has to be the same too, not only its kind
};

class Replay {
 public:
  // What fails is written to `out`: its id, what is expected, what it got.
  Replay(ReplayOptions options, std::ostream& out);

  // False where the file cannot be read.
  bool file(const std::string& path);
  // One row; `place` names it where it has no id.
  void line(const std::string& place, const std::string& text);

  std::size_t passed() const { return passed_; }
  std::size_t failed() const { return failed_; }

 private:
  ReplayOptions options_;
  std::ostream& out_;
  std::vector<std::string> no_texts_;
  Environment base_;
  std::size_t passed_ = 0;
  std::size_t failed_ = 0;
};

}  // namespace drawbridge::cel
