// Base64 as Kubernetes writes binary data in JSON and YAML (RFC 4648 section 4, with padding).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace drawbridge::kube {

// What `text` stands for, nothing where it is no base64. Line breaks are passed over, as Go does.
std::optional<std::string> decode_base64(std::string_view text);
void append_base64(std::string_view bytes, std::string& to);
std::string encode_base64(std::string_view bytes);

}  // namespace drawbridge::kube
