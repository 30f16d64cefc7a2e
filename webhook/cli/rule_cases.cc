#include "webhook/cli/rule_cases.h"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <system_error>
#include <utility>

#include "kube/api/yaml.h"
#include "rules/finding.h"
#include "rules/nearest.h"
#include "webhook/admission/state_folder.h"

namespace drawbridge::cli {
namespace {

using admission::SourcedObject;
using kube::Json;
using rules::shown;

constexpr std::string_view kKind = "RuleTestList";
constexpr std::string_view kApiVersion = "drawbridge.dev/v1alpha1";
constexpr std::array<std::string_view, 5> kListFields = {"apiVersion", "kind", "rules", "state",
                                                         "items"};
constexpr std::array<std::string_view, 13> kCaseFields = {
    "name",      "object", "oldObject", "operation",        "user",       "groups", "expect",
    "namespace", "state",  "message",   "auditAnnotations", "apiVersion", "kind"};
// Folders in each other that are looked through.
constexpr int kDepthMax = 16;

// What is wrong with a field of a file, at a line.
class Place {
 public:
  Place(std::string file, int line) : file_(std::move(file)), line_(line) {}

  Error error(std::string_view field, std::string text) const {
    return Error{file_ + ":" + std::to_string(line_) + ": " +
                 (field.empty() ? "" : rules::printable(field) + ": ") + std::move(text)};
  }
  const std::string& file() const { return file_; }
  int line() const { return line_; }

 private:
  std::string file_;
  int line_;
};

Status check_fields(const Json& object, std::span<const std::string_view> known,
                    std::string_view what, const Place& place) {
  for (const Json::Member& member : object.members()) {
    if (std::find(known.begin(), known.end(), member.key()) != known.end()) continue;
    const std::string_view near = rules::nearest(member.key(), known);
    return place.error(shown(member.key()),
                       "is no field of a " + std::string(what) +
                           (near.empty() ? "" : "; " + std::string(near) + " is"));
  }
  return {};
}

// A copy that owns its memory.
std::shared_ptr<const kube::Document> owned(const Json& value) {
  auto document = std::make_shared<kube::Document>();
  document->set_root(kube::copy_json(value, document->arena()));
  return document;
}

// Reads one tests.yaml.
class TestsReader {
 public:
  explicit TestsReader(const std::filesystem::path& folder)
      : folder_(folder), file_((folder / kRuleTestsFile).string()) {}

  Result<RuleTests> read() {
    Result<std::string> text = admission::read_text_file(file_);
    if (!text) return std::move(text).error();
    Result<std::vector<kube::YamlObject>> documents = kube::read_yaml(*text);
    if (!documents) return Error{file_ + ": " + documents.error().text()};
    if (documents->size() != 1) {
      return Error{file_ + ": holds " + std::to_string(documents->size()) +
                   " documents, and must hold one " + std::string(kKind)};
    }
    if (Status head = read_head(documents->front()); !head) return head.error();
    // The items, each with its line.
    Result<std::vector<kube::YamlObject>> items = kube::read_manifests(*text);
    if (!items) return Error{file_ + ": " + items.error().text()};
    for (const kube::YamlObject& item : *items) {
      if (Status read = read_case(item.document.root(), Place(file_, item.line)); !read)
        return read.error();
    }
    return std::move(tests_);
  }

 private:
  Status read_head(const kube::YamlObject& document) {
    const Json root = document.document.root();
    const Place place(file_, document.line);
    if (root["apiVersion"].as_string() != kApiVersion)
      return place.error("apiVersion", "must be " + std::string(kApiVersion));
    if (root["kind"].as_string() != kKind)
      return place.error("kind", "must be " + std::string(kKind));
    if (Status fields = check_fields(root, kListFields, kKind, place); !fields) return fields;
    const Json items = root["items"];
    if (!items.is_array() || items.empty())
      return place.error("items", "must be a list of tests, and not empty");
    if (items.size() > kRuleCasesMax) {
      return place.error("items", "has " + std::to_string(items.size()) + " tests, and at most " +
                                      std::to_string(kRuleCasesMax) +
                                      " are run; divide them among folders");
    }
    tests_.file = file_;
    if (Status state = read_state(root["state"], "state", place, tests_.state); !state)
      return state;
    return read_rules(root["rules"], place);
  }

  Status read_rules(const Json& names, const Place& place) {
    std::vector<std::string> files;
    if (names.is_null()) files.emplace_back(kRuleFile);
    if (!names.is_null() && !names.is_array())
      return place.error("rules", "must be a list of files");
    for (const Json& name : names.elements()) {
      if (!name.is_string() || name.empty())
        return place.error("rules", "must be a list of names of files");
      files.emplace_back(name.as_string());
    }
    for (const std::string& file : files) {
      Result<std::vector<SourcedObject>> objects = read_file(file, "rules", place);
      if (!objects) return objects.error();
      for (SourcedObject& object : *objects) {
        if (object.view().group() != "drawbridge.dev" || object.view().kind() != "DeviceRule")
          return Error{object.place() + ": is no DeviceRule of drawbridge.dev/v1alpha1"};
        tests_.rules.push_back(std::move(object));
      }
    }
    if (tests_.rules.empty()) return place.error("rules", "there is no DeviceRule in them");
    return {};
  }

  Result<std::vector<SourcedObject>> read_file(const std::string& name, std::string_view field,
                                               const Place& place) const {
    Result<std::vector<SourcedObject>> read =
        admission::read_manifest_file((folder_ / name).lexically_normal());
    if (!read) return place.error(field, read.error().text());
    return read;
  }

  // Names of files, and objects that are written out.
  Status read_state(const Json& list, const std::string& field, const Place& place,
                    std::vector<SourcedObject>& into) const {
    if (!list.is_null() && !list.is_array())
      return place.error(field, "must be a list of files and objects");
    std::size_t i = 0;
    for (const Json& entry : list.elements()) {
      const std::string at = field + "[" + std::to_string(i++) + "]";
      if (entry.is_string() && !entry.empty()) {
        Result<std::vector<SourcedObject>> objects =
            read_file(std::string(entry.as_string()), at, place);
        if (!objects) return objects.error();
        for (SourcedObject& object : *objects) into.push_back(std::move(object));
      } else if (Status object = check_object(entry, at, place); !object) {
        return object;
      } else {
        into.push_back({owned(entry), place.file(), place.line()});
      }
    }
    return {};
  }

  static Status check_object(const Json& object, const std::string& field, const Place& place) {
    if (!object.is_object()) return place.error(field, "must be the name of a file, or an object");
    for (const char* key : {"apiVersion", "kind"}) {
      if (object[key].as_string().empty())
        return place.error(field + "." + key, "must be set, as in every manifest");
    }
    return {};
  }

  // One object, written out or in a file.
  Result<std::shared_ptr<const kube::Document>> read_object(const Json& value,
                                                            const std::string& field,
                                                            const Place& place) const {
    if (!value.is_string()) {
      if (Status object = check_object(value, field, place); !object) return object.error();
      return owned(value);
    }
    Result<std::vector<SourcedObject>> objects =
        read_file(std::string(value.as_string()), field, place);
    if (!objects) return objects.error();
    if (objects->size() != 1) {
      return place.error(field, std::string(value.as_string()) + " holds " +
                                    std::to_string(objects->size()) +
                                    " objects, and must hold one");
    }
    return objects->front().document;
  }

  Status read_case(const Json& item, const Place& place) {
    if (Status fields = check_fields(item, kCaseFields, "test", place); !fields) return fields;
    RuleCase made;
    made.line = place.line();
    made.name = item["name"].as_string();
    if (made.name.empty()) return place.error("name", "must say what is tested");
    if (!names_.insert(made.name).second)
      return place.error("name", shown(made.name) + " stands twice");
    Result<std::shared_ptr<const kube::Document>> object =
        read_object(item["object"], "object", place);
    if (!object) return object.error();
    made.object = *object;
    if (!item["oldObject"].is_null()) {
      object = read_object(item["oldObject"], "oldObject", place);
      if (!object) return object.error();
      made.old_object = *object;
    }
    if (Status read = read_state(item["state"], "state", place, made.state); !read) return read;
    if (Status read = read_request(item, place, made); !read) return read;
    if (Status read = read_expected(item, place, made); !read) return read;
    tests_.cases.push_back(std::move(made));
    return {};
  }

  static Status read_text(const Json& item, const char* field, std::string_view otherwise,
                          const Place& place, std::string& into) {
    const Json value = item[field];
    into = value.as_string(otherwise);
    if (value.is_null() || (value.is_string() && !value.empty())) return {};
    return place.error(field, "must be a text, or be left out");
  }

  static Status read_request(const Json& item, const Place& place, RuleCase& made) {
    const Json operation = item["operation"];
    const bool has_old = made.old_object != nullptr;
    made.is_update = has_old;
    if (!operation.is_null() && operation.as_string() != "CREATE" &&
        operation.as_string() != "UPDATE")
      return place.error("operation", "must be CREATE or UPDATE");
    if (!operation.is_null() && (operation.as_string() == "UPDATE") != has_old) {
      return place.error("oldObject", has_old ? "belongs to operation: UPDATE"
                                              : "must be set with operation: UPDATE");
    }
    if (Status read = read_text(item, "user", "kubernetes-admin", place, made.user); !read)
      return read;
    if (Status read = read_text(item, "namespace", "default", place, made.ns); !read) return read;
    const Json groups = item["groups"];
    if (!groups.is_null() && !groups.is_array())
      return place.error("groups", "must be a list of groups");
    for (const Json& group : groups.elements()) {
      if (!group.is_string() || group.empty())
        return place.error("groups", "must be a list of names");
      made.groups.emplace_back(group.as_string());
    }
    return {};
  }

  static Status read_expected(const Json& item, const Place& place, RuleCase& made) {
    const std::string_view expected = item["expect"].as_string();
    if (expected == "admit") {
      made.expected = Verdict::kAdmit;
    } else if (expected == "refuse") {
      made.expected = Verdict::kRefuse;
    } else if (expected == "warn") {
      made.expected = Verdict::kWarn;
    } else {
      return place.error("expect", "must be admit, refuse or warn");
    }
    const Json message = item["message"];
    made.is_exact = message.is_object();
    if (made.is_exact) {
      static constexpr std::array<std::string_view, 1> kExact = {"exact"};
      if (Status fields = check_fields(message, kExact, "message", place); !fields) return fields;
    }
    const Json text = made.is_exact ? message["exact"] : message;
    made.message = text.as_string();
    if (!message.is_null() && (!text.is_string() || text.empty())) {
      return place.error("message", "must be what the message holds, or {exact: the whole of it}");
    }
    if (!made.message.empty() && made.expected == Verdict::kAdmit)
      return place.error("message", "there is none where the object is admitted: leave it out");
    const Json audit = item["auditAnnotations"];
    if (!audit.is_null() && !audit.is_object())
      return place.error("auditAnnotations", "must be keys of the rules, each with its value");
    for (const Json::Member& member : audit.members()) {
      if (!member.value.is_string())
        return place.error("auditAnnotations." + shown(member.key()), "must be a text");
      made.audit.emplace(member.key(), member.value.as_string());
    }
    return {};
  }

  const std::filesystem::path folder_;
  const std::string file_;
  std::set<std::string> names_;
  RuleTests tests_;
};

void add_folders(const std::filesystem::path& folder, int depth,
                 std::vector<std::filesystem::path>& found) {
  std::error_code error;
  if (std::filesystem::is_regular_file(folder / kRuleTestsFile, error)) {
    found.push_back(folder);
    return;
  }
  if (depth >= kDepthMax) return;
  std::vector<std::filesystem::path> below;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.is_directory(error) && !entry.path().filename().string().starts_with('.'))
      below.push_back(entry.path());
  }
  std::sort(below.begin(), below.end());
  for (const std::filesystem::path& path : below) add_folders(path, depth + 1, found);
}

}  // namespace

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kAdmit:
      return "admit";
    case Verdict::kRefuse:
      return "refuse";
    case Verdict::kWarn:
      return "warn";
  }
  return "";
}

Result<RuleTests> read_rule_tests(const std::filesystem::path& folder) {
  return TestsReader(folder).read();
}

Result<std::vector<std::filesystem::path>> rule_folders(const std::filesystem::path& folder) {
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error))
    return Error{folder.string() + ": is no folder"};
  std::vector<std::filesystem::path> found;
  add_folders(folder, 0, found);
  if (found.empty())
    return Error{folder.string() + ": there is no " + std::string(kRuleTestsFile) +
                 " in it, nor in a folder below"};
  return found;
}

}  // namespace drawbridge::cli
