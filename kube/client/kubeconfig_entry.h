// One entry of a kubeconfig's clusters, users or contexts. For sources of kubeconfig reading.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "kube/api/json.h"
#include "kube/api/result.h"
#include "kube/client/config.h"

namespace drawbridge::kube {

struct KubeconfigEntry {
  Json value;
  const std::filesystem::path* file = nullptr;
  std::string shown;  // `user "dev" of /home/u/.kube/config`

  Error error(const std::string& what) const { return Error{shown + ": " + what}; }
};

// A field that would change who one is or how the server is reached, if it were passed over.
struct RefusedField {
  const char* field;
  const char* what_to_do;
};

// Neither absent, null nor empty.
bool is_set(const Json& value);
Status refuse(const KubeconfigEntry& entry, const RefusedField& refused);

// The text of a field, empty where it is absent.
Result<std::string> text_of(const KubeconfigEntry& entry, std::string_view field);
// `field` names a file, `field`-data holds the same in base64.
Status read_material(const KubeconfigEntry& entry, const std::string& field, Material& into);

// Fills in who one is, from an entry of users. Precondition: `config` has its server already, which
// is read from the entry `cluster`.
Status read_user(const KubeconfigEntry& user, const KubeconfigEntry& cluster, ClientConfig& config);

}  // namespace drawbridge::kube
