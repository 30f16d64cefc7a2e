#include "kube/client/exec_plugin.h"

#include <unistd.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/this_coro.hpp>
#include <cerrno>
#include <exception>
#include <system_error>
#include <utility>
#include <vector>

#include "kube/api/json_writer.h"
#include "kube/api/thrown.h"
#include "kube/api/time.h"
#include "kube/api/yaml.h"
#include "kube/client/config.h"
#include "kube/client/exec_process.h"

namespace drawbridge::kube {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;
using How = ExecEnd::How;

// Outlives the plugin while its coroutine does.
struct ExecPlugin::Flight {
  ExecProcess process;
  std::optional<Result<ExecCredential>> result;
  std::vector<Alarm*> waiting;
};

namespace {

// Where the program finds what it is asked.
constexpr const char* kExecInfo = "KUBERNETES_EXEC_INFO";

std::string exec_info(const ExecConfig& config) {
  std::string text;
  JsonWriter writer(text);
  writer.begin_object().key("kind").string("ExecCredential");
  writer.key("apiVersion").string(config.api_version).key("spec").begin_object();
  if (!config.cluster_info.empty()) writer.key("cluster").raw(config.cluster_info);
  writer.key("interactive").boolean(false).end_object().end_object();
  return text;
}

// The process's own variables with the plugin's in their place.
std::vector<std::string> environment_for(const ExecConfig& config) {
  std::vector<std::pair<std::string, std::string>> ours = config.env;
  ours.emplace_back(kExecInfo, exec_info(config));
  std::vector<std::string> all;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const std::string_view name = text.substr(0, text.find('='));
    const bool replaced = std::any_of(ours.begin(), ours.end(),
                                      [name](const auto& other) { return other.first == name; });
    if (!replaced) all.emplace_back(text);
  }
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const bool again = std::any_of(ours.begin() + static_cast<std::ptrdiff_t>(i) + 1, ours.end(),
                                   [&](const auto& other) { return other.first == ours[i].first; });
    if (!again) all.push_back(ours[i].first + "=" + ours[i].second);
  }
  return all;
}

// On one line, printable.
std::string shown(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool control = static_cast<unsigned char>(c) < ' ' || c == 0x7f;
    if (!control) line += c;
    if (control && !line.empty() && line.back() != ' ') line += ' ';
  }
  while (line.ends_with(' ')) line.pop_back();
  return line;
}

std::string not_found(const ExecConfig& config) {
  const std::string name = config.command.string();
  const bool is_path = name.find('/') != std::string::npos;
  std::string text = "there is no program " + name + (is_path ? "" : " in the folders of $PATH") +
                     "; install it where drawbridge runs, or name a user with a token or a "
                     "certificate";
  const std::string hint = shown(config.install_hint);
  return hint.empty() ? text : text + " (" + hint + ")";
}

// Why a run that did not exit with 0 gave nothing.
std::string failure_of(const ExecEnd& end, const ExecConfig& config) {
  const std::string said = end.error_output.empty() ? "" : "; it said: " + shown(end.error_output);
  switch (end.how) {
    case How::kNotStarted:
      if (end.code == ENOENT) return not_found(config);
      return "it can't be started: " + std::system_category().message(end.code);
    case How::kExited:
      return "it failed with exit code " + std::to_string(end.code) + said;
    case How::kSignalled:
      return "it was ended by signal " + std::to_string(end.code) + said;
    case How::kTimeout:
      return "it did not answer within " + std::to_string(config.time_max.count()) +
             " ms and was ended" + said;
    case How::kOutputTooLong:
      return "it printed more than " + std::to_string(kExecOutputBytesMax) + " bytes";
  }
  return {};
}

Error failed(const ExecConfig& config, const std::string& why) {
  return Error{"the credential plugin " + config.command.string() + " gave no credentials: " + why};
}

Result<Document> read_document(std::string_view text) {
  Result<Document> json = read_json(text);
  if (json) return json;
  Result<std::vector<YamlObject>> objects = read_yaml(text);
  if (!objects || objects->size() != 1) {
    return Error{"its output is no ExecCredential in JSON"};
  }
  return std::move(objects->front().document);
}

}  // namespace

bool fits_a_header(std::string_view token) {
  return std::all_of(token.begin(), token.end(), [](char c) { return c > ' ' && c != 0x7f; });
}

Result<ExecCredential> read_exec_credential(std::string_view text, std::string_view api_version) {
  const Result<Document> document = read_document(text);
  if (!document) return document.error();
  const Json root = document->root();
  if (root["kind"].as_string() != "ExecCredential") {
    return Error{"its output is no ExecCredential"};
  }
  if (root["apiVersion"].as_string() != api_version) {
    return Error{"it answered in another version than exec.apiVersion asks for, which is " +
                 std::string(api_version) + "; write the version that the program speaks"};
  }
  const Json status = root["status"];
  if (!status.is_object()) return Error{"its ExecCredential has no status"};
  ExecCredential credential;
  credential.token = status["token"].as_string();
  credential.identity.certificate_chain_pem = status["clientCertificateData"].as_string();
  credential.identity.private_key_pem = status["clientKeyData"].as_string();
  const bool certificate = !credential.identity.certificate_chain_pem.empty();
  if (certificate != !credential.identity.private_key_pem.empty()) {
    return Error{"it gave a client certificate without its key, or a key without its certificate"};
  }
  if (!certificate && credential.token.empty()) {
    return Error{"it gave neither a token nor a client certificate"};
  }
  if (!fits_a_header(credential.token)) {
    return Error{"its token holds a character that no token has"};
  }
  const Json expires = status["expirationTimestamp"];
  if (expires.is_null()) return credential;
  credential.expires = parse_time(expires.as_string());
  if (!credential.expires) return Error{"its expirationTimestamp is no time (RFC 3339)"};
  return credential;
}

ExecPlugin::ExecPlugin(ExecConfig config, WallClock wall_clock)
    : config_(std::move(config)), wall_clock_(std::move(wall_clock)) {}

ExecPlugin::~ExecPlugin() {
  stop();
}

bool ExecPlugin::is_due() const {
  const bool expired = credential_ && credential_->expires && wall_clock_() > *credential_->expires;
  if (credential_ && !refused_ && !expired) return false;
  return Clock::now() >= not_before_;
}

bool ExecPlugin::refused() {
  if (Clock::now() < not_before_) return false;
  refused_ = true;
  return true;
}

asio::awaitable<void> ExecPlugin::fly(std::shared_ptr<Flight> flight, ExecConfig config) {
  ExecCommand command;
  command.program = config.command.string();
  if (command.program.find('/') == std::string::npos) {
    command.program = find_program(command.program, environment("PATH"));
  }
  command.args = config.args;
  command.environment = environment_for(config);
  ExecEnd end;
  end.code = ENOENT;
  if (!command.program.empty()) {
    const Deadline until = Clock::now() + config.time_max;
    end = co_await flight->process.run(std::move(command), until);
  }
  if (end.how == How::kExited && end.code == 0) {
    Result<ExecCredential> read = read_exec_credential(end.output, config.api_version);
    flight->result = read ? std::move(read) : failed(config, read.error().message);
  } else {
    flight->result = failed(config, failure_of(end, config));
  }
}

void ExecPlugin::stop() {
  if (flight_) flight_->process.kill();
}

void ExecPlugin::land(const Flight& flight) {
  not_before_ = Clock::now() + config_.pause;
  if (*flight.result) {
    credential_ = **flight.result;
    problem_.clear();
    refused_ = false;
    ++generation_;
    return;
  }
  credential_.reset();
  problem_ = flight.result->error().message;
}

asio::awaitable<Woken> ExecPlugin::refresh(Alarm* alarm, Deadline until) {
  if (flight_ && flight_->result) land(*std::exchange(flight_, nullptr));
  if (!flight_) {
    if (!is_due()) co_return Woken::kReady;
    flight_ = std::make_shared<Flight>();
    const asio::any_io_executor executor = co_await asio::this_coro::executor;
    asio::co_spawn(executor, fly(flight_, config_),
                   [flight = flight_, config = config_](const std::exception_ptr& problem) {
                     if (problem) flight->result = failed(config, what_of(problem));
                     for (Alarm* waiting : flight->waiting) waiting->wake();
                   });
  }
  const std::shared_ptr<Flight> flight = flight_;
  while (!flight->result) {
    const Waiting waiting(&flight->waiting, alarm);
    const Woken woken = co_await alarm->sleep(until);
    if (woken != Woken::kReady) co_return woken;
  }
  if (flight_ == flight) land(*std::exchange(flight_, nullptr));
  co_return Woken::kReady;
}

}  // namespace drawbridge::kube
