// Addresses to listen on, as an administrator writes them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "kube/api/result.h"

namespace drawbridge {

struct ListenAddress {
  std::string
      host;  // a name or an IP address without brackets; empty: every address, IPv4 and IPv6
  std::uint16_t port = 0;  // 0: a free one
};

// "127.0.0.1:8443", "[::1]:8443", "localhost:0" or ":8443".
Result<ListenAddress> parse_listen_address(std::string_view text);

}  // namespace drawbridge
