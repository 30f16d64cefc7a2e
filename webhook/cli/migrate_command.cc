#include <CLI/CLI.hpp>
#include <iostream>
#include <iterator>
#include <memory>

#include "kube/api/yaml.h"
#include "webhook/cli/commands.h"
#include "webhook/cli/input_text.h"
#include "webhook/cli/migrate.h"
#include "webhook/cli/usage.h"
#include "webhook/decide/object_set.h"

namespace drawbridge::cli {
namespace {

using nlohmann::json;

// One document of a file, or a whole file of JSON.
struct Piece {
  std::string text;
  std::string file;
  int line = 1;  // of its begin, from 1
  std::vector<json> objects;
};

bool separates(std::string_view line) {
  return line.starts_with("---");
}

// The documents as they stand in the text, each without the line that separates it.
std::vector<Piece> pieces_of(const std::string& text, const std::string& file) {
  std::vector<Piece> pieces = {{"", file, 1, {}}};
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  const bool is_json = begin != std::string::npos && text[begin] == '{';
  int line = 1;
  for (std::size_t from = 0; from < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', from), text.size() - 1) + 1;
    const std::string_view whole = std::string_view(text).substr(from, end - from);
    if (!is_json && separates(whole)) {
      pieces.push_back({"", file, line + 1, {}});
    } else {
      pieces.back().text += whole;
    }
    from = end;
  }
  return pieces;
}

// The comments above a document's content.
std::string head_of(const std::string& text) {
  std::size_t from = 0;
  while (from < text.size() && (text[from] == '#' || text[from] == '\n'))
    from = std::min(text.find('\n', from), text.size() - 1) + 1;
  return text.substr(0, from);
}

class MigrateCommand {
 public:
  int run(const std::vector<std::string>& files) {
    for (const std::string& file : files) read(file);
    for (const Piece& piece : pieces_) {
      for (const json& object : piece.objects) parameters_.add(object);
    }
    for (const Piece& piece : pieces_) write(piece);
    return unreadable_ ? kExitUnreadable : refused_ ? kExitRefused : kExitAllowed;
  }

 private:
  void complain(const std::string& message) {
    std::cerr << "drawbridge migrate: " << sentence(rules::printable(message)) << "\n";
    unreadable_ = true;
  }

  void read(const std::string& file) {
    const Result<std::string> content = read_input_text(file);
    if (!content) return complain(content.error().text());
    const std::string& text = *content;
    // As a whole first: what can't be read is said with the line of the file.
    std::vector<std::string> problems;
    const auto whole = admission::read_manifest_text(text, file, &problems);
    for (const std::string& problem : problems) complain(problem);
    if (!whole) return complain(whole.error().text());
    if (whole->empty() && problems.empty()) return complain(file + ": holds no object");
    for (Piece& piece : pieces_of(text, file)) {
      std::vector<std::string> told;
      const auto objects = admission::read_manifest_text(piece.text, file, &told);
      if (!objects) {
        complain(file + ":" + std::to_string(piece.line) + ": cannot be read by itself");
        continue;
      }
      for (const admission::SourcedObject& object : *objects)
        piece.objects.push_back(json::parse(kube::to_text(object.json())));
      if (piece.text.find_first_not_of(" \t\r\n") != std::string::npos)
        pieces_.push_back(std::move(piece));
    }
  }

  void write(const Piece& piece) {
    std::vector<std::optional<Migrated>> migrated;
    bool changed = false;
    for (const json& object : piece.objects) {
      migrated.push_back(migrate(object, parameters_));
      changed |= migrated.back().has_value();
    }
    if (!changed) return print(piece.text);
    std::string head = head_of(piece.text);
    for (std::size_t i = 0; i < migrated.size(); ++i) {
      tell(piece, piece.objects[i], migrated[i]);
      const json& object = migrated[i] ? migrated[i]->object : piece.objects[i];
      if (object.is_null()) continue;
      const Result<kube::Document> document = kube::read_json(object.dump());
      if (document) print(head + kube::write_yaml(document->root()));
      head.clear();
    }
  }

  void print(const std::string& text) {
    if (!first_) std::cout << "---\n";
    first_ = false;
    std::cout << text;
    if (!text.ends_with('\n')) std::cout << '\n';
  }

  void tell(const Piece& piece, const json& object, const std::optional<Migrated>& migrated) {
    if (!migrated) return;
    const auto metadata = object.find("metadata");
    const std::string name = metadata != object.end() && metadata->is_object() &&
                                     metadata->contains("name") && (*metadata)["name"].is_string()
                                 ? (*metadata)["name"].get<std::string>()
                                 : std::string("(no name)");
    for (const rules::Finding& finding : migrated->findings) {
      refused_ |= finding.severity == rules::Severity::kDeny;
      std::cerr << rules::printable(piece.file) << ":" << piece.line << ": "
                << rules::shown(object.value("kind", std::string())) << " " << rules::shown(name)
                << ": " << finding.text() << "\n";
    }
  }

  std::vector<Piece> pieces_;
  Parameters parameters_;
  bool first_ = true;
  bool unreadable_ = false;
  bool refused_ = false;
};

}  // namespace

void add_migrate_command(CLI::App& app, int& status) {
  auto files = std::make_shared<std::vector<std::string>>();
  CLI::App* command =
      app.add_subcommand("migrate", "Print manifests of older versions of resource.k8s.io as v1");
  command->add_option("FILE", *files, "Manifests to migrate; - reads standard input")->required();
  command->footer(
      "Examples:\n"
      "  drawbridge migrate claims.yaml parameters.yaml pods.yaml > v1.yaml\n"
      "  kubectl get resourceclaimtemplates -A -o yaml | drawbridge migrate -\n\n"
      "What has no place in v1 is named on standard error.\n"
      "Exit status: 0 all was carried over that decides which devices are meant, 1 something was "
      "not, 2 input that cannot be read.");
  command->callback([files, &status] { status = MigrateCommand().run(*files); });
}

}  // namespace drawbridge::cli
