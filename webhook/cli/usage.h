// What the program says of its own command line, and how a command ends a complaint.
#pragma once

#include <CLI/App.hpp>
#include <initializer_list>
#include <string>
#include <string_view>

#include "kube/api/result.h"

namespace drawbridge::cli {

// `text` with one full stop at its end.
std::string sentence(std::string text);

// Why the command line was not understood, and what helps, in lines for standard error. `app` is
// the whole program after its parse() threw `error`.
std::string usage_problem(const CLI::App& app, const CLI::Error& error);

// That `command` has no such command, with the one that was meant, or all of them.
std::string unknown_command(const CLI::App& command, const std::string& word);

// A check for options that take one of some words.
CLI::Validator one_of(std::initializer_list<std::string_view> words);
// Those words, with spaces between them; empty for an option that takes others.
std::string words_of(CLI::Option& option);

// Fails for an option that was given without a value, as `--state "$UNSET"` gives it: that would be
// taken for one that was left out.
Status check_values(const CLI::App& command);

// A namespace that was given by `option`.
Status check_namespace(std::string_view option, std::string_view ns);

}  // namespace drawbridge::cli
