#include "webhook/cli/message_docs.h"

#include <algorithm>
#include <string>

namespace drawbridge::cli {

// docs/messages.md, put there by CMake.
extern const std::string_view kMessageDocs;

std::string_view message_doc(std::string_view code) {
  const std::string heading = "\n## " + std::string(code) + "\n";
  const std::size_t at = kMessageDocs.find(heading);
  if (at == std::string_view::npos) return {};
  std::string_view text = kMessageDocs.substr(at + heading.size());
  text = text.substr(0, text.find("\n## "));
  while (!text.empty() && text.front() == '\n') text.remove_prefix(1);
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  return text;
}

}  // namespace drawbridge::cli
