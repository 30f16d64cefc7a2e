#include "webhook/server/address.h"

#include <charconv>

namespace drawbridge {

Result<ListenAddress> parse_listen_address(std::string_view text) {
  const auto wrong = [text](const std::string& what) {
    return Error{"\"" + std::string(text) + "\" is no address to listen on: " + what +
                 ". Write host:port, such as 127.0.0.1:8443, [::1]:8443 or :8443."};
  };
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return wrong("the port is missing");
  std::string_view host = text.substr(0, colon);
  const std::string_view port = text.substr(colon + 1);
  ListenAddress address;
  const char* end = port.data() + port.size();
  const std::from_chars_result read = std::from_chars(port.data(), end, address.port);
  if (read.ec != std::errc() || read.ptr != end) return wrong("the port is no number up to 65535");
  if (host.starts_with('[') && host.ends_with(']')) {
    host = host.substr(1, host.size() - 2);
    if (host.find(':') == std::string_view::npos) return wrong("only IPv6 stands in brackets");
  } else if (host.find_first_of(":[]") != std::string_view::npos) {
    return wrong("an IPv6 address stands in brackets");
  }
  address.host = host;
  return address;
}

}  // namespace drawbridge
