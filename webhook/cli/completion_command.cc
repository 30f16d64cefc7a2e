// Shell completion, made from the commands and options themselves.

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "webhook/cli/commands.h"
#include "webhook/cli/usage.h"

namespace drawbridge::cli {
namespace {

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

std::string space_separated(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

std::string names_of(const std::vector<const CLI::App*>& commands) {
  std::vector<std::string> names;
  for (const CLI::App* command : commands) names.push_back(command->get_name());
  return space_separated(names);
}

// What may follow one command, as a branch of a case on its name: `word` is its place.
std::string bash_case(const CLI::App& command, int word, const std::string& indent) {
  const std::string options = space_separated(option_names(command));
  const std::vector<const CLI::App*> within = commands_of(command);
  if (within.empty()) return indent + command.get_name() + ") words=\"" + options + "\" ;;\n";
  const std::string next = std::to_string(word + 1);
  std::string text = indent + command.get_name() + ") words=\"" + options + "\"\n" + indent +
                     "  if [ \"$COMP_CWORD\" -eq " + next + " ]; then commands=\"" +
                     names_of(within) + "\"; fi\n" + indent + "  case \"${COMP_WORDS[" + next +
                     "]}\" in\n";
  for (const CLI::App* inner : within) text += bash_case(*inner, word + 1, indent + "    ");
  return text + indent + "  esac ;;\n";
}

std::string bash(const CLI::App& app) {
  std::string cases;
  for (const CLI::App* command : commands_of(app)) cases += bash_case(*command, 1, "      ");
  return "# bash completion for drawbridge: source <(drawbridge completion bash)\n"
         "_drawbridge() {\n"
         "  local current=\"${COMP_WORDS[COMP_CWORD]}\" words=\"\" commands=\"\"\n"
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
         "  COMPREPLY=()\n"
         "  while IFS= read -r word; do\n"
         "    COMPREPLY+=(\"$word\")\n"
         "  done < <(if [ -n \"$offered\" ]; then compgen -W \"$offered\" -- \"$current\"; else "
         "compgen -f -- \"$current\"; fi)\n"
         "}\n"
         "complete -o filenames -F _drawbridge drawbridge\n";
}

std::string zsh(const CLI::App& app) {
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
void add_fish_options(const CLI::App& command, const std::string& seen, std::string& text) {
  const std::string condition = "-n '" + seen + "' -l ";
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames())
      add_fish_line(condition, name, option->get_description(), text);
  }
}

std::string fish(const CLI::App& app) {
  std::string text = "# fish completion for drawbridge: drawbridge completion fish | source\n";
  for (const CLI::App* command : commands_of(app)) {
    add_fish_line("-f -n __fish_use_subcommand -a ", command->get_name(),
                  command->get_description(), text);
    const std::string seen = "__fish_seen_subcommand_from " + command->get_name();
    add_fish_options(*command, seen, text);
    const std::vector<const CLI::App*> within = commands_of(*command);
    const std::string first =
        "-f -n '" + seen + "; and not __fish_seen_subcommand_from " + names_of(within) + "' -a ";
    for (const CLI::App* inner : within) {
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
