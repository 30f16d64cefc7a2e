#include "webhook/cli/cluster_source.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <exception>
#include <filesystem>
#include <utility>

#include "kube/api/object.h"
#include "kube/client/client.h"
#include "kube/client/discovery.h"
#include "webhook/admission/cluster_view.h"
#include "webhook/admission/rule_facts.h"
#include "webhook/admission/state_folder.h"
#include "webhook/decide/object_set.h"
#include "webhook/decide/rule_look_ups.h"

namespace drawbridge::cli {
namespace {

using admission::SourcedObject;
using kube::Json;
using kube::ReflectedKind;

bool is_of(const kube::ObjectView& view, const ReflectedKind& kind) {
  return view.kind() == kind.kind && view.group() == kind.group;
}

class FolderSource : public ClusterSource {
 public:
  FolderSource(std::string folder, std::vector<SourcedObject> objects,
               std::vector<std::string> problems)
      : folder_(std::move(folder)), objects_(std::move(objects)), problems_(std::move(problems)) {}

  Status fill(admission::SnapshotBuilder& builder, std::vector<std::string>& unread) override {
    unread.insert(unread.end(), problems_.begin(), problems_.end());
    for (const SourcedObject& object : objects_) {
      // What a ConfigMap carries is an object of its own here.
      if (object.view().kind() != "ConfigMap") builder.put(object.json(), object.place());
    }
    return {};
  }

  std::vector<UnreadKind> list(std::span<const ReflectedKind> kinds, const Visit& visit) override {
    for (const ReflectedKind& kind : kinds) {
      for (const SourcedObject& object : objects_) {
        if (is_of(object.view(), kind)) visit({object.json(), object.file, object.line});
      }
    }
    return {};
  }

  bool visit_read(const Visit& visit) override {
    for (const SourcedObject& object : objects_) {
      const kube::ObjectView view = object.view();
      // What a ConfigMap carries is judged with it.
      const bool is_inner =
          view.kind() == "Configuration" && object.file.find(" data[") != std::string::npos;
      if (!is_inner && admission::SnapshotBuilder::reads(view.group(), view.kind()))
        visit({object.json(), object.file, object.line});
    }
    return true;
  }

  void visit_others(std::span<const ReflectedKind> kinds, const Visit& visit) override {
    for (const SourcedObject& object : objects_) {
      const kube::ObjectView view = object.view();
      const bool listed = std::any_of(kinds.begin(), kinds.end(),
                                      [&](const ReflectedKind& kind) { return is_of(view, kind); });
      if (!listed && !admission::SnapshotBuilder::reads(view.group(), view.kind()))
        visit({object.json(), object.file, object.line});
    }
  }

  admission::LookUp params(const admission::ObjectRef& ref) override {
    return admission::params_among(objects_, ref);
  }

  std::string default_namespace() const override { return "default"; }
  std::string text() const override { return "folder " + folder_; }

 private:
  const std::string folder_;
  const std::vector<SourcedObject> objects_;
  const std::vector<std::string> problems_;  // what of the folder is not among them
};

class ApiSource : public ClusterSource {
 public:
  static Result<std::unique_ptr<ClusterSource>> connect(const kube::ClientConfig& config) {
    std::unique_ptr<ApiSource> source(new ApiSource(config.origin, config.ns));
    Result<std::unique_ptr<kube::Client>> client =
        kube::Client::create(source->context_.get_executor(), config);
    if (!client) return std::move(client).error();
    source->client_ = std::move(*client);
    source->discovery_ =
        std::make_unique<kube::Discovery>(*source->client_, std::chrono::minutes(10));
    source->rule_facts_ = std::make_unique<admission::RuleFacts>(*source->client_);
    return std::unique_ptr<ClusterSource>(std::move(source));
  }

  // The client needs its executor to run until the last call has ended.
  ~ApiSource() override {
    if (client_ == nullptr) return;
    client_->stop();
    context_.restart();
    while (client_->active() > 0) context_.run_one();
  }

  Status fill(admission::SnapshotBuilder& builder, std::vector<std::string>& unread) override {
    bool any = false;
    for (const ReflectedKind& kind : admission::reflected_kinds()) {
      builder.begin_list(kind.group, kind.kind);
      const std::optional<UnreadKind> problem =
          list_all(kind, [&builder](const ReadObject& object) { builder.put(object.json); });
      if (!problem) {
        builder.end_list(kind.group, kind.kind);
        any = true;
      } else {
        unread.push_back(problem->text);
      }
    }
    if (!any) return Error{unread.front()};
    return {};
  }

  std::vector<UnreadKind> list(std::span<const ReflectedKind> kinds, const Visit& visit) override {
    std::vector<UnreadKind> unread;
    for (const ReflectedKind& kind : kinds) {
      if (std::optional<UnreadKind> problem = list_all(kind, visit))
        unread.push_back(std::move(*problem));
    }
    return unread;
  }

  bool visit_read(const Visit& /*visit*/) override { return false; }

  void visit_others(std::span<const ReflectedKind> /*kinds*/, const Visit& /*visit*/) override {}

  admission::LookUp params(const admission::ObjectRef& ref) override {
    std::optional<admission::LookUp> found;
    const kube::Deadline until = deadline();
    boost::asio::co_spawn(
        context_, rule_facts_->fetch(ref, until),
        [&found](const std::exception_ptr& thrown, std::optional<admission::LookUp> answer) {
          if (!thrown) found = std::move(answer);
        });
    context_.restart();
    context_.run();
    return found ? std::move(*found) : admission::LookUp(Error{"the params could not be read"});
  }

  std::string default_namespace() const override { return ns_; }
  std::string text() const override { return origin_; }

 private:
  ApiSource(std::string origin, std::string ns) : origin_(std::move(origin)), ns_(std::move(ns)) {}

  // Why a kind could not be listed; no text where it was.
  struct Problem {
    std::string text;
    bool is_forbidden = false;

    template <typename T>
    void take(const kube::ApiAnswer<T>& answer) {
      text = answer.error_text();
      const kube::ApiError* refused = answer.api_error();
      is_forbidden = refused != nullptr && refused->is(kube::kReasonForbidden);
    }
  };

  // None where all of them were visited, or the kind is not served.
  std::optional<UnreadKind> list_all(const ReflectedKind& kind, const Visit& visit) {
    Problem problem;
    const bool is_one = kind.group.empty() && kind.resource == "namespaces" && !kind.ns.empty();
    boost::asio::awaitable<void> work =
        is_one ? get_namespace(&kind, &visit, &problem) : list_pages(&kind, &visit, &problem);
    boost::asio::co_spawn(context_, std::move(work), [&problem](const std::exception_ptr& thrown) {
      if (thrown) problem = {"it could not be listed"};
    });
    context_.restart();
    context_.run();
    if (problem.text.empty()) return std::nullopt;
    return UnreadKind{kind.kind, kind.resource + ": " + problem.text, problem.is_forbidden};
  }

  // As list_pages; one that is not there is none.
  boost::asio::awaitable<void> get_namespace(const ReflectedKind* kind, const Visit* visit,
                                             Problem* problem) {
    kube::ResourcePath path;
    path.version = kind->versions.front();
    path.resource = kind->resource;
    path.name = kind->ns;
    const kube::Deadline until = deadline();
    const kube::ApiResult found = co_await client_->get(std::move(path), until);
    if (found) {
      (*visit)({found.value().object.root(), {}, 0});
    } else if (const kube::ApiError* refused = found.api_error();
               refused == nullptr || !refused->is(kube::kReasonNotFound)) {
      problem->take(found);
    }
  }

  // What `kind`, `visit` and `problem` point to outlives the call.
  boost::asio::awaitable<void> list_pages(const ReflectedKind* kind, const Visit* visit,
                                          Problem* problem) {
    const kube::Deadline served_until = deadline();
    const kube::ApiAnswer<std::string> served =
        co_await discovery_->find(kind->group, kind->resource, kind->versions, served_until);
    if (!served) {
      problem->take(served);
      co_return;
    }
    const std::string& version = served.value();
    if (version.empty()) co_return;
    const std::string api_version = kind->group.empty() ? version : kind->group + "/" + version;
    std::size_t page_objects = kube::kListPageObjects;
    std::string continue_token;
    bool more = true;
    while (more) {
      kube::ResourcePath path;
      path.group = kind->group;
      path.version = version;
      path.resource = kind->resource;
      path.ns = kind->ns;
      kube::Client::Query query = {{"limit", std::to_string(page_objects)}};
      if (!continue_token.empty()) query.emplace_back("continue", continue_token);
      if (!kind->field_selector.empty()) query.emplace_back("fieldSelector", kind->field_selector);
      const kube::Deadline until = deadline();
      const kube::ApiAnswer<kube::ListPage> page =
          co_await client_->list(std::move(path), until, std::move(query));
      if (!page) {
        if (const auto fewer = kube::smaller_page(page.host_error(), page_objects)) {
          page_objects = *fewer;
          continue;
        }
        problem->take(page);
        co_return;
      }
      if (std::string wrong = tell(page.value(), *kind, api_version, *visit); !wrong.empty()) {
        problem->text = std::move(wrong);
        co_return;
      }
      continue_token = page.value().continue_token();
      more = !continue_token.empty();
    }
  }

  static kube::Deadline deadline() {
    return std::chrono::steady_clock::now() + kube::kListPageTimeMax;
  }

  std::string tell(const kube::ListPage& page, const ReflectedKind& kind,
                   const std::string& api_version, const Visit& visit) {
    for (std::size_t i = 0; i < page.size(); ++i) {
      kube::Document document;
      if (Status read = client_->reader().read_padded(page.item(i), document); !read)
        return "an item of the list is no JSON: " + read.error().message;
      visit({typed(document, kind.kind, api_version), {}, 0});
    }
    return {};
  }

  // Items of lists carry no apiVersion and kind.
  static Json typed(kube::Document& document, const std::string& kind,
                    const std::string& api_version) {
    const Json object = document.root();
    const std::span<const Json::Member> old = object.members();
    auto* members = document.arena().allocate<Json::Member>(old.size() + 2);
    std::size_t size = old.size();
    std::copy(old.begin(), old.end(), members);
    if (object.find("apiVersion") == nullptr)
      members[size++] = {Json::string("apiVersion"), Json::string(api_version)};
    if (object.find("kind") == nullptr)
      members[size++] = {Json::string("kind"), Json::string(kind)};
    (void)kube::sort_members({members, size});
    return Json::object({members, size});
  }

  const std::string origin_;
  const std::string ns_;
  boost::asio::io_context context_{1};
  std::unique_ptr<kube::Client> client_;
  std::unique_ptr<kube::Discovery> discovery_;
  std::unique_ptr<admission::RuleFacts> rule_facts_;
};

Result<kube::ClientConfig> client_config(const ClusterOptions& options) {
  if (options.in_cluster) return kube::in_cluster();
  const std::vector<std::filesystem::path> paths =
      options.kubeconfig.empty() ? kube::default_kubeconfig_paths()
                                 : std::vector<std::filesystem::path>{options.kubeconfig};
  return kube::load_kubeconfig(paths, options.context);
}

}  // namespace

void add_cluster_options(CLI::App& command, ClusterOptions& options) {
  command.add_option("--state", options.state, "Folder of manifests, instead of a cluster")
      ->type_name("DIR");
  command
      .add_option("--kubeconfig", options.kubeconfig,
                  "File that names the cluster; else KUBECONFIG, or ~/.kube/config")
      ->type_name("FILE");
  command.add_option("--context", options.context, "Context of the kubeconfig")->type_name("NAME");
  command.add_flag("--in-cluster", options.in_cluster,
                   "Read the cluster as the service account of this pod");
}

void ClusterSource::visit(std::span<const ReflectedKind> kinds, const Visit& visit,
                          std::vector<std::string>& unread) {
  for (UnreadKind& each : list(kinds, visit)) unread.push_back(std::move(each.text));
}

Result<std::unique_ptr<ClusterSource>> ClusterSource::open(const ClusterOptions& options) {
  const bool has_cluster =
      !options.kubeconfig.empty() || options.in_cluster || !options.context.empty();
  if (!options.state.empty() && has_cluster)
    return Error{
        "--state does not go with --kubeconfig, --context or --in-cluster: it is the folder or the "
        "cluster"};
  if (options.in_cluster && (!options.kubeconfig.empty() || !options.context.empty()))
    return Error{"--in-cluster does not go with --kubeconfig or --context"};
  if (!options.state.empty()) {
    std::vector<std::string> problems;
    Result<std::vector<SourcedObject>> read =
        admission::read_state_folder(options.state, &problems);
    if (!read) return std::move(read).error();
    return std::unique_ptr<ClusterSource>(
        std::make_unique<FolderSource>(options.state, std::move(*read), std::move(problems)));
  }
  Result<kube::ClientConfig> config = client_config(options);
  if (!config)
    return Error{config.error().text() +
                 ". Name a cluster by --kubeconfig FILE, or give --state "
                 "DIR with manifests"};
  return ApiSource::connect(*config);
}

}  // namespace drawbridge::cli
