#include <array>
#include <optional>
#include <utility>

#include "kube/api/json.h"
#include "kube/api/yaml.h"
#include "kube/client/base64.h"
#include "kube/client/config.h"

namespace drawbridge::kube {
namespace {

using Path = std::filesystem::path;

struct File {
  Path path;
  Document document;
};

// A named entry of one file's clusters, users or contexts.
struct Entry {
  Json value;
  const Path* file = nullptr;
  std::string shown;  // `user "dev" of /home/u/.kube/config`

  Error error(const std::string& what) const { return Error{shown + ": " + what}; }
};

struct NotYet {
  const char* field;
  const char* what_to_do;
};

// What kubectl would do with these fields changes who one is or how the server is reached.
constexpr std::array<NotYet, 8> kUserNotYet = {{
    {"exec",
     "a credential plugin, which drawbridge can't run yet; name a user with a client certificate "
     "or "
     "a token (kubectl create token SERVICEACCOUNT makes one)"},
    {"auth-provider",
     "an authentication provider, which Kubernetes has removed; name a user with a client "
     "certificate or a token"},
    {"username", "a password, which API servers refuse; use a client certificate or a token"},
    {"password", "a password, which API servers refuse; use a client certificate or a token"},
    {"as", "impersonation, which drawbridge can't do yet; name a user with rights of its own"},
    {"as-uid", "impersonation, which drawbridge can't do yet; name a user with rights of its own"},
    {"as-groups",
     "impersonation, which drawbridge can't do yet; name a user with rights of its own"},
    {"as-user-extra",
     "impersonation, which drawbridge can't do yet; name a user with rights of its own"},
}};
constexpr std::array<NotYet, 1> kClusterNotYet = {{
    {"proxy-url",
     "a proxy, which drawbridge can't use yet; give a server that is reached directly"},
}};

bool is_set(const Json& value) {
  return !value.is_null() &&
         !(value.size() == 0 && (value.is_string() || value.is_array() || value.is_object()));
}

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

// The text of a field, empty where it is absent.
Result<std::string> text_of(const Entry& entry, std::string_view field) {
  const Json value = entry.value[field];
  if (value.is_null()) return std::string();
  if (!value.is_string()) {
    return entry.error(std::string(field) + " is of kind " + std::string(kind_name(value.kind())) +
                       "; put it in quotes");
  }
  return std::string(value.as_string());
}

Status refuse_not_yet(const Entry& entry, std::span<const NotYet> fields) {
  for (const NotYet& field : fields) {
    if (!is_set(entry.value[field.field])) continue;
    return entry.error(std::string(field.field) + " asks for " + field.what_to_do);
  }
  return {};
}

// `field` names a file, `field`-data holds the same in base64.
Status read_material(const Entry& entry, const std::string& field, Material& into) {
  const Result<std::string> file = text_of(entry, field);
  if (!file) return file.error();
  const Result<std::string> data = text_of(entry, field + "-data");
  if (!data) return data.error();
  if (!file->empty() && !data->empty()) {
    return entry.error(field + " and " + field + "-data are both set; remove one");
  }
  if (!data->empty()) {
    const std::optional<std::string> decoded = decode_base64(*data);
    if (!decoded) return entry.error(field + "-data is no base64");
    into.text = *decoded;
  } else if (!file->empty()) {
    into.file = entry.file->parent_path() / *file;
    if (Result<std::string> text = read_config_file(into.file); !text) {
      return entry.error(field + ": " + text.error().message);
    }
  }
  return {};
}

Status read_cluster(const Entry& entry, ClientConfig& config) {
  if (Status done = refuse_not_yet(entry, kClusterNotYet); !done) return done;
  const Result<std::string> url = text_of(entry, "server");
  if (!url) return url.error();
  if (url->empty()) return entry.error("it has no server; add server: https://HOST:PORT");
  Result<ServerAddress> server = parse_server(*url);
  if (!server) return entry.error("server: " + server.error().message);
  config.server = std::move(server).value();
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

// kubectl prefers tokenFile, which is read again, and takes token where the file can't be read.
Status read_token(const Entry& entry, Material& into) {
  Result<std::string> token = text_of(entry, "token");
  if (!token) return token.error();
  const Result<std::string> file = text_of(entry, "tokenFile");
  if (!file) return file.error();
  into.text = std::move(token).value();
  if (file->empty()) return {};
  into.file = entry.file->parent_path() / *file;
  if (Result<std::string> text = read_config_file(into.file); !text && into.text.empty()) {
    return entry.error("tokenFile: " + text.error().message);
  }
  return {};
}

Status read_user(const Entry& entry, ClientConfig& config) {
  if (Status done = refuse_not_yet(entry, kUserNotYet); !done) return done;
  if (Status done = read_material(entry, "client-certificate", config.certificate); !done) {
    return done;
  }
  if (Status done = read_material(entry, "client-key", config.key); !done) return done;
  if (Status done = read_token(entry, config.token); !done) return done;
  if (config.certificate.empty() != config.key.empty()) {
    return entry.error(config.key.empty() ? "a client-certificate is given without its client-key"
                                          : "a client-key is given without its client-certificate");
  }
  const bool identified = !config.token.empty() || !config.certificate.empty();
  if (identified && !config.server.tls) {
    return entry.error("its credentials would travel unprotected to " + config.server.url() +
                       "; use a server with https://, or a context without a user");
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
    if (Status done = read_user(*identity, config); !done) return done.error();
  }
  Result<std::string> ns = text_of(*chosen, "namespace");
  if (!ns) return ns.error();
  if (!ns->empty()) config.ns = std::move(ns).value();
  return config;
}

}  // namespace drawbridge::kube
