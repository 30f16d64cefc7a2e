#include <optional>
#include <utility>

#include "kube/api/json.h"
#include "kube/api/yaml.h"
#include "kube/client/config.h"
#include "kube/client/kubeconfig_entry.h"
#include "kube/client/proxy.h"

namespace drawbridge::kube {
namespace {

using Path = std::filesystem::path;

struct File {
  Path path;
  Document document;
};

using Entry = KubeconfigEntry;

std::string in_quotes(std::string_view text) {
  return "\"" + std::string(text) + "\"";
}

Result<File> read_kubeconfig(const Path& path) {
  Result<std::string> text = read_config_file(path);
  if (!text) return std::move(text).error();
  Result<std::vector<YamlObject>> objects = read_yaml(*text);
  if (!objects) return Error{path.string() + ": " + objects.error().text()};
  if (objects->empty()) return File{path, Document()};
  if (objects->size() > 1) {
    return Error{path.string() + " holds several documents; a kubeconfig is one"};
  }
  File file{path, std::move(objects->front().document)};
  const Json root = file.document.root();
  if (!root.is_object() && !root.is_null()) return Error{path.string() + " is no kubeconfig"};
  const std::string_view kind = root["kind"].as_string("Config");
  if (kind != "Config") {
    return Error{path.string() + " is no kubeconfig: its kind is " + in_quotes(kind)};
  }
  return file;
}

Result<std::vector<File>> read_all(std::span<const Path> paths) {
  if (paths.empty()) {
    return Error{"no kubeconfig was named, and neither KUBECONFIG nor HOME says where one is"};
  }
  std::vector<File> files;
  std::string missing;
  for (const Path& path : paths) {
    std::error_code problem;
    if (!std::filesystem::exists(path, problem)) {
      missing += (missing.empty() ? "" : ", ") + path.string();
      continue;
    }
    Result<File> file = read_kubeconfig(path);
    if (!file) return std::move(file).error();
    files.push_back(std::move(file).value());
  }
  if (files.empty()) return Error{"there is no kubeconfig: " + missing + " does not exist"};
  return files;
}

std::string joined_paths(const std::vector<File>& files) {
  std::string text;
  for (const File& file : files) text += (text.empty() ? "" : ":") + file.path.string();
  return text;
}

std::string known_names(const std::vector<File>& files, std::string_view list) {
  std::string names;
  for (const File& file : files) {
    for (const Json& element : file.document.root()[list].elements()) {
      names += (names.empty() ? "" : ", ") + std::string(element["name"].as_string());
    }
  }
  return names.empty() ? "there is none" : "there are: " + names;
}

// The entry `name` of `list` ("users"), whose content stands under `key` ("user").
Result<Entry> find_entry(const std::vector<File>& files, std::string_view list,
                         std::string_view key, std::string_view name) {
  for (const File& file : files) {
    const Json* found = nullptr;
    for (const Json& element : file.document.root()[list].elements()) {
      if (element["name"].as_string() != name) continue;
      if (found != nullptr) {
        return Error{file.path.string() + ": the " + std::string(key) + " " + in_quotes(name) +
                     " stands twice; rename one"};
      }
      found = &element;
    }
    if (found != nullptr) {
      return Entry{(*found)[key], &file.path,
                   std::string(key) + " " + in_quotes(name) + " of " + file.path.string()};
    }
  }
  return Error{joined_paths(files) + ": no " + std::string(key) + " is called " + in_quotes(name) +
               "; " + known_names(files, list)};
}

// The proxy of the cluster, or else of the environment, which NO_PROXY may keep away.
Status read_proxy(const Entry& entry, ClientConfig& config) {
  const Result<std::string> url = text_of(entry, "proxy-url");
  if (!url) return url.error();
  if (!url->empty()) {
    Result<Proxy> proxy = parse_proxy(*url, "proxy-url of " + entry.shown);
    if (!proxy) return std::move(proxy).error();
    config.proxy = std::move(proxy).value();
    return {};
  }
  Result<std::optional<Proxy>> proxy = proxy_of_environment(config.server);
  if (!proxy) return std::move(proxy).error();
  config.proxy = std::move(proxy).value();
  return {};
}

Status read_cluster(const Entry& entry, ClientConfig& config) {
  const Result<std::string> url = text_of(entry, "server");
  if (!url) return url.error();
  if (url->empty()) return entry.error("it has no server; add server: https://HOST:PORT");
  Result<ServerAddress> server = parse_server(*url);
  if (!server) return entry.error("server: " + server.error().message);
  config.server = std::move(server).value();
  if (Status done = read_proxy(entry, config); !done) return done;
  Result<std::string> name = text_of(entry, "tls-server-name");
  if (!name) return name.error();
  config.tls_server_name = std::move(name).value();
  const Json skip = entry.value["insecure-skip-tls-verify"];
  if (!skip.is_null() && !skip.is_bool()) {
    return entry.error("insecure-skip-tls-verify is neither true nor false");
  }
  config.skip_verification = skip.as_bool();
  if (Status done = read_material(entry, "certificate-authority", config.ca); !done) return done;
  if (config.skip_verification && !config.ca.empty()) {
    return entry.error(
        "a certificate authority is given and insecure-skip-tls-verify says not to use it; remove "
        "the latter");
  }
  return {};
}

Result<std::string> chosen_context(const std::vector<File>& files, std::string_view wanted) {
  if (!wanted.empty()) return std::string(wanted);
  for (const File& file : files) {
    const std::string_view current = file.document.root()["current-context"].as_string();
    if (!current.empty()) return std::string(current);
  }
  return Error{joined_paths(files) + ": no current-context is set and no context was named; " +
               known_names(files, "contexts")};
}

}  // namespace

Result<ClientConfig> load_kubeconfig(std::span<const Path> paths, std::string_view context) {
  const Result<std::vector<File>> files = read_all(paths);
  if (!files) return files.error();
  const Result<std::string> name = chosen_context(*files, context);
  if (!name) return name.error();
  const Result<Entry> chosen = find_entry(*files, "contexts", "context", *name);
  if (!chosen) return chosen.error();
  ClientConfig config;
  config.origin = chosen->shown;
  const Result<std::string> cluster = text_of(*chosen, "cluster");
  if (!cluster) return cluster.error();
  if (cluster->empty()) return chosen->error("it names no cluster");
  const Result<Entry> server = find_entry(*files, "clusters", "cluster", *cluster);
  if (!server) return chosen->error(server.error().message);
  if (Status done = read_cluster(*server, config); !done) return done.error();
  const Result<std::string> user = text_of(*chosen, "user");
  if (!user) return user.error();
  if (!user->empty()) {
    const Result<Entry> identity = find_entry(*files, "users", "user", *user);
    if (!identity) return chosen->error(identity.error().message);
    if (Status done = read_user(*identity, *server, config); !done) return done.error();
  }
  Result<std::string> ns = text_of(*chosen, "namespace");
  if (!ns) return ns.error();
  if (!ns->empty()) config.ns = std::move(ns).value();
  return config;
}

}  // namespace drawbridge::kube
