// The program `drawbridge`, run as a shell runs it.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <string>
#include <string_view>

#include "test/webhook/admission_testing.h"

namespace drawbridge::cli {

class ProgramTest : public ::testing::Test {
 protected:
  struct Outcome {
    int status = -1;
    std::string out;
    std::string err;
  };

  // Runs `drawbridge ARGUMENTS` with `@` standing for the folder of the test.
  Outcome run_program(std::string arguments, std::string_view input = "") {
    const std::string folder = folder_.path().string();
    for (std::size_t at; (at = arguments.find('@')) != std::string::npos;)
      arguments.replace(at, 1, folder);
    folder_.write("in", input);
    const std::string command = std::string(DRAWBRIDGE_BINARY) + " " + arguments + " <" + folder +
                                "/in >" + folder + "/out 2>" + folder + "/err";
    const int status = system(command.c_str());  // NOLINT(cert-env33-c): the test's own command
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, admission::read_file(folder + "/out"),
            admission::read_file(folder + "/err")};
  }

  // By which the server is the cluster.
  void write_kubeconfig(const std::string& server_url) {
    folder_.write("kubeconfig",
                  "apiVersion: v1\nkind: Config\ncurrent-context: test\n"
                  "contexts: [{name: test, context: {cluster: test, user: test}}]\n"
                  "clusters: [{name: test, cluster: {server: '" +
                      server_url + "'}}]\nusers: [{name: test, user: {}}]\n");
  }

  admission::TemporaryFolder folder_;
};

}  // namespace drawbridge::cli
