// What all reports in SARIF 2.1.0 have in common.
#pragma once

#include <string>
#include <string_view>

namespace drawbridge::cli {

inline constexpr std::string_view kSarifSchema = "https://json.schemastore.org/sarif-2.1.0.json";
inline constexpr std::string_view kSarifVersion = "2.1.0";

// A relative reference (RFC 3986) of the name of a file.
std::string sarif_uri(std::string_view file);

}  // namespace drawbridge::cli
