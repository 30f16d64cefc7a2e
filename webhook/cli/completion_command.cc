// Shell completion, made from the commands and options themselves.

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "webhook/cli/commands.h"
#include "webhook/cli/usage.h"

namespace drawbridge::cli {
namespace {

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  return names;
}

std::string separated(const std::vector<std::string>& words, const char* by) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : by) + word;
  return text;
}

std::string option_names(CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (std::string& name : names_of(*option)) names.push_back(std::move(name));
  }
  return separated(names, " ");
}

// What stands without a name in front, where that is one of some words.
std::string positional_words(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) {
    if (option->get_positional()) return words_of(*option);
  }
  return {};
}

std::vector<CLI::App*> commands_of(CLI::App& app) {
  return app.get_subcommands([](CLI::App*) { return true; });
}

std::string names_of(const std::vector<CLI::App*>& commands) {
  std::vector<std::string> names;
  for (const CLI::App* command : commands) names.push_back(command->get_name());
  return separated(names, " ");
}

std::string bash_branch(const CLI::Option& option, const std::string& words,
                        const std::string& indent) {
  return indent + separated(names_of(option), "|") + ") values=\"" + words + "\" ;;\n";
}

// What follows an option that takes one of some words.
std::string bash_values(CLI::App& command, const std::string& indent) {
  std::string text;
  for (CLI::Option* option : command.get_options()) {
    const std::string words = words_of(*option);
    if (option->get_positional() || words.empty()) continue;
    text += bash_branch(*option, words, indent + "    ");
  }
  if (text.empty()) return text;
  return indent + "  case \"${COMP_WORDS[COMP_CWORD - 1]}\" in\n" + text + indent + "  esac\n";
}

// What may follow one command, as a branch of a case on its name: `word` is its place.
std::string bash_case(CLI::App& command, int word, const std::string& indent) {
  const std::string options = option_names(command);
  const std::vector<CLI::App*> within = commands_of(command);
  if (within.empty())
    return indent + command.get_name() + ") words=\"" + options + "\" commands=\"" +
           positional_words(command) + "\"\n" + bash_values(command, indent) + indent + "  ;;\n";
  const std::string next = std::to_string(word + 1);
  std::string text = indent + command.get_name() + ") words=\"" + options + "\"\n" + indent +
                     "  if [ \"$COMP_CWORD\" -eq " + next + " ]; then commands=\"" +
                     names_of(within) + "\"; fi\n" + indent + "  case \"${COMP_WORDS[" + next +
                     "]}\" in\n";
  for (CLI::App* inner : within) text += bash_case(*inner, word + 1, indent + "    ");
  return text + indent + "  esac ;;\n";
}

std::string bash(CLI::App& app) {
  std::string cases;
  for (CLI::App* command : commands_of(app)) cases += bash_case(*command, 1, "      ");
  return "# bash completion for drawbridge: source <(drawbridge completion bash)\n"
         "_drawbridge() {\n"
         "  local current=\"${COMP_WORDS[COMP_CWORD]}\" words=\"\" commands=\"\" values=\"\"\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "    words=\"--help\" commands=\"" +
         names_of(commands_of(app)) +
         "\"\n"
         "  else\n"
         "    case \"${COMP_WORDS[1]}\" in\n" +
         cases +
         "    esac\n"
         "  fi\n"
         "  local offered=\"$commands\" word\n"
         "  case \"$current\" in -*) offered=\"$words\" ;; esac\n"
         "  if [ -n \"$values\" ]; then offered=\"$values\"; fi\n"
         "  COMPREPLY=()\n"
         "  while IFS= read -r word; do\n"
         "    COMPREPLY+=(\"$word\")\n"
         "  done < <(if [ -n \"$offered\" ]; then compgen -W \"$offered\" -- \"$current\"; else "
         "compgen -f -- \"$current\"; fi)\n"
         "}\n"
         "complete -o filenames -F _drawbridge drawbridge\n";
}

std::string zsh(CLI::App& app) {
  return "#compdef drawbridge\n# zsh completion for drawbridge: source <(drawbridge completion "
         "zsh)\n"
         "autoload -U +X bashcompinit && bashcompinit\n" +
         bash(app);
}

// Within single quotes of fish.
std::string fish_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

// One line for `condition`, an option or a command.
void add_fish_line(std::string_view condition, std::string_view what,
                   const std::string& description, std::string& text) {
  text += "complete -c drawbridge ";
  text += condition;
  text += what;
  text += " -d " + fish_quoted(description) + "\n";
}

// `seen` are the commands that stand before.
void add_fish_options(CLI::App& command, const std::string& seen, std::string& text) {
  const std::string condition = "-n '" + seen + "' ";
  for (CLI::Option* option : command.get_options()) {
    const std::string words = words_of(*option);
    if (option->get_positional()) {
      if (!words.empty())
        add_fish_line("-f " + condition + "-a ", fish_quoted(words), option->get_description(),
                      text);
      continue;
    }
    const std::string values = words.empty() ? "" : " -x -a " + fish_quoted(words);
    for (const std::string& name : option->get_lnames())
      add_fish_line(condition + "-l ", name + values, option->get_description(), text);
    for (const std::string& name : option->get_snames())
      add_fish_line(condition + "-s ", name + values, option->get_description(), text);
  }
}

std::string fish(CLI::App& app) {
  std::string text = "# fish completion for drawbridge: drawbridge completion fish | source\n";
  for (CLI::App* command : commands_of(app)) {
    add_fish_line("-f -n __fish_use_subcommand -a ", command->get_name(),
                  command->get_description(), text);
    const std::string seen = "__fish_seen_subcommand_from " + command->get_name();
    add_fish_options(*command, seen, text);
    const std::vector<CLI::App*> within = commands_of(*command);
    const std::string first =
        "-f -n '" + seen + "; and not __fish_seen_subcommand_from " + names_of(within) + "' -a ";
    for (CLI::App* inner : within) {
      add_fish_line(first, inner->get_name(), inner->get_description(), text);
      std::string both = seen;
      both += "; and __fish_seen_subcommand_from ";
      both += inner->get_name();
      add_fish_options(*inner, both, text);
    }
  }
  return text;
}

}  // namespace

void add_completion_command(CLI::App& app, int& status) {
  auto shell = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("completion", "Print a completion script for a shell");
  command->add_option("SHELL", *shell, "bash, zsh or fish")
      ->required()
      ->check(one_of({"bash", "zsh", "fish"}));
  command->footer("Example:\n  source <(drawbridge completion bash)");
  command->callback([&app, shell, &status] {
    std::cout << (*shell == "bash" ? bash(app) : *shell == "zsh" ? zsh(app) : fish(app));
    status = kExitAllowed;
  });
}

}  // namespace drawbridge::cli
