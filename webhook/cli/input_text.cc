#include "webhook/cli/input_text.h"

#include <iostream>
#include <iterator>

#include "webhook/admission/state_folder.h"

namespace drawbridge::cli {

Result<std::string> read_input_text(const std::string& file) {
  if (file != "-") return admission::read_text_file(file);
  return std::string{std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
}

}  // namespace drawbridge::cli
