// The port for the kubelet and Prometheus: GET /livez, /readyz and /metrics, without TLS.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "webhook/server/site.h"

namespace drawbridge {

// Where the answers come from. Each is called on the probe port's thread and must not block.
struct ProbeSources {
  // Reasons, one line each; none: all is well.
  std::function<std::vector<std::string>()> not_live;
  std::function<std::vector<std::string>()> not_ready;
  std::function<std::string()> metrics;
};

class ProbeSite final : public Site {
 public:
  explicit ProbeSite(ProbeSources sources) : sources_(std::move(sources)) {}

  Verdict judge(const RequestHead& head) override;
  Progress answer_now(const Request& request, Response& response) override;
  boost::asio::awaitable<Progress> answer_later(const Request& request,
                                                Response& response) override;

 private:
  const ProbeSources sources_;
};

// What the probe port takes. It is open to whoever reaches the pod, so it is given little.
ServerLimits probe_limits(const ServerLimits& limits);
inline constexpr std::size_t kProbeBodyBytesMax = 4 * 1024;
inline constexpr std::uint32_t kProbeHeaderBytesMax = 8 * 1024;
inline constexpr std::size_t kProbeConnectionsMax = 64;

}  // namespace drawbridge
