// The bare transport: the server with a service that answers a fixed body, to be measured beside
// nginx.
//
//   bench_serve_fixed [ADDRESS [BODY_BYTES [THREADS]]]
//
// Prints the port it listens on, then serves until SIGTERM.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "certs/generate.h"
#include "kube/client/tls.h"
#include "webhook/server/server.h"
#include "webhook/server/termination.h"

namespace drawbridge {
namespace {

class FixedService final : public Service {
 public:
  explicit FixedService(std::size_t bytes) : body_(bytes, 'x') {}

  Progress answer_now(const Request&, Response& response) override {
    response.body = body_;
    return Progress::kAnswered;
  }
  boost::asio::awaitable<Progress> answer_later(const Request&, Response&) override {
    co_return Progress::kAnswered;
  }

 private:
  const std::string body_;
};

int fail(const Error& error) {
  std::fprintf(stderr, "bench_serve_fixed: %s\n", error.text().c_str());
  return 1;
}

int serve(const std::string& address, std::size_t bytes, unsigned threads) {
  TerminationSignal termination;
  const Result<SelfSigned> certificate = make_self_signed({});
  if (!certificate) return fail(certificate.error());
  const Result<std::unique_ptr<kube::TlsContext>> tls =
      kube::TlsContext::server({certificate->identity});
  if (!tls) return fail(tls.error());
  FixedService service(bytes);
  ServerOptions options;
  options.addresses = {address};
  options.probe_addresses = {"127.0.0.1:0"};
  options.threads = threads;
  options.limits.shutdown_delay = std::chrono::milliseconds(0);
  Server server(options, **tls, service);
  if (Status started = server.start(); !started) return fail(started.error());
  std::printf("serving https on %u, probes on %u\n", server.ports().front(),
              server.probe_ports().front());
  std::fflush(stdout);
  termination.wait();
  server.drain();
  return 0;
}

}  // namespace
}  // namespace drawbridge

int main(int argc, char** argv) {
  const std::string address = argc > 1 ? argv[1] : "127.0.0.1:8443";
  const std::size_t bytes = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 200;
  const unsigned threads = argc > 3 ? static_cast<unsigned>(std::strtoul(argv[3], nullptr, 10)) : 1;
  return drawbridge::serve(address, bytes, threads);
}
