#include "webhook/cli/usage.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "kube/api/names.h"
#include "rules/finding.h"

namespace drawbridge::cli {
namespace {

// Letters that a word may differ in and still be taken for a slip of the fingers.
constexpr std::size_t kSlipsMax = 2;

// Letters that are changed, added or left out between two words (Levenshtein).
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  std::string best;
  std::size_t least = kSlipsMax + 1;
  for (const std::string& candidate : known) {
    // A word that is cut off is meant, however much of it is missing.
    const bool begun = word.size() >= 3 && candidate.starts_with(word);
    const std::size_t slips = begun ? 1 : distance(word, candidate);
    // Of a short word, a slip or two leave nothing.
    if (slips < least && slips * 2 < candidate.size()) {
      least = slips;
      best = candidate;
    }
  }
  return best;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

std::vector<std::string> flag_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::string list(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

// The command that was named; nullptr where none was.
const CLI::App* named_command(const CLI::App& app) {
  const std::vector<CLI::App*> parsed = app.get_subcommands();
  return parsed.empty() ? nullptr : parsed.front();
}

// What stands there that nothing takes.
std::optional<std::string> unknown_word(const CLI::App& app) {
  const std::vector<std::string> words = app.remaining(true);
  const auto word = std::find_if(words.begin(), words.end(),
                                 [](const std::string& candidate) { return candidate != "--"; });
  return word == words.end() ? std::nullopt : std::optional<std::string>(*word);
}

std::string unknown_text(const CLI::App& app, const std::string& word) {
  const CLI::App* command = named_command(app);
  const bool is_flag = word.size() > 1 && word.front() == '-';
  if (!is_flag && command != nullptr) return rules::shown(word) + " is one argument too many.";
  // Of `--name=value` the name alone is unknown.
  const std::string name = is_flag ? word.substr(0, word.find('=')) : word;
  const std::string meant =
      nearest(name, is_flag ? flag_names(command == nullptr ? app : *command) : command_names(app));
  std::string text = "there is no " + std::string(is_flag ? "flag " : "command ") +
                     rules::shown(name) + (is_flag && command == nullptr ? " here" : "") + ".";
  if (!meant.empty()) return text + " Did you mean " + meant + "?";
  if (!is_flag) text += " Choose " + list(command_names(app)) + ".";
  return text;
}

}  // namespace

std::string sentence(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  if (!text.empty() && text.back() != '.' && text.back() != '?') text += '.';
  return text;
}

std::string usage_problem(const CLI::App& app, const CLI::Error& error) {
  const CLI::App* command = named_command(app);
  const std::string program =
      app.get_name() + (command == nullptr ? "" : " " + command->get_name());
  std::string text;
  if (const std::optional<std::string> word = unknown_word(app)) {
    text = unknown_text(app, *word);
  } else if (command == nullptr) {
    text = "a command is missing. Choose " + list(command_names(app)) + ".";
  } else {
    text = sentence(rules::printable(error.what()));
  }
  return program + ": " + text + "\nRun " + program + " --help for what it takes.\n";
}

CLI::Validator one_of(std::initializer_list<std::string_view> words) {
  const std::vector<std::string> known(words.begin(), words.end());
  return CLI::Validator(
      [known](std::string& word) {
        if (std::find(known.begin(), known.end(), word) != known.end()) return std::string();
        return "\"" + rules::shown(word) + "\" is not known. Choose " + list(known) + ".";
      },
      "", "");
}

Status check_values(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    const std::vector<std::string>& values = option->results();
    if (std::find(values.begin(), values.end(), "") == values.end()) continue;
    const std::string type = option->get_type_name();
    const std::string what = type == "DIR"    ? "name a folder"
                             : type == "FILE" ? "name a file"
                                              : "give it a value";
    return Error{option->get_name() + " is empty: " + what + ", or leave it out"};
  }
  return {};
}

Status check_namespace(std::string_view option, std::string_view ns) {
  const std::optional<std::string> problem = kube::dns_label_problem(ns);
  if (!problem) return {};
  return Error{std::string(option) + ": " + kube::shown(ns) + " is no name of a namespace: it " +
               *problem};
}

}  // namespace drawbridge::cli
