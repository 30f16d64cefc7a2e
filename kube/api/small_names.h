// Names in which capitals stand where Kubernetes takes none, as they were meant (kube/api/names.h).
#pragma once

#include <string>
#include <string_view>

namespace drawbridge::kube {

// A DNS subdomain in small letters, where nothing but capitals is wrong with it; else empty.
std::string dns_subdomain_in_small(std::string_view name);
// A qualified name with its prefix in small letters, or all of a name without any, where nothing
// but the prefix's capitals is wrong; else empty.
std::string qualified_name_in_small(std::string_view name);

}  // namespace drawbridge::kube
