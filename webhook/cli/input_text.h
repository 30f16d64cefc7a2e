// The text of a file that a command line names.
#pragma once

#include <string>

#include "kube/api/result.h"

namespace drawbridge::cli {

// "-" is standard input. Fails where the file can't be read, with its name.
Result<std::string> read_input_text(const std::string& file);

}  // namespace drawbridge::cli
