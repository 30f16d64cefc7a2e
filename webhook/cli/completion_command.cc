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

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string bash(const CLI::App& app) {
  std::vector<std::string> commands;
  std::string cases;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    commands.push_back(command->get_name());
    cases +=
        "    " + command->get_name() + ") words=\"" + joined(option_names(*command)) + "\" ;;\n";
  }
  return "# bash completion for drawbridge: source <(drawbridge completion bash)\n"
         "_drawbridge() {\n"
         "  local current=\"${COMP_WORDS[COMP_CWORD]}\" words=\"\"\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "    words=\"" +
         joined(commands) +
         " --help\"\n"
         "  else\n"
         "    case \"${COMP_WORDS[1]}\" in\n" +
         cases +
         "    esac\n"
         "  fi\n"
         "  COMPREPLY=()\n"
         "  case \"$current\" in\n"
         "    -*) mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\") ;;\n"
         "    *) if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "         mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
         "       else\n"
         "         mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n"
         "       fi ;;\n"
         "  esac\n"
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

std::string fish(const CLI::App& app) {
  std::string text = "# fish completion for drawbridge: drawbridge completion fish | source\n";
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    text += "complete -c drawbridge -f -n __fish_use_subcommand -a " + command->get_name() +
            " -d " + fish_quoted(command->get_description()) + "\n";
    for (const CLI::Option* option : command->get_options()) {
      for (const std::string& name : option->get_lnames()) {
        text += "complete -c drawbridge -n '__fish_seen_subcommand_from " + command->get_name() +
                "' -l " + name + " -d " + fish_quoted(option->get_description()) + "\n";
      }
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
