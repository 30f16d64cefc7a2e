// Site: what stands behind one port. The admission port's hands requests to the Service, the probe
// port's answers the kubelet and Prometheus.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <optional>

#include "webhook/server/metrics.h"
#include "webhook/server/request_parser.h"
#include "webhook/server/response_writer.h"
#include "webhook/server/service.h"

namespace drawbridge {

// Thread-safe, as Service is.
class Site {
 public:
  struct Verdict {
    Route route = Route::kOther;
    std::chrono::nanoseconds timeout{0};  // from the request's first byte
    std::optional<Answer> refusal = std::nullopt;
  };

  virtual ~Site() = default;
  // Judges a request by its header. With a refusal its body is thrown away, and nothing else is
  // called.
  virtual Verdict judge(const RequestHead& head) = 0;
  virtual Progress answer_now(const Request& request, Response& response) = 0;
  virtual boost::asio::awaitable<Progress> answer_later(const Request& request,
                                                        Response& response) = 0;
};

// POST /mutate and POST /validate of application/json for `service`, 404, 405, 415 or 400 for the
// rest.
class AdmissionSite final : public Site {
 public:
  // Both must outlive the site.
  AdmissionSite(Service& service, const ServerLimits& limits)
      : service_(service), limits_(limits) {}

  Verdict judge(const RequestHead& head) override;
  Progress answer_now(const Request& request, Response& response) override;
  boost::asio::awaitable<Progress> answer_later(const Request& request,
                                                Response& response) override;

 private:
  Service& service_;
  const ServerLimits& limits_;
};

}  // namespace drawbridge
