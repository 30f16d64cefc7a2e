#include "kube/client/exec_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <string_view>
#include <tuple>
#include <utility>

namespace drawbridge::kube {

namespace asio = boost::asio;
using asio::experimental::awaitable_operators::operator||;
using asio::experimental::awaitable_operators::operator&&;
using asio::posix::stream_descriptor;
using boost::system::error_code;
using How = ExecEnd::How;

namespace {

constexpr asio::as_tuple_t<asio::use_awaitable_t<>> kAsTuple(asio::use_awaitable);

// A program that has closed its output ends within moments; it is looked at this often until then.
constexpr std::chrono::milliseconds kReapPause{5};

struct Pipe {
  std::array<int, 2> ends = {-1, -1};
  Pipe() = default;
  ~Pipe() {
    for (const int fd : ends) {
      if (fd >= 0) ::close(fd);
    }
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  bool open() { return ::pipe2(ends.data(), O_CLOEXEC) == 0; }
  int read_end() const { return ends[0]; }
  int write_end() const { return ends[1]; }
  void release_read_end() { ends[0] = -1; }
  void close_write_end() { ::close(std::exchange(ends[1], -1)); }
};

// What posix_spawn() is told; destroyed as it wants to be.
struct SpawnOptions {
  posix_spawn_file_actions_t actions = {};
  posix_spawnattr_t attributes = {};
  SpawnOptions() {
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
  }
  ~SpawnOptions() {
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
  }
  SpawnOptions(const SpawnOptions&) = delete;
  SpawnOptions& operator=(const SpawnOptions&) = delete;
};

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> result;
  result.reserve(texts.size() + 1);
  for (const std::string& text : texts) result.push_back(const_cast<char*>(text.c_str()));
  result.push_back(nullptr);
  return result;
}

// Hands the end to `reader`. errno, 0 where it could: an event loop watches only so many files
// (fs.epoll.max_user_watches).
int hand_over_read_end(Pipe& pipe, stream_descriptor& reader) {
  error_code problem;
  reader.assign(pipe.read_end(), problem);
  if (!problem) pipe.release_read_end();
  return problem.value();
}

// Reads `pipe` to its end and keeps `bytes_max`. True when there was more, and then
// `process` was ended, where one is given.
asio::awaitable<bool> drain(stream_descriptor* pipe, std::string* into, std::size_t bytes_max,
                            ExecProcess* process) {
  std::array<char, 4096> bytes;
  const asio::mutable_buffer buffer(bytes.data(), bytes.size());
  bool too_long = false;
  while (true) {
    const std::tuple<error_code, std::size_t> result =
        co_await pipe->async_read_some(buffer, kAsTuple);
    if (std::get<0>(result)) co_return too_long;
    const std::size_t count = std::get<1>(result);
    const std::size_t room = bytes_max - into->size();
    into->append(bytes.data(), std::min(count, room));
    if (count <= room || process == nullptr || too_long) continue;
    too_long = true;
    process->kill();
  }
}

}  // namespace

// posix_spawn() and not fork(): the server has threads and a large memory.
int ExecProcess::start(const ExecCommand& command, int output, int error_output) {
  SpawnOptions options;
  ::posix_spawn_file_actions_addopen(&options.actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&options.actions, output, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&options.actions, error_output, STDERR_FILENO);
  ::posix_spawn_file_actions_addclosefrom_np(&options.actions, STDERR_FILENO + 1);
  sigset_t all;
  sigset_t none;
  ::sigfillset(&all);
  ::sigemptyset(&none);
  ::posix_spawnattr_setsigdefault(&options.attributes, &all);
  ::posix_spawnattr_setsigmask(&options.attributes, &none);
  ::posix_spawnattr_setpgroup(&options.attributes, 0);
  ::posix_spawnattr_setflags(
      &options.attributes,
      static_cast<short>(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP));
  std::vector<std::string> words = {command.program};
  words.insert(words.end(), command.args.begin(), command.args.end());
  const std::vector<char*> arguments = pointers(words);
  const std::vector<char*> environment = pointers(command.environment);
  pid_t pid = -1;
  const int problem = ::posix_spawn(&pid, command.program.c_str(), &options.actions,
                                    &options.attributes, arguments.data(), environment.data());
  if (problem == 0) pid_ = pid;
  return problem;
}

// True when the program has ended.
bool ExecProcess::reap(int flags, ExecEnd* end) {
  if (pid_ < 0) return true;
  int status = 0;
  pid_t found = -1;
  do {
    found = ::waitpid(pid_, &status, flags);
  } while (found < 0 && errno == EINTR);
  if (found == 0) return false;
  pid_ = -1;
  if (end == nullptr) return true;
  const bool signalled = found > 0 && WIFSIGNALED(status);
  end->how = signalled ? How::kSignalled : How::kExited;
  end->code = signalled ? WTERMSIG(status) : WEXITSTATUS(status);
  // Somebody else has waited for it: how it ended is not known.
  if (found < 0) end->code = -1;
  return true;
}

void ExecProcess::kill() {
  if (pid_ < 0) return;
  // Not yet waited for, so the number is still the program's.
  ::kill(-pid_, SIGKILL);
  reap(0, nullptr);
}

asio::awaitable<ExecEnd> ExecProcess::run(ExecCommand command, Deadline until) {
  ExecEnd end;
  Pipe output;
  Pipe error_output;
  end.code = EMFILE;
  if (!output.open() || !error_output.open()) co_return end;
  const asio::any_io_executor executor = co_await asio::this_coro::executor;
  stream_descriptor from_output(executor);
  stream_descriptor from_errors(executor);
  end.code = hand_over_read_end(output, from_output);
  if (end.code == 0) end.code = hand_over_read_end(error_output, from_errors);
  if (end.code == 0) end.code = start(command, output.write_end(), error_output.write_end());
  if (end.code != 0) co_return end;
  output.close_write_end();
  error_output.close_write_end();

  asio::steady_timer timer(executor, until);
  bool too_long = false;
  {
    auto answer = drain(&from_output, &end.output, kExecOutputBytesMax, this);
    auto errors = drain(&from_errors, &end.error_output, kExecErrorBytesKept, nullptr);
    auto both = std::move(answer) && std::move(errors);
    auto expired = timer.async_wait(kAsTuple);
    auto either = std::move(both) || std::move(expired);
    const auto result = co_await std::move(either);
    if (result.index() == 0) too_long = std::get<0>(std::get<0>(result));
  }
  while (!too_long && std::chrono::steady_clock::now() < until) {
    if (reap(WNOHANG, &end)) co_return end;
    timer.expires_after(kReapPause);
    const std::tuple<error_code> waited = co_await timer.async_wait(kAsTuple);
    (void)waited;
  }
  kill();
  end.how = too_long ? How::kOutputTooLong : How::kTimeout;
  co_return end;
}

std::string find_program(const std::string& name, const std::string& path) {
  std::string_view rest = path;
  while (!rest.empty()) {
    const std::size_t colon = rest.find(':');
    const std::filesystem::path folder(rest.substr(0, colon));
    rest = colon == std::string_view::npos ? std::string_view() : rest.substr(colon + 1);
    if (!folder.is_absolute()) continue;
    const std::filesystem::path file = folder / name;
    std::error_code problem;
    if (std::filesystem::is_regular_file(file, problem) && ::access(file.c_str(), X_OK) == 0) {
      return file.string();
    }
  }
  return {};
}

}  // namespace drawbridge::kube
