#include "webhook/cli/usage.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <vector>

#include "kube/api/names.h"
#include "kube/api/prose.h"
#include "rules/finding.h"
#include "rules/nearest.h"

namespace drawbridge::cli {
namespace {

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  const std::vector<std::string_view> words(known.begin(), known.end());
  return std::string(rules::nearest(word, words));
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

// The commands that were named, each within the one before.
std::vector<const CLI::App*> named_commands(const CLI::App& app) {
  std::vector<const CLI::App*> named;
  for (std::vector<CLI::App*> parsed = app.get_subcommands(); !parsed.empty();
       parsed = named.back()->get_subcommands())
    named.push_back(parsed.front());
  return named;
}

// What stands there that nothing takes.
std::optional<std::string> unknown_word(const CLI::App& app) {
  const std::vector<std::string> words = app.remaining(true);
  const auto word = std::find_if(words.begin(), words.end(),
                                 [](const std::string& candidate) { return candidate != "--"; });
  return word == words.end() ? std::nullopt : std::optional<std::string>(*word);
}

// `command` is the one that was named last, or the whole program.
std::string unknown_text(const CLI::App& command, const std::string& word) {
  const bool is_flag = word.size() > 1 && word.front() == '-';
  const std::vector<std::string> within = command_names(command);
  if (!is_flag && within.empty()) return rules::shown(word) + " is one argument too many.";
  // Of `--name=value` the name alone is unknown.
  const std::string name = is_flag ? word.substr(0, word.find('=')) : word;
  const std::string meant = nearest(name, is_flag ? flag_names(command) : within);
  std::string text = "there is no " + std::string(is_flag ? "flag " : "command ") +
                     rules::shown(name) + (is_flag && !within.empty() ? " here" : "") + ".";
  if (!meant.empty()) return text + " Did you mean " + meant + "?";
  if (!is_flag) text += " Choose " + kube::or_list(within) + ".";
  return text;
}

}  // namespace

std::string sentence(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  if (!text.empty() && text.back() != '.' && text.back() != '?') text += '.';
  return text;
}

std::string usage_problem(const CLI::App& app, const CLI::Error& error) {
  const CLI::App* command = &app;
  std::string program = app.get_name();
  for (const CLI::App* named : named_commands(app)) {
    command = named;
    program += " " + named->get_name();
  }
  std::string text;
  if (const std::optional<std::string> word = unknown_word(app)) {
    text = unknown_text(*command, *word);
  } else if (command->get_require_subcommand_min() > 0 && command->get_subcommands().empty()) {
    text = "a command is missing. Choose " + kube::or_list(command_names(*command)) + ".";
  } else {
    text = sentence(rules::printable(error.what()));
  }
  return program + ": " + text + "\nRun " + program + " --help for what it takes.\n";
}

std::string unknown_command(const CLI::App& command, const std::string& word) {
  return unknown_text(command, word);
}

CLI::Validator one_of(std::initializer_list<std::string_view> words) {
  const std::vector<std::string> known(words.begin(), words.end());
  std::string name;
  for (const std::string& word : known) (name += name.empty() ? "" : " ") += word;
  return CLI::Validator(
      [known](std::string& word) {
        if (std::find(known.begin(), known.end(), word) != known.end()) return std::string();
        return "\"" + rules::shown(word) + "\" is not known. Choose " + kube::or_list(known) + ".";
      },
      "", name);
}

std::string words_of(CLI::Option& option) {
  try {
    return option.get_validator(0)->get_name();
  } catch (const CLI::OptionNotFound&) {
    return {};
  }
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
