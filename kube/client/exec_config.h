// ExecConfig: a program that a kubeconfig names to say who one is (users[].user.exec).
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/result.h"

namespace drawbridge::kube {

// A plugin that runs longer is ended. It may have to ask a token service of a cloud, and it can't
// ask a person.
inline constexpr std::chrono::milliseconds kExecPluginTime{30'000};
// A plugin is asked again no sooner than this after it has answered or failed, whatever the API
// server says to what it gave: a program for each request would load the machine and the service
// that it asks.
inline constexpr std::chrono::milliseconds kExecPluginPause{5'000};

struct ExecConfig {
  // "client.authentication.k8s.io/v1" or ".../v1beta1".
  std::string api_version = {};
  // Absolute, or a name without a slash that is looked for in $PATH.
  std::filesystem::path command = {};
  std::vector<std::string> args = {};
  std::vector<std::pair<std::string, std::string>> env = {};  // added to the process's own
  // What to tell a person who does not have the program.
  std::string install_hint = {};
  // JSON for spec.cluster (provideClusterInfo); empty: the program is told nothing.
  std::string cluster_info = {};
  std::chrono::milliseconds time_max = kExecPluginTime;
  std::chrono::milliseconds pause = kExecPluginPause;
};

// Reads `exec`, the value of a kubeconfig's users[].user.exec. A command with a slash is relative
// to `folder`, the kubeconfig's. An error begins with "exec".
//
// interactiveMode: the program's standard input is always empty. Never and IfAvailable allow that;
// Always is refused. v1 demands the field, v1beta1 defaults to IfAvailable.
Result<ExecConfig> read_exec_config(const Json& exec, const std::filesystem::path& folder);

// Whether `exec` asks for provideClusterInfo.
bool wants_cluster_info(const Json& exec);

}  // namespace drawbridge::kube
