#include "webhook/cli/sarif.h"

namespace drawbridge::cli {

std::string sarif_uri(std::string_view file) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string uri;
  for (const char c : file) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_' || c == '.' || c == '~' || c == '/';
    if (plain) {
      uri += c;
    } else {
      uri += '%';
      uri += kHex[static_cast<unsigned char>(c) >> 4];
      uri += kHex[static_cast<unsigned char>(c) & 15];
    }
  }
  return uri;
}

}  // namespace drawbridge::cli
