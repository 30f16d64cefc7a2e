// OracleClient: asks the Go program of test/oracle, one JSON object a line.
//
// A test that has no oracle says so and is skipped; in CI a skipped test is a failure.
//
//   std::unique_ptr<OracleClient> oracle = OracleClient::start();
//   if (!oracle) GTEST_SKIP() << OracleClient::kMissing;
//   const nlohmann::json answer = oracle->ask({{"op", "quantity.parse"}, {"s", "1Gi"}});
//
// Not thread-safe. What goes wrong with the program itself is thrown: a broken test, not an
// outcome.
#pragma once

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cinttypes>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "test/generated_cases.h"

namespace drawbridge::test {

// The seed of a test's generated cases, printed so that DRAWBRIDGE_SEED can repeat them.
inline std::uint64_t printed_seed() {
  const char* given = std::getenv("DRAWBRIDGE_SEED");
  const std::uint64_t seed =
      given != nullptr ? std::strtoull(given, nullptr, 10) : std::uint64_t{std::random_device()()};
  std::printf("seed: DRAWBRIDGE_SEED=%" PRIu64 "\n", seed);
  return seed;
}

class OracleClient {
 public:
  static constexpr const char* kVariable = "DRAWBRIDGE_ORACLE";
  static constexpr const char* kMissing =
      "SKIPPED: DRAWBRIDGE_ORACLE is not set. Build the oracle and set it: "
      "export DRAWBRIDGE_ORACLE=$(test/oracle/build.sh)";

  // The program that the environment names, or that of an older version beside it, which "-1.36"
  // ends; nothing where it names none.
  static std::unique_ptr<OracleClient> start(const std::string& version = "") {
    const char* program = std::getenv(kVariable);
    if (program == nullptr || *program == '\0') return nullptr;
    return std::unique_ptr<OracleClient>(new OracleClient((program + version).c_str()));
  }
  // That of Kubernetes 1.`minor`: the newest, or 36.
  static std::unique_ptr<OracleClient> start_of(std::uint32_t minor) {
    return start(minor == 36 ? "-1.36" : "");
  }

  ~OracleClient() {
    std::fclose(to_);  // the oracle ends with its input
    std::fclose(from_);
    waitpid(child_, nullptr, 0);
  }
  OracleClient(const OracleClient&) = delete;
  OracleClient& operator=(const OracleClient&) = delete;

  // One request and its answer, as text without the line's end.
  std::string ask_line(std::string_view line) {
    write_line(line);
    flush();
    return read_line();
  }

  nlohmann::json ask(const nlohmann::json& request) { return ask_all({&request, 1}).front(); }

  // Many requests and their answers in the same order; much faster than one by one.
  std::vector<nlohmann::json> ask_all(std::span<const nlohmann::json> requests) {
    std::vector<nlohmann::json> answers;
    answers.reserve(requests.size());
    for (std::size_t next = 0; next < requests.size();) {
      std::size_t bytes = 0;
      for (; next < requests.size(); ++next) {
        const std::string line = requests[next].dump();
        if (bytes > 0 && bytes + line.size() > kBatchBytesMax) break;
        bytes += line.size() + 1;
        write_line(line);
      }
      flush();
      while (answers.size() < next) {
        answers.push_back(nlohmann::json::parse(read_line()));
        if (!answers.back().contains("broken")) continue;
        throw std::runtime_error("the oracle broke on " + requests[answers.size() - 1].dump() +
                                 ": " + answers.back().dump());
      }
    }
    return answers;
  }

 private:
  // What the pipe takes before anyone reads: then the oracle, which may wait for its answers to be
  // read, never keeps us from writing. A single longer request is read whole before it is answered.
  static constexpr std::size_t kBatchBytesMax = 32 * 1024;

  explicit OracleClient(const char* program) {
    // A write to an oracle that died is an error of this test, not its end without a word.
    std::signal(SIGPIPE, SIG_IGN);
    int to[2];
    int from[2];
    if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0)
      throw std::runtime_error("pipe failed");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, to[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, from[1], STDOUT_FILENO);
    const char* arguments[] = {program, nullptr};
    const int error =
        posix_spawn(&child_, program, &actions, nullptr, const_cast<char**>(arguments), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(to[0]);
    close(from[1]);
    to_ = fdopen(to[1], "w");
    from_ = fdopen(from[0], "r");
    if (error != 0) {
      std::fclose(to_);
      std::fclose(from_);
      throw std::runtime_error(std::string(kVariable) + " names " + program +
                               ", which can't be started");
    }
  }

  void write_line(std::string_view line) {
    if (line.find('\n') != std::string_view::npos)
      throw std::runtime_error("a request is one line");
    std::fwrite(line.data(), 1, line.size(), to_);
    std::fputc('\n', to_);
  }

  void flush() {
    if (std::fflush(to_) != 0) throw std::runtime_error("the oracle no longer reads");
  }

  std::string read_line() {
    std::string line;
    for (int c = std::fgetc(from_); c != '\n'; c = std::fgetc(from_)) {
      if (c == EOF) throw std::runtime_error("the oracle ended");
      line += static_cast<char>(c);
    }
    return line;
  }

  pid_t child_ = -1;
  std::FILE* to_ = nullptr;
  std::FILE* from_ = nullptr;
};

}  // namespace drawbridge::test
