// One run of a program that answers on its standard output, without blocking the event loop.
//
// The program gets an empty standard input, none of our other files, default signals, and a process
// group of its own, so that what it has started itself ends with it.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kube/client/alarm.h"

namespace drawbridge::kube {

// Longest standard output of a program that is read, and what is kept of its standard error.
inline constexpr std::size_t kExecOutputBytesMax = 256 * 1024;
inline constexpr std::size_t kExecErrorBytesKept = 2 * 1024;

struct ExecCommand {
  std::string program = {};                   // a path
  std::vector<std::string> args = {};         // without the program's own name
  std::vector<std::string> environment = {};  // "NAME=VALUE", all that there is
};

struct ExecEnd {
  enum class How : std::uint8_t {
    kExited,         // `code` is its exit status
    kSignalled,      // `code` is the signal
    kNotStarted,     // `code` is errno
    kTimeout,        // ended by us at the deadline
    kOutputTooLong,  // ended by us
  };
  How how = How::kNotStarted;
  int code = 0;
  std::string output = {};
  std::string error_output = {};  // at most kExecErrorBytesKept of it
};

// A program that is running; killed with its whole group, and waited for, when this ends.
class ExecProcess {
 public:
  ExecProcess() = default;
  ~ExecProcess() { kill(); }
  ExecProcess(const ExecProcess&) = delete;
  ExecProcess& operator=(const ExecProcess&) = delete;

  // Runs `command` to its end, or until `until` at the latest. Once.
  boost::asio::awaitable<ExecEnd> run(ExecCommand command, Deadline until);
  // Ends the program at once; run() then returns.
  void kill();

 private:
  int start(const ExecCommand& command, int output, int error_output);
  bool reap(int flags, ExecEnd* end);

  int pid_ = -1;  // also the group's; -1: none, or waited for already
};

// The program that a name without a slash means: the first executable file of that name in the
// absolute folders of `path` ("/usr/bin:/bin"). Empty: there is none.
std::string find_program(const std::string& name, const std::string& path);

}  // namespace drawbridge::kube
