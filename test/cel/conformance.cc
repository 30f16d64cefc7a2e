// Replays files in the formats of conformance/README.md, and closes with "N passed, N failed".
//
//   cel_conformance [--minor N] [--messages] FILE.jsonl...
//
// --minor: the Kubernetes version 1.N (37, which the data are of; 36 where a row knows better).
// --messages: an error's text has to be the same too, not only its kind.
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "test/cel/conformance_replay.h"

namespace drawbridge::cel {
namespace {

int run(const std::vector<std::string>& arguments) {
  ReplayOptions options;
  std::vector<std::string> files;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "--messages") {
      options.messages = true;
    } else if (arguments[i] == "--minor" && i + 1 < arguments.size()) {
      options.version.minor = static_cast<std::uint32_t>(std::stoul(arguments[++i]));
    } else {
      files.push_back(arguments[i]);
    }
  }
  if (files.empty()) {
    std::cerr << "Give one or more files: [--minor N] [--messages] FILE.jsonl...\n";
    return 2;
  }
  Replay replay(options, std::cout);
  bool readable = true;
  for (const std::string& file : files) {
    if (replay.file(file)) continue;
    std::cerr << file << ": cannot be read\n";
    readable = false;
  }
  std::cout << replay.passed() << " passed, " << replay.failed() << " failed\n";
  return replay.failed() == 0 && readable ? 0 : 1;
}

}  // namespace
}  // namespace drawbridge::cel

int main(int argc, char** argv) {
  try {
    return drawbridge::cel::run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
}
