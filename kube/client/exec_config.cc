#include "kube/client/exec_config.h"

#include <string_view>

namespace drawbridge::kube {
namespace {

constexpr std::string_view kV1 = "client.authentication.k8s.io/v1";
constexpr std::string_view kV1Beta1 = "client.authentication.k8s.io/v1beta1";

Error wrong(const std::string& what) {
  return Error{"exec: " + what};
}

Result<std::string> exec_text(const Json& exec, const char* field) {
  const Json value = exec[field];
  if (value.is_null()) return std::string();
  if (!value.is_string()) return wrong(std::string(field) + " is no text; put it in quotes");
  if (value.as_string().find('\0') != std::string_view::npos) {
    return wrong(std::string(field) + " holds a NUL character");
  }
  return std::string(value.as_string());
}

Status read_version(const Json& exec, ExecConfig& config) {
  Result<std::string> version = exec_text(exec, "apiVersion");
  if (!version) return std::move(version).error();
  if (*version != kV1 && *version != kV1Beta1) {
    return wrong("apiVersion is \"" + *version + "\"; write " + std::string(kV1) + " or " +
                 std::string(kV1Beta1) + ", whichever the program speaks");
  }
  config.api_version = std::move(version).value();
  return {};
}

Status read_mode(const Json& exec, const ExecConfig& config) {
  const Result<std::string> mode = exec_text(exec, "interactiveMode");
  if (!mode) return mode.error();
  if (*mode == "Never" || *mode == "IfAvailable") return {};
  if (mode->empty()) {
    if (config.api_version == kV1Beta1) return {};
    return wrong("interactiveMode is missing, which " + std::string(kV1) +
                 " demands; write Never or IfAvailable");
  }
  if (*mode == "Always") {
    return wrong(
        "interactiveMode is Always: the program wants to ask a person, and drawbridge has none to "
        "ask; name a user with a token or a certificate");
  }
  return wrong("interactiveMode is \"" + *mode + "\"; write Never or IfAvailable");
}

Status read_args(const Json& exec, ExecConfig& config) {
  const Json args = exec["args"];
  if (!args.is_null() && !args.is_array()) return wrong("args is no list");
  for (const Json& arg : args.elements()) {
    if (!arg.is_string() || arg.as_string().find('\0') != std::string_view::npos) {
      return wrong("args holds what is no text; put it in quotes");
    }
    config.args.emplace_back(arg.as_string());
  }
  return {};
}

Status read_env(const Json& exec, ExecConfig& config) {
  const Json env = exec["env"];
  if (!env.is_null() && !env.is_array()) return wrong("env is no list of {name, value}");
  for (const Json& variable : env.elements()) {
    Result<std::string> name = exec_text(variable, "name");
    Result<std::string> value = exec_text(variable, "value");
    if (!name || !value) return wrong("env: name and value are texts; put them in quotes");
    if (name->empty() || name->find('=') != std::string::npos) {
      return wrong("env: \"" + *name + "\" is no name of a variable");
    }
    config.env.emplace_back(std::move(name).value(), std::move(value).value());
  }
  return {};
}

Status read_command(const Json& exec, const std::filesystem::path& folder, ExecConfig& config) {
  const Result<std::string> command = exec_text(exec, "command");
  if (!command) return command.error();
  if (command->empty()) return wrong("command is missing; name the program to run");
  config.command =
      command->find('/') == std::string::npos ? std::filesystem::path(*command) : folder / *command;
  return {};
}

}  // namespace

Result<ExecConfig> read_exec_config(const Json& exec, const std::filesystem::path& folder) {
  ExecConfig config;
  if (!exec.is_object()) return wrong("it is no object");
  if (Status read = read_version(exec, config); !read) return std::move(read).error();
  if (Status read = read_mode(exec, config); !read) return std::move(read).error();
  if (Status read = read_command(exec, folder, config); !read) return std::move(read).error();
  if (Status read = read_args(exec, config); !read) return std::move(read).error();
  if (Status read = read_env(exec, config); !read) return std::move(read).error();
  Result<std::string> hint = exec_text(exec, "installHint");
  if (!hint) return std::move(hint).error();
  config.install_hint = std::move(hint).value();
  const Json cluster_info = exec["provideClusterInfo"];
  if (!cluster_info.is_null() && !cluster_info.is_bool()) {
    return wrong("provideClusterInfo is neither true nor false");
  }
  return config;
}

bool wants_cluster_info(const Json& exec) {
  return exec["provideClusterInfo"].as_bool();
}

}  // namespace drawbridge::kube
