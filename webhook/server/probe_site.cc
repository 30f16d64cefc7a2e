#include "webhook/server/probe_site.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace drawbridge {
namespace {

constexpr std::array<std::string_view, 3> kPaths = {"/livez", "/readyz", "/metrics"};
constexpr std::string_view kPlainText = "text/plain; charset=utf-8";

void answer_probe(const std::vector<std::string>& reasons, Response& response) {
  response.content_type = kPlainText;
  if (reasons.empty()) {
    response.body = "ok\n";
    return;
  }
  response.status = 503;
  for (const std::string& reason : reasons) response.body += reason + '\n';
}

}  // namespace

Site::Verdict ProbeSite::judge(const RequestHead& head) {
  Verdict verdict;
  verdict.route = Route::kProbe;
  verdict.timeout = kRequestDeadlineDefault;
  if (std::find(kPaths.begin(), kPaths.end(), head.path()) == kPaths.end()) {
    verdict.refusal =
        refusal(404,
                "There is nothing at this path. /livez, /readyz and /metrics are here; "
                "admission is asked on the HTTPS port.");
  } else if (head.method != Method::kGet && head.method != Method::kHead) {
    verdict.refusal = refusal(405, "Nothing can be sent here. Ask with GET.");
    verdict.refusal->allow = "GET, HEAD";
  }
  return verdict;
}

Progress ProbeSite::answer_now(const Request& request, Response& response) {
  if (request.target_path == "/metrics") {
    response.content_type = kMetricsContentType;
    response.body = sources_.metrics();
  } else {
    answer_probe(request.target_path == "/livez" ? sources_.not_live() : sources_.not_ready(),
                 response);
  }
  return Progress::kAnswered;
}

boost::asio::awaitable<Progress> ProbeSite::answer_later(const Request&, Response&) {
  co_return Progress::kAnswered;
}

ServerLimits probe_limits(const ServerLimits& limits) {
  ServerLimits probe = limits;
  probe.body_bytes_max = kProbeBodyBytesMax;
  probe.header_bytes_max = std::min(limits.header_bytes_max, kProbeHeaderBytesMax);
  probe.connections_max = kProbeConnectionsMax;
  return probe;
}

}  // namespace drawbridge
