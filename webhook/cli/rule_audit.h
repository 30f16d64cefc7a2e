// Which existing objects new DeviceRules would refuse, or warn of.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "kube/api/result.h"
#include "rules/settings.h"
#include "webhook/cli/audit.h"
#include "webhook/cli/cluster_source.h"
#include "webhook/decide/object_set.h"

namespace drawbridge::cli {

// Who is said to have written the objects: nobody knows who did.
inline constexpr std::string_view kAuditUser = "kubernetes-admin";

// The DeviceRules of a file, or of the manifests of a folder, where other objects are passed over.
// Fails where there is none, and where one can't be used, with the place.
Result<std::vector<admission::SourcedObject>> read_rules(const std::string& file_or_folder);

// Judges pods, what makes pods, claims and templates by `rules` alone, each as if kAuditUser
// created it now: a group for each rule. What a rule says of a workload is not said again of what
// it made. `unread` as in audit().
Result<AuditReport> audit_rules(ClusterSource& source,
                                std::span<const admission::SourcedObject> rules,
                                const rules::SharedSettings& settings,
                                std::vector<std::string>& unread);

}  // namespace drawbridge::cli
