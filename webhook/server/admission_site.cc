#include <algorithm>
#include <string>
#include <utility>

#include "webhook/server/site.h"
#include "webhook/server/timeout_query.h"

namespace drawbridge {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool equal_without_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

// "application/json; charset=utf-8" -> "application/json"
std::string_view media_type(std::string_view content_type) {
  std::string_view type = content_type.substr(0, content_type.find(';'));
  while (type.ends_with(' ') || type.ends_with('\t')) type.remove_suffix(1);
  return type;
}

std::optional<Answer> refuse_content(const RequestHead& head) {
  if (!equal_without_case(media_type(head.content_type), "application/json")) {
    return refusal(415,
                   "An AdmissionReview is expected as JSON. Send Content-Type: application/json.");
  }
  if (!head.content_encoding.empty() && !equal_without_case(head.content_encoding, "identity")) {
    return refusal(415, "The body is expected as it is. Send it without Content-Encoding.");
  }
  return std::nullopt;
}

}  // namespace

Site::Verdict AdmissionSite::judge(const RequestHead& head) {
  Verdict verdict;
  verdict.timeout = limits_.request_deadline_default;
  const std::string_view path = head.path();
  if (path == "/mutate") {
    verdict.route = Route::kMutate;
  } else if (path == "/validate") {
    verdict.route = Route::kValidate;
  } else {
    verdict.refusal =
        refusal(404,
                "There is nothing at this path. POST an AdmissionReview to /mutate or "
                "/validate; /livez, /readyz and /metrics are on the port for probes.");
    return verdict;
  }
  if (head.method != Method::kPost) {
    verdict.refusal = refusal(405, "An AdmissionReview is expected here. Send it with POST.");
    verdict.refusal->allow = "POST";
    return verdict;
  }
  verdict.refusal = refuse_content(head);
  if (verdict.refusal) return verdict;
  const Result<std::chrono::nanoseconds> timeout = timeout_of_query(
      head.query(), limits_.request_deadline_default, limits_.request_deadline_max);
  if (timeout) {
    verdict.timeout = *timeout;
  } else {
    verdict.refusal = refusal(400, "In the query, " + timeout.error().text() + ".");
  }
  return verdict;
}

Progress AdmissionSite::answer_now(const Request& request, Response& response) {
  return service_.answer_now(request, response);
}

boost::asio::awaitable<Progress> AdmissionSite::answer_later(const Request& request,
                                                             Response& response) {
  return service_.answer_later(request, response);
}

}  // namespace drawbridge
